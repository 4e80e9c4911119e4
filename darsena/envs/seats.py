"""What all environments of one game share: numbers for moves, arrays for views, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import options
from ..core.game import CHANCE, Game, IllegalMove, Seat, say
from ..core.language import Voice
from ..core.play import dice, settle
from ..games import find
from . import codec, rewards

HIGHEST = np.iinfo(np.int16).max
LANGUAGE = "en"


class Seats:
    """A game with its options and number of players, and how its seats see it. It holds no state."""

    def __init__(self, game: Game | str, seats: int | None, chosen: dict[str, str]) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.codec, self.rules = codec(self.game), self.game.rules
        self.options = options.read(self.game, chosen)
        self.seats = self.game.seats[0] if seats is None else seats
        self.rules.new(self.seats, self.options)  # refuses what does not go together
        self.length = sum(self.codec.layout(self.seats).values())

    def start(self, rng: Random) -> Any:
        """A new game, up to the first decision."""
        return self.settled(self.rules.new(self.seats, self.options), rng)

    def settled(self, state: Any, rng: Random) -> Any:
        return settle(self.rules, state, dice(rng))[0] if self.rules.to_move(state) == (CHANCE,) else state

    def views(self, state: Any) -> list[Any]:
        return [self.rules.view(state, seat) for seat in range(self.seats)]

    def features(self, views: Sequence[Any]) -> NDArray[np.int16]:
        """One row for each view."""
        return np.array([self.codec.features(view) for view in views], np.int16)

    def mask(self, view: Any, moves: Sequence[Any]) -> NDArray[np.int8]:
        """One for every numbered move in `moves`. It is shared, so it cannot be written to."""
        numbers = self.codec.legal(view, moves)
        return _mask(self.codec.MOVES, numbers if isinstance(numbers, range) else tuple(numbers))

    def move(self, view: Any, number: int) -> Any:
        """What a number means to the viewer; the rules have yet to judge it."""
        if not 0 <= number < self.codec.MOVES:
            raise IllegalMove(say("{n} is the number of no move", n=number))
        return self.codec.move(view, number)

    def rewards(self, state: Any) -> list[float]:
        return rewards(self.rules.outcome(state), self.seats)

    def drawn(self, state: Any, seat: Seat | None = None) -> str:
        """The table as text, as a terminal shows it."""
        view = self.rules.view(state, seat)
        lines = self.game.draw(view, Voice(LANGUAGE, self.game)) if self.game.draw else [repr(view)]
        return "\n".join(lines)

    @property
    def simultaneous(self) -> bool:
        """Whether all decide at once, with nature keeping out of it: then a parallel environment is natural."""
        return self.rules.to_move(self.rules.new(self.seats, self.options)) == tuple(range(self.seats))


@lru_cache(maxsize=1 << 10)
def _mask(size: int, numbers: range | tuple[int, ...]) -> NDArray[np.int8]:
    mask = np.zeros(size, np.int8)
    mask[list(numbers)] = 1
    mask.flags.writeable = False
    return mask
