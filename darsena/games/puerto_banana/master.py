"""The strongest bidder for a full table: it asks what each opponent measures their bids by, and how exactly.

Everybody is watched on several *scales*: the lot, their own stock, both together; of the last bids the highest, the
middle one, their own. On each the bids so far are ratios, and ratios that lie close together predict the next bid well.
How well a scale has predicted so far says how much it is believed; so a bidder who always writes half the lot is read
after two rounds, and one who bids at random is not taken for more than that.

Then it imagines the round many times and takes the bid with the best prospects; among bids that are nearly as good it
takes any, so that it cannot be read as easily as it reads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from math import exp, log
from operator import itemgetter
from random import Random

from msgspec import Struct

from ...bots.meter import Meter
from ...core.game import Bot, Budget, Seat
from .account import Account, Stocks
from .rules import Bid, View, auction
from .sharp import prospect

MEMORY = 24  # so many of everybody's latest bids count
WIDTHS = (0.06, 0.2, 0.6)  # how exactly ratios repeat themselves: to a hair, roughly, hardly
BELIEF = {"lot": 1.0, "stock": 0.5, "purse": 0.5, "top": 0.5, "middle": 0.5, "own": 0.5}  # in each scale, beforehand
LEVEL, SPREAD = 0.1, 0.6  # beforehand: the logarithm of a ratio, normally distributed
DOUBT = 0.7  # what is thought beforehand weighs as much as so many bids
FORGET = 0.95  # how much a scale's earlier predictions count from round to round
SAMPLES, FEW = 160, 20  # rounds imagined in all, and at a time
FINALISTS = 5  # bids that are compared to the end
GRID = 25  # bids tried that nobody suggests
ALIKE = 0.004  # prospects that differ by no more are equally good
WILDEST = 1000  # higher ratios count as this one


class Round(Struct, frozen=True):
    """What bids can be measured by in one round."""

    lot: int
    stocks: Stocks
    last: Sequence[float]  # the bids of the round before, in proportion to the lot

    def units(self, seat: Seat) -> dict[str, float]:
        lot, stock = self.lot, self.stocks[seat]
        found = {
            "lot": lot,
            "stock": stock or lot,
            "purse": stock + lot,
            "top": max(self.last),
            "middle": sorted(self.last)[len(self.last) // 2],
            "own": self.last[seat],
        }
        return {scale: max(1.0, found[scale]) for scale in BELIEF}


class Habit:
    """What has been seen of one opponent."""

    def __init__(self) -> None:
        self.logs: dict[str, deque[float]] = {scale: deque(maxlen=MEMORY) for scale in BELIEF}
        self.belief = {(scale, width): log(weight) for scale, weight in BELIEF.items() for width in WIDTHS}

    def see(self, bid: int, units: dict[str, float]) -> None:
        points = {scale: log((min(bid, WILDEST * int(unit)) + 0.5) / unit) for scale, unit in units.items()}
        for scale, width in self.belief:
            surprise = log(self._density(scale, width, points[scale]))
            self.belief[scale, width] = FORGET * self.belief[scale, width] + surprise
        for scale, point in points.items():
            self.logs[scale].append(point)

    def _density(self, scale: str, width: float, point: float) -> float:
        """How likely a ratio was, by those seen before on the same scale."""
        seen = self.logs[scale]
        near = sum([exp(-(((point - other) / width) ** 2) / 2) for other in seen]) / width
        far = exp(-(((point - LEVEL) / SPREAD) ** 2) / 2) / SPREAD
        return max(1e-9, (near + DOUBT * far) / (len(seen) + DOUBT))

    def weights(self) -> dict[tuple[str, float], float]:
        top = max(self.belief.values())
        return {key: exp(value - top) for key, value in self.belief.items()}


class Master(Bot):
    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.rounds = 0
        self.last: Account | None = None
        self.habits: dict[Seat, Habit] = {}

    def told(self, view: View, events: object) -> None:
        if len(view.earlier) < self.rounds:  # a new game with the same people
            self.rounds, self.last = 0, None
        if view.account and len(view.earlier) > self.rounds:
            self.rounds = len(view.earlier)
            now = _round(view.account.lot, view.account.stocks, self.last)
            self.last = view.account
            for seat, bid in enumerate(view.account.bids):
                habit = self.habits.setdefault(seat, Habit())
                habit.see(bid, now.units(seat))

    def choose(self, view: View, moves: Sequence[Bid], rng: Random, budget: Budget) -> Bid:
        """Compare many bids on a few imagined rounds, the better half of them on as many more, and so on."""
        meter, rounds = Meter(budget), self.imagined(view, rng)
        left = dict.fromkeys(candidates(view, rounds, rng), 0.0)
        if budget.nodes is not None:
            left = dict.fromkeys(rng.sample(list(left), min(len(left), max(1, budget.nodes // FEW))), 0.0)
        seen = 0
        while len(left) > 1 and seen < len(rounds):
            for bids in rounds[seen : seen + FEW]:
                for amount in left:
                    bids[self.seat] = amount
                    left[amount] += prospect(auction(view.lot, view.stocks, bids)[0], self.seat)
                meter.spend(len(left))
            seen += FEW
            if meter.empty:
                break
            if len(left) > FINALISTS:
                left = dict(sorted(left.items(), key=itemgetter(1))[len(left) // 2 :])
        enough = max(left.values()) - ALIKE * seen
        return Bid(rng.choice([amount for amount, worth in left.items() if worth >= enough]))

    def imagined(self, view: View, rng: Random) -> list[list[int]]:
        """What everybody may bid now, many times."""
        now = _round(view.lot, view.stocks, self.last)
        columns = [list(self._bids(seat, now, rng)) for seat in range(len(view.stocks))]
        return [list(row) for row in zip(*columns, strict=True)]

    def _bids(self, seat: Seat, now: Round, rng: Random) -> Iterator[int]:
        habit = self.habits.get(seat) or Habit()
        weights, units = habit.weights(), now.units(seat)
        keys = rng.choices(list(weights), list(weights.values()), k=SAMPLES)
        for scale, width in keys:
            seen = habit.logs[scale]
            if rng.random() * (len(seen) + DOUBT) < DOUBT:
                ratio = rng.gauss(LEVEL, SPREAD)
            else:
                ratio = rng.choice(seen) + rng.gauss(0, width)
            yield max(0, round(exp(ratio) * units[scale] - 0.5))


def _round(lot: int, stocks: Stocks, last: Account | None) -> Round:
    if last is None:
        return Round(lot, stocks, [lot] * len(stocks))
    return Round(lot, stocks, [min(bid, WILDEST * last.lot) * lot / last.lot for bid in last.bids])


def candidates(view: View, rounds: Sequence[Sequence[int]], rng: Random) -> list[int]:
    """Bids from nothing to far above the lot, and those just around what others may bid."""
    grid = {round(view.lot * rng.uniform(step, step + 1) / 10) for step in range(GRID)}
    near = {max(0, bid + rng.choice((-1, 0, 1))) for bids in rng.sample(rounds, 5) for bid in bids}
    return sorted(grid | near)
