"""Clocks: what is left follows from the times in the log, whatever the hour, the process or the clock on the wall."""

import asyncio
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darsena.core.game import Refused
from darsena.server import asking, clocks
from darsena.server.bell import Bell
from darsena.server.clocks import CLOCKS
from darsena.server.harbour import Harbour
from darsena.server.keeping import Keeper
from darsena.server.storage import Entry

from .shore import Sundial, at_harbour, every_game, legal, started

LIMITED = [name for name, clock in CLOCKS.items() if clock.bank < inf]


async def timed(harbour, game, clock="fast"):
    """A table with a clock, everybody there."""
    table = await started(harbour, game, clock)
    table.come_and_go(range(game.seats[0]), +1)
    return table


def move(seat, time):
    return Entry(0, "move", seat, "", None, None, time)


seats, moments = st.integers(0, 2), st.floats(-1e6, 1e6)
rows = st.tuples(st.sampled_from(["move", "undo", "returned", "paused"]), seats, moments, st.sets(seats))


@given(st.lists(rows), st.sampled_from(LIMITED), moments)
def test_nobody_ever_has_less_than_nothing_or_more_than_the_bank(rows, clock, now):
    """Whatever the server's clock does: it may jump, back and forth."""
    times = clocks.fresh(clock, 3, 0.0)
    for kind, seat, time, running in rows:
        times = clocks.after(times, Entry(0, kind, seat, "", None, None, time), running)
        assert all(0 <= times.left_to(seat, now) <= CLOCKS[clock].bank for seat in range(3))


def test_only_the_time_of_whoever_is_wanted_runs_and_a_move_adds_to_it():
    bank, added = CLOCKS["fast"].bank, CLOCKS["fast"].added
    times = clocks.after(clocks.fresh("fast", 2, 0.0), move(-1, 0.0), [0])
    assert (times.left_to(0, 60), times.left_to(1, 60)) == (bank - 60, bank)
    times = clocks.after(times, move(0, 60.0), [1])
    assert (times.left_to(0, 100), times.left_to(1, 100)) == (bank - 60 + added, bank - 40)
    times = clocks.after(times, move(0, 100.0), [1])  # out of turn: nothing is added
    assert times.left_to(0, 100) == bank - 60 + added


def test_a_clock_set_back_takes_and_gives_nothing():
    bank = CLOCKS["fast"].bank
    times = clocks.after(clocks.fresh("fast", 2, 1000.0), move(-1, 1000.0), [0])
    assert times.left_to(0, 400.0) == bank
    times = clocks.after(times, move(1, 400.0), [0])
    assert times.left_to(0, 460.0) == bank - 60


@pytest.mark.parametrize("clock", LIMITED)
def test_moving_and_taking_back_wins_no_time(clock):
    times = clocks.after(clocks.fresh(clock, 2, 0.0), move(-1, 0.0), [0])
    for second in range(1, 100):
        times = clocks.after(times, move(0, float(second)), [1])
        times = clocks.after(times, Entry(0, "undo", 0, "0", None, None, float(second)), [0])
        assert times.left_to(0, second) == CLOCKS[clock].bank - second


@every_game
@pytest.mark.parametrize("clock", LIMITED)
def test_a_bot_plays_on_when_the_time_is_over_and_the_person_comes_back(tmp_path, game, clock):
    now = Sundial()

    async def story(harbour):
        table = await timed(harbour, game, clock)
        late = list(table.times.running)
        assert late == list(table.wanted)
        now.time = table.times.ends - 1
        await asking.ring(table)
        assert not any(map(table.bot, late))
        now.time += 1
        await asking.ring(table)
        assert all(map(table.bot, late))
        assert [row.kind for row in table.log].count("clock") == len(late)
        assert table.times.ends == inf
        assert all(table.wanted_since(seat) is None for seat in late)
        seat = late[0]
        with pytest.raises(Refused):
            await table.play(seat, legal(table, seat, Random(1)), "late", table.version)
        await asking.do(table, f"p{seat}", "back", "b", table.version)
        assert table.times.left_to(seat, now.time) >= CLOCKS[clock].bank / 2
        await table.play(seat, legal(table, seat, Random(1)), "again", table.version)

    at_harbour(tmp_path, story, now)


@every_game
def test_clocks_go_on_through_a_restart(tmp_path, game):
    now = Sundial()

    async def first(harbour):
        table = await timed(harbour, game)
        now.time += 100
        return table.times

    async def second(harbour):
        bell = Bell(now)
        again = Harbour(harbour.storage, bell.look, now)
        await Keeper(harbour.storage, again, lambda: None).adopt()  # nobody holds the table afterwards
        [code] = bell.due
        now.time += 79
        await bell.ring(again)
        table = await again.table(code)
        assert table.times == times
        now.time += 1
        await bell.ring(again)
        assert [row.seat for row in table.log if row.kind == "clock"] == list(times.running)
        assert bell.due == {}

    times = at_harbour(tmp_path, first, now)
    at_harbour(tmp_path, second, now)


@every_game
def test_the_bell_rings_by_itself(tmp_path, game):
    now = Sundial()

    async def story(harbour):
        bell = Bell(now)
        harbour.noticed = bell.look
        ringing = asyncio.create_task(bell.run(harbour))
        table = await timed(harbour, game)
        seats = table.times.running
        now.time = table.times.ends
        bell.changed.set()  # as if the time had passed while it slept
        news = asyncio.Event()
        table.watchers.add(news.set)
        await news.wait()
        assert all(map(table.bot, seats))
        ringing.cancel()

    at_harbour(tmp_path, story, now)


@every_game
def test_two_processes_ring_once(tmp_path, game):
    now = Sundial()

    async def story(harbour):
        here = await timed(harbour, game)
        there = await Harbour(harbour.storage, lambda table: None, now).table(here.code)
        late = here.times.running
        now.time = here.times.ends
        await asyncio.gather(asking.ring(here), asking.ring(there))
        await here.catch_up()
        await there.catch_up()
        assert [row.seat for row in here.log if row.kind == "clock"] == list(late)
        assert here.log == there.log

    at_harbour(tmp_path, story, now)


@every_game
def test_a_pause_stops_the_clocks_and_the_game_and_needs_everybody(tmp_path, game):
    now = Sundial()

    async def story(harbour):
        table = await timed(harbour, game)
        seat, everybody = table.wanted[0], range(game.seats[0])

        async def agreed(wish):
            await asking.do(table, f"p{seat}", f"ask {wish}", f"a{table.version}", table.version)
            for other in everybody:
                if other != seat:
                    assert table.paused == (wish == "resume")
                    await asking.do(table, f"p{other}", f"yes {wish}", f"y{table.version}", table.version)

        now.time += 10
        await agreed("pause")
        left = [table.times.left_to(each, now.time) for each in everybody]
        with pytest.raises(Refused):
            await table.play(seat, legal(table, seat, Random(1)), "m", table.version)
        now.time += 10_000
        await asking.ring(table)
        assert table.times.ends == inf
        assert table.wanted == ()
        await agreed("resume")
        assert [table.times.left_to(each, now.time) for each in everybody] == left
        assert table.wanted_since(seat) == now.time
        await table.play(seat, legal(table, seat, Random(1)), "m", table.version)

    at_harbour(tmp_path, story, now)


@every_game
def test_a_table_changes_between_live_and_days_per_move(tmp_path, game):
    now = Sundial()

    async def story(harbour):
        table = await timed(harbour, game)
        for kind in ("days", "none", "relaxed"):
            await asking.do(table, "p0", f"ask clock {kind}", f"a{kind}", table.version)
            for seat in range(1, game.seats[0]):
                await asking.do(table, f"p{seat}", f"yes clock {kind}", f"y{kind}", table.version)
            assert table.times.clock == kind
            assert table.times.left == (CLOCKS[kind].bank,) * game.seats[0]
        for nonsense in ("ask clock", "ask clock sun", "ask clock relaxed", "ask undo 1", "ask resume", "ask bot 99"):
            with pytest.raises(Refused):
                await asking.do(table, "p0", nonsense, nonsense, table.version)

    at_harbour(tmp_path, story, now)


def test_a_clock_is_chosen_when_a_table_is_opened(site, game, app):
    ada = site("it")
    assert "7 giorni" in ada.get(f"/new/{game.id}").text
    form = {"name": "Ada", "seats": str(game.seats[0]), "clock": "days"}
    where = ada.post(f"/new/{game.id}", data=form).url.path
    table = ada.portal.call(app.state.site.harbour.table, where.split("/")[2])
    assert table.times.clock == "days"
    where = ada.post(f"/new/{game.id}", data=form | {"clock": "sun"}).url.path
    table = ada.portal.call(app.state.site.harbour.table, where.split("/")[2])
    assert table.times.clock == "none"
