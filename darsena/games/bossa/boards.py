"""States and moves of rules.py as the numbers of fast.py, and back."""

from __future__ import annotations

import numpy as np

from . import fast
from .codec import CHOICES
from .lines import Line
from .masks import WIDEST, Numbers
from .state import ActionTile, Choose, Draw, Ending, Lay, Move, Redraw, Roll, Stack, Stage, State, Swap
from .tiles import PLACES, Colour, mask


def board_of(state: State, seed: int = 0) -> Numbers:
    """A state as a row of numbers."""
    board = np.zeros(fast.FIELDS, np.int64)
    fast.start(board, seed, int(state.basic))
    board[fast.STAGE] = list(Stage).index(state.stage)
    board[fast.TURN] = fast.NOBODY if state.turn is None else state.turn
    board[fast.ENDING] = 0 if state.ending is None else 1 + list(Ending).index(state.ending)
    board[fast.UNSEEN] = mask(state.unseen)
    for seat in range(2):
        board[fast.HANDS + seat] = mask(state.hands[seat])
        board[fast.ACTIONS + seat] = sum(1 << list(ActionTile).index(action) for action in state.actions[seat])
    for place, line in enumerate(state.lines):
        board[fast.LINES + place] = _line(line)
    board[fast.OWNER] = state.owners[0] if state.owners else fast.NOBODY
    return board


def _line(line: Line) -> int:
    low, high = line.die - len(line.down), line.die + len(line.up)
    groups = sum([1 << (WIDEST * (value - 1) + len(group.tiles) - 1) for value, group in line.groups()])
    return low | high << 4 | groups << fast.ENDS


def code(move: Move) -> int:
    """A player's move as a number."""
    match move:
        case Choose(wish):
            return fast.WISH | CHOICES[wish]
        case Redraw(tile):
            return fast.PUT_AWAY | PLACES[tile]
        case Swap(own, theirs):
            return fast.SWAP | PLACES[own] << 5 | PLACES[theirs]
        case Lay(line, _, tiles) | Stack(line, _, tiles):
            return (0 if line is Colour.WHITE else 1) << fast.COLOUR | mask(tiles)
        case Draw() | Roll():
            raise TypeError(move)
