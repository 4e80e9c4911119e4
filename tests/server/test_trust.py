"""Seven questions that a player may ask of any game server, answered by ours, for every game.

They were first asked of a well-known one, which hides the secrets of the present state and nothing else.
"""

import json
import random
import re
from itertools import islice
from random import Random

import pytest
from starlette.websockets import WebSocketDisconnect

from darsena.core import notation
from darsena.core.fairness import commitment
from darsena.server.storage import TABLES

from ..games.plays import Kind, disguise, play
from .dock import Dock, pasts
from .ears import bearing, program
from .test_accounts import rows
from .test_wire import SEA, legal, table_at, talk

NOWHERE = "nosuchxx"


def frames(person, where, page=-1):
    """The first frame of a screen, told from a row of the log on."""
    with person.websocket_connect(f"{SEA}{where}live?page={page}") as screen:
        return screen.receive_text()


def hidden(table, game, seat, rng):
    """The present of a table, and another one that this seat cannot tell from it."""
    kind = Kind(game, table.deal.seats, game.options())
    states = [after for _, _, after in play(kind, rng) if game.rules.to_move(after)]
    for state in rng.sample(states, len(states)):
        if (twin := disguise(game)(state, seat, rng)) != state:
            return state, twin
    raise AssertionError("this game has no secrets")


def test_is_what_a_seat_must_not_know_sent_to_it_no(opened, app, game):
    people, where = opened
    table, rng = table_at(app, people[0], where), Random(3)
    sent = []
    for state in hidden(table, game, 0, rng):
        table.state = state
        people[0].portal.call(table._take_all, ())
        sent.append(frames(people[0], where))
    assert sent[0] == sent[1]


def test_is_more_of_the_past_sent_than_the_seat_was_told_no(site, app, game):
    """Asked for everything since the first row, it tells the same of two pasts that the seat cannot tell apart."""
    dock, rng = Dock(site, app, game), Random(4)
    rows = list(islice(play(Kind(game, dock.seats, game.options()), rng), 60))
    sent = []
    for past in next(pasts(game, rows, 0, rng)):
        dock.relive(past)
        dock.table.now = lambda: 1_000_000.0
        sent.append(json.loads(frames(dock.people[0], dock.where, page=0)))
    assert sent[0]["log"]
    assert sent[0] == sent[1]


def test_is_the_seed_or_what_made_the_draws_sent_before_the_end_no(opened, app, play_on):
    """Only what it hashes to, from the start on; the seed itself comes with the record of a finished game."""
    people, where = opened
    deal = table_at(app, people[0], where).deal
    paths = [where, f"{where}record.txt", f"{where}replay", f"/join/{deal.join_code}", "/account/data.json", "/metrics"]
    before = "".join(people[0].get(path).text for path in paths) + frames(people[0], where, page=0)
    assert deal.seed.hex() not in before
    play_on(people[0], where)
    record = people[0].get(f"{where}record.txt").text
    assert deal.seed.hex() in record
    assert commitment(deal.seed) in record


def test_can_the_seed_be_told_from_when_the_table_was_opened_no(site, app, game):
    """Two tables at the same instant, by programs that guess alike, have seeds with nothing in common."""
    app.state.site.harbour.now = lambda: 1_000_000.0
    seeds = []
    for _ in range(2):
        random.seed(1)
        host = site()
        where = host.post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0])}).url.path
        seeds.append(table_at(app, host, where).deal.seed)
    assert [len(seed) for seed in seeds] == [32, 32]
    assert sum(one == two for one, two in zip(*seeds, strict=True)) < 8


def test_does_asking_for_a_table_that_does_not_exist_make_one_no(site, app):
    person, bot = site(), site()
    bot.headers.update(bearing(program(person)))
    for door in (f"/t/{NOWHERE}/", f"/join/{NOWHERE}", f"/watch/{NOWHERE}/", f"/t/{NOWHERE}/replay"):
        assert person.get(door).status_code == 404
    for door in (f"/t/{NOWHERE}/live", f"/watch/{NOWHERE}/live"):
        with person.websocket_connect(f"{SEA}{door}") as screen, pytest.raises(WebSocketDisconnect):
            screen.receive_text()
    assert bot.get(f"/api/tables/{NOWHERE}/stream").status_code == 404
    assert bot.post(f"/api/join/{NOWHERE}").status_code == 404
    assert rows(app, person, TABLES.select()) == []


def test_does_somebody_whose_move_is_refused_hear_of_it_and_only_they_yes(opened, game, app):
    people, where = opened
    table, seat, move = legal(game, app, people, where)
    other = next(number for number in range(len(people)) if number != seat)
    version = table.version
    with people[seat].websocket_connect(f"{SEA}{where}live") as screen:
        screen.receive_text()
        tries = [{"id": "a", "move": "nonsense"}, {"id": "b", "move": move, "seen": version, "seat": seat}]
        if other in table.wanted:  # everybody decides at once: then nobody is out of turn
            del tries[1]
        told = [answer["refused"] for answer in talk(people[other], where, *tries)]
        assert all(re.search(r"\w+ \w+", sentence) for sentence in told)
        screen.send_text('{"id": "last"}')
        heard = [screen.receive_text()]
        while "last" not in heard[-1]:
            heard.append(screen.receive_text())
    assert not [frame for frame in heard if '"log"' in frame or "refused" in frame]
    assert table.version == version


def test_can_a_client_put_its_own_state_in_the_place_of_the_tables_no(opened, game, app):
    """A message is a move, a try or a deed; whatever else it carries is not even read."""
    people, where = opened
    table, seat, move = legal(game, app, people, where)
    before, version = table.state, table.version
    forged = {"type": "UPDATE", "state": {"coins": 999}, "parts": {"board": ""}, "v": 999, "log": [], "me": 1}
    told = list(talk(people[seat], where, {"id": "a", **forged}, {"id": "b", **forged, "move": "nonsense"}))
    assert [set(answer) for answer in told] == [{"id"}, {"id", "refused", "rule"}]
    assert (table.state, table.version) == (before, version)
    [played] = talk(people[seat], where, {"id": "c", **forged, "move": move, "seen": version})
    assert played["v"] == table.version
    assert table.state == replayed(table)


def replayed(table):
    """What the rules make of the log, and of nothing else."""
    state = table.new()
    for entry in table.log:
        if entry.kind == "move":
            state = table.game.rules.apply(state, entry.seat, notation.read(table.game.move_types, entry.text))
    return state
