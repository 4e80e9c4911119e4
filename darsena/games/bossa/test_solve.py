"""The exact solver, against a plain one over rules.py."""

import os
import subprocess
import sys
from functools import cache
from random import Random
from statistics import mean

import pytest

pytest.importorskip("numba")

from ...core.game import CHANCE
from . import rules
from .boards import board_of
from .few import LIMIT, SEEN
from .solve import solve, workplace
from .state import Options, Stage
from .test_positions import position


@cache
def plain(state, seat):
    """The chance of a seat to win, by every draw and every move."""
    if ended := rules.outcome(state):
        return ended.share(seat)
    [mover] = rules.to_move(state)
    if mover == CHANCE:
        draws = [plain(rules.apply(state, CHANCE, move), seat) for move, _ in rules.chance(state)]
        return sum(draws) / len(draws)
    best = max if mover == seat else min
    return best(plain(rules.apply(state, mover, move), seat) for move in rules.moves(state, mover))


def endgames(unseen, count, option="advanced"):
    """Positions of random games with so many unseen tiles, before a draw and before a move."""
    rng, found = Random(unseen), []
    while len(found) < count:
        state = rules.new(2, Options(option))
        while seats := rules.to_move(state):
            if len(state.unseen) == unseen and state.stage in (Stage.DRAW, Stage.MOVE, Stage.REDRAWING):
                found.append(state)
            [seat] = seats
            moves = [move for move, _ in rules.chance(state)] if seat == CHANCE else rules.moves(state, seat)
            state = rules.apply(state, seat, rng.choice(moves))
    return found[:count]


def room(limit=10**9):
    work = workplace()
    work[LIMIT] = limit
    return work


@pytest.mark.parametrize("option", ["advanced", "basic"])
@pytest.mark.parametrize(("unseen", "count"), [(2, 60), (3, 60), (4, 40), (5, 10)])
def test_the_solver_agrees_with_the_plain_one(unseen, count, option):
    work = room()
    for state in endgames(unseen, count, option):
        assert solve(board_of(state), 0.0, 1.0, work) == pytest.approx(plain(state, state.turn), abs=1e-9)


@pytest.mark.parametrize("option", ["advanced", "basic"])
def test_with_more_tiles_a_chance_is_the_mean_of_the_draws_and_the_best_of_the_moves(option):
    def solved(state, seat, work):
        if ended := rules.outcome(state):
            return ended.share(seat)
        found = solve(board_of(state), 0.0, 1.0, work)
        return found if state.turn == seat else 1 - found

    work, after = room(), room()
    for state in endgames(7, 10, option):
        [mover] = rules.to_move(state)
        if mover == CHANCE:
            draws = [rules.apply(state, CHANCE, move) for move, _ in rules.chance(state)]
            expected = mean(solved(draw, state.turn, after) for draw in draws)
        else:
            moves = [rules.apply(state, mover, move) for move in rules.moves(state, mover)]
            expected = max(solved(move, mover, after) for move in moves)
        assert solved(state, state.turn, work) == pytest.approx(expected, abs=1e-9)


def test_between_bounds_it_is_exact_and_beyond_them_it_says_on_which_side():
    rng, work, beyond = Random(1), room(), 0
    for state in endgames(4, 60):
        exact = plain(state, state.turn)
        low, high = sorted((rng.random(), rng.random()))
        found = solve(board_of(state), low, high, work)
        if low < exact < high:
            assert found == pytest.approx(exact, abs=1e-9)
        else:
            beyond += 1
            assert found <= low + 1e-9 if exact <= low else found >= high - 1e-9
    assert beyond > 20


def test_who_lays_the_last_tile_has_won():
    state = position("[3]", "[5]", hand="4.0", other="0.1 0.2", unseen="1.1 1.2 1.3")
    assert solve(board_of(state), 0.0, 1.0, room()) == 1.0


def test_it_stops_at_its_limit_but_for_the_small_ending_it_is_at():
    [state], work = endgames(7, 1), room()
    solve(board_of(state), 0.0, 1.0, work)
    whole, work = work[SEEN], room(limit=50)
    solve(board_of(state), 0.0, 1.0, work)
    assert 50 < work[SEEN] < whole / 10


def test_it_refuses_what_it_cannot_count():
    with pytest.raises(ValueError, match="too many"):
        solve(board_of(position("[3]", "[5]", hand="1.0 2.0 3.0", other="0.1 0.2")), 0.0, 1.0, room())


def test_another_process_finds_it_compiled():
    """What calls itself is kept on the disk too, and works from there."""
    solve(board_of(endgames(3, 1)[0]), 0.0, 1.0, room())
    code = (
        "from darsena.games.bossa.test_solve import board_of, endgames, plain, room, solve\n"
        "state = endgames(3, 1)[0]\n"
        "print(abs(solve(board_of(state), 0.0, 1.0, room()) - plain(state, state.turn)) < 1e-9)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=True)
    assert ran.stdout == "True\n"
