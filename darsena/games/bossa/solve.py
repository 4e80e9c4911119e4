"""The exact chance to win, compiled: every draw and every move to the end, with what cannot matter left out.

Positions are seen by the seat whose turn it is: `own` and `other` are hands, `unused` holds the own action tiles and,
three bits higher, the other's; `mine` is the line that this seat owns, 0 white or 1 black, or -1 in the basic rules.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .fast import (
    ACTIONS,
    BASIC,
    COLOUR,
    DRAW,
    ENDING,
    HANDS,
    LINES,
    MOST_MOVES,
    MOVE,
    OWNER,
    PUT_AWAY,
    REDRAWING,
    STAGE,
    SWAP,
    TURN,
    UNSEEN,
    USES_REDRAW,
    USES_STACK,
    USES_SWAP,
    actions_of,
    fits,
    groups,
    highest,
    laid,
    length,
    lowest,
    share,
    wanted,
)
from .masks import ALL, USABLE, Numbers, compiled, compiled_as, count
from .state import GOAL

Bounds = NDArray[np.float64]
# Moves by depth; known positions and their best moves, and their bounds; counts.
Work = tuple[Numbers, Numbers, Bounds, Numbers]
DEPTH = 64  # decisions and draws in a row, at most
SEEN, LIMIT = 0, 1  # positions looked at, and how many may be
STAGES = np.array([DRAW, MOVE, REDRAWING])  # constants have types of their own; what calls itself needs one type
NEAR, HAIR = 1e-9, 1e-12  # bounds stay twice the first apart; the other is what sums may be off by


@compiled
def mixed(sum: int, word: int) -> int:
    sum = (sum ^ word) * -7046029254386353131
    return sum ^ ((sum >> 32) & 0xFFFFFFFF)


@compiled
def key_of(stage: int, own: int, other: int, unseen: int, unused: int, white: int, black: int, mine: int) -> int:
    sum = mixed(mixed(0, own | other << 27 | stage << 54), unseen | unused << 27 | (mine + 1) << 33)
    return mixed(mixed(sum, white), black) | 1  # never 0, which is an empty place


@compiled
def ordered(moves: Numbers, n: int) -> None:
    """The widest groups first."""
    for place in range(1, n):
        move, wide, at = moves[place], count(moves[place] & ALL), place
        while at and count(moves[at - 1] & ALL) < wide:
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = move


@compiled
def to_front(moves: Numbers, n: int, hint: int) -> None:
    for place in range(1, n):
        if moves[place] == hint:
            moves[1 : place + 1] = moves[:place].copy()
            moves[0] = hint


@compiled
def legal(own: int, other: int, unseen: int, unused: int, white: int, black: int, mine: int, moves: Numbers) -> int:
    """Write the legal moves, those first that shed most; returns how many there are."""
    basic, stack = 1 if mine < 0 else 0, unused & USES_STACK
    n = groups(own, 0, wanted(white, basic, stack), moves, 0)
    n = groups(own, 1, wanted(black, basic, stack), moves, n)
    ordered(moves, n)
    return actions_of(own, other, unseen, unused, moves, n)


@compiled
def over(own: int, other: int, unseen: int, white: int, black: int, mine: int) -> float:
    """What the end of a turn has brought the seat whose turn it was (§5.5); -1 if the game goes on."""
    if own == 0:
        return 1.0
    if mine >= 0 and (length(white) == GOAL or length(black) == GOAL):
        return 1.0 if length(black if mine else white) == GOAL else 0.0
    if unseen & (unseen - 1):
        return -1.0
    less = count(other) - count(own)
    return 0.5 if less == 0 else 1.0 if less > 0 else 0.0


@compiled
def final(own: int, other: int, unseen: int, unused: int, white: int, black: int, mine: int) -> float:
    """The chance of the seat that has taken the last tile of the pile and now makes the last move."""
    best = over(own, other, unseen, white, black, mine) if unused & USES_SWAP else 0.0
    for colour in range(2):
        line = black if colour else white
        bits = wanted(line, 1 if mine < 0 else 0, unused & USES_STACK)
        usable = own & USABLE[colour]
        tiles = usable
        while tiles and best < 1:
            if fits(tiles, colour, bits):
                grown = laid(line, tiles, colour)
                first, second = (white, grown) if colour else (grown, black)
                best = max(best, over(own ^ tiles, other, unseen, first, second, mine))
            tiles = (tiles - 1) & usable
    return best


@compiled
def bare(line: int) -> int:
    """What matters of a line where nobody can stack any more: its ends."""
    return line & (255 | 15 << (4 + 4 * lowest(line)) | 15 << (4 + 4 * highest(line)))


@compiled
def wins(own: int, other: int, unseen: int, white: int, black: int, mine: int, moves: Numbers, n: int) -> bool:
    """Whether one of the groups, which come first among the moves, ends the game at once and wins it."""
    for at in range(n):
        move = moves[at]
        if move & (SWAP | PUT_AWAY):
            return False
        line = laid(white, move & ALL, 0) if move >> COLOUR == 0 else white
        line2 = laid(black, move & ALL, 1) if move >> COLOUR else black
        if over(own ^ (move & ALL), other, unseen, line, line2, mine) == 1.0:
            return True
    return False


@compiled
def foreseen(
    own: int, other: int, unseen: int, unused: int, white: int, black: int, mine: int, tiles: int, work: Work
) -> tuple[float, float]:
    """The least and the most that drawing these tiles can bring, one after another, by what is known already."""
    _, known, bounds, _ = work
    least, most = 0.0, 0.0
    while tiles:
        tile = tiles & -tiles
        tiles ^= tile
        key = key_of(STAGES[1], own | tile, other, unseen ^ tile, unused, white, black, mine)
        place = (key >> 1) & (len(known) - 1)
        if known[place, 0] == key:
            least, most = least + bounds[place, 0], most + bounds[place, 1]
        else:
            most += 1.0
    return least, most


@compiled_as(
    "float64(int64, int64, int64, int64, int64, int64, int64, int64, float64, float64, int64,"
    " Tuple((int64[:, ::1], int64[:, ::1], float64[:, ::1], int64[::1])))"
)
def value(
    stage: int,
    own: int,
    other: int,
    unseen: int,
    unused: int,
    white: int,
    black: int,
    mine: int,
    low: float,
    high: float,
    depth: int,
    work: Work,
) -> float:
    """The chance to win, exact between `low` and `high`; beyond them a bound on that side."""
    moves, known, bounds, counts = work
    if unused & (USES_STACK | USES_STACK << 3) == 0:
        white, black = bare(white), bare(black)
    lower, upper = unseen & -unseen, unseen & (unseen - 1)
    if stage == DRAW and upper & (upper - 1) == 0:
        counts[SEEN] += 2
        return 0.5 * (
            final(own | lower, other, upper, unused, white, black, mine)
            + final(own | upper, other, lower, unused, white, black, mine)
        )
    if stage == MOVE and upper == 0:
        return final(own, other, unseen, unused, white, black, mine)
    drawing, moving, redrawing = STAGES[0], STAGES[1], STAGES[2]
    key = key_of(stage, own, other, unseen, unused, white, black, mine)
    place = (key >> 1) & (len(known) - 1)
    floor, ceiling, hint = 0.0, 1.0, 0
    if known[place, 0] == key:
        floor, ceiling, hint = float(bounds[place, 0]), float(bounds[place, 1]), int(known[place, 1])
        if floor >= high or ceiling - floor < HAIR:
            return floor
        if ceiling <= low:
            return ceiling
    counts[SEEN] += 1
    if counts[SEEN] > counts[LIMIT]:
        return 0.0
    theirs = (unused >> 3) | (unused & 7) << 3
    yours = -1 if mine < 0 else 1 - mine
    best = 0.0
    if stage == MOVE:
        n = legal(own, other, unseen, unused, white, black, mine, moves[depth])
        if wins(own, other, unseen, white, black, mine, moves[depth], n):
            best, n = 1.0, 0
        to_front(moves[depth], n, hint)
        for at in range(n):
            move = moves[depth, at]
            hand, hand2, line, line2, unused2 = own, other, white, black, theirs
            if move & PUT_AWAY:
                found = value(
                    redrawing, own ^ (1 << (move & 31)), other, unseen, unused & ~USES_REDRAW, white, black, mine,
                    max(low, best), high, depth + 1, work,
                )  # fmt: skip
            else:
                if move & SWAP:
                    both = 1 << ((move >> 5) & 31) | 1 << (move & 31)
                    hand, hand2, unused2 = own ^ both, other ^ both, theirs & ~(USES_SWAP << 3)
                else:
                    hand = own ^ (move & ALL)
                    if move >> COLOUR:
                        line2 = laid(black, move & ALL, 1)
                    else:
                        line = laid(white, move & ALL, 0)
                    if line == white and line2 == black:
                        unused2 = theirs & ~(USES_STACK << 3)
                found = over(hand, hand2, unseen, line, line2, mine)
                if found < 0:
                    found = 1.0 - value(
                        drawing, hand2, hand, unseen, unused2, line, line2, yours,
                        1.0 - high, 1.0 - max(low, best), depth + 1, work,
                    )  # fmt: skip
            if counts[SEEN] > counts[LIMIT]:
                return 0.0
            if found > best:
                best, hint = found, move
            if best >= high - 2 * NEAR:
                break
        if best > low + HAIR:
            floor = max(floor, best)
        if best < high - 2 * NEAR:
            ceiling = min(ceiling, best)
    else:
        size, tiles, sum, exact = count(unseen), unseen, 0.0, True
        while tiles:
            tile = tiles & -tiles
            tiles ^= tile
            least, most = 0.0, float(count(tiles))  # of the draws that come after this one
            if stage == DRAW:
                least, most = foreseen(own, other, unseen, unused, white, black, mine, tiles, work)
            if sum + least >= size * high - 2 * NEAR:
                best = floor = max(floor, (sum + least) / size)
                exact = False
                break
            if sum + 1.0 + most <= size * low + 2 * NEAR:
                best = ceiling = min(ceiling, (sum + 1.0 + most) / size)
                exact = False
                break
            low2, high2 = max(0.0, size * low - sum - most), min(1.0, size * high - sum - least)
            if stage == DRAW:
                found = value(
                    moving, own | tile, other, unseen ^ tile, unused, white, black, mine, low2, high2, depth + 1, work
                )
            else:
                found = over(own | tile, other, unseen ^ tile, white, black, mine)
                if found < 0:
                    found = 1.0 - value(
                        drawing, other, own | tile, unseen ^ tile, theirs, white, black, yours,
                        1.0 - high2, 1.0 - low2, depth + 1, work,
                    )  # fmt: skip
            if counts[SEEN] > counts[LIMIT]:
                return 0.0
            sum += found
            if found <= low2 + HAIR and low2 > 0:  # too little, whatever the other draws bring
                best = ceiling = min(ceiling, (sum + most) / size)
                exact = False
                break
            if found >= high2 - NEAR and high2 < 1:  # enough already
                best = floor = max(floor, (sum + least) / size)
                exact = False
                break
        if exact:
            best = floor = ceiling = sum / size
    known[place, 0], known[place, 1], bounds[place, 0], bounds[place, 1] = key, hint, floor, ceiling
    return best


def workplace(bits: int) -> Work:
    """Room to think in, for 2 ** bits known positions."""
    return (
        np.empty((DEPTH, MOST_MOVES), np.int64),
        np.zeros((1 << bits, 2), np.int64),
        np.empty((1 << bits, 2)),
        np.zeros(2, np.int64),
    )


@compiled
def solve(board: Numbers, low: float, high: float, work: Work) -> float:
    """The chance of the seat whose turn it is; between the bounds it is exact, unless the limit was passed."""
    seat = board[TURN]
    if board[ENDING]:
        return share(board, seat)
    mine = -1 if board[BASIC] else 0 if board[OWNER] == seat else 1
    unused = board[ACTIONS + seat] | board[ACTIONS + 1 - seat] << 3
    return value(
        board[STAGE], board[HANDS + seat], board[HANDS + 1 - seat], board[UNSEEN], unused,
        board[LINES], board[LINES + 1], mine, low, high, 0, work,
    )  # fmt: skip
