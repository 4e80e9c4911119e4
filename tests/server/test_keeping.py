"""Keepers: each table that goes on is one process's business, and somebody else's when that one is gone."""

import asyncio

import pytest

from darsena.games import games
from darsena.server import keeping
from darsena.server.harbour import Harbour
from darsena.server.keeping import Keeper
from darsena.server.presence import Presence, read, write
from darsena.server.storage import WORKERS

from .shore import at_harbour, started

GAME = next(iter(games().values()))


class Process:
    """What stands for a server process in these tests: a harbour of its own, and what it noticed."""

    def __init__(self, storage):
        self.noticed, self.renamed = [], 0
        self.harbour = Harbour(storage, lambda table: self.noticed.append(table.code))
        self.keeper = Keeper(storage, self.harbour, self.rename)

    def rename(self):
        self.renamed += 1


def test_a_table_is_kept_by_whoever_opened_it_and_by_another_one_afterwards(tmp_path):
    async def story(harbour):
        one, two = Process(harbour.storage), Process(harbour.storage)
        await one.keeper.beat()
        await two.keeper.beat()
        table = await started(one.harbour, GAME)
        assert one.harbour.kept == {table.code}
        assert await two.keeper.adopt() == 0
        await one.keeper.close()
        assert await two.keeper.adopt() == 1
        assert two.harbour.kept == {table.code}
        assert two.noticed[-1] == table.code
        assert await two.keeper.adopt() == 0

    at_harbour(tmp_path, story)


def test_whoever_gave_no_sign_of_life_counts_as_gone_and_begins_anew(tmp_path):
    async def story(harbour):
        one, two = Process(harbour.storage), Process(harbour.storage)
        await one.keeper.beat()
        await started(one.harbour, GAME)
        name = one.harbour.name
        await harbour.storage.write(WORKERS.update().values(seen=0.0))
        await two.keeper.beat()
        assert two.keeper.eldest
        assert await two.keeper.adopt() == 1
        await one.keeper.beat()
        assert (one.harbour.kept, one.renamed) == (set(), 2)  # once at its start
        assert one.harbour.name != name
        assert not one.keeper.eldest

    at_harbour(tmp_path, story)


def test_what_nobody_keeps_is_shared(tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "BATCH", 2)

    async def story(harbour):
        codes = {(await started(harbour, GAME)).code for _ in range(5)}
        one, two = Process(harbour.storage), Process(harbour.storage)
        await one.keeper.beat()
        await two.keeper.beat()
        assert [await each.keeper.adopt() for each in (one, two, one)] == [2, 2, 1]
        assert one.harbour.kept | two.harbour.kept == codes
        assert not one.harbour.kept & two.harbour.kept

    at_harbour(tmp_path, story)


def test_taking_over_many_tables_is_no_silence(tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "BATCH", 1)
    monkeypatch.setattr(keeping, "BEAT", 0.01)

    async def story(harbour):
        codes = {(await started(harbour, GAME)).code for _ in range(5)}
        one = Process(harbour.storage)

        async def slowly(_):
            await harbour.storage.write(WORKERS.update().values(seen=WORKERS.c.seen - keeping.LAPSE * 0.6))

        monkeypatch.setattr(one.keeper, "_keep", slowly)
        running = asyncio.create_task(one.keeper.run())
        while one.harbour.kept != codes:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        running.cancel()
        assert one.harbour.kept == codes
        assert one.renamed == 1  # at its start

    at_harbour(tmp_path, story)


@pytest.mark.parametrize("looking", [frozenset(), frozenset({0, 2}), frozenset({None, 1})], ids=str)
def test_who_looks_on_is_written_and_read(looking):
    assert read([write(looking)]) == looking


def test_a_screen_anywhere_is_a_screen():
    presence = Presence(2, 0.0)
    assert presence.meet(frozenset({1}), 5.0)
    assert [presence.here(seat) for seat in (0, 1)] == [False, True]
    assert not presence.count([1], +1, 6.0)
    assert not presence.meet(frozenset(), 7.0)  # they are still here
    assert presence.count([1], -1, 8.0)
    assert presence.gone == [0.0, 8.0]
    assert not presence.anybody
