"""The games as environments for learning machines: PettingZoo, OpenSpiel, and thousands of games at a time.

Every game whose folder has a `codec.py` is here. The packages these conventions belong to are extras.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from ..core.game import Game, Outcome, Refused, say
from ..games import games


class Codec(Protocol):
    """A game's moves and views as numbers. A plain module answers."""

    @property
    def MOVES(self) -> int:
        """How many numbers there are for moves: 0 to MOVES - 1."""

    @property
    def NATURE(self) -> Sequence[Any]:
        """Every move that nature can make; its place is its number."""

    def number(self, view: Any, move: Any) -> int | None:
        """The number of a move that the viewer could make; None where it has none."""

    def move(self, view: Any, number: int) -> Any:
        """The move that a number means to the viewer; the rules judge whether it is legal."""

    def legal(self, view: Any, moves: Sequence[Any]) -> Sequence[int]:
        """The numbers of these moves, without those that have none."""

    def layout(self, seats: int) -> Mapping[str, int]:
        """The names and lengths of the parts of `features`, in order."""

    def features(self, view: Any) -> Sequence[int]:
        """A view as whole numbers from 0 to 32767, always as many."""


@cache
def codecs() -> dict[str, Codec]:
    """Every game that has its moves and views as numbers."""
    found = {name: game.module("codec") for name, game in games().items()}
    return {name: module for name, module in found.items() if module}


def codec(game: Game) -> Codec:
    if game.id not in codecs():
        raise Refused(say("{game} has no codec, so it is no environment", game=game.title))
    return codecs()[game.id]


def parts(game: Game, seats: int, features: Any) -> dict[str, Any]:
    """An array of features, taken apart by name without copying; the last axis is cut."""
    found, start = {}, 0
    for name, size in codec(game).layout(seats).items():
        found[name] = features[..., start : start + size]
        start += size
    return found


def rewards(outcome: Outcome | None, seats: int) -> list[float]:
    """What each seat gets at the end: 1 for a win alone, less for a shared one, and the others pay for it equally."""
    if outcome is None:
        return [0.0] * seats
    return [(seats * outcome.share(seat) - 1) / (seats - 1) for seat in range(seats)]
