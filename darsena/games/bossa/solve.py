"""The exact chance to win, compiled, with more unseen tiles than few.py can take: it is asked for bounds only.

Positions and chances are those of few.py.
"""

from __future__ import annotations

from math import ceil

import numpy as np

from .fast import (
    ACTIONS,
    BASIC,
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
    TURN,
    UNSEEN,
    USES_REDRAW,
    USES_STACK,
    share,
    wanted,
)
from .few import (
    BOTH_STACK,
    CHANCES,
    DEPTH,
    FEW,
    LIMIT,
    MOST,
    MOVES,
    PLACES,
    SEEN,
    WIN,
    after,
    bare,
    chance,
    key_of,
    legal,
    over,
    table_of,
)
from .last import all_made, final, winning
from .masks import KINDS, Numbers, compiled, compiled_as, count, made, nth

NEAR = 1e-6  # what a chance times WIN may be off by when it is no whole number
STAGES = np.array([DRAW, MOVE, REDRAWING])  # constants have types of their own; what calls itself needs one type
BITS = 27  # of a bound

# Behind what few.py needs to think:
DRAWS = CHANCES + PLACES  # the least and the most that each draw can bring, by depth,
KNOWN = DRAWS + DEPTH * 2 * KINDS  # and known positions: what each is known by, then its bounds and its best move
BOUNDS = 1 << 19  # places for them


@compiled
def place_of(key: int) -> int:
    return KNOWN + 2 * (key & (BOUNDS - 1))


@compiled
def foreseen(key: int, win: int, work: Numbers) -> tuple[int, int]:
    """The least and the most that a position can be worth, by what is known already."""
    place = place_of(key)
    if work[place] != key:
        return 0, win
    facts = work[place + 1]
    return facts & (1 << BITS) - 1, (facts >> BITS) & (1 << BITS) - 1


@compiled
def hint(key: int, work: Numbers) -> int:
    """Which move was the best one when the position was last looked at."""
    place = place_of(key)
    return work[place + 1] >> 2 * BITS if work[place] == key else 0


@compiled
def keep(key: int, least: int, most: int, best: int, work: Numbers) -> None:
    place = place_of(key)
    work[place], work[place + 1] = key, least | most << BITS | best << 2 * BITS


@compiled_as("int64(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, CPointer(int64))")
def reaches(
    stage: int,
    own: int,
    other: int,
    unseen: int,
    unused: int,
    white: int,
    black: int,
    mine: int,
    need: int,
    depth: int,
    work: Numbers,
) -> int:
    """Is the chance at least `need`? If so, a bound below it that is; if not, a bound above it that is not.

    One good move is enough, and draws are asked for no more than their share of what is needed.
    """
    if unused & BOTH_STACK == 0:
        white, black = bare(white), bare(black)
    drawing, moving, redrawing = STAGES[0], STAGES[1], STAGES[2]
    size = count(unseen)
    if stage == DRAW and size <= FEW:
        return chance(own, other, unseen, unused, white, black, mine, need, depth, work)
    if stage == MOVE and size == 1:
        return final(count(own), count(other), unused, (white, black), mine, all_made(own))
    win, part = WIN[size], WIN[size - 1]
    table = table_of(other, unused, white, black, mine)
    key = key_of(stage, table, own, unseen)
    floor, ceiling = foreseen(key, win, work)
    if floor >= need:
        return floor
    if ceiling < need:
        return ceiling
    work[SEEN] += 1
    theirs = (unused >> 3) | (unused & 7) << 3
    yours = -1 if mine < 0 else 1 - mine
    best, chosen = 0, 0
    if stage == MOVE:
        options, n, basic, may_stack = MOVES + depth * MOST_MOVES, 0, 1 if mine < 0 else 0, unused & USES_STACK
        bits = wanted(white, basic, may_stack) & made(own, 0)
        bits2 = wanted(black, basic, may_stack) & made(own, 1)
        if winning(count(own), 0, white, bits, mine) | winning(count(own), 1, black, bits2, mine):
            best = win
        else:
            n = legal(own, other, unseen, unused, (bits, bits2), options, work)
        first = hint(key, work)
        for turn in range(n):
            at = first if turn == 0 else turn - 1 if turn <= first else turn
            move = work[options + at]
            if move & PUT_AWAY:
                found = reaches(
                    redrawing, own ^ (1 << (move & 31)), other, unseen, unused & ~USES_REDRAW, white, black, mine,
                    need, depth + 1, work,
                )  # fmt: skip
            else:
                hand, hand2, line, line2, unused2 = after(move, own, other, theirs, white, black)
                halves = over(hand, hand2, unseen, line, line2, mine)
                if halves >= 0:
                    found = halves * win // 2
                else:
                    found = win - reaches(
                        drawing, hand2, hand, unseen, unused2, line, line2, yours, win - need + 1, depth + 1, work
                    )
            if work[SEEN] > work[LIMIT]:
                return 0
            if found > best:
                best, chosen = found, at
                if best >= need:
                    break
    else:
        spans, tiles, least, most = DRAWS + depth * 2 * KINDS, unseen, 0, 0
        for at in range(spans, spans + 2 * size, 2):
            tile = tiles & -tiles
            tiles ^= tile
            if stage == DRAW:
                drawn = key_of(moving, table, own | tile, unseen ^ tile)
                work[at], work[at + 1] = foreseen(drawn, part, work)
            else:
                halves = over(own | tile, other, unseen ^ tile, white, black, mine)
                if halves >= 0:
                    work[at] = work[at + 1] = halves * part // 2
                else:
                    drawn = key_of(drawing, table_of(own | tile, theirs, white, black, yours), other, unseen ^ tile)
                    low, high = foreseen(drawn, part, work)
                    work[at], work[at + 1] = part - high, part - low
            least, most = least + work[at], most + work[at + 1]
        while least < need <= most:
            widest, open = 0, 0
            for at in range(spans, spans + 2 * size, 2):
                if work[at + 1] - work[at] > widest:
                    widest, open = work[at + 1] - work[at], at
            tile = nth(unseen, (open - spans) // 2)
            goal = work[open] + max(1, (need - least) * widest // (most - least))
            if stage == DRAW:
                found = reaches(
                    moving, own | tile, other, unseen ^ tile, unused, white, black, mine, goal, depth + 1, work
                )
            else:
                found = part - reaches(
                    drawing, other, own | tile, unseen ^ tile, theirs, white, black, yours, part - goal + 1,
                    depth + 1, work,
                )  # fmt: skip
            if work[SEEN] > work[LIMIT]:
                return 0
            if found >= goal:
                least += found - work[open]
                work[open] = found
            else:
                most -= work[open + 1] - found
                work[open + 1] = found
        best = least if least >= need else most
    if best >= need:
        floor = best
    else:
        ceiling = best
    keep(key, floor, ceiling, chosen, work)
    return best


def workplace() -> Numbers:
    """Room to think in."""
    return np.zeros(KNOWN + 2 * BOUNDS, np.int64)


@compiled
def solve(board: Numbers, low: float, high: float, work: Numbers) -> float:
    """The chance of the seat whose turn it is; between the bounds it is exact, unless the limit was passed."""
    seat, unseen = board[TURN], board[UNSEEN]
    if board[ENDING]:
        return share(board, seat)
    if count(unseen) > MOST:
        raise ValueError("so many unseen tiles are too many")
    win = WIN[count(unseen)]
    least, most, found = int(low * win + NEAR), ceil(high * win - NEAR), 0
    need = least + 1 if low > 0 else most if high < 1 else (least + most + 1) // 2
    while least < most and work[SEEN] <= work[LIMIT]:
        found = reaches(
            board[STAGE], board[HANDS + seat], board[HANDS + 1 - seat], unseen,
            board[ACTIONS + seat] | board[ACTIONS + 1 - seat] << 3, board[LINES], board[LINES + 1],
            -1 if board[BASIC] else 0 if board[OWNER] == seat else 1, need, 0, work.ctypes,  # type: ignore[arg-type]
        )  # fmt: skip
        if found >= need:
            least = found
        else:
            most = found
        need = (least + most + 1) // 2
    return float(found / win)
