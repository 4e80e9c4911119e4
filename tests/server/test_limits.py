"""How much anybody may ask of the server: every limit is met, and whoever keeps to it is not disturbed."""

import logging
import re
import socket
from contextlib import ExitStack

import pytest
from starlette.websockets import WebSocketDisconnect

from darsena.games import games
from darsena.server import answers
from darsena.server.limits import MAX_BODY, MAX_HEADERS, MAX_MESSAGE, Buckets, Places
from darsena.server.logs import Quiet
from darsena.server.settings import Settings
from darsena.server.site import Site

from .test_accounts import register
from .test_pages import alert
from .test_wire import SEA, talk

GAME = next(iter(games().values()))
CLUB = 60  # people behind one router on a lively evening


def opening(person):
    return person.post(f"/new/{GAME.id}", data={"name": "Ada", "seats": str(GAME.seats[0]), "watch": "yes"})


def refused(screen):
    with pytest.raises(WebSocketDisconnect) as end:
        screen.receive_text()
    return end.value.code


def test_a_guest_has_only_so_many_tables_that_go_on_and_an_account_more(site, monkeypatch):
    monkeypatch.setattr(answers, "TABLES_OF_GUEST", 2)
    monkeypatch.setattr(answers, "TABLES_OF_ACCOUNT", 3)
    ada = site()
    first, _, third = [opening(ada) for _ in range(3)]
    assert (third.status_code, "at most 2 tables" in alert(third)) == (400, True)
    assert ada.post(f"/play/{GAME.id}").status_code == 409
    ada.post(f"{first.url.path}close")
    assert opening(ada).status_code == 200
    register(ada)
    assert [opening(ada).status_code for _ in range(2)] == [200, 400]


def test_an_address_opens_tables_for_a_club_and_not_without_end(app, site):
    assert app.state.site.opened.burst >= 2 * CLUB
    app.state.site.opened = Buckets(rate=0, burst=3)
    assert [site().post(f"/play/{GAME.id}").status_code for _ in range(5)] == [200] * 3 + [429] * 2
    assert opening(site()).status_code == 400


def test_rates_per_address_are_sized_for_a_club(tmp_path):
    """Everybody of a club loads a page with all its files at once, then clicks once a second, from one address."""
    made = Site(Settings(data=str(tmp_path)))
    assert made.looks.burst >= CLUB * 40
    assert made.deeds.burst >= CLUB * 5
    assert made.onlookers.most >= CLUB * 3
    assert made.accounts.by_address.burst >= CLUB / 3


def test_one_person_commands_no_faster_from_two_screens_than_from_one(app, opened):
    people, where = opened
    app.state.site.commands = Buckets(rate=0, burst=4)
    told = [list(talk(people[0], where, *({"id": f"c{n}", "attempt": "x"} for n in range(3)))) for _ in range(2)]
    assert ["too fast" in answer["refused"] for answers in told for answer in answers] == [False] * 4 + [True] * 2
    assert "too fast" in alert(people[0].post(f"{where}move", data={"move": "x"}))
    assert "too fast" not in alert(people[1].post(f"{where}move", data={"move": "x"}))


def test_one_person_has_only_so_many_screens_at_all_tables_together(app, site):
    app.state.site.screens = Places(2)
    ada, bo = site(), site()
    tables = [opening(ada).url.path for _ in range(3)]
    other = opening(bo).url.path
    with ExitStack() as screens:
        for where in tables[:2]:
            screens.enter_context(ada.websocket_connect(f"{SEA}{where}live")).receive_text()
        assert refused(screens.enter_context(ada.websocket_connect(f"{SEA}{tables[2]}live"))) == 1013
        assert screens.enter_context(bo.websocket_connect(f"{SEA}{other}live")).receive_text()
    assert not app.state.site.screens.taken
    with ada.websocket_connect(f"{SEA}{tables[2]}live") as screen:
        assert screen.receive_text()


def test_an_address_watches_only_so_much(app, opened, site):
    people, where = opened
    app.state.site.onlookers = Places(1)
    watch = re.search(r"/watch/\w+/", people[0].get(where).text)[0]
    with site().websocket_connect(f"{SEA}{watch}live") as first:
        assert first.receive_text()
        with site().websocket_connect(f"{SEA}{watch}live") as second:
            assert refused(second) == 1013
    assert not app.state.site.onlookers.taken


def test_opening_screens_counts_as_looking(app, opened):
    people, where = opened
    app.state.site.looks = Buckets(rate=0, burst=1)
    with people[0].websocket_connect(f"{SEA}{where}live") as screen:
        assert screen.receive_text()
    with pytest.raises(WebSocketDisconnect), people[0].websocket_connect(f"{SEA}{where}live") as screen:
        screen.receive_text()


def test_addresses_are_remembered_only_so_long():
    buckets = Buckets(rate=1, burst=1, most=3)
    for number in range(10):
        buckets.take(str(number))
    assert len(buckets._known) == 3


def test_the_log_is_not_filled_by_strangers_and_what_was_left_out_is_counted(caplog):
    log, quiet = logging.getLogger("strangers"), Quiet(rate=0, burst=3)
    log.addFilter(quiet)

    def bad(number):
        log.warning("somebody sent %d", number)

    for number in range(10):
        bad(number)
    log.warning("another place of the program is heard")
    quiet._places = Buckets(rate=0, burst=3)  # a while later
    bad(10)
    log.removeFilter(quiet)
    assert [record.getMessage() for record in caplog.records] == [
        *(f"somebody sent {number}" for number in range(3)),
        "another place of the program is heard",
        "somebody sent 10 (7 more like it were left out)",
    ]


def swallowed(server, start, most):
    """How many bytes of a request without end a server takes before it hangs up."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as wire:
        wire.sendall(start)
        for sent in range(0, most, 8192):
            try:
                wire.sendall(b"x" * 8192)
            except ConnectionError:
                return sent
    return most


@pytest.mark.parametrize("start", [b"GET /", b"GET / HTTP/1.1\r\nhost: x\r\nlong: "], ids=["address", "header"])
def test_headers_without_end_are_not_listened_to(server, start):
    most = 32 * 2**20
    assert swallowed(server, start, most) < most


def test_sizes_are_small_enough_to_keep_a_thousand_of_them_in_memory():
    assert max(MAX_BODY, MAX_MESSAGE, MAX_HEADERS) * 1000 < 100 * 2**20
