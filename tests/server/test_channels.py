"""Two worlds at every door: where only secrets differ, everything the server tells anybody is the same, byte by byte.

The doors are found from the application, the fields of a message from its type, the deeds from the forms on the page:
what is added later is tried without a new line here.
"""

import logging
from random import Random

import pytest

from darsena.core.game import CHANCE
from darsena.core.play import replay
from darsena.server.app import create
from darsena.server.settings import Settings

from ..games.plays import Kind, disguise, play
from .dock import STRANGERS, Dock, forbidden, pasts

VIEWERS = (0, 1, *STRANGERS)


@pytest.fixture
def app(tmp_path):
    """Its clock stands still, and nobody is forgotten however long ago that is."""
    settings = Settings(data=str(tmp_path), idle_days=0, guest_days=0, metrics_for="testclient")
    return create(settings, lambda: 1_000_000.0)


@pytest.fixture
def dock(site, app, game):
    return Dock(site, app, game)


def seat_of(viewer):
    return None if viewer in STRANGERS else viewer


def same(one, two):
    assert one.keys() == two.keys()
    assert {door: (one[door], two[door]) for door in one if one[door] != two[door]} == {}


def test_nobody_can_tell_two_pasts_apart(dock, caplog):
    """The log differs in what a viewer must not know: a sealed bid, a card that somebody else drew."""
    rng, rules, kind = Random(7), dock.game.rules, Kind(dock.game, dock.seats, dock.game.options())
    rows = list(play(kind, rng))
    for viewer in VIEWERS:
        here, there = next(pasts(dock.game, rows, seat_of(viewer), rng))
        states = [replay(rules, kind.new(), past) for past in (here, there)]
        assert states[0] != states[1]
        moves = rng.sample([row.move for _, row, _ in rows], 10)
        tries = forbidden(rules, states[0], seat_of(viewer), moves) or ["nonsense"]
        told = []
        for past in (here, there):
            caplog.clear()
            dock.relive(past)
            with caplog.at_level(logging.INFO):
                told.append(dock.heard(viewer, tries))
            told[-1]["the log of the server"] = [
                record.getMessage() for record in caplog.records if record.name != "httpx"
            ]
        same(*told)


def worlds(game, states, seat, rng):
    """States with others that only differ in what a seat must not know."""
    for state in rng.sample(states, len(states)):
        twin = disguise(game)(state, seat, rng)
        if twin != state:
            yield state, twin


def test_nobody_can_tell_two_presents_apart(dock):
    """The state differs in everything that a viewer must not know."""
    rng, kind = Random(8), Kind(dock.game, dock.seats, dock.game.options())
    states = [after for _, _, after in play(kind, rng) if CHANCE not in dock.game.rules.to_move(after)][:-1]
    for viewer in VIEWERS[:3]:  # who is gone knows as much as a spectator
        state, twin = next(worlds(dock.game, states, seat_of(viewer), rng))
        told = []
        for present in (state, twin):
            dock.relive(())
            dock.pretend(present)
            told.append(dock.heard(viewer, ["nonsense"]))
        same(*told)
