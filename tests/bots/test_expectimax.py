"""Expectimax agrees with looking at every line of play, and knows when it cannot reach the end."""

from random import Random

import pytest

from darsena.bots.expectimax import expectimax
from darsena.core.game import CHANCE, Budget, Outcome, say
from tests import tiny
from tests.tiny import State, Take

PLENTY = Budget(seconds=None, nodes=10**6)


def brute_force(state, seats, depth):
    """The same by plain recursion, without table, budget or short cuts."""
    if ending := tiny.outcome(state):
        return [ending.share(seat) for seat in range(seats)]
    if depth == 0:
        return [1 / seats] * seats
    if tiny.to_move(state) == (CHANCE,):
        rolls = [(weight, brute_force(tiny.apply(state, CHANCE, roll), seats, depth - 1))
                 for roll, weight in tiny.chance(state)]  # fmt: skip
        return [sum(weight * shares[seat] for weight, shares in rolls) / 6 for seat in range(seats)]
    return max(
        (brute_force(tiny.apply(state, state.turn, move), seats, depth - 1) for move in tiny.moves(state, state.turn)),
        key=lambda shares: shares[state.turn],
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_it_equals_brute_force(seats):
    rng = Random(seats)
    for _ in range(12):
        state = State(tuple(rng.randrange(3, 7) for _ in range(seats)), rng.randrange(seats), rng.choice([None, 1, 2]))
        found = expectimax(tiny, state, seats, PLENTY, depth=5)
        assert found.shares == pytest.approx(brute_force(state, seats, 5))


def test_it_makes_the_winning_move():
    assert isinstance(expectimax(tiny, State((6, 6), 1, 1), 2, PLENTY).move, Take)


def test_shares_make_one_win_and_nature_makes_no_choice():
    found = expectimax(tiny, State((5, 5), 0), 2, PLENTY, depth=6)
    assert sum(found.shares) == pytest.approx(1)
    assert found.move is None


def test_a_game_that_may_go_on_for_ever_has_no_answer():
    """Two who pass come back to where they were."""
    assert expectimax(tiny, State((0, 0), 0, 1), 2, PLENTY) is None


def test_no_answer_when_the_budget_does_not_suffice():
    state = State((3, 3), 0, 1)
    assert expectimax(tiny, state, 2, Budget(seconds=None, nodes=20), depth=6) is None
    assert expectimax(tiny, state, 2, PLENTY, depth=6)


def test_a_table_that_is_kept_saves_the_work():
    table, state = {}, State((3, 3), 0, 1)
    first = expectimax(tiny, state, 2, PLENTY, depth=6, table=table)
    assert expectimax(tiny, state, 2, Budget(seconds=None, nodes=1), depth=6, table=table) == first


def test_what_is_too_far_away_is_judged():
    state = State((0, 0), 0, 3)
    greedy = expectimax(tiny, state, 2, PLENTY, depth=1, worth=lambda state, seat: state.scores[seat] / 7)
    modest = expectimax(tiny, state, 2, PLENTY, depth=1, worth=lambda state, seat: 1 - state.scores[seat] / 7)
    assert isinstance(greedy.move, Take)
    assert not isinstance(modest.move, Take)


def test_the_last_stone_is_solved_to_the_end():
    """Nim with one heap: whoever faces a multiple of four loses, and the table makes long heaps short."""
    for stones in range(1, 60):
        found = expectimax(Nim, (stones, 0), 2, PLENTY)
        assert found.shares[0] == float(stones % 4 != 0)
        if stones % 4:
            assert found.move == stones % 4


class Nim:
    """Take one, two or three; who takes the last has won."""

    @staticmethod
    def outcome(state):
        stones, turn = state
        return None if stones else Outcome((1 - turn,), (0, 0), say("taken"))

    @staticmethod
    def to_move(state):
        return (state[1],)

    @staticmethod
    def moves(state, seat):
        return range(1, min(3, state[0]) + 1)

    @staticmethod
    def apply(state, seat, taken):
        return (state[0] - taken, 1 - seat)
