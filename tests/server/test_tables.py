"""Tables: nothing acknowledged is lost, nothing is done twice, and everybody's command is answered."""

import asyncio
from random import Random

import pytest

from darsena.core import record
from darsena.core.game import CHANCE, Outcome, Refused, say
from darsena.games import games
from darsena.server.harbour import Harbour
from darsena.server.live import _runs
from darsena.server.rows import Step
from darsena.server.screens import ranking
from darsena.server.tables import StaleMove

from .shore import Sundial, at_harbour, every_game, legal, played, started


@every_game
def test_a_restart_resumes_exactly(tmp_path, game):
    async def first(harbour):
        table = await started(harbour, game)
        await played(table, 30, Random(1))
        return table.code, table.state, table.version, list(table.told(0, 0))

    async def second(harbour):
        table = await harbour.table(code)
        return table.code, table.state, table.version, list(table.told(0, 0))

    before = at_harbour(tmp_path, first)
    code = before[0]
    assert at_harbour(tmp_path, second) == before


def test_at_the_end_equal_ones_share_the_better_place():
    ranks = ranking(Outcome((2,), (5, 3, 9, 5), say("by hand")))
    assert [(rank.place, rank.seat) for rank in ranks] == [(1, 2), (2, 0), (2, 3), (4, 1)]


def test_what_nature_does_several_times_in_a_row_is_told_once():
    """Decisions are not: they may come one by one, and a fresh page tells what the open one has told."""
    drawn, decided = Step(None, CHANCE, None, None), Step(None, 0, None, None)
    one, other = (1, "draw", "Ada draws a card."), (2, "draw", "Bo draws a card.")
    told = _runs([(drawn, [one]), (drawn, [one, one]), (drawn, [other]), (decided, [one]), (decided, [one])])
    assert told == [(1, "draw", "Ada draws a card. ×3"), other, one, one]


@every_game
def test_a_whole_game_leaves_a_record_that_verifies(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        await played(table, 10_000, Random(2))
        assert table.over
        return table.record()

    found = at_harbour(tmp_path, story)
    assert record.read(record.write(found).encode(), games()) == found
    assert record.verify(found, game).fair


@every_game
def test_a_command_sent_twice_is_done_once(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        seat = table.wanted[0]
        move = legal(table, seat, Random(3))
        first = await table.play(seat, move, "same", table.version)
        return first, await table.play(seat, move, "same", 0), table.version

    first, again, version = at_harbour(tmp_path, story)
    assert first == again == version


@every_game
def test_a_second_click_on_an_old_page_is_stale(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        seat, seen = table.wanted[0], table.version
        await table.play(seat, legal(table, seat, Random(4)), "one", seen)
        with pytest.raises(StaleMove):
            await table.play(seat, "whatever", "two", seen)

    at_harbour(tmp_path, story)


@every_game
def test_all_who_are_wanted_may_answer_at_the_same_instant(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        seats, seen, rng = table.wanted, table.version, Random(5)
        moves = [table.play(seat, legal(table, seat, rng), f"at once {seat}", seen) for seat in seats]
        await asyncio.gather(*moves)
        return len([entry for entry in table.log if entry.seat in seats and entry.kind == "move"]), len(seats)

    played_moves, wanted = at_harbour(tmp_path, story)
    assert played_moves == wanted


@every_game
def test_two_processes_serve_one_table(tmp_path, game):
    """Two harbours on one database stand for two processes: whoever comes second catches up."""

    async def story(harbour):
        other = Harbour(harbour.storage, lambda table: None)
        here = await started(harbour, game)
        there = await other.table(here.code)
        rng = Random(6)
        for number in range(20):
            if here.over or there.over:
                break
            table = (here, there)[number % 2]
            await table.catch_up()
            seat = table.wanted[0]
            await table.play(seat, legal(table, seat, rng), f"c{number}", table.version)
        await here.catch_up()
        await there.catch_up()
        return here.state == there.state and here.log == there.log

    assert at_harbour(tmp_path, story)


@every_game
def test_writers_that_collide_both_get_through_or_are_told(tmp_path, game):
    async def story(harbour):
        other = Harbour(harbour.storage, lambda table: None)
        here = await started(harbour, game)
        there = await other.table(here.code)
        seats, rng = here.wanted, Random(7)
        asked = [
            (here if index % 2 else there).play(seat, legal(here, seat, rng), f"c{seat}", here.version)
            for index, seat in enumerate(seats)
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        await here.catch_up()
        done = sum(not isinstance(answer, Refused) for answer in answers)
        return done, sum(entry.kind == "move" and entry.seat in seats for entry in here.log)

    done, written = at_harbour(tmp_path, story)
    assert done == written


@every_game
def test_a_refused_move_changes_nothing(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        seat = table.wanted[0]
        before = table.state, table.version
        for nonsense in ("", "nonsense", "nonsense 1 2 3", "x" * 5000):
            with pytest.raises(Refused):
                await table.play(seat, nonsense, nonsense[:10], table.version)
        assert (table.state, table.version) == before

    at_harbour(tmp_path, story)


@every_game
def test_a_seat_has_been_wanted_since_it_was_asked(tmp_path, game):
    now = Sundial()

    async def story(harbour):
        table = await started(harbour, game)
        asked, first = now.time, table.wanted[0]
        assert table.wanted_since(first) == asked
        now.time += 60
        await table.play(first, legal(table, first, Random(8)), "one", table.version)
        waiting = {seat: table.wanted_since(seat) for seat in range(game.seats[0]) if seat != first}
        assert {seat for seat, since in waiting.items() if since} == {*table.wanted} - {first}
        assert {since for since in waiting.values() if since} <= {asked, now.time}
        assert table.wanted_since(first) == (now.time if first in table.wanted else None)
        again = await Harbour(harbour.storage, lambda table: None, now).table(table.code)
        assert again.since == table.since
        await table.close("p0")
        assert [table.wanted_since(seat) for seat in range(game.seats[0])] == [None] * game.seats[0]

    at_harbour(tmp_path, story, now)
