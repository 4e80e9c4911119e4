"""Which casts are good, and why: with this file, the game gives hints."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from darsena.core.game import Budget, say
from darsena.core.hints import Hint

from .rules import Cast, View


def hints(view: View, moves: Sequence[Cast], rng: Random, budget: Budget) -> Sequence[Hint]:
    return [_hint(move, view.ropes - move.ropes, view.seats) for move in moves]


def _hint(move: Cast, left: int, seats: int) -> Hint:
    if left == 0 or (seats == 2 and left % 4 == 0):
        return Hint(move, 1.0, say("wins"), say("Whoever leaves a multiple of four for two, or nothing, has won."))
    return Hint(move, 0.0, say("open"), say("The ropes left are {n}, and the others may leave you none.", n=left))
