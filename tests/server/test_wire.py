"""What goes over the connection, for any game: no secret, no move of anybody else, and whatever is sent is survived."""

import json
import re
from contextlib import ExitStack
from html import unescape
from random import Random
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from darsena.core import notation
from darsena.core.game import CHANCE, Refused
from darsena.server import asking, limits, live, screens
from darsena.server.limits import MAX_SCREENS
from darsena.server.serve import Quick

from ..games.plays import Kind, disguise, play, possible

SEA = "ws://harbour"  # where the people of these tests find the site
SAMPLES = 20  # of the states of a play


def table_at(app, person, where):
    """The table itself, awake as long as the test holds it."""
    return person.portal.call(app.state.site.harbour.table, where.split("/")[2])


def several(game):
    """Three, where that is possible: a seat then has secrets from two others at once."""
    return 3 if 3 in game.seats else game.seats[0]


class World:
    """A table whose state can be set, and the bytes that somebody there receives."""

    def __init__(self, site, app, game):
        self.people = [site() for _ in range(several(game))]
        host, *guests = self.people
        form = {"name": "Ada", "seats": str(len(self.people)), "watch": "yes", "contribution": "c0ffee00"}
        self.where = host.post(f"/new/{game.id}", data=form).url.path
        self.portal, self.table = host.portal, table_at(app, host, self.where)
        self.table.deal = replace(self.table.deal, seed=b"the same everywhere")
        self.table.now = lambda: 1_000_000.0  # so is the hour
        join = re.search(r"/join/\w+", host.get(self.where).text)[0]
        for number, guest in enumerate(guests):
            guest.post(join, data={"name": f"Bo{number}", "contribution": "c0ffee00"})
        self.watch = re.search(r"/watch/\w+/", host.post(f"{self.where}start").text)[0]
        self.stranger = site()

    def place(self, viewer):
        return (self.stranger, self.watch) if viewer is None else (self.people[viewer], self.where)

    def received(self, state, viewer, mover, move, tries):
        """The page, the first frame, the answers to some tries, and the frames after somebody's move and message."""
        self.portal.call(self._set, state)
        person, path = self.place(viewer)
        heard = [person.get(path).text]
        with person.websocket_connect(f"{SEA}{path}live") as screen:
            heard.append(screen.receive_text())
            for number, text in enumerate(tries):
                screen.send_text(json.dumps({"id": f"t{number}", "attempt": text}))
                heard.append(screen.receive_text())
            self.portal.call(self.table.play, mover, notation.write(move), f"m{self.table.version}", 10**9)
            heard.append(screen.receive_text())
            self.portal.call(self._say, mover)
            heard.append(screen.receive_text())
        return [re.sub(r"(/t/|/join/|/watch/|/qr/|mark=)\w+", r"\1", text) for text in heard]

    async def _say(self, seat):
        self.table.talk.times.clear()  # its clock stands still
        await asking.do(self.table, self.table.sitters[seat].person, "say ahoy", f"s{self.table.version}", 0)

    def _set(self, state):
        self.table.state = state
        self.table.recent.clear()
        self.table._take_all(())
        self.table._show()


def indistinguishable(rules, before, move, other, disguised, mover, viewer):
    """May the viewer not know which of two moves in two worlds was played?"""
    try:
        one, two = rules.apply(before, mover, move), rules.apply(disguised, mover, other)
    except Refused:
        return False
    return rules.view(one, viewer) == rules.view(two, viewer) and [*rules.story(before, mover, move, one, viewer)] == [
        *rules.story(disguised, mover, other, two, viewer)
    ]


def test_two_worlds_on_the_wire(site, app, game):
    """Where only secrets differ, every byte that others receive is the same, lengths included."""
    rng, rules, disguised = Random(1), game.rules, disguise(game)
    kind = Kind(game, several(game), game.options())
    here, there = World(site, app, game), World(site, app, game)
    rows = [row for row in play(kind, rng) if row[1].seat != CHANCE]
    compared = 0
    for before, (mover, move), after in rng.sample(rows, min(SAMPLES, len(rows))):
        viewer = rng.choice([seat for seat in [*range(kind.seats), None] if seat != mover])
        twin = disguised(before, viewer, rng)
        others = [each for each in possible(rules, twin, mover) if each != move] or [move]
        other = rng.choice(others)
        if not indistinguishable(rules, before, move, other, twin, mover, viewer):
            other = move
        if rules.to_move(after) == (CHANCE,) or not indistinguishable(rules, before, move, other, twin, mover, viewer):
            continue  # what this move shows is public
        tries = ["nonsense", *[notation.write(each) for each in rng.sample(possible(rules, before, mover), 1)]]
        one = here.received(before, viewer, mover, move, tries)
        two = there.received(twin, viewer, mover, other, tries)
        assert one == two
        compared += 1
    assert compared


def test_frames_are_the_same_for_every_seat_that_sees_the_same(site, app, game):
    """A spectator's frame names no seat as its own."""
    world = World(site, app, game)
    person, path = world.place(None)
    with person.websocket_connect(f"{SEA}{path}live") as screen:
        first = json.loads(screen.receive_text())
    assert first["me"] == 0
    assert not first["turn"]
    assert "form" not in "".join(first["parts"].values())


def talk(person, where, *messages):
    """Send each message and hear its answer."""
    with person.websocket_connect(f"{SEA}{where}live") as screen:
        screen.receive_text()
        for message in messages:
            screen.send_text(message if isinstance(message, str) else json.dumps(message))
            while not (answers := json.loads(screen.receive_text()).get("answers")):
                pass
            yield answers[0]


def until(screen, name):
    """What the first frame with this name in it says under it."""
    while name not in (frame := json.loads(screen.receive_text())):
        pass
    return frame[name]


def test_what_somebody_says_reaches_everybody_as_text_and_an_emote_in_their_language(opened, site):
    people, where = opened
    watch = re.search(r"/watch/\w+/", people[0].get(where).text)[0]
    french = site("fr")
    with (
        french.websocket_connect(f"{SEA}{watch}live") as watching,
        people[1].websocket_connect(f"{SEA}{where}live") as other,
    ):
        watching.receive_text()
        [told] = talk(people[0], where, {"id": "1", "deed": "say <i>ahoy</i>"})
        assert "v" in told
        assert until(other, "talk") == {"lines": [[1, "", "Ada", "<i>ahoy</i>"]], "again": False}
        assert until(watching, "talk")["lines"] == [[1, "", "Ada", "<i>ahoy</i>"]]
        people[0].post(f"{where}deed", data={"word": ["emote", "thanks"]})
        assert until(other, "talk")["lines"] == [[1, "thanks", "Ada", "Thank you!"]]
        assert until(watching, "talk")["lines"] == [[1, "thanks", "Ada", "Merci\xa0!"]]
        watching.send_text(json.dumps({"id": "2", "deed": "say me too"}))
        assert "refused" in until(watching, "answers")[0]
        other.send_text(json.dumps({"id": "3", "deed": "mute 0"}))
        assert until(other, "talk") == {"lines": [], "again": True}
    page = people[0].get(where).text
    assert "&lt;i&gt;ahoy&lt;/i&gt;" in page
    assert "<i>ahoy" not in page
    assert "ahoy" not in people[1].get(where).text


def test_a_flood_of_messages_is_refused(opened):
    people, where = opened
    told = list(talk(people[0], where, *({"id": f"f{n}", "deed": f"say {n}"} for n in range(8))))
    assert ["refused" in answer for answer in told] == [False] * 5 + [True] * 3


def test_without_javascript_one_talks_too(opened):
    people, where = opened
    answer = people[1].post(f"{where}deed", data={"word": ["say", "by hand"]}, follow_redirects=False)
    assert answer.headers["location"] == f"{where}#chat"
    assert "by hand" in people[0].get(where).text
    answer = people[1].post(f"{where}deed", data={"word": ["say", "x" * 201]})
    assert (answer.status_code, "at most 200 characters" in answer.text) == (409, True)


def test_the_creator_ends_the_watching(opened, site):
    people, where = opened
    watch = re.search(r"/watch/\w+/", people[0].get(where).text)[0]
    stranger = site()
    assert stranger.get(f"{watch}qr.svg").headers["content-type"] == "image/svg+xml"
    assert people[1].post(f"{where}deed", data={"word": "unwatch"}).status_code == 409
    with stranger.websocket_connect(f"{SEA}{watch}live") as screen:
        screen.receive_text()
        people[0].post(f"{where}deed", data={"word": "unwatch"})
        assert until(screen, "reload")
    for path in ("", "tv", "qr.svg"):
        assert stranger.get(f"{watch}{path}").status_code == 404
    assert "/watch/" not in people[1].get(where).text
    people[0].post(f"{where}deed", data={"word": "watch"})
    assert stranger.get(f"{watch}tv").status_code == 200


def test_a_television_hands_out_seats_only_where_somebody_who_sits_there_has_opened_it(site, app, game):
    app.state.site.settings = replace(app.state.site.settings, public_url="http://harbour")
    host, stranger = site(), site()
    where = host.post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0]), "watch": "yes"}).url.path
    page = host.get(where).text
    watch, join = re.search(r"/watch/\w+/", page)[0], re.search(r"/join/(\w+)", page)[1]
    assert f'src="/qr/{join}.svg"' in host.get(f"{watch}tv").text
    assert 'src="qr.svg"' in stranger.get(f"{watch}tv").text
    assert join not in stranger.get(f"{watch}tv").text


def legal(game, app, people, where):
    table = table_at(app, people[0], where)
    seat = table.wanted[0]
    return table, seat, notation.write(game.rules.moves(table.state, seat)[0])


def test_foreign_pages_cannot_connect(opened):
    people, where = opened
    for origin in ("http://evil.example", "null", "http://[", "http://harbour.evil.example"):
        with (
            pytest.raises(WebSocketDisconnect),
            people[0].websocket_connect(f"{SEA}{where}live", headers={"origin": origin}) as screen,
        ):
            screen.receive_text()
    with people[0].websocket_connect(f"{SEA}{where}live", headers={"origin": "http://harbour"}) as screen:
        assert json.loads(screen.receive_text())["parts"]


def test_strangers_and_forged_cookies_get_no_table(opened, site):
    _, where = opened
    for cookie in ("", "x.y", "ImFkYSI.forged"):
        guest = site()
        with guest.websocket_connect(f"{SEA}{where}live", headers={"cookie": f"darsena={cookie}"}) as screen:
            with pytest.raises(WebSocketDisconnect) as end:
                screen.receive_text()
            assert end.value.code == 4403


def test_nobody_moves_for_somebody_else(opened, game, app):
    people, where = opened
    table, seat, move = legal(game, app, people, where)
    for number, person in enumerate(people):
        if number not in table.wanted:
            [answer] = talk(person, where, {"id": "a", "move": move, "seen": 99, "seat": seat})
            assert answer["refused"]
    rows = [entry for entry in table.log if entry.kind == "move" and entry.seat is not None and entry.seat >= 0]
    assert rows == []


def test_spectators_cannot_move(opened, site, game, app):
    people, where = opened
    watch = re.search(r"/watch/\w+/", people[0].get(where).text)[0]
    table, seat, move = legal(game, app, people, where)
    version = table.version
    asks = [{"id": "a", "move": move}, {"id": "b", "move": move, "seat": seat}, {"id": "c", "attempt": move}]
    for answer in talk(site("it"), watch, *asks, {"id": "d", "lift": seat}, {"id": "e", "move": move, "seat": 0}):
        assert answer["id"] == "d" or "guardi soltanto" in answer["refused"]
    assert table.version == version


def test_a_table_that_is_not_watched_has_no_watch_link(site, game, app):
    host = site()
    where = host.post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0])}).url.path
    code = table_at(app, host, where).deal.watch_code
    assert "/watch/" not in host.get(where).text
    assert site().get(f"/watch/{code}/").status_code == 404
    with site().websocket_connect(f"{SEA}/watch/{code}/live") as screen, pytest.raises(WebSocketDisconnect):
        screen.receive_text()


def test_a_page_from_before_the_start_that_connects_after_it_is_renewed(site, game):
    people = [site() for _ in range(game.seats[0])]
    where = people[0].post(f"/new/{game.id}", data={"name": "Ada", "seats": str(len(people))}).url.path
    join = re.search(r"/join/\w+", people[0].get(where).text)[0]
    for person in people[1:]:
        person.post(join, data={"name": "Bo"})
    before, after = (
        unescape(re.search(r'data-live="([^"]+)', page.text)[1])
        for page in (people[-1].get(where), people[0].post(f"{where}start"))
    )
    with people[-1].websocket_connect(f"{SEA}{where}{before}") as screen:
        assert json.loads(screen.receive_text()) == {"reload": True}
    with people[0].websocket_connect(f"{SEA}{where}{after}") as screen:
        assert "reload" not in json.loads(screen.receive_text())


def test_who_has_left_cannot_move_for_the_successor(site, game, app):
    """A connection from before the start says nothing about who sits there now."""
    people = [site() for _ in range(game.seats[0])]
    where = people[0].post(f"/new/{game.id}", data={"name": "Ada", "seats": str(len(people))}).url.path
    join = re.search(r"/join/\w+", people[0].get(where).text)[0]
    for person in people[1:]:
        person.post(join, data={"name": "Bo"})
    gone, successor = people[-1], site()
    with gone.websocket_connect(f"{SEA}{where}live") as screen:
        screen.receive_text()
        people[0].post(f"{where}remove", data={"seat": str(len(people) - 1)})
        assert json.loads(screen.receive_text()) == {"reload": True}
        successor.post(join, data={"name": "Cy"})
        people[0].post(f"{where}start")
        table, _, move = legal(game, app, people, where)
        version = table.version
        screen.send_text(json.dumps({"id": "a", "move": move, "seen": 99}))
        screen.send_text(json.dumps({"id": "b", "move": move, "seen": 99, "seat": len(people) - 1}))
        screen.receive_text()
        assert table.version == version
    with gone.websocket_connect(f"{SEA}{where}live") as screen, pytest.raises(WebSocketDisconnect):
        screen.receive_text()


STRANGE = ["", "{", "[]", "null", "7", '"x"', '{"id": 7}', '{"move": []}', '{"lift": "0"}', '{"id": "a b"}', "\ud7ff\0"]


@pytest.mark.parametrize(
    "strange", [*STRANGE, '{"id": "' + "x" * 100 + '"}', "[" * 5000, b"\x00\xff", b'{"id": "\xff"}'], ids=repr
)
def test_malformed_messages_end_the_connection_and_harm_nobody(opened, strange):
    people, where = opened
    with people[1].websocket_connect(f"{SEA}{where}live") as other:
        other.receive_text()
        with people[0].websocket_connect(f"{SEA}{where}live") as screen:
            screen.receive_text()
            if isinstance(strange, bytes):
                screen.send_bytes(strange)
            else:
                screen.send_text(strange)
            with pytest.raises(WebSocketDisconnect) as end:
                list(iter(screen.receive_text, None))
            assert end.value.code == 1007
        other.send_text('{"id": "still"}')
        while "still" not in other.receive_text():
            pass


@pytest.mark.parametrize("move", ["nonsense", "\0", "x" * 7000, "\u202e", "💥" * 100, "{0}", "<b>"], ids=ascii)
def test_nonsense_is_answered_with_a_reason(opened, game, app, move):
    people, where = opened
    _, seat, _ = legal(game, app, people, where)
    for answer in talk(people[seat], where, {"id": "a", "move": move}, {"id": "b", "attempt": move, "seen": -5}):
        assert answer["refused"]
        assert len(answer["refused"]) < 300


def test_a_command_is_known_by_seat_and_id(opened, game, app):
    """Nobody can make another's command look like a retry, and no command hides the next."""
    people, where = opened
    table, seat, move = legal(game, app, people, where)
    [answer] = talk(people[seat], where, {"id": "same", "move": move, "seen": table.version})
    assert answer["v"] == table.version
    again = talk(people[seat], where, {"id": "same", "move": move, "seen": 0}, {"move": move, "seen": 0})
    repeated, fresh = list(again)
    assert "refused" not in repeated
    assert fresh["refused"]
    if table.wanted != (seat,):
        _, other, answering = legal(game, app, people, where)
        if other != seat:
            version = table.version
            [answer] = talk(people[other], where, {"id": "same", "move": answering, "seen": version})
            assert table.version > version


def test_floods_are_told_to_slow_down(opened, monkeypatch):
    people, where = opened
    now = limits.time.monotonic()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now))  # however slow this machine is
    with people[0].websocket_connect(f"{SEA}{where}live") as screen:
        screen.receive_text()
        for number in range(120):
            screen.send_text(json.dumps({"id": f"f{number}"}))
        while "too fast" not in screen.receive_text():
            pass


def test_one_person_cannot_take_all_the_room(opened):
    """Too many screens of one seat are refused; the others still get theirs."""
    people, where = opened
    with ExitStack() as screens:
        for _ in range(MAX_SCREENS):
            screens.enter_context(people[0].websocket_connect(f"{SEA}{where}live")).receive_text()
        refused = screens.enter_context(people[0].websocket_connect(f"{SEA}{where}live"))
        with pytest.raises(WebSocketDisconnect) as end:
            refused.receive_text()
        assert end.value.code == 1013
        with people[1].websocket_connect(f"{SEA}{where}live") as other:
            assert other.receive_text()


def test_after_a_pause_only_what_is_new_is_told(opened, game, app):
    people, where = opened
    table, seat, move = legal(game, app, people, where)
    version = table.version
    list(talk(people[seat], where, {"id": "a", "move": move, "seen": version}))
    with people[seat].websocket_connect(f"{SEA}{where}live?page={version}") as screen:
        assert 0 < len(json.loads(screen.receive_text())["log"]) <= 3 * (table.version - version)
    with people[seat].websocket_connect(f"{SEA}{where}live?page={table.version}") as screen:
        first = json.loads(screen.receive_text())
        assert "log" not in first
        assert first["parts"]


def test_a_fresh_page_is_not_sent_again(opened):
    people, where = opened
    live = re.search(r'data-live="([^"]+)"', people[0].get(where).text)[1].replace("&amp;", "&")
    with people[0].websocket_connect(f"{SEA}{where}{live}") as screen:
        first = json.loads(screen.receive_text())
    assert len(json.dumps(first.get("parts", {}))) < 6000  # only that somebody is there now


def test_whoever_only_asks_whether_the_server_is_there_is_not_drawn_anew(opened, game, app, monkeypatch):
    people, where = opened
    table, seat, move = legal(game, app, people, where)
    looks = []
    monkeypatch.setattr(live, "look", lambda table, viewer: looks.append(viewer.seat) or screens.look(table, viewer))
    with people[seat].websocket_connect(f"{SEA}{where}live") as screen:
        screen.receive_text()
        drawn = len(looks)
        for ask in ({"id": "a"}, {"id": "b", "move": "nonsense"}):
            screen.send_text(json.dumps(ask))
            assert set(json.loads(screen.receive_text())) == {"answers", "v"}
        assert len(looks) == drawn
        screen.send_text(json.dumps({"id": "c", "move": move, "seen": table.version}))
        assert "parts" in json.loads(screen.receive_text())


def test_two_who_want_a_rematch_at_once_get_the_same(opened, game, app):
    people, where = opened
    table = table_at(app, people[0], where)
    rng = Random(4)
    person = people[0]

    async def to_the_end():
        while not table.over:
            seat = table.wanted[0]
            move = notation.write(rng.choice(game.rules.moves(table.state, seat)))
            await table.play(seat, move, f"r{table.version}", table.version)

    person.portal.call(to_the_end)
    where_to = {each.post(f"{where}rematch").url.path for each in people}
    assert len(where_to) == 1
    assert person.get(where).text.count(where_to.pop())


@pytest.mark.parametrize("wish", [{}, {"server_max_window_bits": 9}, {"server_no_context_takeover": True}])
def test_a_browser_reads_what_is_compressed_in_the_way_it_asks_for(wish):
    browser, rng = ClientPerMessageDeflateFactory(**wish), Random(1)
    agreed, wire = Quick().process_request_params(browser.get_request_params(), [])
    screen = browser.process_response_params(agreed, [])
    updates = [bytes(rng.choices(b"<li>wax beans</li>", k=size)) for size in (0, 1, 40, 2_000, 70_000, 300) * 3]
    frames = [wire.encode(Frame(Opcode.TEXT, update)) for update in updates]
    assert [bytes(screen.decode(frame).data) for frame in frames] == updates
    assert sum(len(frame.data) for frame in frames) < sum(map(len, updates))
