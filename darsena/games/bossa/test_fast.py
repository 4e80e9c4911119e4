"""The compiled game is the game of rules.py: random games are played through both, move by move."""

import os
from random import Random

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from ...core.game import CHANCE  # noqa: E402
from . import fast, rules  # noqa: E402
from .boards import board_of, code  # noqa: E402
from .masks import HIGHEST, WIDEST, forget_stale, mask  # noqa: E402
from .state import Options, Roll  # noqa: E402


def same(board, state):
    """Whether a row of numbers is this state; the dice of the row are its own."""
    return np.array_equal(board[: fast.RANDOM], board_of(state)[: fast.RANDOM])


def numbers(state, seat):
    return {code(move) for move in rules.moves(state, seat)}


def legal(board):
    moves = np.empty(fast.MOST_MOVES, np.int64)
    return set(moves[: fast.moves_of(board, moves)].tolist())


def both(board, seat, move):
    """Play a move in the row of numbers."""
    if seat != CHANCE:
        fast.play(board, code(move))
    elif isinstance(move, Roll):
        fast.roll(board, move.white, move.black)
    else:
        fast.draw(board, mask((move.tile,)))


@pytest.mark.parametrize("option", ["advanced", "basic"])
def test_random_games_are_the_same_in_both(option, plays):
    """`make laws` with N=10000 plays 10,000 of each kind."""
    for seed in range(plays):
        rng, state = Random(seed), rules.new(2, Options(option))
        board = board_of(state)
        while seats := rules.to_move(state):
            [seat] = seats
            assert fast.mover(board) == seat
            if seat == CHANCE:
                move = rng.choice([move for move, _ in rules.chance(state)])
            else:
                assert legal(board) == numbers(state, seat)
                move = rng.choice(rules.moves(state, seat))
            state = rules.apply(state, seat, move)
            both(board, seat, move)
            assert same(board, state)
        assert [fast.share(board, seat) for seat in (0, 1)] == [rules.outcome(state).share(seat) for seat in (0, 1)]
        assert fast.mover(board) == -2
        assert legal(board) == set()


def test_every_move_bears_a_number_of_its_own():
    assert [fast.number(fast.move_of(number)) for number in range(fast.MOVES)] == list(range(fast.MOVES))
    assert len({fast.move_of(number) for number in range(fast.MOVES)}) == fast.MOVES


def test_the_numbers_are_those_of_the_codec(plays):
    codec = pytest.importorskip("darsena.games.bossa.codec")
    assert codec.MOVES == fast.MOVES
    for seed in range(plays):
        rng, state = Random(seed), rules.new(2, Options())
        while seats := rules.to_move(state):
            [seat] = seats
            if seat == CHANCE:
                state = rules.apply(state, seat, rng.choice([move for move, _ in rules.chance(state)]))
                continue
            seen, moves, marks = rules.view(state, seat), rules.moves(state, seat), np.empty(fast.MOVES, np.uint8)
            assert [fast.number(code(move)) for move in moves] == [codec.number(seen, move) for move in moves]
            fast.legal(board_of(state), marks)
            assert np.flatnonzero(marks).tolist() == sorted(codec.legal(seen, moves))
            state = rules.apply(state, seat, rng.choice(moves))


def test_games_by_numbers_go_on_from_decision_to_decision():
    boards, marks = np.empty((50, fast.FIELDS), np.int64), np.empty(fast.MOVES, np.uint8)
    fast.reset(boards, np.arange(50))
    assert len({tuple(board[fast.HANDS : fast.ACTIONS]) for board in boards}) == 50
    for board in boards:
        assert board[fast.STAGE] == fast.CHOOSE
        while not board[fast.ENDING]:
            assert fast.mover(board) in (0, 1)
            fast.legal(board, marks)
            fast.step(board, np.flatnonzero(marks)[-1])
        assert fast.share(board, 0) + fast.share(board, 1) == 1


def test_the_same_seed_is_the_same_game():
    boards = np.empty((3, fast.FIELDS), np.int64)
    fast.reset(boards, np.array([7, 8, 7]))
    assert np.array_equal(boards[0], boards[2])
    assert not np.array_equal(boards[0], boards[1])


def test_every_tile_is_drawn_equally_often():
    boards = np.empty((27_000, fast.FIELDS), np.int64)
    fast.reset(boards, np.arange(27_000))
    dealt = [(boards[:, fast.HANDS] >> place & 1).sum() for place in range(27)]
    assert max(abs(times - 4000) for times in dealt) < 5 * (27_000 * 4 / 27 * 23 / 27) ** 0.5


def test_no_line_can_have_a_wider_or_a_higher_group_than_there_is_room_for():
    """§1.1: a colour has 21 tiles with pips, 56 in all; from the die on, groups grow by one in value and in width."""
    pips, rising = sorted(tile.white for tile in rules.TILES if tile.white), range(1, 7)
    assert all(sum(range(die + 1, HIGHEST + 2)) > sum(pips) for die in rising)
    assert WIDEST == 5
    assert all(sum(pips[: 2 + 3 + 4 + 5 + 6]) > sum(range(die + 1, die + 6)) for die in rising)
    assert all(sum(pips[: 1 + 2 + 3 + 4 + 5 + 6]) != sum(range(die + 1, die + 7)) for die in rising)
    assert len(pips) == 1 + 2 + 3 + 4 + 5 + 6


def test_what_was_compiled_before_a_change_is_forgotten(tmp_path):
    old, source, new = tmp_path / "__pycache__/old.nbi", tmp_path / "some.py", tmp_path / "__pycache__/new.nbi"
    old.parent.mkdir()
    for moment, path in enumerate((old, source, new)):
        path.touch()
        os.utime(path, (moment, moment))
    forget_stale(tmp_path)
    assert list(old.parent.iterdir()) == [new]
