"""Programs that play over the API: what they hear, what they may do, and whatever else they send."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from darsena.core import notation
from darsena.core.game import CHANCE, IllegalMove
from darsena.games import games
from darsena.server import streams
from darsena.server.limits import Buckets

from ..games.plays import Kind, disguise, play, possible
from .ears import Company, Ear, bearing, program
from .test_wire import SAMPLES, indistinguishable, several, table_at

GAME = next(iter(games().values()))


# What they do


def test_a_program_sits_down_by_the_link_and_everybody_sees_that_it_is_a_bot(company):
    assert company.joined.json() == {"table": company.code, "seat": 1}
    page = company.host.get(company.where).text
    assert re.search(r"Robo</b>.*?>bot<", page, re.DOTALL)
    again = company.bot.post(f"/api/join/{company.join}")
    assert (again.status_code, again.json()["error"]) == (409, "you already sit at this table")
    company.start()
    assert company.table.seated("en")[1].bot
    assert company.bot.post("/api/join/nowhere").status_code == 404


def unhindered(site):
    """Nobody plays as fast as a test, so no limit is made for that."""
    site.programs.pace = site.deeds = Buckets(rate=1e6, burst=1e6)


def test_a_whole_game_over_the_stream(company):
    unhindered(company.app.state.site)
    company.start()
    rng, over = Random(3), None
    with company.ear() as ear:
        while not over:
            line = ear.line()
            over = line["outcome"]
            if line["version"] != company.table.version or over:
                continue
            assert line["wanted"] == (1 in line["turn"])
            if line["wanted"]:
                assert company.move(rng.choice(line["moves"]), line["version"]).status_code == 200
            else:
                seat = company.table.wanted[0]
                moves = company.game.rules.moves(company.table.state, seat)
                company.play(seat, notation.write(rng.choice(moves)))
        assert over["winners"] == list(company.table.outcome.winners)
        assert line["over"]
        assert line["moves"] == []
        assert ear.raw() == b""


def test_moves_of_others_and_stale_and_illegal_ones_are_refused_with_a_reason(company):
    assert company.move("nonsense").json()["error"]
    company.start()
    move = company.until_wanted()
    answer = company.move("nonsense")
    assert (answer.status_code, set(answer.json())) == (409, {"error", "rule"})
    version = company.table.version
    first = company.move(move, id="a")
    assert first.json()["version"] == company.table.version > version
    assert company.move(move, version, "a").json() == {"version": company.table.version}  # a retry
    assert "already moved" in company.move(move, version, "b").json()["error"]


def test_a_refused_move_names_its_rule(one):
    """Of all moves of another game those are tried that the rules forbid here."""
    one.start().until_wanted()
    game, state = one.game, one.table.state
    kind = Kind(game, one.table.deal.seats, game.options())
    rules = {}
    for _, (seat, move), _ in play(kind, Random(2)):
        try:
            if seat != CHANCE:
                game.rules.apply(state, 1, move)
        except IllegalMove as refusal:
            rules[notation.write(move)] = refusal.rule
    move = next(move for move in rules if rules[move])
    assert one.move(move).json()["rule"] == rules[move]


def test_a_table_of_others_does_not_exist_for_a_program(one, site):
    host = site()
    where = host.post(f"/play/{GAME.id}").url.path
    for answer in (
        one.bot.get(f"/api{where.replace('/t/', '/tables/')}stream"),
        one.bot.post(f"/api{where.replace('/t/', '/tables/')}move", json={"move": "x", "seen": 0}),
        one.bot.post(f"/api{where.replace('/t/', '/tables/')}leave"),
    ):
        assert answer.status_code == 404
        assert answer.json()["error"]


def test_a_program_leaves_before_the_start_and_resigns_after_it(one, site):
    assert one.bot.post(f"/api/tables/{one.code}/leave").status_code == 200
    assert one.table.sitters[1] is None
    one.bot.post(f"/api/join/{one.join}")
    one.start()
    assert one.bot.post(f"/api/tables/{one.code}/leave").status_code == 200
    assert one.table.sitters[1].resigned
    assert one.bot.post(f"/api/tables/{one.code}/back").status_code == 409


def test_a_rematch_seats_the_program_again(one, play_on):
    one.start()
    play_on(one.host, one.where)
    again = table_at(one.app, one.host, one.host.post(f"{one.where}rematch").url.path)
    assert [sitter.program for sitter in again.sitters] == [True, False]


def test_people_decide_without_programs_and_programs_inherit_no_table(one):
    one.start()
    one.host.post(f"{one.where}deed", data={"word": ["ask", "pause"]})
    assert one.table.paused
    one.host.post(f"{one.where}deed", data={"word": ["resign"]})
    assert one.table.creator == one.table.sitters[0].person


# Invitations


def test_a_program_is_invited_by_its_name_and_comes(site, app, game):
    host, owner, bot = site(), site(), site()
    bot.headers.update(bearing(program(owner)))
    with Ear(host.portal, app, "/api/events", bot.headers["authorization"].removeprefix("Bearer ")) as ear:
        where = host.post(f"/new/{game.id}", data={"name": "Hal", "seats": str(game.seats[0])}).url.path
        assert "no bot “Nobody”" in host.post(f"{where}invite", data={"name": "Nobody"}).text
        page = host.post(f"{where}invite", data={"name": "robo"}).text
        assert "no answer yet: Robo" in page
        asked = ear.until(lambda line: line["event"] == "challenge")
        assert (asked["game"], asked["challenge"]) == (game.id, where.split("/")[2])
        assert bot.post(f"/api/challenges/{asked['challenge']}/accept").status_code == 200
        told = ear.until(lambda line: line["event"] == "table")
        assert (told["seat"], told["started"]) == (1, False)
    assert "no answer yet" not in host.get(where).text
    assert bot.post(f"/api/challenges/{asked['challenge']}/decline").status_code == 409


def test_who_declines_is_not_asked_again(site, app):
    host, owner, bot = site(), site(), site()
    bot.headers.update(bearing(program(owner)))
    where = host.post(f"/new/{GAME.id}", data={"name": "Hal", "seats": "2"}).url.path
    code = where.split("/")[2]
    assert bot.post(f"/api/challenges/{code}/accept").status_code == 409
    host.post(f"{where}invite", data={"name": "Robo"})
    assert bot.post(f"/api/challenges/{code}/decline").status_code == 200
    assert "Robo does not come." in host.get(where).text
    assert "already been invited" in host.post(f"{where}invite", data={"name": "Robo"}).text


def test_a_deleted_bot_is_no_longer_invited(site):
    host, owner = site(), site()
    person = program(owner).partition(".")[0]
    where = host.post(f"/new/{GAME.id}", data={"name": "Hal", "seats": "2"}).url.path
    assert "no answer yet: Robo" in host.post(f"{where}invite", data={"name": "Robo"}).text
    owner.post(f"/account/bots/{person}/delete")
    assert "no answer yet" not in host.get(where).text


def test_only_whoever_opened_the_table_invites(one, site):
    other = site()
    one.bot.post(f"/api/tables/{one.code}/leave")
    other.post(f"/join/{one.join}", data={"name": "Eve"})
    assert "only whoever opened" in other.post(f"{one.where}invite", data={"name": "Robo"}).text


def test_events_tell_a_turn_once_and_the_end(one, play_on):
    with one.ear("/api/events") as ear:
        assert not ear.line()["started"]
        one.start()
        one.until_wanted()
        assert ear.until(lambda line: line["wanted"])["table"] == one.code
        play_on(one.host, one.where)
        assert ear.until(lambda line: line["over"])


# Being there


def test_a_listening_program_is_there_and_a_silent_one_is_away(one):
    one.start().until_wanted()
    with one.ear() as ear:
        ear.line()
        assert not one.table.seated("en")[1].away
        now = one.table.now()
        one.table.now = lambda: now + streams.SILENT
        one.host.portal.call(one.table._show)
        ear.until(lambda line: line["players"][1]["away"])
        assert one.move(one.until_wanted()).status_code == 200
        ear.until(lambda line: not line["players"][1]["away"])
    assert one.table.seated("en")[1].away
    assert one.table.presence.screens[1] == 0
    assert not one.app.state.site.programs.streams[one.token.partition(".")[0]]


def test_a_quiet_stream_says_that_it_is_alive(one, monkeypatch):
    monkeypatch.setattr(streams, "ALIVE", 0.01)
    with one.ear() as ear, one.ear("/api/events") as events:
        for each in (ear, events):
            each.line()
            while each.raw() != b"\n":
                pass


# Secrets


class Heard(Company):
    """A table whose state can be set, and the bytes that its program receives."""

    def __init__(self, site, app, game, **names):
        super().__init__(site, app, game, several(game), **names)
        self.names = names
        self.table.deal = replace(self.table.deal, seed=b"the same everywhere")
        self.table.now = lambda: 1_000_000.0
        self.table.sitters[1] = replace(self.table.sitters[1], contribution="c0ffee00")  # so are the first draws
        self.start()

    def received(self, state, mover, move):
        """The first line, the answers to some tries, and the line after somebody's move, where one is given."""
        self.host.portal.call(self._set, state)
        with self.ear() as ear:
            heard = [ear.raw()]
            heard += [self.move(text, 10**9).content for text in ("nonsense", "")]
            if move is not None:
                self.play(mover, notation.write(move))
                heard.append(ear.raw())
        with self.ear("/api/events") as ear:
            heard.append(ear.raw())
        return [piece.replace(self.code.encode(), b"").replace(self.names["name"].encode(), b"") for piece in heard]

    def _set(self, state):
        self.table.state = state
        self.table.recent.clear()
        self.table._take_all(())
        self.table.since = dict.fromkeys(self.table.wanted, self.table.now())
        self.table._show()


def test_two_worlds_over_the_api(site, app, game):
    """Where only secrets differ, every byte that a program receives is the same."""
    rng, rules, disguised = Random(1), game.rules, disguise(game)
    kind = Kind(game, several(game), game.options())
    here, there = (Heard(site, app, game, name=f"Robo{each}", owner=f"Ada{each}") for each in (1, 2))
    held = [row for row in play(kind, rng) if row[1].seat not in (CHANCE, 1)]
    differed = 0
    for before, (mover, move), after in rng.sample(held, min(SAMPLES, len(held))):
        twin = disguised(before, 1, rng)
        others = [each for each in possible(rules, twin, mover) if each != move] or [move]
        pairs = [] if rules.to_move(after) == (CHANCE,) else [(move, rng.choice(others)), (move, move)]
        hidden = (pair for pair in pairs if indistinguishable(rules, before, *pair, twin, mover, 1))
        one, two = next(hidden, (None, None))  # what the move shows may be public
        assert here.received(before, mover, one) == there.received(twin, mover, two)
        differed += before != twin
    assert differed


# Whatever is sent

STRANGE = [b"", b"{", b"[]", b"null", b"7", b'{"move": 7, "seen": 0}', b'{"move": "x"}', b'{"move": "x", "seen": -1}']
STRANGER = [b"[" * 5000, b"\xff\xfe", b'{"move": "\\ud800", "seen": 0}', b'{"move": "x", "seen": 1e400}']


@pytest.mark.parametrize("body", [*STRANGE, *STRANGER, b'{"move": "x", "seen": ' + b"9" * 5000 + b"}"], ids=repr)
def test_garbage_is_refused_and_never_breaks_anything(one, body):
    one.start()
    answer = one.bot.post(f"/api/tables/{one.code}/move", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.parametrize(
    "move", ["", "\0", "x" * 4096, "\u202e", "💥" * 100, "{0}", "<b>", "bid " + "9" * 4000], ids=ascii
)
def test_strange_moves_are_refused(company, move):
    company.start().until_wanted()
    answer = company.move(move)
    assert answer.status_code == 409
    assert len(answer.json()["error"]) < 300
    assert company.move("x" * 4097).status_code == 400


def test_large_bodies_and_foreign_pages_are_refused(one):
    path = f"/api/tables/{one.code}/move"
    assert one.bot.post(path, content=b" " * 70_000).status_code == 413
    foreign = one.bot.post(path, json={"move": "x", "seen": 0}, headers={"origin": "http://evil.example"})
    assert (foreign.status_code, foreign.headers["content-type"]) == (403, "application/json")


def test_a_flood_is_limited_by_token(one, app):
    app.state.site.programs.pace = Buckets(rate=0, burst=3)
    assert [one.bot.get("/api/me").status_code for _ in range(4)] == [200, 200, 200, 429]
    other = program(one.host, "Another", "Hal")
    assert one.host.get("/api/me", headers=bearing(other)).status_code == 200


def test_streams_are_limited_by_program(one, monkeypatch):
    monkeypatch.setattr(streams, "MAX_STREAMS", 1)
    with one.ear() as ear:
        ear.line()
        assert one.bot.get(f"/api/tables/{one.code}/stream").status_code == 429
        assert one.bot.get("/api/events").status_code == 429


def test_the_schema_tells_of_the_api_and_of_nothing_else(site):
    schema = site().get("/api/openapi.json").json()
    assert set(schema["paths"]) == {
        "/api/me",
        "/api/events",
        "/api/join/{code}",
        "/api/challenges/{code}/{answer}",
        "/api/tables/{code}/stream",
        "/api/tables/{code}/move",
        "/api/tables/{code}/leave",
        "/api/tables/{code}/back",
    }
    assert all(set(deed["responses"]) == {"200", "4XX"} for path in schema["paths"].values() for deed in path.values())
    assert schema["components"]["securitySchemes"]["HTTPBearer"]["scheme"] == "bearer"
    assert site().get("/openapi.json").status_code == 404


def test_sentences_come_in_the_language_asked_for(one):
    answer = one.bot.get("/api/me", headers={"authorization": "x", "accept-language": "it", "cookie": "lang=fr"})
    assert answer.json()["error"] != one.host.get("/api/me").json()["error"]
