"""The last two turns of a game, compiled.

Positions are seen as in few.py, with the hands' groups as `makes`, those of each colour. So late it does not matter any
more which tiles lie on a line or stay in hand, only how many: so the groups a hand can make are gone through, not its
sets of tiles. A win counts 2 for each way in which the tiles can still be drawn.
"""

from __future__ import annotations

import numpy as np

from .fast import USES_REDRAW, USES_STACK, USES_SWAP, extended, laid, length, stacked, wanted
from .masks import WIDEST, compiled, count, inlined, made, made_with, place
from .state import GOAL
from .tiles import HIGHEST

Both = tuple[int, int]  # of the white line and of the black one

WIDE = np.array([sum([1 << WIDEST * n + wide - 1 for n in range(HIGHEST) if wide]) for wide in range(WIDEST + 1)])
WINS = 100  # more tiles than anybody holds
WON = 4  # before the last draw


@compiled
def all_made(hand: int) -> Both:
    return made(hand, 0), made(hand, 1)


@compiled
def all_made_with(makes: Both, tile: int) -> Both:
    return made_with(makes[0], tile, 0), made_with(makes[1], tile, 1)


@inlined
def winning(held: int, colour: int, line: int, bits: int, mine: int) -> int:
    """Of the groups among the bits, those that win at once: with all tiles held, or as the sixth of the own line."""
    wins = bits & WIDE[held] if held <= WIDEST else 0
    return wins | bits & extended(line, 0) if mine == colour and length(line) == GOAL - 1 else wins


@compiled
def losing(colour: int, line: int, mine: int) -> int:
    """The groups that lose at once, unless no tile is left: as the sixth of the other's line."""
    return extended(line, 0) if mine == 1 - colour and length(line) == GOAL - 1 else 0


@compiled
def compared(held: int, other: int) -> int:
    """How many half wins it brings to hold so many tiles at the end (§5.4)."""
    return 2 if held < other else 1 if held == other else 0


@inlined
def most(held: int, colour: int, line: int, may_stack: int, mine: int, makes: int) -> int:
    """How many tiles the last move of the game can put on a line."""
    bits = extended(line, 1 if mine < 0 else 0) & makes
    if bits and mine >= 0 and length(line) == GOAL - 1:
        if mine == colour:
            return WINS
        bits &= WIDE[held] if held <= WIDEST else 0  # it loses, unless no tile is left
    if may_stack:
        bits |= stacked(line) & makes
    for wide in range(WIDEST, 0, -1):
        if bits & WIDE[wide]:
            return wide
    return 0


@inlined
def final(held: int, other: int, unused: int, lines: Both, mine: int, makes: Both) -> int:
    """How many half wins the last move of the game brings, when the hands have so many tiles."""
    may_stack = unused & USES_STACK
    put = max(most(held, 0, lines[0], may_stack, mine, makes[0]), most(held, 1, lines[1], may_stack, mine, makes[1]))
    return compared(held - put, other) if put or unused & USES_SWAP else 0


@inlined
def finals(held: int, other: int, unseen: int, unused: int, lines: Both, mine: int, makes: Both) -> int:
    """The chance before the last draw of the pile: one of two tiles stays unseen for ever."""
    sum = 0
    while unseen:
        tile = unseen & -unseen
        unseen ^= tile
        sum += final(held + 1, other, unused, lines, mine, all_made_with(makes, tile))
    return sum


@compiled
def last_but_one(own: int, other: int, unseen: int, unused: int, lines: Both, mine: int, enough: int) -> int:
    """The chance before the last draw but one; where it is enough and more, perhaps only a part of it."""
    basic, may_stack = 1 if mine < 0 else 0, unused & USES_STACK
    theirs, yours = unused >> 3, -1 if mine < 0 else 1 - mine
    held, opposed, makes, replies = count(own) + 1, count(other), all_made(own), all_made(other)
    wants = wanted(lines[0], basic, may_stack), wanted(lines[1], basic, may_stack)
    wins = winning(held, 0, lines[0], wants[0], mine), winning(held, 1, lines[1], wants[1], mine)
    sense = wants[0] & ~losing(0, lines[0], mine), wants[1] & ~losing(1, lines[1], mine)
    sum, draws = 0, unseen
    while draws and sum < enough:
        tile = draws & -draws
        draws ^= tile
        left, can = unseen ^ tile, all_made_with(makes, tile)
        if can[0] & wins[0] | can[1] & wins[1]:
            sum += WON
            continue
        best = WON * compared(held, opposed) // 2 if unused & USES_REDRAW else 0  # it takes the last tile
        for colour in range(2):
            bits = can[colour] & sense[colour]
            while bits and best < WON:
                bit = place(bits)
                bits &= bits - 1
                line = laid(lines[colour], bit)
                after = (lines[0], line) if colour else (line, lines[1])
                best = max(best, WON - finals(opposed, held - 1 - bit % WIDEST, left, theirs, after, yours, replies))
        if unused & USES_SWAP:
            takes = other
            while takes and best < WON:
                taken = takes & -takes
                takes ^= taken
                rest, gives = all_made(other ^ taken), own | tile
                while gives and best < WON:
                    given = gives & -gives
                    gives ^= given
                    got = all_made_with(rest, given)
                    best = max(best, WON - finals(opposed, held, left, theirs, lines, yours, got))
        sum += best
    return sum
