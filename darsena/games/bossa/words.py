"""The names of things, as they stand in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import Message, say
from .state import ActionTile
from .tiles import Colour, Tile

COLOURS = {Colour.WHITE: say("white"), Colour.BLACK: say("black")}
ACTION_TILES = {ActionTile.REDRAW: say("Redraw"), ActionTile.SWAP: say("Swap"), ActionTile.STACK: say("Stack")}
NUMBERS = (say("one"), say("two"), say("three"), say("four"), say("five"), say("six"), say("seven"))


def number(n: int) -> Message | int:
    """A number of tiles, in letters while it is small."""
    return NUMBERS[n - 1] if 1 <= n <= len(NUMBERS) else n


def tiles(n: int) -> Message:
    return say("{count} tile", "{count} tiles", n=n, count=number(n))


def one_of(sizes: Iterable[int]) -> Message:
    """ "one tile or three"."""
    first, *rest = sizes
    return say("{tiles} or {more}", tiles=tiles(first), more=number(rest[0])) if rest else tiles(first)


def named(chosen: Iterable[Tile]) -> tuple[str, ...]:
    return tuple([str(tile) for tile in chosen])


def clipped(tile: Tile) -> str:
    """As much of somebody's tile as a sentence can carry."""
    word = str(tile)
    return word if len(word) <= 12 else word[:11] + "…"
