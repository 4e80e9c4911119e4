"""Moves and views as numbers, for learning machines. The numbering is part of the rules version.

    0 to 2       choose white, black, first
    3 to 29      redraw: the tile, in the order of TILES
    30 to 758    swap: 27 times the own tile, plus the other one
    from 759 on  a set of tiles put on the white line; after those, a set put on the black line

A colour and a set of tiles say it all: what they are worth is their place in the line, and there is a group in that
place, which they are stacked upon, or an end, where they are laid. Sets are in the order of `mask`. No group is worth
more than 11: all values up from the die lie in one line, each tile once, and a colour has 56 pips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from .lines import DOWN, UP, Line
from .moves import FREE_CHOICE
from .rules import ROLLS
from .state import ActionTile, Choose, Draw, Ending, Lay, Move, Redraw, Roll, Stack, Stage, Swap
from .tiles import HIGHEST, PLACES, TILES, Colour, Tiles, mask, pips_of
from .views import View

CHOICES = {move.wish: number for number, move in enumerate(FREE_CHOICE)}
FIRST_REDRAW = len(CHOICES)
FIRST_SWAP = FIRST_REDRAW + len(TILES)
FIRST_GROUP = FIRST_SWAP + len(TILES) ** 2
NATURE: Sequence[Move] = (*map(Draw, TILES), *(roll for roll, _ in ROLLS))


@cache
def groups(colour: Colour) -> Sequence[Tiles]:
    """Every set of tiles that can be a group in this line, by its mask."""
    found: list[tuple[Tiles, int]] = [((), 0)]
    for tile in TILES:
        pips = tile.pips(colour)
        found += [((*tiles, tile), worth + pips) for tiles, worth in found if pips and worth + pips <= HIGHEST]
    return sorted([tiles for tiles, _ in found if tiles], key=mask)


@cache
def _numbers(colour: Colour) -> Mapping[Tiles, int]:
    first = FIRST_GROUP if colour is Colour.WHITE else FIRST_GROUP + len(groups(Colour.WHITE))
    return {tiles: number for number, tiles in enumerate(groups(colour), first)}


MOVES = FIRST_GROUP + sum(len(groups(colour)) for colour in Colour)


def number(view: View, move: Move) -> int | None:
    match move:
        case Choose(wish):
            return CHOICES[wish]
        case Redraw(tile):
            return FIRST_REDRAW + PLACES[tile]
        case Swap(own, theirs):
            return FIRST_SWAP + len(TILES) * PLACES[own] + PLACES[theirs]
        case Lay(line, _, tiles) | Stack(line, _, tiles):
            return _numbers(line).get(tuple(sorted(tiles)))
        case Draw() | Roll():
            return None


def move(view: View, number: int) -> Move:
    if number < FIRST_REDRAW:
        return FREE_CHOICE[number]
    if number < FIRST_SWAP:
        return Redraw(TILES[number - FIRST_REDRAW])
    if number < FIRST_GROUP:
        own, theirs = divmod(number - FIRST_SWAP, len(TILES))
        return Swap(TILES[own], TILES[theirs])
    place, white = number - FIRST_GROUP, groups(Colour.WHITE)
    if place < len(white):
        return _put(view, Colour.WHITE, white[place])
    return _put(view, Colour.BLACK, groups(Colour.BLACK)[place - len(white)])


def _put(view: View, colour: Colour, tiles: Tiles) -> Lay | Stack:
    """On a group of the same value if there is one, else at the end on that side of the die."""
    line = view.lines[list(Colour).index(colour)] if view.lines else Line(0)
    value = sum(pips_of(tiles, colour))
    if line.at(value) is not None:
        return Stack(colour, value, tiles)
    return Lay(colour, UP if value > line.die else DOWN, tiles)


def legal(view: View, moves: Sequence[Move]) -> list[int]:
    found = [number(view, move) for move in moves]
    return [each for each in found if each is not None]


def layout(seats: int) -> Mapping[str, int]:
    """The parts of `features` and their lengths. What there is of each player stands for oneself first."""
    return {
        "stage": len(Stage),
        "basic": 1,
        "to_move": seats,
        "turn": seats,
        "dice": 2,
        "white_line": HIGHEST,  # the number of tiles in the group worth 1, 2, ... 11
        "black_line": HIGHEST,
        "ends": 8,  # white down, white up, black down, black up: the value wanted, the tiles beside it
        "owns": 2 * seats,  # white, black
        "seen": seats,  # whether the hand lies open here
        "hands": len(TILES) * seats,
        "sizes": seats,
        "actions": len(ActionTile) * seats,
        "pile": 1,
        "unseen": len(TILES),
        "out": len(TILES),
        "ending": len(Ending),
        "won": seats,
    }


def features(view: View) -> list[int]:
    """What a view shows, in whole numbers from 0 on."""
    me = view.seat or 0
    order, dice = (me, 1 - me), [line.die for line in view.lines] or [0, 0]
    hands = [view.hands[seat] for seat in order]
    numbers: list[int] = [view.stage is stage for stage in Stage]
    numbers += [view.rules == "basic", *(view.mover == seat for seat in order), *(view.turn == seat for seat in order)]
    numbers += [*dice, *_sizes(view, 0), *_sizes(view, 1)]
    numbers += [number for end in view.ends for number in (end.value, end.neighbour)] or [0] * 8
    numbers += [owner == seat for seat in order for owner in view.owners or (None, None)]
    numbers += [hand is not None for hand in hands]
    for hand in hands:
        numbers += _marked(hand or ())
    numbers += [view.sizes[seat] for seat in order]
    numbers += [action in view.actions[seat] for seat in order for action in ActionTile]
    numbers += [view.pile, *_marked(view.unseen), *_marked(view.out)]
    numbers += [view.ending is ending for ending in Ending]
    numbers += [seat in view.winners for seat in order]
    return numbers


def _sizes(view: View, line: int) -> list[int]:
    sizes = [0] * HIGHEST
    for value, group in view.lines[line].groups() if view.lines else ():
        sizes[value - 1] = len(group.tiles)
    return sizes


def _marked(tiles: Tiles) -> list[int]:
    marks = [0] * len(TILES)
    for tile in tiles:
        marks[PLACES[tile]] = 1
    return marks
