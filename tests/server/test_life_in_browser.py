"""Accounts, my games, one's data, notices and clubs in a real browser, by hand and eye."""

import json
import re
import secrets
import shutil
import threading

import pytest
import uvicorn
from playwright.sync_api import expect

from conftest import FLAGS
from darsena.core.language import LANGUAGES
from darsena.games import games
from darsena.server.app import create
from darsena.server.settings import Settings

from .receivers import web_server
from .test_browser import complaints

GAME = next(iter(games().values()))
GOOD = "three boats at noon"
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  for (let tries = 0; tries < 1000; tries++) {
    const shown = await worker.getNotifications();
    if (shown.length) return shown.map((each) => [each.title, each.body]);
    await new Promise(requestAnimationFrame);
  }
}"""
PAGES = ("/mine", "/account", "/notices", "/statistics", "/clubs")


def fill(page, form, **fields):
    for name, value in fields.items():
        page.fill(f"form[action='{form}'] [name={name}]", value)
    page.locator(f"form[action='{form}'] button").click()


def play_now(page):
    page.goto("/")
    page.locator(f"form[action='/play/{GAME.id}'] button").click()
    page.wait_for_url("**/t/*/")
    return page.url


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "plain"])
def test_an_account_from_its_opening_to_its_end(person, javascript):
    home, phone = person(javascript=javascript), person(javascript=javascript, phone=True)
    name = f"Ada {'with' if javascript else 'without'}"
    where = play_now(home)
    home.goto("/account")
    fill(home, "/account/register", name=name, password=GOOD)
    expect(home.locator("main")).to_contain_text(f"logged in as {name}")

    phone.get_by_role("link", name="Log in").click()
    fill(phone, "/account/enter", name=name, password="not this one")
    expect(phone.get_by_role("alert")).to_contain_text("do not belong together")
    phone.problems.clear()  # a browser complains of 400
    fill(phone, "/account/enter", name=name, password=GOOD)
    expect(phone.get_by_role("heading", name="My games")).to_be_visible()
    phone.locator(f"main a[href='/t/{where.split('/')[-2]}/']").click()
    expect(phone.locator(".board")).to_be_visible()

    home.goto("/account")
    with home.expect_download() as saving:
        home.get_by_role("link", name="Save my data").click()
    told = json.loads(saving.value.path().read_text())
    assert told["accounts"][0]["name"] == name
    assert where.endswith(f"/{told['tables'][0]['code']}/")

    home.check("form[action='/account/forget'] [name=sure]")
    fill(home, "/account/forget", password=GOOD)
    expect(home.get_by_role("link", name="Log in")).to_be_visible()
    phone.goto(where)
    expect(phone.locator("h1")).to_contain_text("Not for you")
    phone.problems.clear()  # a browser complains of 403


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_axe_finds_nothing_and_nothing_runs_off_the_side(person, dark, phone):
    page, found = person(dark=dark, phone=phone), []
    page.goto("/account")
    found += complaints(page)
    play_now(page)
    page.goto("/clubs")
    fill(page, "/clubs", name="Tuesday evening at the old harbour")
    club = page.url
    for path in (*PAGES, club, page.input_value("#link")):
        for language in LANGUAGES:
            page.goto(f"{path}?lang={language}")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (path, language)
        found += complaints(page)
    assert not found


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_a_bot_is_made_and_invited_in_the_browser(person, phone):
    page, found, name = person(phone=phone), [], f"A bot of {secrets.token_hex(4)} with a long name"
    page.goto("/account")
    fill(page, "/account/register", name=name, password=GOOD)
    page.goto("/account/bots")
    fill(page, "/account/bots", name=name)
    expect(page.locator("#token")).to_have_value(re.compile(r"^\w{32}\.[\w-]{43}$"))
    page.locator("main summary").click()
    found += complaints(page)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.goto(f"/new/{GAME.id}")
    page.locator("main form button").last.click()
    page.locator("#bot-invite summary").click()
    page.fill("#bot-name", name)
    found += complaints(page)
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.locator("main")).to_contain_text(f"no answer yet: {name}")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not found


@pytest.fixture
def own_server(tmp_path):
    """A server in this process that may write to this machine, which no setting allows."""
    app = create(Settings(data=str(tmp_path)))
    app.state.site.messenger.may = lambda address: True
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.05)
    server.url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    yield server
    server.should_exit = True
    thread.join()


def test_the_test_button_reaches_the_webhook(person, own_server):
    page = person(at=own_server)
    play_now(page)
    page.goto("/notices")
    with web_server() as web:
        page.fill("#webhook", f"http://127.0.0.1:{web.server_address[1]}/hook")
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_role("button", name="Send me a test").click()
        expect(page.get_by_role("status").first).to_contain_text("the webhook: sent")
        [(_, _, body)] = web.got
    assert json.loads(body)["url"].endswith("/mine")


def test_a_server_refuses_to_reach_inside(person):
    page = person()
    play_now(page)
    page.goto("/notices")
    page.fill("#webhook", "http://127.0.0.1:9/hook")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Send me a test").click()
    expect(page.get_by_role("status").first).to_contain_text("not on the public internet")


@pytest.fixture
def windows(browser):
    """A Chromium that can show notices; the one without windows cannot."""
    if (path := shutil.which("chromium")) is None:
        pytest.skip("no Chromium with windows on this machine")
    found = browser.browser_type.launch(executable_path=path, args=FLAGS)
    yield found
    found.close()


def test_the_service_worker_shows_what_is_pushed(person, windows):
    page = person(by=windows)
    play_now(page)
    page.context.grant_permissions(["notifications"])
    page.goto("/notices")
    expect(page.get_by_role("button", name="Tell me here")).to_be_visible()
    page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    session = page.context.new_cdp_session(page)
    ids = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: ids.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    while not ids:
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")  # meanwhile the browser tells us
    origin = re.match(r"https?://[^/]+", page.url)[0]
    data = json.dumps({"title": "Darsena", "text": "It is your turn.", "url": f"{origin}/mine"})
    known = {"origin": origin, "registrationId": ids[-1]["registrationId"], "data": data}
    session.send("ServiceWorker.deliverPushMessage", known)
    shown = page.evaluate(SHOWN)
    assert shown == [["Darsena", "It is your turn."]]


def test_the_site_can_be_installed(person):
    page = person()
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.webmanifest")
    assert manifest["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
