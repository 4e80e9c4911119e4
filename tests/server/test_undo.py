"""Taking back moves: freely while it shows nothing, else with everybody's consent; no draw ever comes twice."""

import asyncio
from random import Random

import pytest

from darsena.core import notation, record
from darsena.core.game import CHANCE, Refused
from darsena.games import games
from darsena.server import asking
from darsena.server.harbour import Harbour
from darsena.server.screens import Viewer, parts
from darsena.server.tables import StaleMove
from darsena.server.wishes import Undo

from ..games.plays import disguise
from .shore import at_harbour, every_game, legal, played, started


async def moved(table, rng=None, seat=None):
    """One more move, and the row it stands in."""
    seat = table.wanted[0] if seat is None else seat
    await table.play(seat, legal(table, seat, rng or Random(1)), f"m{table.version}", table.version)
    return next(entry for entry in reversed(table.moves) if entry.seat == seat)


async def do(table, seat, text, seen=None):
    await asking.do(table, f"p{seat}", text, f"d{table.version}", table.version if seen is None else seen)


async def until(table, rng, wish):
    """Play until the last move is as wished; the row it stands in."""
    while not table.over:
        entry = await moved(table, rng)
        if not table.over and wish(entry):
            return entry
    return None


@every_game
def test_a_move_that_showed_nothing_is_taken_back_at_once(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        entry = await until(table, Random(1), lambda entry: asking.free(table, entry))
        if entry is None:
            return  # nature answers every move of this game
        before = table.step(entry.n).before
        await do(table, entry.seat, "undo")
        assert table.log[-1].kind == "undo"
        assert (table.state, entry in table.moves, table.questions) == (before, False, {})
        await moved(table)
        again = await Harbour(harbour.storage, lambda table: None).table(table.code)
        assert (again.state, again.moves, again.draws) == (table.state, table.moves, table.draws)

    at_harbour(tmp_path, story)


@every_game
def test_what_can_be_taken_back_freely_would_have_looked_the_same_in_any_other_world(tmp_path, game):
    """The other worlds are made by the law's own disguise, which knows nothing of what a seat imagines."""

    async def story(harbour):
        table, rng, disguised = await started(harbour, game), Random(3), disguise(game)
        rules, found = game.rules, {True: 0, False: 0}
        for _ in range(120):
            if table.over:
                break
            entry = await moved(table, rng)
            step = table.step(entry.n)
            free = not table.over and asking.free(table, entry)
            found[free] += 1
            if entry is not table.moves[-1]:
                assert not free
            if free:
                twin = disguised(step.before, step.seat, rng)
                after = rules.apply(twin, step.seat, step.move)
                assert rules.view(after, step.seat) == rules.view(step.after, step.seat)
        assert found[False]

    at_harbour(tmp_path, story)


@every_game
def test_with_the_consent_of_all_even_a_draw_is_taken_back_and_another_one_follows(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        rng = Random(2)
        await moved(table, rng)
        entry = await until(table, rng, lambda entry: not asking.free(table, entry))
        before, draws = table.step(entry.n).before, table.draws
        await do(table, entry.seat, "undo")
        wish = Undo(entry.n)
        assert table.questions == {wish: (f"p{entry.seat}",)}
        others = [seat for seat in range(game.seats[0]) if seat != entry.seat]
        for seat in others:
            assert table.state != before
            await do(table, seat, f"yes undo {entry.n}")
        assert (table.state, table.draws, table.questions) == (before, draws, {})

    at_harbour(tmp_path, story)


@every_game
def test_one_no_is_enough_and_whoever_asked_can_think_better_of_it(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        entry = await until(table, Random(4), lambda entry: not asking.free(table, entry))
        state, other = table.state, (entry.seat + 1) % game.seats[0]
        for seat, kind in ((other, "declined"), (entry.seat, "withdrawn")):
            await do(table, entry.seat, "undo")
            await do(table, seat, f"no undo {entry.n}")
            assert (table.state, table.questions, table.log[-1].kind) == (state, {}, kind)
            with pytest.raises(Refused):
                await do(table, other, f"yes undo {entry.n}")

    at_harbour(tmp_path, story)


@every_game
def test_who_moves_on_has_answered(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        entry = await until(table, Random(5), lambda entry: not asking.free(table, entry))
        other = (entry.seat + 1) % game.seats[0]
        viewer = Viewer("en", f"p{other}", (other,), other)
        await do(table, entry.seat, "undo")
        asked = parts(table, viewer)["notes"]
        await moved(table, Random(6))
        assert table.questions == {}
        assert f"yes undo {entry.n}" in asked
        assert "undo" not in parts(table, viewer)["notes"]

    at_harbour(tmp_path, story)


@every_game
def test_a_second_click_takes_nothing_more_back(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        entry = await until(table, Random(7), lambda entry: asking.free(table, entry))
        if entry is None:
            return  # nature answers every move of this game
        seen = table.version
        undos = [asking.do(table, f"p{entry.seat}", "undo", f"click {n}", seen) for n in range(2)]
        answers = await asyncio.gather(*undos, return_exceptions=True)
        assert [isinstance(answer, Refused) for answer in answers] == [False, True]
        version = table.version
        await asking.do(table, f"p{entry.seat}", "undo", "click 0", seen)  # a retry of the same command
        assert table.version == version

    at_harbour(tmp_path, story)


@every_game
@pytest.mark.parametrize("first", ["undo", "move"])
def test_an_undo_and_another_players_move_at_the_same_instant(tmp_path, game, first):
    """Whichever comes first counts, and the other is told."""

    async def story(harbour):
        table = await started(harbour, game)

        def shared(entry):
            return asking.free(table, entry) and table.wanted[0] != entry.seat

        entry = await until(table, Random(8), shared)
        if entry is None:
            return  # nature answers every move of this game
        state, seen, other = table.state, table.version, table.wanted[0]
        undo = asking.do(table, f"p{entry.seat}", "undo", "undo", seen)
        move = table.play(other, legal(table, other, Random(9)), "move", seen)
        deeds = [undo, move] if first == "undo" else [move, undo]
        answers = await asyncio.gather(*deeds, return_exceptions=True)
        if first == "undo":
            assert isinstance(answers[1], Refused)
            assert table.state != state
            assert entry not in table.moves
        else:
            assert answers == [seen + len(table.moves[table.moves.index(entry) + 1 :]), table.version]
            assert entry in table.moves
            assert table.questions == {Undo(entry.n): (f"p{entry.seat}",)}

    at_harbour(tmp_path, story)


@every_game
def test_two_processes_take_back_a_move_once(tmp_path, game):
    async def story(harbour):
        here = await started(harbour, game)
        await played(here, 4, Random(10))
        entry = await until(here, Random(10), lambda entry: asking.free(here, entry))
        if entry is None:
            return  # nature answers every move of this game
        there = await Harbour(harbour.storage, lambda table: None).table(here.code)
        undos = [asking.do(table, f"p{entry.seat}", "undo", "d", here.version) for table in (here, there)]
        await asyncio.gather(*undos)
        await here.catch_up()
        await there.catch_up()
        assert sum(row.kind == "undo" for row in here.log) == 1
        assert here.state == there.state

    at_harbour(tmp_path, story)


@every_game
def test_an_old_page_moves_nothing_after_an_undo(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        entry = await until(table, Random(11), lambda entry: asking.free(table, entry))
        if entry is None:
            return  # nature answers every move of this game
        seen = table.version
        await do(table, entry.seat, "undo")
        for seat in table.wanted:
            with pytest.raises(Refused) as refusal:
                await table.play(seat, legal(table, seat, Random(12)), "late", seen)
            assert not isinstance(refusal.value, StaleMove)

    at_harbour(tmp_path, story)


@every_game
def test_a_game_full_of_second_thoughts_leaves_a_record_that_verifies(tmp_path, game):
    """Also moves long ago: the table goes back further than it remembers."""

    async def story(harbour):
        table, rng, undone = await started(harbour, game), Random(13), 0
        while not table.over:
            await moved(table, rng)
            own = asking.last_move(table, [rng.randrange(game.seats[0])])
            if rng.random() < 0.3 and not table.over and own and undone < 30:
                undone += 1
                await do(table, own.seat, "undo")
                for seat in range(game.seats[0]):
                    if Undo(own.n) in table.questions:
                        await do(table, seat, f"yes undo {own.n}")
                assert own not in table.moves
            if undone == 20:
                table.recent.clear()
        with pytest.raises(Refused):
            await do(table, 0, "undo")
        again = await Harbour(harbour.storage, lambda table: None).table(table.code)
        assert again.state == table.state
        return table.record(), undone, sum(row.seat == CHANCE and row.kind == "move" for row in table.log)

    found, undone, draws = at_harbour(tmp_path, story)
    proof = record.verify(found, game)
    assert (proof.fair, proof.draws, undone > 0) == (True, draws, True)
    assert record.read(record.write(found).encode(), games()) == found


@every_game
def test_nobody_takes_back_or_answers_for_others(tmp_path, game):
    async def story(harbour):
        table = await started(harbour, game)
        with pytest.raises(Refused):
            await do(table, 0, "undo")  # nothing yet
        entry = await until(table, Random(14), lambda entry: not asking.free(table, entry))
        await do(table, entry.seat, "undo")
        version = table.version
        for text in (f"yes undo {entry.n}", f"no undo {entry.n}", "undo"):
            with pytest.raises(Refused):
                await asking.do(table, "stranger", text, text, version)
        for text in ("", "yes", "yes undo", "yes undo 0", "no undo x", "fly", "yes " + "9" * 5000, "undo \0"):
            try:
                await do(table, (entry.seat + 1) % game.seats[0], text)
            except Refused:
                continue
            assert text == "undo \0"  # what follows the word is not looked at
        assert notation.write(table.step(entry.n).move) == entry.text

    at_harbour(tmp_path, story)
