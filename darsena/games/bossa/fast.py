"""BOSSA on whole numbers, compiled: the game of rules.py for search, and for thousands of games at once.

A game is a row of numbers. A set of tiles is a bitmask in the order of TILES. A set of groups is one too, with a bit
for every value and number of tiles. A line is four bits each for its lowest and its highest value, then its groups.
"""

from __future__ import annotations

import numpy as np

from .masks import (
    ALL,
    EACH,
    KINDS,
    SETS,
    USABLE,
    WIDEST,
    Marks,
    Numbers,
    bit_of,
    compiled,
    count,
    fits,
    inlined,
    nth,
    place,
)
from .state import DEALT, GOAL
from .tiles import HIGHEST

STAGE, TURN, ENDING, BASIC, UNSEEN = range(5)
HANDS, ACTIONS, LINES = 5, 7, 9  # of seat 0 and seat 1; of white and black
OWNER, RANDOM = 11, 12  # who owns the white line, and the dice of this game
FIELDS = 13

NOBODY = -1
DEAL, ROLL, CHOOSE, DRAW, MOVE, REDRAWING = range(6)
LAST_TILE, SIX_GROUPS, STUCK, EMPTY_PILE = range(1, 5)
USES_REDRAW, USES_SWAP, USES_STACK = 1, 2, 4

ENDS = 8  # bits of a line before its groups
ONE = (1 << WIDEST) - 1  # all the bits of one value

HAND = 7  # no hand is larger: four tiles, one drawn, and one more for a Redraw and for a Swap
SUBSETS = (1 << HAND) - 1

# A move is its kind in the upper bits, and tiles: of a group the mask, of Swap and Redraw the places in TILES.
COLOUR, SWAP, PUT_AWAY, WISH = 27, 1 << 28, 1 << 29, 1 << 30

# The same moves numbered once and for all, as codec.py numbers them.
WISHES, REDRAWS = 0, 3
SWAPS = REDRAWS + KINDS
GROUPS = SWAPS + KINDS**2
MOST_MOVES = 2 * SUBSETS + HAND * HAND + HAND  # of one position


MOVES = GROUPS + 2 * EACH


@compiled
def below(board: Numbers, n: int) -> int:
    """The next random number of this game, less than n."""
    board[RANDOM] = board[RANDOM] * 6364136223846793005 + 1442695040888963407
    return int((((board[RANDOM] >> 33) & 0x7FFFFFFF) * n) >> 31)


@compiled
def lowest(line: int) -> int:
    return line & 15


@compiled
def highest(line: int) -> int:
    return (line >> 4) & 15


@compiled
def length(line: int) -> int:
    """The number of groups."""
    return highest(line) - lowest(line)


@compiled
def group(line: int, value: int) -> int:
    """How many tiles the group of this value has, as a bit: one tile is bit 0. Of the die there is none."""
    return (line >> (ENDS + WIDEST * (value - 1))) & ONE


@compiled
def width(line: int, value: int) -> int:
    """How many tiles the group of this value has; none if it is the die."""
    wide = group(line, value)
    return place(wide) + 1 if wide else 0


@compiled
def beside(wide: int, basic: int) -> int:
    """§3.4, §3.5, §6.2: the numbers of tiles that may lie beside a group or the die, as bits."""
    if wide == 0:
        return 3
    return (wide << 1 | (wide if basic else wide >> 1)) & ONE


@inlined
def extended(line: int, basic: int) -> int:
    """Every value and number of tiles that can be laid at the ends of a line, as bits."""
    low, high = lowest(line), highest(line)
    bits = 0
    if low > 1:
        bits |= beside(group(line, low), basic) << (WIDEST * (low - 2))
    if high < HIGHEST:
        bits |= beside(group(line, high), basic) << (WIDEST * high)
    return bits


@compiled
def stacked(line: int) -> int:
    """Every value and number of tiles that can be put on a group of a line, as bits."""
    return line >> ENDS


@inlined
def wanted(line: int, basic: int, may_stack: int) -> int:
    """Every value and number of tiles that can be played on a line, as bits."""
    return extended(line, basic) | stacked(line) if may_stack else extended(line, basic)


@compiled
def groups(hand: int, colour: int, bits: int, moves: Numbers, n: int) -> int:
    """Write the groups of a hand that are wanted behind the n moves that are there."""
    usable = hand & USABLE[colour]
    tiles = usable
    while tiles:
        if fits(tiles, colour, bits):
            moves[n] = colour << COLOUR | tiles
            n += 1
        tiles = (tiles - 1) & usable
    return n


@compiled
def actions_of(own: int, other: int, unseen: int, unused: int, moves: Numbers, n: int) -> int:
    """Write the Swaps and Redraws (§4.3, §4.4)."""
    if unused & USES_SWAP:
        mine = own
        while mine:
            theirs = other
            while theirs:
                moves[n] = SWAP | place(mine) << 5 | place(theirs)
                n += 1
                theirs &= theirs - 1
            mine &= mine - 1
    if unused & USES_REDRAW and unseen & (unseen - 1):
        mine = own
        while mine:
            moves[n] = PUT_AWAY | place(mine)
            n += 1
            mine &= mine - 1
    return n


@compiled
def stuck(own: int, unseen: int, unused: int, white: int, black: int, basic: int) -> bool:
    """§5.3"""
    if unused & USES_SWAP or (unused & USES_REDRAW and unseen & (unseen - 1)):
        return False
    for colour in range(2):
        bits = wanted(black if colour else white, basic, unused & USES_STACK)
        usable = own & USABLE[colour]
        tiles = usable
        while tiles:
            if fits(tiles, colour, bits):
                return False
            tiles = (tiles - 1) & usable
    return True


@inlined
def laid(line: int, bit: int) -> int:
    """The line with a group more; the same line if it was stacked."""
    value = bit // WIDEST + 1
    if value < lowest(line):
        return (line & ~15) | value | 1 << (ENDS + bit)
    if value > highest(line):
        return (line & ~240) | value << 4 | 1 << (ENDS + bit)
    return line


@compiled
def mover(board: Numbers) -> int:
    """The seat to move, -1 for nature, -2 when it is over."""
    if board[ENDING]:
        return -2
    if board[STAGE] == MOVE:
        return int(board[TURN])
    if board[STAGE] == CHOOSE:
        return higher(board) if board[TURN] == NOBODY else 1 - board[TURN]
    return -1


@compiled
def higher(board: Numbers) -> int:
    return 0 if lowest(board[LINES]) > lowest(board[LINES + 1]) else 1


@compiled
def moves_of(board: Numbers, moves: Numbers) -> int:
    """Write the legal moves of the seat to move; returns how many there are."""
    seat = mover(board)
    if seat < 0:
        return 0
    if board[STAGE] == CHOOSE:
        for wish in range(3):
            moves[wish] = WISH | wish
        return 3 if board[TURN] == NOBODY else 2
    own, unused, n = board[HANDS + seat], board[ACTIONS + seat], 0
    for colour in range(2):
        n = groups(own, colour, wanted(board[LINES + colour], board[BASIC], unused & USES_STACK), moves, n)
    return actions_of(own, board[HANDS + 1 - seat], board[UNSEEN], unused, moves, n)


@compiled
def play(board: Numbers, move: int) -> None:
    """A legal move of the seat to move. Nature's answer is not played."""
    seat = mover(board)
    if move & WISH:
        choose(board, seat, move & 3)
    elif move & PUT_AWAY:
        board[HANDS + seat] &= ~(1 << (move & 31))
        board[ACTIONS + seat] &= ~USES_REDRAW
        board[STAGE] = REDRAWING
    elif move & SWAP:
        own, theirs = 1 << ((move >> 5) & 31), 1 << (move & 31)
        board[HANDS + seat] ^= own | theirs
        board[HANDS + 1 - seat] ^= own | theirs
        board[ACTIONS + seat] &= ~USES_SWAP
        turn_over(board, seat)
    else:
        colour, tiles = move >> COLOUR, move & ALL
        line = laid(board[LINES + colour], bit_of(tiles, colour))
        if line == board[LINES + colour]:
            board[ACTIONS + seat] &= ~USES_STACK
        board[LINES + colour] = line
        board[HANDS + seat] ^= tiles
        turn_over(board, seat)


@compiled
def choose(board: Numbers, seat: int, wish: int) -> None:
    """§2.3"""
    if wish == 2:
        board[TURN] = seat
    else:
        board[OWNER] = seat if wish == 0 else 1 - seat
        board[TURN] = 1 - seat
        board[STAGE] = DRAW


@compiled
def turn_over(board: Numbers, seat: int) -> None:
    """§5.5"""
    board[STAGE] = DRAW
    if board[HANDS + seat] == 0:
        board[ENDING] = LAST_TILE
    elif not board[BASIC] and (length(board[LINES]) == GOAL or length(board[LINES + 1]) == GOAL):
        board[ENDING] = SIX_GROUPS
    elif board[UNSEEN] & (board[UNSEEN] - 1) == 0:
        board[ENDING] = EMPTY_PILE
    else:
        board[TURN] = 1 - seat


@compiled
def draw(board: Numbers, tile: int) -> None:
    """Nature's: a tile, as a set of one."""
    board[UNSEEN] ^= tile
    if board[STAGE] == DEAL:
        seat = 0 if count(board[HANDS]) < DEALT else 1
        board[HANDS + seat] |= tile
        board[STAGE] = DEAL if count(board[HANDS + 1]) < DEALT else ROLL
        return
    seat = board[TURN]
    board[HANDS + seat] |= tile
    if board[STAGE] == REDRAWING:
        turn_over(board, seat)
        return
    board[STAGE] = MOVE
    unused, own = board[ACTIONS + seat], board[HANDS + seat]
    if stuck(own, board[UNSEEN], unused, board[LINES], board[LINES + 1], board[BASIC]):
        board[ENDING] = STUCK


@compiled
def roll(board: Numbers, white: int, black: int) -> None:
    """Nature's: both dice (§2.2)."""
    board[LINES], board[LINES + 1] = white | white << 4, black | black << 4
    if white != black:
        board[STAGE] = DRAW if board[BASIC] else CHOOSE
        if board[BASIC]:
            board[TURN] = higher(board)


@compiled
def settle(board: Numbers) -> None:
    """Let nature play until somebody decides or it is over."""
    while mover(board) == -1:
        if board[STAGE] == ROLL:
            roll(board, 1 + below(board, 6), 1 + below(board, 6))
        else:
            draw(board, nth(board[UNSEEN], below(board, count(board[UNSEEN]))))


@compiled
def share(board: Numbers, seat: int) -> float:
    """The part of the win that a seat has, when it is over."""
    turn = board[TURN]
    if board[ENDING] == LAST_TILE:
        return 1.0 if turn == seat else 0.0
    if board[ENDING] == STUCK:
        return 0.0 if turn == seat else 1.0
    if board[ENDING] == SIX_GROUPS:
        owner = board[OWNER] if length(board[LINES]) == GOAL else 1 - board[OWNER]
        return 1.0 if owner == seat else 0.0
    own, other = count(board[HANDS + seat]), count(board[HANDS + 1 - seat])
    return 0.5 if own == other else 1.0 if own < other else 0.0


@compiled
def start(board: Numbers, seed: int, basic: int) -> None:
    """Before the deal."""
    board[:] = 0
    board[TURN] = board[OWNER] = NOBODY
    board[BASIC], board[UNSEEN] = basic, ALL
    board[ACTIONS] = board[ACTIONS + 1] = USES_REDRAW | USES_SWAP | USES_STACK
    board[RANDOM] = (seed ^ (seed >> 31)) * 7046029254386353131
    below(board, 1)


@compiled
def reset(boards: Numbers, seeds: Numbers, basic: int = 0) -> None:
    """New games, dealt and thrown, each up to its first decision."""
    for n in range(len(boards)):
        start(boards[n], seeds[n], basic)
        settle(boards[n])


@compiled
def number(move: int) -> int:
    """A move by the number that codec.py gives it."""
    if move & WISH:
        return WISHES + (move & 3)
    if move & PUT_AWAY:
        return REDRAWS + (move & 31)
    if move & SWAP:
        return SWAPS + KINDS * ((move >> 5) & 31) + (move & 31)
    colour = move >> COLOUR
    return GROUPS + colour * EACH + int(np.searchsorted(SETS[colour], move & ALL))


@compiled
def move_of(number: int) -> int:
    """The move that bears this number."""
    if number < REDRAWS:
        return WISH | number
    if number < SWAPS:
        return PUT_AWAY | (number - REDRAWS)
    if number < GROUPS:
        own, theirs = divmod(number - SWAPS, KINDS)
        return SWAP | own << 5 | theirs
    colour, place = divmod(number - GROUPS, EACH)
    return colour << COLOUR | int(SETS[colour, place])


@compiled
def legal(board: Numbers, mask: Marks) -> None:
    """Mark the numbers of the legal moves."""
    mask[:] = 0
    moves = np.empty(MOST_MOVES, np.int64)
    for n in range(moves_of(board, moves)):
        mask[number(moves[n])] = 1


@compiled
def step(board: Numbers, number: int) -> None:
    """Play a legal move by its number, and what nature does upon it."""
    play(board, move_of(number))
    settle(board)


@compiled
def playout(board: Numbers, moves: Numbers) -> int:
    """Play any legal moves to the end; returns how many."""
    played = 0
    while not board[ENDING]:
        play(board, moves[below(board, moves_of(board, moves))])
        settle(board)
        played += 1
    return played


@compiled
def playouts(games: int, seed: int, basic: int = 0) -> int:
    """So many whole games of random moves; returns the number of moves."""
    board, moves, played = np.empty(FIELDS, np.int64), np.empty(MOST_MOVES, np.int64), 0
    for game in range(games):
        start(board, seed + game, basic)
        settle(board)
        played += playout(board, moves)
    return played
