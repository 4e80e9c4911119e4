"""The exact chance to win with few unseen tiles, compiled: every draw and every move to the end.

So near the end most positions come about in many ways, and each is needed in full sooner or later: a plain search that
keeps what it finds is quicker than one for bounds.

Positions are seen by the seat whose turn it is: `own` and `other` are hands, `unused` holds the own action tiles and,
three bits higher, the other's; `mine` is the line that this seat owns, 0 white or 1 black, or -1 in the basic rules.

Chances are whole numbers: with n unseen tiles a win counts 2 * n!, so that the chance before a draw is the sum of those
after it, and nothing is ever rounded.
"""

from __future__ import annotations

from math import factorial

import numpy as np

from .fast import (
    COLOUR,
    DRAW,
    ENDS,
    MOST_MOVES,
    MOVE,
    ONE,
    PUT_AWAY,
    SWAP,
    USES_REDRAW,
    USES_STACK,
    USES_SWAP,
    actions_of,
    groups,
    highest,
    laid,
    length,
    lowest,
    wanted,
)
from .last import all_made, compared, finals, last_but_one, winning
from .masks import ALL, WIDEST, Numbers, bit_of, compiled, compiled_as, count, inlined, made_with
from .state import GOAL

MOST = 11  # unseen tiles
WIN = np.array([2 * factorial(unseen) for unseen in range(MOST + 1)])
BOTH_STACK = USES_STACK | USES_STACK << 3

# All that is needed to think is one array, since each one more makes every call dearer.
SEEN, LIMIT = range(2)  # positions looked at, and how many may be
DEPTH = 64  # decisions and draws in a row, at most
MOVES = 8  # then moves by depth,
CHANCES = MOVES + DEPTH * MOST_MOVES  # and known chances, each in the lowest bits of what its position is known by
PLACES = 1 << 21  # for chances
BITS = 8  # of a chance
FEW = 5  # unseen tiles, so that a chance has no more bits


@compiled
def mixed(sum: int, word: int) -> int:
    sum = (sum ^ word) * -7046029254386353131
    return sum ^ ((sum >> 32) & 0xFFFFFFFF)


@compiled
def table_of(other: int, unused: int, white: int, black: int, mine: int) -> int:
    """What a position is known by, but for what a draw changes."""
    return mixed(mixed(mixed(0, other | unused << 27 | (mine + 1) << 33), white), black)


@compiled
def key_of(stage: int, table: int, own: int, unseen: int) -> int:
    return mixed(table, own | unseen << 27 | stage << 54) | 1 << 62  # never so small as an empty place


@compiled
def known(key: int, work: Numbers) -> int:
    """The chance in a position, if it is known; else -1."""
    word = work[CHANCES + (key & (PLACES - 1))]
    return word & ((1 << BITS) - 1) if (word ^ key) >> BITS == 0 else -1


@compiled
def keep(key: int, chance: int, work: Numbers) -> None:
    work[CHANCES + (key & (PLACES - 1))] = key >> BITS << BITS | chance


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
def legal(own: int, other: int, unseen: int, unused: int, bits: tuple[int, int], first: int, work: Numbers) -> int:
    """Write the legal moves, those first that shed most, with the groups that are wanted and can be made given as bits;
    returns how many there are.
    """
    n = first
    for colour in range(2):
        if bits[colour]:
            n = groups(own, colour, bits[colour], work, n)
    ordered(work, first, n)
    return actions_of(own, other, unseen, unused, work, n) - first


@inlined
def over(own: int, other: int, unseen: int, white: int, black: int, mine: int) -> int:
    """How many half wins the end of a turn has brought the seat whose turn it was (§5.5); -1 if the game goes on."""
    if own == 0:
        return 2
    if mine >= 0 and (length(white) == GOAL or length(black) == GOAL):
        return 2 if length(black if mine else white) == GOAL else 0
    return -1 if unseen & (unseen - 1) else compared(count(own), count(other))


@compiled
def bare(line: int) -> int:
    """What matters of a line where nobody can stack any more: its ends."""
    both = ONE << WIDEST * (lowest(line) - 1) | ONE << WIDEST * (highest(line) - 1)
    return line & ((1 << ENDS) - 1 | both << ENDS)


@inlined
def after(move: int, own: int, other: int, theirs: int, white: int, black: int) -> tuple[int, int, int, int, int]:
    """What a group or a Swap leaves: both hands, the lines, and the action tiles as the other seat holds them."""
    if move & SWAP:
        both = 1 << ((move >> 5) & 31) | 1 << (move & 31)
        return own ^ both, other ^ both, white, black, theirs & ~(USES_SWAP << 3)
    tiles = move & ALL
    bit = bit_of(tiles, move >> COLOUR)
    line = white if move >> COLOUR else laid(white, bit)
    line2 = laid(black, bit) if move >> COLOUR else black
    if line == white and line2 == black:
        theirs &= ~(USES_STACK << 3)
    return own ^ tiles, other, line, line2, theirs


@compiled_as("int64(int64, int64, int64, int64, int64, int64, int64, int64, int64, CPointer(int64))")
def chance(
    own: int,
    other: int,
    unseen: int,
    unused: int,
    white: int,
    black: int,
    mine: int,
    enough: int,
    depth: int,
    work: Numbers,
) -> int:
    """The chance before a draw; where it is enough and more, perhaps only a part of it that is enough."""
    if unused & BOTH_STACK == 0:
        white, black = bare(white), bare(black)
    size, basic, may_stack = count(unseen), 1 if mine < 0 else 0, unused & USES_STACK
    if size <= 3:
        work[SEEN] += 1
        if size == 3:
            return last_but_one(own, other, unseen, unused, (white, black), mine, enough)
        return finals(count(own), count(other), unseen, unused, (white, black), mine, all_made(own))
    table = table_of(other, unused, white, black, mine)
    key = key_of(DRAW, table, own, unseen)
    sum = known(key, work)
    if sum >= 0:
        return sum
    work[SEEN] += 1
    held, makes = count(own) + 1, all_made(own)
    wants = wanted(white, basic, may_stack), wanted(black, basic, may_stack)
    wins = winning(held, 0, white, wants[0], mine), winning(held, 1, black, wants[1], mine)
    win, part = WIN[size - 1], WIN[size - 2]
    tiles, open, sum = unseen, 0, 0
    while tiles:
        tile = tiles & -tiles
        tiles ^= tile
        bits, bits2 = made_with(makes[0], tile, 0), made_with(makes[1], tile, 1)
        if bits & wins[0] | bits2 & wins[1]:
            sum += win
        elif bits & wants[0] | bits2 & wants[1] or unused & (USES_SWAP | USES_REDRAW):
            found = known(key_of(MOVE, table, own | tile, unseen ^ tile), work)
            if found >= 0:
                sum += found
            else:
                open |= tile
    theirs, yours = (unused >> 3) | (unused & 7) << 3, -1 if mine < 0 else 1 - mine
    first = MOVES + depth * MOST_MOVES
    while open and sum < enough:
        tile = open & -open
        open ^= tile
        work[SEEN] += 1
        hand, left, best = own | tile, unseen ^ tile, 0
        bits, bits2 = made_with(makes[0], tile, 0) & wants[0], made_with(makes[1], tile, 1) & wants[1]
        for at in range(first, first + legal(hand, other, left, unused, (bits, bits2), first, work)):
            move = work[at]
            if move & PUT_AWAY:
                found, tiles = win, left
                while tiles and found > best:
                    drawn = tiles & -tiles
                    tiles ^= drawn
                    hand2 = hand ^ (1 << (move & 31)) | drawn
                    halves = over(hand2, other, left ^ drawn, white, black, mine)
                    if halves >= 0:
                        found -= part - halves * part // 2
                    else:
                        found -= chance(
                            other, hand2, left ^ drawn, theirs & ~(USES_REDRAW << 3), white, black, yours,
                            part, depth + 1, work,
                        )  # fmt: skip
            else:
                hand2, other2, line, line2, unused2 = after(move, hand, other, theirs, white, black)
                halves = over(hand2, other2, left, line, line2, mine)
                if halves >= 0:
                    found = halves * win // 2
                else:
                    found = win - chance(other2, hand2, left, unused2, line, line2, yours, win - best, depth + 1, work)
            best = max(best, found)
            if best == win:
                break
        keep(key_of(MOVE, table, hand, left), best, work)
        sum += best
    if not open:
        keep(key, sum, work)
    return sum
