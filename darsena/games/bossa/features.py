"""What the learned judgement of BOSSA sees of a position: the numbers of the features that it has, compiled.

All is seen by the seat to move, and lines are its own and the other's, in this order; a tile is known by its pips in
the own line's colour first. So a position and the same with both colours exchanged have the same features.
"""

from __future__ import annotations

import numpy as np

from .fast import ACTIONS, HANDS, LINES, OWNER, TURN, UNSEEN, USES_STACK, extended, length, stacked
from .last import WIDE, Both, all_made, all_made_with, winning
from .masks import KINDS, WIDEST, Numbers, compiled, count, inlined, place
from .state import GOAL
from .tiles import HIGHEST, PLACES, TILES, Tile

KINDS_OF_GROUPS = WIDEST * HIGHEST
PARTS = 8  # a share of the draws is rounded up to one of so many
HELD, UNUSED = 12, 8  # numbers of tiles in a hand, and sets of action tiles

# Where the features of each kind begin; the own seat and the own line come first.
UNSEEN_TILES = 0
HIDDEN = UNSEEN_TILES + KINDS  # how many are unseen
GROWN = HIDDEN + KINDS  # how many groups a line has,
OPEN = GROWN + 2 * (GOAL + 1)  # what can be laid at its ends,
LAID = OPEN + 2 * KINDS_OF_GROUPS  # and what lies there
SEATS = LAID + 2 * KINDS_OF_GROUPS

# Where those of a seat begin, after SEATS and perhaps those of the other one:
HAND = 0
SIZE = HAND + KINDS
ACTION = SIZE + HELD
MADE = ACTION + UNUSED  # the groups that the hand can make, by line,
FITTING = MADE + 2 * KINDS_OF_GROUPS  # those of them that can be laid,
LAYING = FITTING + 2 * KINDS_OF_GROUPS  # how wide these are,
STACKING = LAYING + 2 * WIDEST  # and how wide those are that can be stacked
DRAWS = STACKING + 2 * WIDEST  # the share of the draws that let it lay a group, a wide one, and win
WON = DRAWS + 3 * (PARTS + 1)  # it wins at once
SEAT = WON + 1

FEATURES = SEATS + 2 * SEAT
MOST = 250  # of one position

MIRROR = np.array([PLACES[Tile(tile.black, tile.white)] for tile in TILES])


@inlined
def marked(bits: int, first: int, seen: Numbers, n: int) -> int:
    """Write a feature for each bit behind the n that are there."""
    while bits:
        seen[n] = first + place(bits)
        bits &= bits - 1
        n += 1
    return n


@compiled
def named(tiles: int, mine: int, first: int, seen: Numbers, n: int) -> int:
    """Write a feature for each tile."""
    while tiles:
        at = place(tiles)
        seen[n] = first + (MIRROR[at] if mine else at)
        tiles &= tiles - 1
        n += 1
    return n


@compiled
def widths(bits: int, first: int, seen: Numbers, n: int) -> int:
    """Write a feature for each number of tiles that a group among the bits has."""
    for wide in range(1, WIDEST + 1):
        if bits & WIDE[wide]:
            seen[n] = first + wide - 1
            n += 1
    return n


@compiled
def drawn(unseen: int, makes: Both, wants: Both, wins: Both, first: int, seen: Numbers, n: int) -> int:
    """Write for which share of the draws a hand can lay a group, lay a wide one, and win."""
    some, wide, win, left, tiles = 0, 0, 0, count(unseen), unseen
    while tiles:
        can = all_made_with(makes, tiles & -tiles)
        tiles &= tiles - 1
        bits = can[0] & wants[0] | can[1] & wants[1]
        some += 1 if bits else 0
        wide += 1 if bits & ~WIDE[1] else 0
        win += 1 if can[0] & wins[0] | can[1] & wins[1] else 0
    for times in (some, wide, win):
        seen[n] = first + (times * PARTS + left - 1) // left
        first, n = first + PARTS + 1, n + 1
    return n


@compiled
def seated(board: Numbers, whose: int, first: int, mine: int, seen: Numbers, n: int) -> int:
    """Write what a seat holds, and what it can do."""
    hand, unused, owned = board[HANDS + whose], board[ACTIONS + whose], 0 if board[OWNER] == whose else 1
    lines, held, makes = (board[LINES], board[LINES + 1]), count(hand), all_made(hand)
    ends = extended(lines[0], 0), extended(lines[1], 0)
    piles = (stacked(lines[0]), stacked(lines[1])) if unused & USES_STACK else (0, 0)
    wants = ends[0] | piles[0], ends[1] | piles[1]
    n = named(hand, mine, first + HAND, seen, n)
    seen[n], seen[n + 1], n = first + SIZE + min(held, HELD - 1), first + ACTION + unused, n + 2
    for at in range(2):
        colour = mine ^ at
        n = marked(makes[colour], first + MADE + at * KINDS_OF_GROUPS, seen, n)
        n = marked(makes[colour] & ends[colour], first + FITTING + at * KINDS_OF_GROUPS, seen, n)
        n = widths(makes[colour] & ends[colour], first + LAYING + at * WIDEST, seen, n)
        n = widths(makes[colour] & piles[colour], first + STACKING + at * WIDEST, seen, n)
    now = winning(held, 0, lines[0], wants[0], owned), winning(held, 1, lines[1], wants[1], owned)
    if makes[0] & now[0] | makes[1] & now[1]:
        seen[n], n = first + WON, n + 1
    wins = winning(held + 1, 0, lines[0], wants[0], owned), winning(held + 1, 1, lines[1], wants[1], owned)
    return drawn(board[UNSEEN], makes, wants, wins, first + DRAWS, seen, n)


@compiled
def features(board: Numbers, seen: Numbers) -> int:
    """Write the features of a position of the advanced rules in which somebody is to move; returns how many it has."""
    seat, unseen = board[TURN], board[UNSEEN]
    mine = 0 if board[OWNER] == seat else 1
    n = named(unseen, mine, UNSEEN_TILES, seen, 0)
    seen[n], n = HIDDEN + count(unseen), n + 1
    for at in range(2):
        line = board[LINES + (mine ^ at)]
        seen[n], n = GROWN + at * (GOAL + 1) + length(line), n + 1
        n = marked(extended(line, 0), OPEN + at * KINDS_OF_GROUPS, seen, n)
        n = marked(stacked(line), LAID + at * KINDS_OF_GROUPS, seen, n)
    n = seated(board, seat, SEATS, mine, seen, n)
    return seated(board, 1 - seat, SEATS + SEAT, mine, seen, n)
