"""The exact chance to win, compiled: every draw and every move to the end, with what cannot matter left out.

Positions are seen by the seat whose turn it is: `own` and `other` are hands, `unused` holds the own action tiles and,
three bits higher, the other's; `mine` is the line that this seat owns, 0 white or 1 black, or -1 in the basic rules.

Chances are whole numbers: with n unseen tiles a win counts 2 * n!, so that the chance before a draw is the sum of those
after it, and nothing is ever rounded.
"""

from __future__ import annotations

from math import ceil, factorial

import numpy as np

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
    extended,
    groups,
    highest,
    laid,
    length,
    lowest,
    share,
    stacked,
    wanted,
)
from .masks import ALL, HIGHEST, KINDS, USABLE, WIDEST, Numbers, compiled, compiled_as, count, nth, total
from .state import GOAL

MOST = 11  # unseen tiles
WIN = np.array([2 * factorial(unseen) for unseen in range(MOST + 1)])
NEAR = 1e-6  # what a chance times WIN may be off by when it is no whole number
WIDE = np.array([sum([1 << WIDEST * n + wide - 1 for n in range(HIGHEST) if wide]) for wide in range(WIDEST + 1)])
STAGES = np.array([DRAW, MOVE, REDRAWING])  # constants have types of their own; what calls itself needs one type

# All that is needed to think is one array, since each one more makes every call dearer.
SEEN, LIMIT = 0, 1  # positions looked at, and how many may be
DEPTH = 64  # decisions and draws in a row, at most
MOVES = 8  # then moves by depth,
DRAWS = MOVES + DEPTH * MOST_MOVES  # the least and the most that each draw can bring, by depth,
MADE = DRAWS + DEPTH * 2 * KINDS  # what hands can make,
HANDFULS = 1 << 14
KNOWN = MADE + 2 * HANDFULS  # and known positions: what each is known by, then its bounds and its best move
BITS = 27  # of a bound


@compiled
def mixed(sum: int, word: int) -> int:
    sum = (sum ^ word) * -7046029254386353131
    return sum ^ ((sum >> 32) & 0xFFFFFFFF)


@compiled
def key_of(stage: int, own: int, other: int, unseen: int, unused: int, white: int, black: int, mine: int) -> int:
    sum = mixed(mixed(0, own | other << 27 | stage << 54), unseen | unused << 27 | (mine + 1) << 33)
    return mixed(mixed(sum, white), black) | 1  # never 0, which is an empty place


@compiled
def ordered(moves: Numbers, first: int, n: int) -> None:
    """The widest groups first."""
    for place in range(first + 1, n):
        move, wide, at = moves[place], count(moves[place] & ALL), place
        while at > first and count(moves[at - 1] & ALL) < wide:
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = move


@compiled
def within(hand: int, colour: int, work: Numbers) -> int:
    """Every value and number of tiles that a hand can make in a colour, as bits."""
    key = hand << 1 | colour | 1 << 40
    place = MADE + 2 * (mixed(0, key) & (HANDFULS - 1))
    if work[place] == key:
        return int(work[place + 1])
    usable, bits = hand & USABLE[colour], 0
    tiles = usable
    while tiles:
        both = total(tiles, colour)
        value, wide = both & 255, both >> 8
        if value <= HIGHEST and wide <= WIDEST:
            bits |= 1 << (WIDEST * (value - 1) + wide - 1)
        tiles = (tiles - 1) & usable
    work[place], work[place + 1] = key, bits
    return bits


@compiled
def legal(
    own: int, other: int, unseen: int, unused: int, white: int, black: int, mine: int, first: int, work: Numbers
) -> int:
    """Write the legal moves, those first that shed most; returns how many there are."""
    n, basic = first, 1 if mine < 0 else 0
    for colour in range(2):
        bits = wanted(black if colour else white, basic, unused & USES_STACK) & within(own, colour, work)
        if bits:
            n = groups(own, colour, bits, work, n)
    ordered(work, first, n)
    return actions_of(own, other, unseen, unused, work, n) - first


@compiled
def over(own: int, other: int, unseen: int, white: int, black: int, mine: int) -> int:
    """How many half wins the end of a turn has brought the seat whose turn it was (§5.5); -1 if the game goes on."""
    if own == 0:
        return 2
    if mine >= 0 and (length(white) == GOAL or length(black) == GOAL):
        return 2 if length(black if mine else white) == GOAL else 0
    if unseen & (unseen - 1):
        return -1
    less = count(other) - count(own)
    return 1 if less == 0 else 2 if less > 0 else 0


@compiled
def final(own: int, other: int, unseen: int, unused: int, white: int, black: int, mine: int, work: Numbers) -> int:
    """The chance of the seat that has taken the last tile of the pile and now makes the last move."""
    held = count(own)
    best = over(own, other, unseen, white, black, mine) if unused & USES_SWAP else 0
    for colour in range(2):
        line, made = black if colour else white, within(own, colour, work)
        bits = extended(line, 1 if mine < 0 else 0) & made
        if bits and mine >= 0 and length(line) == GOAL - 1:
            if mine == colour or (held <= WIDEST and bits & WIDE[held]):
                return 2
            bits = 0
        if unused & USES_STACK:
            bits |= stacked(line) & made
        for wide in range(WIDEST, 0, -1):
            if bits & WIDE[wide]:
                less = count(other) - held + wide
                best = max(best, 2 if wide == held or less > 0 else 1 if less == 0 else 0)
                break
    return best


@compiled
def wins(own: int, unused: int, white: int, black: int, mine: int, work: Numbers) -> bool:
    """Whether a group ends the game at once and wins it: with the last tile, or as the sixth of the own line."""
    held, basic = count(own), 1 if mine < 0 else 0
    for colour in range(2):
        line = black if colour else white
        sixth = mine == colour and length(line) == GOAL - 1
        if not (sixth or held <= WIDEST):
            continue
        made = within(own, colour, work)
        if sixth and extended(line, basic) & made:
            return True
        if held <= WIDEST and wanted(line, basic, unused & USES_STACK) & made & WIDE[held]:
            return True
    return False


@compiled
def bare(line: int) -> int:
    """What matters of a line where nobody can stack any more: its ends."""
    return line & (255 | 15 << (4 + 4 * lowest(line)) | 15 << (4 + 4 * highest(line)))


@compiled
def after(move: int, own: int, other: int, theirs: int, white: int, black: int) -> tuple[int, int, int, int, int]:
    """What a group or a Swap leaves: both hands, the lines, and the action tiles as the other seat holds them."""
    if move & SWAP:
        both = 1 << ((move >> 5) & 31) | 1 << (move & 31)
        return own ^ both, other ^ both, white, black, theirs & ~(USES_SWAP << 3)
    tiles = move & ALL
    line = white if move >> COLOUR else laid(white, tiles, 0)
    line2 = laid(black, tiles, 1) if move >> COLOUR else black
    if line == white and line2 == black:
        theirs &= ~(USES_STACK << 3)
    return own ^ tiles, other, line, line2, theirs


@compiled
def place_of(key: int, work: Numbers) -> int:
    return KNOWN + (key & (len(work) - KNOWN - 2))


@compiled
def foreseen(key: int, win: int, work: Numbers) -> tuple[int, int]:
    """The least and the most that a position can be worth, by what is known already."""
    place = place_of(key, work)
    if work[place] != key:
        return 0, win
    facts = work[place + 1]
    return facts & (1 << BITS) - 1, (facts >> BITS) & (1 << BITS) - 1


@compiled
def hint(key: int, work: Numbers) -> int:
    """Which move was the best one when the position was last looked at."""
    place = place_of(key, work)
    return work[place + 1] >> 2 * BITS if work[place] == key else 0


@compiled
def keep(key: int, least: int, most: int, best: int, work: Numbers) -> None:
    place = place_of(key, work)
    work[place], work[place + 1] = key, least | most << BITS | best << 2 * BITS


@compiled_as("int64(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64[::1])")
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
    if unused & (USES_STACK | USES_STACK << 3) == 0:
        white, black = bare(white), bare(black)
    lower, upper = unseen & -unseen, unseen & (unseen - 1)
    if stage == DRAW and upper & (upper - 1) == 0:
        work[SEEN] += 2
        return final(own | lower, other, upper, unused, white, black, mine, work) + final(
            own | upper, other, lower, unused, white, black, mine, work
        )
    if stage == MOVE and upper == 0:
        return final(own, other, unseen, unused, white, black, mine, work)
    drawing, moving, redrawing = STAGES[0], STAGES[1], STAGES[2]
    size = count(unseen)
    win, part = WIN[size], WIN[size - 1]
    key = key_of(stage, own, other, unseen, unused, white, black, mine)
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
        options, n = MOVES + depth * MOST_MOVES, 0
        if wins(own, unused, white, black, mine, work):
            best = win
        else:
            n = legal(own, other, unseen, unused, white, black, mine, options, work)
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
                drawn = key_of(moving, own | tile, other, unseen ^ tile, unused, white, black, mine)
                work[at], work[at + 1] = foreseen(drawn, part, work)
            else:
                halves = over(own | tile, other, unseen ^ tile, white, black, mine)
                if halves >= 0:
                    work[at] = work[at + 1] = halves * part // 2
                else:
                    drawn = key_of(drawing, other, own | tile, unseen ^ tile, theirs, white, black, yours)
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


def workplace(bits: int) -> Numbers:
    """Room to think in, for 2 ** bits known positions."""
    return np.zeros(KNOWN + (2 << bits), np.int64)


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
            -1 if board[BASIC] else 0 if board[OWNER] == seat else 1, need, 0, work,
        )  # fmt: skip
        if found >= need:
            least = found
        else:
            most = found
        need = (least + most + 1) // 2
    return float(found / win)
