"""A hostile page beside ours in the same browser, and names and messages that are scripts: tried where it happens."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from darsena.games import games

from .test_browser import open_table

GAME = next(iter(games().values()))
SCRIPT = "<img src=x onerror=alert(1)>"
TRAP = """<!doctype html><title>waiting</title>
<form method="post" action="{url}deed"><input name="word" value="say"><input name="word" value="forged"></form>
<script>
  const wire = new WebSocket("{wire}live")
  wire.onmessage = () => document.title = "it talks to me"
  wire.onclose = () => document.title = "refused"
</script>
"""


@contextmanager
def trap(where):
    """A page of somebody else that wants to act at a table in the visitor's name; its port."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(TRAP.format(url=where, wire=where.replace("http", "ws", 1)).encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["with-the-cookie", "without-it"])
def test_a_foreign_page_neither_posts_nor_connects_in_ones_name(person, host):
    """On another port of the same host the browser sends the cookie along: then only the origin tells."""
    ada = person()
    where = open_table(ada, GAME)
    with trap(where) as port:
        foreign = ada.context.new_page()
        foreign.goto(f"http://{host}:{port}/")
        expect(foreign).to_have_title("refused")
        with foreign.expect_response("**/deed") as posted:
            foreign.evaluate("document.forms[0].submit()")
        assert posted.value.status == 403
        sent = posted.value.request.all_headers()
        assert ("darsena=" in sent.get("cookie", "")) == (host == "127.0.0.1")
        foreign.close()
    ada.reload()
    expect(ada.locator("#talk li")).to_have_count(0)


def test_a_name_and_a_message_that_are_scripts_are_read_and_not_run(person):
    ada, bo = person(), person()
    ran = []
    for page in (ada, bo):
        page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    open_table(ada, GAME, **{f"seat{seat}": next(iter(GAME.bots)) for seat in range(2, GAME.seats[0])})
    bo.goto(ada.input_value("#link"))
    bo.fill("#name", SCRIPT)
    bo.locator("main button.go").click()
    expect(ada.locator("#seats, #part-seats").first).to_contain_text(SCRIPT)
    ada.locator("form[action=start] button").click()
    expect(bo.locator("form[action=start]")).to_have_count(0)
    for page, text in ((ada, "<script>alert(2)</script>"), (bo, f"</li>{SCRIPT}")):
        page.goto(f"{page.url.split('#')[0]}#chat")
        page.fill("#say", text)
        page.keyboard.press("Enter")
    for page in (ada, bo):
        for _ in range(2):  # as it came over the connection, and as the page has it
            expect(page.locator("#talk li")).to_have_count(2)
            expect(page.locator("#talk")).to_contain_text("<script>alert(2)</script>")
            expect(page.locator("#talk")).to_contain_text(f"</li>{SCRIPT}")
            assert page.locator("img[src=x], script:not([src])").count() == 0
            page.reload()
    assert ran == []
