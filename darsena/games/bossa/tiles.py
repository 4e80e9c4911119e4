"""The number tiles (§1), and the ways of making a value with some of them."""

from __future__ import annotations

import enum
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations

from msgspec import Struct


class Colour(enum.Enum):
    WHITE = "white"
    BLACK = "black"


WHITE, BLACK = Colour  # looked up once: a member of an enum is slow to reach


class Tile(Struct, frozen=True, order=True, gc=False):
    """White pips and black pips, written `3.1`. Only one of the two counts at a time (§1.2)."""

    white: int
    black: int

    def __repr__(self) -> str:
        return f"{self.white}.{self.black}"

    def pips(self, colour: Colour) -> int:
        return self.white if colour is WHITE else self.black


Tiles = tuple[Tile, ...]  # always ascending, so that the same tiles are the same value

MOST = 6
TILES: Tiles = tuple(  # §1.1
    Tile(white, black) for white in range(MOST + 1) for black in range(MOST + 1) if 1 <= white + black <= MOST
)
ALL = frozenset(TILES)
HIGHEST = 11  # no group is worth more: there are not enough pips
PLACES = {tile: place for place, tile in enumerate(TILES)}


def with_(tiles: Tiles, tile: Tile) -> Tiles:
    place = bisect_left(tiles, tile)
    return (*tiles[:place], tile, *tiles[place:])


def without(tiles: Tiles, tile: Tile) -> Tiles:
    """The tiles but this one; all of them if it is not there."""
    place = bisect_left(tiles, tile)
    return tiles[:place] + tiles[place + 1 :] if tile in tiles[place : place + 1] else tiles


def mask(tiles: Tiles) -> int:
    """A set of tiles as one number: bit n is the n-th of TILES."""
    return sum([1 << PLACES[tile] for tile in tiles])


def pips_of(tiles: Tiles, colour: Colour) -> list[int]:
    return [tile.white for tile in tiles] if colour is WHITE else [tile.black for tile in tiles]


def counts(tiles: Tiles, colour: Colour) -> tuple[int, ...]:
    """How many of these tiles have one pip of the colour, how many two, ... how many six."""
    pips = pips_of(tiles, colour)
    return tuple([pips.count(n) for n in range(1, MOST + 1)])


@cache
def groups(pips: tuple[int, ...]) -> Mapping[tuple[int, int], Sequence[tuple[int, ...]]]:
    """The groups that tiles with these pips can form: by value and number of tiles, the places of the tiles."""
    found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for size in range(1, len(pips) + 1):
        for places in combinations(range(len(pips)), size):
            value = sum([pips[place] for place in places])
            found.setdefault((value, size), []).append(places)
    return found


@cache
def possible(size: int, value: int) -> bool:
    """Whether some tiles of the 27, so many, make this value. Both colours are alike (§1.1)."""
    pips = sorted(tile.white for tile in TILES if tile.white)
    return 0 < size <= len(pips) and sum(pips[:size]) <= value <= sum(pips[-size:])
