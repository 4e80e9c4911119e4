"""A bidder who watches: it expects everybody to bid as before, measured by the lot, and bids where that pays best.

Strong against people and bots of steady habits. It can be fooled: whoever knows how it thinks can set a level for
a few rounds and then leave it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from math import inf
from random import Random
from time import monotonic

from ...core.game import Bot, Budget, Seat
from .account import Stocks
from .rules import GOAL, Bid, View, auction

MEMORY = 24  # so many of everybody's latest bids count
DOUBT = 1  # what is believed of everybody beforehand weighs as much as so many bids
MEDIAN, SPREAD = 0.2, 0.5  # beforehand: logarithm of bid / lot, normally distributed
WOBBLE = 0.12  # nobody repeats a ratio exactly
WILDEST = 1000  # higher ratios count as this one
SAMPLES, GRID = 64, 25


class Sharp(Bot):
    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.rounds = 0
        self.ratios: defaultdict[Seat, deque[float]] = defaultdict(lambda: deque(maxlen=MEMORY))

    def told(self, view: View, events: object) -> None:
        if view.account and len(view.earlier) > self.rounds:
            self.rounds = len(view.earlier)
            lot = view.account.lot
            for seat, bid in enumerate(view.account.bids):
                self.ratios[seat].append(min(bid, WILDEST * lot) / lot)

    def choose(self, view: View, moves: Sequence[Bid], rng: Random, budget: Budget) -> Bid:
        """The bid with the best prospects against many imagined rounds."""
        end = inf if budget.seconds is None else monotonic() + budget.seconds / 2
        tried = self._candidates(view, rng)
        if budget.nodes is not None and budget.nodes < len(tried):
            tried = rng.sample(tried, max(1, budget.nodes))
        samples = SAMPLES if budget.nodes is None else min(SAMPLES, max(1, budget.nodes // len(tried)))
        worth = [0.0] * len(tried)
        for _ in range(samples):
            bids = self._imagined(view, rng)
            for number, amount in enumerate(tried):
                bids[self.seat] = amount
                worth[number] += prospect(auction(view.lot, view.stocks, bids)[0], self.seat)
            if monotonic() > end:
                break
        return Bid(max(zip(worth, tried, strict=True))[1])

    def _candidates(self, view: View, rng: Random) -> list[int]:
        """Bids from nothing to far above the lot, and those just around what others may bid."""
        grid = {round(view.lot * rng.uniform(step, step + 1) / 10) for step in range(GRID)}
        near = {max(0, bid + rng.choice((-1, 0, 1))) for _ in range(4) for bid in self._imagined(view, rng)}
        return sorted(grid | near)

    def _imagined(self, view: View, rng: Random) -> list[int]:
        return [round(view.lot * self._ratio(seat, rng)) for seat in range(len(view.stocks))]

    def _ratio(self, seat: Seat, rng: Random) -> float:
        seen = self.ratios[seat]
        if rng.random() * (len(seen) + DOUBT) < DOUBT:
            return rng.lognormvariate(MEDIAN, SPREAD)
        return rng.choice(seen) * rng.lognormvariate(0, WOBBLE)


def prospect(stocks: Stocks, seat: Seat) -> float:
    """The share in the win that these stocks promise: certain at the end, else by the squares of the stocks."""
    best = max(stocks)
    if best >= GOAL:
        return 1 / stocks.count(best) if stocks[seat] == best else 0.0
    squares = sum([stock * stock for stock in stocks])
    return stocks[seat] ** 2 / squares if squares else 1 / len(stocks)
