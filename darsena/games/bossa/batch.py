"""Many games in arrays, for `darsena.envs.vector`: every step is one decision in each of them."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import fast
from .codec import MOVES, layout
from .fast import ACTIONS, BASIC, ENDING, HANDS, LINES, OWNER, RANDOM, STAGE, TURN, UNSEEN
from .masks import ALL, KINDS, compiled, count
from .state import Options
from .tiles import HIGHEST

Array = NDArray[Any]

# Where each part of the features begins:
_, RULES, TO_MOVE, WHOSE_TURN, DICE, GROUPS, _, ENDS, OWNS, *_BEHIND = accumulate(layout(2).values(), initial=0)
SEEN, HELD, SIZES, UNUSED, PILE, LEFT, OUT, ENDED, WON, _ = _BEHIND


class Batch:
    """The arrays are filled anew by every step. They show a game to the seat to move, and its end to who moved last."""

    def __init__(self, games: int, seats: int, options: Options, longest: int) -> None:
        self.longest, self.basic = longest * seats, int(options.rules == "basic")
        self.features = np.zeros((games, sum(layout(seats).values())), np.int16)
        self.mask = np.zeros((games, MOVES), np.int8)
        self.rewards = np.zeros((games, seats), np.float32)
        self.over = np.zeros(games, np.bool_)
        self.cut = np.zeros(games, np.bool_)
        self.seat = np.zeros(games, np.int8)
        self._boards = np.zeros((games, fast.FIELDS), np.int64)
        self._out = np.zeros(games, np.int64)  # the tiles put away by Redraw
        self._decisions = np.zeros(games, np.int64)
        self._listed = np.zeros((games, fast.MOST_MOVES + 1), np.int64)  # how many are marked, and which

    def reset(self, seed: int | None) -> None:
        dice = np.random.default_rng(seed)
        self._boards[:, RANDOM] = dice.integers(1 << 62, size=len(self.over))
        self.over[:] = True
        self.step(np.zeros(len(self.over), np.int64))

    def step(self, numbers: NDArray[np.integer]) -> None:
        """A decision in every game; one that is not marked ends its game. In a game that is over, a new one begins."""
        played = (self._boards, self._out, self._decisions, self._listed, self.longest, self.basic)
        _step(numbers, *played, self.features, self.mask, self.rewards, self.over, self.cut, self.seat)


@compiled
def _step(
    numbers: Array,
    boards: Array,
    out: Array,
    decisions: Array,
    listed: Array,
    longest: int,
    basic: int,
    features: Array,
    mask: Array,
    rewards: Array,
    over: Array,
    cut: Array,
    seats: Array,
) -> None:
    for game in range(len(boards)):
        board = boards[game]
        rewards[game] = 0
        if over[game] or cut[game]:
            fast.start(board, board[RANDOM], basic)
            fast.settle(board)
            out[game] = decisions[game] = 0
            over[game] = cut[game] = False
        elif not mask[game, numbers[game]]:
            rewards[game, seats[game]] = -1
            over[game] = True
        else:
            if fast.REDRAWS <= numbers[game] < fast.SWAPS:
                out[game] |= 1 << (numbers[game] - fast.REDRAWS)
            fast.step(board, numbers[game])
            decisions[game] += 1
            if board[ENDING]:
                over[game] = True
                for seat in range(2):
                    rewards[game, seat] = 2 * fast.share(board, seat) - 1
            cut[game] = not over[game] and decisions[game] >= longest
        seat = fast.mover(board)
        seats[game] = seat if seat >= 0 else board[TURN]
        _mark(mask[game], listed[game], board, over[game])
        see(features[game], board, out[game], seats[game])


@compiled
def _mark(mask: Array, listed: Array, board: Array, over: bool) -> None:
    """The legal moves; only what was marked before is taken away, since most of the mask stays empty."""
    for n in range(listed[0]):
        mask[listed[n + 1]] = 0
    listed[0] = 0 if over else fast.moves_of(board, listed[1:])
    for n in range(listed[0]):
        listed[n + 1] = fast.number(listed[n + 1])
        mask[listed[n + 1]] = 1


@compiled
def see(row: Array, board: Array, out: int, me: int) -> None:
    """As `codec.features` has it, for a seat that sees its own tiles."""
    row[:] = 0
    row[board[STAGE]] = 1
    row[RULES] = board[BASIC]
    mover, open_ = fast.mover(board), board[STAGE] != fast.CHOOSE
    ours = ALL & ~out
    for away in range(2):
        seat = me if away == 0 else 1 - me
        row[TO_MOVE + away] = mover == seat
        row[WHOSE_TURN + away] = board[TURN] == seat
        if board[OWNER] != fast.NOBODY:
            row[OWNS + 2 * away] = board[OWNER] == seat
            row[OWNS + 2 * away + 1] = board[OWNER] != seat
        if open_ or away == 0:
            row[SEEN + away] = 1
            _spread(row[HELD + KINDS * away :], board[HANDS + seat])
        row[SIZES + away] = count(board[HANDS + seat])
        for action in range(3):
            row[UNUSED + 3 * away + action] = board[ACTIONS + seat] >> action & 1
        if board[ENDING]:
            row[WON + away] = fast.share(board, seat) > 0
    for colour in range(2):
        _line(row, board[LINES + colour], colour)
    hidden = 0 if open_ else board[HANDS + 1 - me]
    row[PILE] = count(board[UNSEEN]) - 1
    _spread(row[LEFT:], (board[UNSEEN] | hidden) & ours)
    _spread(row[OUT:], out)
    if board[ENDING]:
        row[ENDED + board[ENDING] - 1] = 1


@compiled
def _line(row: Array, line: int, colour: int) -> None:
    low, high = fast.lowest(line), fast.highest(line)
    for value in range(low, high + 1):
        wide = fast.width(line, value)
        if wide:
            row[GROUPS + HIGHEST * colour + value - 1] = wide
        else:
            row[DICE + colour] = value
    row[ENDS + 4 * colour] = low - 1
    row[ENDS + 4 * colour + 1] = fast.width(line, low)
    row[ENDS + 4 * colour + 2] = high + 1
    row[ENDS + 4 * colour + 3] = fast.width(line, high)


@compiled
def _spread(row: Array, tiles: int) -> None:
    for place in range(KINDS):
        row[place] = tiles >> place & 1
