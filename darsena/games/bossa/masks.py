"""Sets of tiles as bitmasks in the order of TILES, compiled."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .codec import groups
from .tiles import HIGHEST, TILES, Colour, mask

F = TypeVar("F", bound=Callable[..., Any])
Numbers = NDArray[np.int64]
Marks = NDArray[np.uint8]

KINDS = len(TILES)
ALL = (1 << KINDS) - 1
WIDEST = 5  # no group has more tiles: there are not enough pips


def forget_stale(folder: Path) -> None:
    """Numba sees that a file has changed, but not those it imports: what was compiled before any of them is removed."""
    changed = max(path.stat().st_mtime for path in folder.glob("*.py"))
    for kept in (folder / "__pycache__").glob("*.nbi"):
        with suppress(OSError):  # another process was quicker, or the folder is not ours
            if kept.stat().st_mtime < changed:
                kept.unlink()


forget_stale(Path(__file__).parent)


def compiled(function: F) -> F:
    """Compiled when it is first called, and kept on the disk for the next process."""
    return cast(F, njit(cache=True)(function))


def inlined(function: F) -> F:
    """Compiled into each place where it is called: for what the solver does most, a fifth of its time."""
    return cast(F, njit(cache=True, forceinline=True)(function))


def compiled_as(signature: str) -> Callable[[F], F]:
    """For what calls itself: Numba keeps such a thing on the disk safely only if its types are given.

    Room to think in is given as a pointer, since the references to an array are counted at every call.
    """
    return cast(Callable[[F], F], njit(signature, cache=True))


def _sums() -> NDArray[np.int64]:
    """For each colour and each nine tiles: WIDEST for each pip of every set of them, and 1 for each tile in it."""
    return np.array(
        [
            [
                [sum(WIDEST * tile.pips(colour) + 1 for n, tile in enumerate(TILES[nine : nine + 9]) if part >> n & 1)]
                for nine in (0, 9, 18)
                for part in range(512)
            ]
            for colour in Colour
        ]
    ).reshape(2, 3, 512)


SUMS = _sums()
PIPS = [[tile.pips(colour) for tile in TILES] for colour in Colour]
FURTHER = np.array([[WIDEST * pips + 1 if pips else 0 for pips in row] for row in PIPS])
ALONE = np.array([[1 << WIDEST * (pips - 1) if pips else 0 for pips in row] for row in PIPS])
EVERY = (1 << WIDEST * HIGHEST) - 1  # every value and number of tiles of a group, as bits
NOT_WIDEST = sum([1 << n for n in range(WIDEST * HIGHEST) if (n + 1) % WIDEST])
USABLE = np.array([sum(1 << n for n, tile in enumerate(TILES) if tile.pips(colour)) for colour in Colour])


SETS = np.array([[mask(tiles) for tiles in groups(colour)] for colour in Colour])  # that can be groups in a line
EACH: int = SETS.shape[1]


@compiled
def count(tiles: int) -> int:
    """In this form it becomes a single instruction."""
    tiles -= (tiles >> 1) & 0x5555555555555555
    tiles = (tiles & 0x3333333333333333) + ((tiles >> 2) & 0x3333333333333333)
    tiles = (tiles + (tiles >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((tiles * 0x0101010101010101) >> 56) & 0xFF


@compiled
def place(tile: int) -> int:
    """Where the lowest tile of a set stands in TILES."""
    return count((tile & -tile) - 1)


@compiled
def nth(tiles: int, n: int) -> int:
    for _ in range(n):
        tiles &= tiles - 1
    return tiles & -tiles


@compiled
def bit_of(tiles: int, colour: int) -> int:
    """The place of the bit that stands for the value and the number of these tiles as a group."""
    nine, next = SUMS[colour, 0, tiles & 511], SUMS[colour, 1, (tiles >> 9) & 511]
    return int(nine + next + SUMS[colour, 2, (tiles >> 18) & 511]) - (WIDEST + 1)


@compiled
def fits(tiles: int, colour: int, bits: int) -> bool:
    """Whether these tiles make a group of a value and a number of tiles that is among the bits."""
    bit = bit_of(tiles, colour)
    return bit < WIDEST * HIGHEST and (bits >> bit) & 1 == 1 and count(tiles) <= WIDEST


@inlined
def made_with(bits: int, tile: int, colour: int) -> int:
    """Every value and number of tiles of the groups that a hand can make, once a tile joins it."""
    at = place(tile)
    return int(bits | (bits & NOT_WIDEST) << FURTHER[colour, at] & EVERY | ALONE[colour, at])


@compiled
def made(hand: int, colour: int) -> int:
    """Every value and number of tiles of the groups that a hand can make, as bits."""
    bits = 0
    while hand:
        bits = made_with(bits, hand & -hand, colour)
        hand &= hand - 1
    return bits
