"""Who bids against people, weakest first. Each knows its view and what it is told, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...bots.random import RANDOM
from ...core.game import Bot, Budget, Level, Seat, say
from .master import Master
from .rules import Bid, View, auction
from .sharp import Sharp, prospect

FAR = 100  # bids of more lots than these count as so many


class Ratio(Bot):
    """Bids by the lot alone, higher at a fuller table: about 0.6 times the lot with two players, 1.8 times with six."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def choose(self, view: View, moves: Sequence[Bid], rng: Random, budget: Budget) -> Bid:
        return Bid(round(view.lot * 0.3 * len(view.stocks) * rng.uniform(0.8, 1.2)))


class Novice(Bot):
    """Somewhere between a third of the lot and the whole of it: never in danger, seldom the highest."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def choose(self, view: View, moves: Sequence[Bid], rng: Random, budget: Budget) -> Bid:
        return Bid(round(view.lot * rng.uniform(0.33, 1.0)))


class Parrot(Bot):
    """Expects everybody to bid as in the last round, measured by the lot, and takes what would be best then."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def choose(self, view: View, moves: Sequence[Bid], rng: Random, budget: Budget) -> Bid:
        if view.account is None:
            return Bid(round(view.lot * rng.uniform(0.6, 1.6)))
        least = view.account.lot
        bids = [round(min(bid, FAR * least) * view.lot / least * rng.uniform(0.9, 1.1)) for bid in view.account.bids]
        tried = {0, view.lot} | {max(0, bid + rng.choice((-2, 1, 2))) for bid in bids}

        def worth(amount: int) -> float:
            return prospect(auction(view.lot, view.stocks, with_bid(bids, self.seat, amount))[0], self.seat)

        return Bid(max(sorted(tried), key=worth))


def with_bid(bids: Sequence[int], seat: Seat, amount: int) -> list[int]:
    return [*bids[:seat], amount, *bids[seat + 1 :]]


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
    "novice": Level(
        Novice,
        say("Ship’s Boy"),
        say("new on board: bids a part of the crate, never more than all of it, and learns nothing; for first games"),
        rating=993,
    ),
    "ratio": Level(
        Ratio,
        say("Stevedore"),
        say("looks only into the crate and bids much the same part of it every time; easy to read"),
        rating=1017,
    ),
    "parrot": Level(
        Parrot,
        say("Parrot"),
        say("believes that everybody bids as they just did; bid otherwise, and it is puzzled"),
        rating=1157,
    ),
    "sharp": Level(
        Sharp,
        say("Smuggler"),
        say("watches how high everybody bids and goes where the bananas will be; surprise it, and you win"),
        rating=1250,
    ),
    "perfect": Level(
        Perfect,
        say("Lighthouse"),
        say("the proven best play for two: nobody beats it in the long run, and it never hunts for weaknesses"),
        seats=range(2, 3),
        rating=1338,
    ),
    "master": Level(
        Master,
        say("Harbour Master"),
        say("finds out what you measure your bids by: the crate, your hold or the last price; hard to read itself"),
        rating=1441,
    ),
}
