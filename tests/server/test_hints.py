"""Hints at tables: where they are allowed, for whose turn it is, from what their seat knows."""

import os
import re
import signal
from multiprocessing import active_children
from random import Random

import pytest
from msgspec.structs import replace

from darsena.core import hints, notation
from darsena.core.game import Bot, Budget, Level, say
from darsena.games import games
from darsena.server import bots
from darsena.server.bots import Memory, Question
from darsena.server.limits import Buckets
from tests.games.plays import disguise, kinds, play
from tests.tiny import TINY, Roll, Side, Take

GAME = next(iter(games().values()))
ASKED = {"word": "hint"}


def opened(site, game, **form):
    """A table of people, started; and who is asked to move first."""
    people = [site() for _ in range(game.seats[0])]
    form = {"name": "Ada", "seats": str(len(people)), "watch": "yes", **form}
    where = people[0].post(f"/new/{game.id}", data=form).url.path
    join = re.search(r"/join/\w+", people[0].get(where).text)[0]
    for number, person in enumerate(people[1:]):
        person.post(join, data={"name": f"Bo{number}"})
    people[0].post(f"{where}start")
    return people, where


def table_of(app, person, where):
    return person.portal.call(app.state.site.harbour.table, where.split("/")[2])


def mover(app, people, where):
    """The table, who moves there, and somebody else."""
    table = table_of(app, people[0], where)
    seat = table.wanted[0]
    return table, people[seat], people[seat - 1]


def test_whoever_is_to_move_gets_hints_and_nobody_else(site, app):
    people, where = opened(site, GAME, hints="yes")
    (table, ada, bo), adviser = mover(app, people, where), app.state.site.adviser
    seat = people.index(ada)
    assert 'value="hint"' in ada.get(where).text
    page = ada.post(f"{where}deed?seat={seat}", data=ASKED).text
    best = notation.write(table.advice[seat].hints[0].move)
    assert 'class="menu hints"' in page
    assert f'value="{best}"' in page
    bo.post(f"{where}deed", data={"word": ["say", "hello"]})  # which changes nothing
    assert 'class="menu hints"' in ada.get(where).text
    watch = f"/watch/{table.deal.watch_code}/"
    for elsewhere in (bo.get(where).text, site().get(watch).text):
        assert 'class="menu hints"' not in elsewhere
        assert 'class="tag">with hints' in elsewhere
    adviser.seconds = -bots.GRACE
    for thinker in active_children():
        os.kill(thinker.pid, signal.SIGSTOP)  # nobody answers
    table.advice.clear()
    assert "no hint was found in time" in ada.post(f"{where}deed", data=ASKED).text
    assert ada.post(f"{where}move?seen={table.version}", data={"move": best}).url.path == where
    assert 'class="menu hints"' not in ada.get(where).text


def test_they_cannot_be_asked_for_in_a_flood_or_out_of_turn(site, app):
    people, where = opened(site, GAME, hints="yes")
    table, ada, bo = mover(app, people, where)
    app.state.site.adviser.pace = Buckets(rate=0, burst=0)
    assert "too fast" in ada.post(f"{where}deed", data=ASKED).text
    assert table.turn([people.index(bo)]) or "whose turn it is" in bo.post(f"{where}deed", data=ASKED).text


def test_without_leave_there_are_none(site, app):
    (ada, *_), where = opened(site, GAME)
    assert 'value="hint"' not in ada.get(where).text
    answer = ada.post(f"{where}deed", data=ASKED)
    assert answer.status_code == 409
    assert "there are no hints" in answer.text


def test_a_rematch_has_hints_if_the_game_had(site, app, play_on):
    (ada, *_), where = opened(site, GAME, hints="yes")
    play_on(ada, where)
    again = ada.post(f"{where}rematch").url.path
    assert table_of(app, ada, again).hints


KINDS = [next(kind for kind in kinds() if kind.game is game) for game in games().values()]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_adviser_is_told_the_same_in_two_worlds(kind, monkeypatch):
    """The worker knows the whole log. What it asks with is what the seat knows."""
    monkeypatch.setattr(bots, "hints", lambda game, seats, seat, view, moves, rng, budget: (seat, view, list(moves)))
    rng, game, rows, differ = Random(3), kind.game, [], 0
    memory = None
    for state, row, _ in play(kind, rng):
        for seat in range(kind.seats) if rng.random() < 0.2 and len(rows) < 60 else ():
            question = Question("t", game.id, game.rules_version, {}, kind.seats, tuple(rows), seat, "", 0.1, 1)
            memory = Memory(question)
            memory.listen(question.moves)
            told, other = memory.answer(question), disguise(game)(state, seat, rng)
            differ += other != memory.state
            memory.state = other
            assert memory.answer(question) == told
        rows.append((row.seat, notation.write(row.move)))
    assert differ


def test_a_game_without_hints_asks_its_strongest_bot_where_it_has_several():
    assert not hints.given(TINY, 2)
    keen = Level(lambda seat: Keen(), say("Keen"), say("takes"))
    game = replace(TINY, bots={**TINY.bots, "keen": keen})
    state = TINY.rules.apply(TINY.rules.new(2, TINY.options()), -1, Roll(2))
    assert hints.given(game, 2)
    [tip] = hints.hints(game, 2, 0, state, TINY.rules.moves(state, 0), Random(1), Budget())
    assert tip.move == Take(Side.LEFT)
    assert "Keen" in str(tip.why)


class Keen(Bot):
    def choose(self, view, moves, rng, budget):
        return moves[0]
