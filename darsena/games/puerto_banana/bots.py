"""Who bids against people, weakest first. Each knows its view and what it is told, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...bots.random import RANDOM
from ...core.game import Bot, Budget, Level, Seat, say
from .rules import Bid, View
from .sharp import Sharp


class Ratio(Bot):
    """Bids by the lot alone, higher at a fuller table: about 0.6 times the lot with two players, 1.8 times with six."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def choose(self, view: View, moves: Sequence[Bid], rng: Random, budget: Budget) -> Bid:
        return Bid(round(view.lot * 0.3 * len(view.stocks) * rng.uniform(0.8, 1.2)))


class Perfect(Bot):
    """For two: any bid below the lot, each equally likely.

    Outbidding by d and being outbid by lot - d leave the same stocks, so only the difference of the bids modulo the
    lot matters, and this play makes all differences equally likely. Bids of the lot and more never gain against it.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def choose(self, view: View, moves: Sequence[Bid], rng: Random, budget: Budget) -> Bid:
        return Bid(rng.randrange(view.lot))


LEVELS = {
    "random": RANDOM,
    "ratio": Level(
        Ratio,
        say("Stevedore"),
        say("looks only into the crate and bids much the same part of it every time; easy to read"),
    ),
    "sharp": Level(
        Sharp,
        say("Smuggler"),
        say("watches how high everybody bids and goes where the bananas will be; surprise it, and you win"),
    ),
    "perfect": Level(
        Perfect,
        say("Lighthouse"),
        say("the proven best play for two: nobody beats it in the long run, and it never hunts for weaknesses"),
        seats=range(2, 3),
    ),
}
