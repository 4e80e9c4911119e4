"""Games in arrays are the games of rules.py: seen, marked and won alike."""

from random import Random

import pytest

np = pytest.importorskip("numpy", reason="NumPy is not installed: the extra `fast` has it")
pytest.importorskip("numba", reason="Numba is not installed: the extra `fast` has it")

from ...core.game import CHANCE  # noqa: E402
from . import codec, fast, rules  # noqa: E402
from .batch import Batch, see  # noqa: E402
from .boards import board_of  # noqa: E402
from .state import Options, Redraw  # noqa: E402

LENGTH = sum(codec.layout(2).values())


@pytest.mark.parametrize("option", ["advanced", "basic"])
def test_what_a_seat_sees_is_what_its_view_shows(option, plays):
    row = np.empty(LENGTH, np.int16)
    for seed in range(plays):
        rng, state, out = Random(seed), rules.new(2, Options(option)), 0
        while seats := rules.to_move(state):
            [seat] = seats
            if seat == CHANCE:
                state = rules.apply(state, seat, rng.choice([move for move, _ in rules.chance(state)]))
                continue
            see(row, board_of(state), out, seat)
            assert row.tolist() == codec.features(rules.view(state, seat))
            move = rng.choice(rules.moves(state, seat))
            out |= 1 << codec.PLACES[move.tile] if isinstance(move, Redraw) else 0
            state = rules.apply(state, seat, move)
        see(row, board_of(state), out, state.turn)
        assert row.tolist() == codec.features(rules.view(state, state.turn))


@pytest.mark.parametrize("option", ["advanced", "basic"])
def test_marks_and_rewards_are_those_of_the_game(option):
    batch, dice, marks = Batch(32, 2, Options(option), 100), np.random.default_rng(1), np.empty(fast.MOVES, np.uint8)
    batch.reset(3)
    ends = 0
    for _ in range(60):
        for game, board in enumerate(batch._boards):
            fast.legal(board, marks)
            assert np.array_equal(batch.mask[game], marks)
            assert batch.over[game] == bool(board[fast.ENDING])
            shares = [2 * fast.share(board, seat) - 1 if batch.over[game] else 0 for seat in (0, 1)]
            assert batch.rewards[game].tolist() == shares
            ends += batch.over[game]
        batch.step((dice.random(batch.mask.shape) * batch.mask).argmax(axis=-1))
    assert ends > 32


def test_a_move_that_is_not_marked_ends_the_game():
    batch = Batch(1, 2, Options(), 100)
    batch.reset(1)
    seat, before = batch.seat[0], batch._boards.copy()
    batch.step(np.array([codec.FIRST_REDRAW]))
    assert batch.over[0]
    assert batch.rewards[0, seat] == -1
    assert batch.rewards[0, 1 - seat] == 0
    assert np.array_equal(before, batch._boards)
    assert not batch.mask.any()
