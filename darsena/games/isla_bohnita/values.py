"""What cards are worth to a player, in coins, as far as the fields on the table tell."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from .cards import KINDS, Bean, coins
from .state import Beans

Fields = tuple[Beans | None, ...]

FIRST = 0.5  # of a first bean's share of a coin: it may never get there
PATIENCE = 0.85  # what a place further back in the hand leaves of a card's worth


@cache
def worth(bean: Bean, count: int) -> float:
    """Coins for so many beans, with their share of the step that is not reached yet."""
    steps = [(0, 0), *((step, number) for number, step in enumerate(KINDS[bean].steps, 1) if step is not None)]
    for (low, less), (high, more) in pairwise(steps):
        if low <= count < high:
            return less + (more - less) * (count - low) / (high - low)
    return float(steps[-1][1])


def ripe(lot: Beans) -> bool:
    """More of them would bring no more."""
    return worth(lot.bean, lot.count + 1) == coins(lot.bean, lot.count)


def loss(lot: Beans) -> float:
    """What is given up by selling these now."""
    return worth(lot.bean, lot.count) - coins(lot.bean, lot.count)


def planted(fields: Fields, bean: Bean) -> tuple[float, Fields]:
    """What planting one more bean brings, and the fields after it: beside its like, on an empty field, or in
    place of the field that is given up most easily."""
    for at, field in enumerate(fields):
        if field is not None and field.bean == bean:
            gain = worth(bean, field.count + 1) - worth(bean, field.count)
            return gain, (*fields[:at], Beans(bean, field.count + 1), *fields[at + 1 :])
    at = min(range(len(fields)), key=lambda at: _cost(fields[at]))
    return FIRST * worth(bean, 1) - _cost(fields[at]), (*fields[:at], Beans(bean, 1), *fields[at + 1 :])


def _cost(field: Beans | None) -> float:
    return 0.0 if field is None else 0.1 + loss(field)


def received(fields: Fields, cards: Iterable[Bean]) -> float:
    """What it brings to have to plant these."""
    total = 0.0
    for bean in cards:
        gain, fields = planted(fields, bean)
        total += gain
    return total


def held(fields: Fields, bean: Bean, position: float) -> float:
    """What a card at this position of the hand is worth; a burden counts most at the front."""
    gain, _ = planted(fields, bean)
    return float(gain * PATIENCE ** (position - 1))
