"""What all tests share: how many random plays, a server process, a real browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("darsena", deadline=None, print_blob=True)
settings.load_profile("darsena")

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the lightest first
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items):
    """A real browser on a busy machine: what needs one is tried up to three times."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=2))


def pytest_addoption(parser):
    parser.addoption("--laws", type=int, default=6, help="random plays per game, number of players and options")


@pytest.fixture(scope="session")
def plays(request):
    """How many random plays the laws watch."""
    return request.config.getoption("--laws")


class Server:
    """A server process with its own data folder. It can be killed and started again."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data, self.settings = data, settings
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        known = {"DARSENA_DATA": str(self.data), "DARSENA_PORT": str(self.port), **self.settings}
        self.process = subprocess.Popen([sys.executable, "-m", "darsena", "serve"], env={**os.environ, **known})
        self.wait()

    def wait(self) -> None:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.url}/health", timeout=5).close()
                return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise TimeoutError("the server does not start")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> float:
        """Ask it to stop, and say how long that took."""
        start = time.monotonic()
        self.process.terminate()
        self.process.wait(20)
        return time.monotonic() - start


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for everybody who lets it live."""
    made = Server(tmp_path_factory.mktemp("server"))
    yield made
    made.kill()


@pytest.fixture
def fragile(tmp_path):
    """A server of one's own, to be killed or stopped."""
    made = Server(tmp_path)
    yield made
    made.kill()


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium, without its windows where there is such a one: that is twice as fast."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def person(browser, request):
    """Opens a browser of its own for somebody: person("it", phone=True) is their page."""
    contexts = []
    if "fragile" in request.fixturenames:
        request.getfixturevalue("fragile")  # it ends after the pages: they would complain

    def arrive(language="en", *, phone=False, javascript=True, dark=False, url=None, at=None, by=browser):
        size = {"width": 360, "height": 740} if phone else {"width": 1280, "height": 800}
        context = by.new_context(
            viewport=size,
            locale=language,
            java_script_enabled=javascript,
            has_touch=phone,
            color_scheme="dark" if dark else "light",
            base_url=(at or request.getfixturevalue("server")).url,
        )
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("console", lambda said: page.problems.append(said.text) if said.type == "error" else None)
        page.goto(url or "/")
        return page

    yield arrive
    for context in contexts:
        for page in context.pages:
            assert not page.problems, page.problems
        context.close()
