"""The two lines (§3): what lies in them, and what goes on at their ends."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from functools import cache
from itertools import chain

from msgspec import Struct

from .tiles import Colour, Tiles, pips_of, possible


class Side(enum.Enum):
    DOWN = "down"
    UP = "up"


DOWN, UP = Side
BESIDE_DIE = (1, 2)  # §3.4


class Group(Struct, frozen=True, gc=False):
    """Tiles laid together, and the tiles stacked on them (§4.5), which change nothing for the neighbours."""

    tiles: Tiles
    covers: tuple[Tiles, ...] = ()

    def __repr__(self) -> str:
        return "/".join("+".join(map(str, tiles)) for tiles in (self.tiles, *self.covers))


class Line(Struct, frozen=True, gc=False):
    """A die, with groups falling from it by one from place to place and groups rising (§3.1)."""

    die: int
    down: tuple[Group, ...] = ()
    up: tuple[Group, ...] = ()

    def __repr__(self) -> str:
        return " ".join([*map(str, reversed(self.down)), f"[{self.die}]", *map(str, self.up)])

    def __len__(self) -> int:
        """The number of groups; the die is none (§5.2)."""
        return len(self.down) + len(self.up)

    def groups(self) -> Iterator[tuple[int, Group]]:
        """Every group with its value, from the lowest to the highest."""
        die, down = self.die, self.down
        return chain(enumerate(reversed(down), die - len(down)), enumerate(self.up, die + 1))

    def at(self, value: int) -> Group | None:
        if value > self.die:
            return self.up[value - self.die - 1] if value <= self.die + len(self.up) else None
        return self.down[self.die - value - 1] if self.die - len(self.down) <= value < self.die else None

    def end(self, side: Side) -> tuple[int, int]:
        """The value wanted next at this end, and how many tiles its neighbour has: none if that is the die."""
        if side is UP:
            return self.die + len(self.up) + 1, len(self.up[-1].tiles) if self.up else 0
        return self.die - len(self.down) - 1, len(self.down[-1].tiles) if self.down else 0

    def fits(self, colour: Colour, side: Side, tiles: Tiles, basic: bool) -> bool:
        """Whether these tiles can go on at this end (§3)."""
        value, neighbour = self.end(side)
        pips = pips_of(tiles, colour)
        return sum(pips) == value and len(pips) in sizes(value, neighbour, basic) and 0 not in pips

    def lay(self, side: Side, tiles: Tiles) -> Line:
        if side is UP:
            return Line(self.die, self.down, (*self.up, Group(tiles)))
        return Line(self.die, (*self.down, Group(tiles)), self.up)

    def stack(self, value: int, tiles: Tiles) -> Line:
        """The whole group is covered; how often it was covered before does not matter (§4.5)."""
        down = self.down if value > self.die else _covered(self.down, self.die - value - 1, tiles)
        up = self.up if value < self.die else _covered(self.up, value - self.die - 1, tiles)
        return Line(self.die, down, up)


def _covered(groups: tuple[Group, ...], place: int, tiles: Tiles) -> tuple[Group, ...]:
    group = groups[place]
    return (*groups[:place], Group(group.tiles, (*group.covers, tiles)), *groups[place + 1 :])


@cache
def allowed(neighbour: int, basic: bool) -> tuple[int, ...]:
    """How many tiles a group may have, by the number of tiles beside it."""
    if neighbour == 0:
        return BESIDE_DIE
    if basic:
        return (neighbour, neighbour + 1)  # §6.2
    return (neighbour - 1, neighbour + 1) if neighbour > 1 else (2,)  # §3.5


@cache
def sizes(value: int, neighbour: int, basic: bool) -> tuple[int, ...]:
    """The numbers of tiles that are allowed and can make the value at all; none at a dead end."""
    return tuple([size for size in allowed(neighbour, basic) if possible(size, value)])


@cache
def fitting(down: int, below: int, up: int, above: int, basic: bool) -> tuple[tuple[Side, tuple[int, int]], ...]:
    """Every value and number of tiles that can go on at one of a line's two ends, `down` and `up`."""
    return tuple(
        (side, (value, size))
        for side, value, neighbour in ((DOWN, down, below), (UP, up, above))
        for size in sizes(value, neighbour, basic)
    )


class End(Struct, frozen=True, gc=False):
    """What is needed next at one end of a line."""

    colour: Colour
    side: Side
    value: int
    neighbour: int  # how many tiles the group beside it has; 0 is the die
    sizes: tuple[int, ...]  # how many tiles will do

    def __repr__(self) -> str:
        return f"{self.colour.value} {self.side.value} {self.value}: {self.sizes or 'dead'}"

    @property
    def dead(self) -> bool:
        """Whether no tiles whatever can go on here."""
        return not self.sizes


def ends(lines: tuple[Line, ...], basic: bool) -> Iterator[End]:
    for colour, line in zip(Colour, lines, strict=False):  # there are no lines before the dice are thrown
        for side in Side:
            value, neighbour = line.end(side)
            yield End(colour, side, value, neighbour, sizes(value, neighbour, basic))
