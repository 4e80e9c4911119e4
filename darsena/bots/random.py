"""A bot that plays any legal move: the floor that every other one has to beat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ..core.game import Bot, Budget, Level, Seat, say


class RandomBot(Bot):
    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def choose(self, view: Any, moves: Sequence[Any], rng: Random, budget: Budget) -> Any:
        return rng.choice(moves)


RANDOM = Level(RandomBot, say("Driftwood"), say("plays any legal move, without a thought"), rating=1000)
