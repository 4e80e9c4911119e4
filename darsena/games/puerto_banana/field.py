"""Bidders of plain habits, to measure bots with: nobody's level, and not for people.

Two fields that share no habit. Bots are tuned against HARBOUR alone; what is said of their strength is measured against
SEA, which they have not met before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ...core.game import Bot, Budget, Seat
from .rules import Bid, View

Habit = Callable[[View, Seat, Random], float]  # the bid, before it is rounded


class Habitual(Bot):
    """Bids by one habit, for ever."""

    def __init__(self, seat: Seat, habit: Habit) -> None:
        self.seat, self.habit = seat, habit

    def choose(self, view: View, moves: Sequence[Bid], rng: Random, budget: Budget) -> Bid:
        return Bid(max(0, round(self.habit(view, self.seat, rng))))


def ratio(part: float, jitter: float) -> Habit:
    return lambda view, seat, rng: view.lot * part * rng.uniform(1 - jitter, 1 + jitter)


def between(low: float, high: float) -> Habit:
    return lambda view, seat, rng: view.lot * rng.uniform(low, high)


def lognormal(part: float, spread: float) -> Habit:
    return lambda view, seat, rng: view.lot * part * rng.lognormvariate(0, spread)


def below_the_lot(view: View, seat: Seat, rng: Random) -> float:
    return rng.randrange(view.lot)


def up_to_twice_the_lot(view: View, seat: Seat, rng: Random) -> float:
    return rng.randint(0, 2 * view.lot)


def last_top(view: View, seat: Seat, rng: Random) -> float:
    """The highest bid of the last round, in proportion to the lot."""
    return max(view.account.bids) * view.lot / view.account.lot if view.account else view.lot


def own_stock(view: View, seat: Seat, rng: Random) -> float:
    return view.stocks[seat] * rng.uniform(0.8, 1.2)


def last_middle(view: View, seat: Seat, rng: Random) -> float:
    """The middle of the last bids and a little more, in proportion to the lot."""
    if view.account is None:
        return view.lot * rng.uniform(0.6, 1.4)
    bids = sorted(view.account.bids)
    return bids[len(bids) // 2] * view.lot / view.account.lot * rng.uniform(1.0, 1.2)


def own_last(view: View, seat: Seat, rng: Random) -> float:
    """A little more than the own last bid after an empty-handed round, a little less after a good one."""
    if view.account is None:
        return view.lot * rng.uniform(0.7, 1.5)
    gained = view.stocks[seat] > view.account.stocks[seat]
    return view.account.bids[seat] * view.lot / view.account.lot * (0.9 if gained else 1.15)


def all_it_can_pay(view: View, seat: Seat, rng: Random) -> float:
    return (view.stocks[seat] + view.lot) * rng.uniform(0.5, 1.0)


FIELDS: dict[str, tuple[Habit, ...]] = {
    "sea": (
        below_the_lot,
        up_to_twice_the_lot,
        *[ratio(part, 0.1) for part in (0.5, 1.0, 1.5, 2.0)],
        lognormal(1.0, 0.5),
        last_top,
        own_stock,
    ),
    "harbour": (
        between(0.3, 1.3),
        between(0.5, 2.5),
        *[ratio(part, 0.2) for part in (0.7, 1.2, 1.7, 2.5)],
        lognormal(0.7, 0.3),
        lognormal(1.4, 0.4),
        last_middle,
        own_last,
        all_it_can_pay,
    ),
}
