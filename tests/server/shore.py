"""A harbour without a site: tables of any game, people who play anything, and a clock that tests set."""

import time

import pytest

from darsena.core import notation
from darsena.games import games
from darsena.server.harbour import Harbour
from darsena.server.storage import Storage

from .loop import run

every_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


class Sundial:
    """A clock that tests set."""

    def __init__(self):
        self.time = 1_000_000.0

    def __call__(self):
        return self.time


def at_harbour(tmp_path, story, now=time.time):
    """Run a story at a harbour of its own."""

    async def told():
        storage = Storage(f"sqlite:///{tmp_path}/darsena.db")
        storage.open()
        try:
            return await story(Harbour(storage, lambda table: None, now))
        finally:
            storage.close()

    return run(told())


async def started(harbour, game, clock="none", *, seats=None, pace="calm"):
    seats = seats or game.seats[0]
    table = await harbour.open(game, seats, game.options(), "p0", clock=clock, pace=pace)
    for seat in range(seats):
        await table.sit(f"p{seat}", f"Person {seat}", f"contribution{seat}", seat)
    await table.start("p0")
    return table


def legal(table, seat, rng):
    return notation.write(rng.choice(table.game.rules.moves(table.state, seat)))


async def played(table, moves, rng):
    for number in range(moves):
        if table.over:
            break
        seat = table.wanted[0]
        await table.play(seat, legal(table, seat, rng), f"c{number}", table.version)
