"""Thousands of games at a time as NumPy arrays, in the style of Gymnasium's vector environments.

It needs the extra `fast`. Every game whose folder has a `batch.py` can be played like this. The first axis of every
array is the game. Where all decide at once, the second is the seat; else only whoever is to move sees and decides, and
the infos say which `seat` that is. A number that is not marked is played if the rules allow it; else it ends the game,
and whoever gave it gets -1.

What `step` returns is the environment's own memory, which nobody can write to and which the next step fills anew: copy
what you want to keep. A game that is over shows its end; with the next step a new one begins there, whatever is given.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..core import options
from ..core.game import Game, Refused, say
from ..games import find
from . import codec

MAX_CYCLES = 2000
Seen = dict[str, NDArray[Any]]
Infos = dict[str, NDArray[Any]]


class Batch(Protocol):
    """What a game's `batch.py` has: games in arrays, and a step for all of them; `seat` too where only one decides."""

    features: NDArray[np.int16]
    mask: NDArray[np.int8]
    rewards: NDArray[np.float32]
    over: NDArray[np.bool_]
    cut: NDArray[np.bool_]

    def reset(self, seed: int | None) -> None: ...
    def step(self, numbers: NDArray[np.integer]) -> None: ...


class VectorEnv:
    """So many games of one kind. `actions` are numbers of moves, one for each place where `observation` has a row."""

    def __init__(
        self, game: Game | str, num_envs: int, seats: int | None = None, *, max_cycles: int = MAX_CYCLES, **chosen: str
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.num_envs, self.seats = num_envs, self.game.seats[0] if seats is None else seats
        module = self.game.module("batch")
        if module is None:
            raise Refused(say("{game} has no batch.py, so it is not played in arrays", game=self.game.title))
        read = options.read(self.game, chosen)
        self.game.rules.new(self.seats, read)  # refuses what does not go together
        self.moves = codec(self.game).MOVES
        self.batch: Batch = module.Batch(num_envs, self.seats, read, max_cycles)
        self.shape = self.batch.features.shape[:-1]

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Seen, Infos]:
        self.batch.reset(seed)
        return self._seen(), self._infos()

    def step(self, actions: NDArray[np.integer]) -> tuple[Seen, Any, Any, Any, Infos]:
        """Observations, rewards of all seats, which games are over, which were cut off, and whose turn it is."""
        numbers = np.asarray(actions)
        if numbers.shape != self.shape or numbers.min() < 0 or numbers.max() >= self.moves:
            raise ValueError(f"actions are numbers from 0 to {self.moves - 1} in the shape {self.shape}")
        self.batch.step(numbers)
        batch = self.batch
        return self._seen(), _kept(batch.rewards), _kept(batch.over), _kept(batch.cut), self._infos()

    def _seen(self) -> Seen:
        batch = self.batch
        mask = np.broadcast_to(batch.mask, (*self.shape, self.moves))
        return {"observation": _kept(batch.features), "action_mask": mask}

    def _infos(self) -> Infos:
        return {"seat": _kept(self.batch.seat)} if hasattr(self.batch, "seat") else {}

    def close(self) -> None:
        """There is nothing to close."""


def _kept(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, for reading only."""
    seen = array.view()
    seen.flags.writeable = False
    return seen
