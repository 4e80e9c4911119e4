"""What a hostile page, link or name would try, at every door that there is."""

import hmac
import json
import re
import secrets

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from darsena.games import games
from darsena.server.app import create
from darsena.server.people import COOKIE
from darsena.server.settings import Settings
from darsena.server.storage import METADATA, WORKERS

from .dock import Dock
from .doors import doors
from .ears import bearing
from .test_accounts import rows
from .test_wire import SEA

GAME = next(iter(games().values()))
FOREIGN = ({"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"})
SCRIPT = "<img src=x onerror=alert(1)>"


@pytest.fixture
def dock(site, app):
    return Dock(site, app, GAME)


def everything(app, person):
    """All that is stored, but the signs of life of the server itself."""
    kept = [table for table in METADATA.sorted_tables if table is not WORKERS]
    return [sorted(map(str, rows(app, person, table.select()))) for table in kept]


def test_a_foreign_page_posts_nothing_at_any_door(dock, app):
    """Cross-site request forgery: the browser sends the cookie along, and says where the form stood."""
    host = dock.people[0]
    before = everything(app, host)
    for door in doors(app):
        if door.method not in ("GET", "WS"):
            for foreign in FOREIGN:
                answer = host.request(door.method, door.at({"{deed}": "close", **dock.words}), headers=foreign)
                assert answer.status_code == 403, door
    assert everything(app, host) == before


def test_a_foreign_page_opens_no_screen_at_any_door(dock, app):
    for door in (door for door in doors(app) if door.method == "WS"):
        for origin in ("http://evil.example", "null", "http://harbour.evil.example", "https://harbour:81"):
            path = f"{SEA}{door.at(dock.words)}"
            with (
                pytest.raises(WebSocketDisconnect),
                dock.people[0].websocket_connect(path, headers={"origin": origin}) as screen,
            ):
                screen.receive_text()


def test_looking_changes_nothing_at_any_door(dock, app):
    """A link, a picture in an e-mail, a page loaded ahead: none of them does anything in somebody's name."""
    host = dock.people[0]
    before = everything(app, host)
    statuses = {str(door): answer.status_code for door, answer in dock.pages(0)}
    assert everything(app, host) == before
    assert len([status for status in statuses.values() if status == 200]) > 20
    assert not [door for door, status in statuses.items() if status >= 500]


def test_every_answer_says_what_the_browser_may_do_with_it(dock):
    """No script but ours, no frame around a page, no guessing at types; on refusals too."""
    host = dock.people[0]
    refusals = [
        host.get("/nothing"),
        host.post("/clubs", headers=FOREIGN[0]),
        host.post("/clubs", content=b"x" * 70_000),
        host.post(f"/t/{dock.table.code}/move", data={"move": "nonsense"}),
    ]
    assert [answer.status_code for answer in refusals] == [404, 403, 413, 409]
    for answer in [*refusals, *(answer for _, answer in dock.pages(0))]:
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self';")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_is_for_the_browser_alone(tmp_path, scheme):
    """No script reads it, no other site's form carries it; over https nothing else does."""
    url = f"{scheme}://harbour"
    with TestClient(create(Settings(data=str(tmp_path), public_url=url)), base_url=url) as person:
        answers = [
            person.post(f"/play/{GAME.id}", follow_redirects=False),
            person.post("/account/register", data={"name": "Ada", "password": "three boats at noon"}),
            person.get("/?lang=it&theme=dark", follow_redirects=False),
        ]
    set_by = [cookie for answer in answers for cookie in [*answer.history, answer][0].headers.get_list("set-cookie")]
    assert len(set_by) == 4
    for cookie in set_by:
        flags = {flag.strip().lower() for flag in cookie.split(";")[1:]}
        assert "samesite=lax" in flags
        assert ("secure" in flags) == (scheme == "https")
        assert ("httponly" in flags) == cookie.startswith(f"{COOKIE}=")


def test_a_wrong_token_takes_as_long_wherever_it_is_wrong(dock, monkeypatch):
    """Signatures and tokens are compared by the function that looks at all of them, whatever it finds."""
    asked = []

    def compare(one, two, real=hmac.compare_digest):
        asked.append((one, two))
        return real(one, two)

    monkeypatch.setattr(hmac, "compare_digest", compare)
    monkeypatch.setattr(secrets, "compare_digest", compare)
    bot, (person, _, word) = dock.bot, dock.token.partition(".")
    for wrong in (f"x{word[1:]}", f"{word[:-2]}xx"):
        assert bot.get("/api/me", headers=bearing(f"{person}.{wrong}")).status_code == 401
        assert {len(each) for each in asked.pop()} == {64}
    host = dock.people[0]
    name, _, signature = host.cookies[COOKIE].rpartition(".")
    for wrong in (f"x{signature[1:]}", f"{signature[:-2]}xx"):
        host.cookies.clear()
        assert host.get(dock.where, headers={"cookie": f"{COOKIE}={name}.{wrong}"}).status_code == 403
        one, two = asked.pop()
        assert len(one) == len(two)


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_no_name_is_markup_at_any_door(site, app, game):
    """Somebody, a club, a bot, a line of a record and a message are called like a script that would run."""
    dock = Dock(site, app, game, SCRIPT)
    host, watch = dock.people[0], f"/watch/{dock.table.deal.watch_code}/"
    host.post(f"{dock.where}deed", data={"word": ["say", SCRIPT]})
    shown = 0
    for viewer, where in ((0, dock.where), ("spectator", watch)):
        for door, answer in dock.pages(viewer):
            if re.search("html|svg", answer.headers.get("content-type", "")):
                assert "<img src=x" not in answer.text, door
                shown += "&lt;img src=x" in answer.text
        with dock.people[viewer].websocket_connect(f"{SEA}{where}live") as screen:
            assert "<img src=x" not in "".join(json.loads(screen.receive_text())["parts"].values())
    assert shown > 5
