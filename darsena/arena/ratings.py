"""From results to figures: shares of the wins with their intervals, and ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt
from random import Random

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from . import SURE, interval
from .league import Played

PASSES = 5  # ratings depend on the order of the games, so they are averaged over some
BETA = 25 / 6  # how much luck the model sees in one game
POINTS = 400 / (log(10) * sqrt(2) * BETA)  # of a rating: 400 more means ten wins to one
ANCHOR = 1000  # the rating of the bot that is named first, the weakest


class Share(Struct, frozen=True):
    """Which part of the wins somebody got; with 95% confidence the true one lies between `low` and `high`."""

    value: float
    low: float
    high: float
    of: float  # so many wins could be had


class Rating(Struct, frozen=True):
    points: int
    give: int  # with 95% confidence, so much more or less


def clustered(clusters: Iterable[tuple[float, float]]) -> Share | None:
    """A share out of groups of games that share their luck: what was won in each, and what could be won.

    Groups, not games, are independent. So the spread between groups says how many independent games these are worth,
    and Wilson's interval is taken for so many.
    """
    groups = [(won, of) for won, of in clusters if of]
    total = sum(of for _, of in groups)
    if not groups:
        return None
    value = sum(won for won, _ in groups) / total
    spread = sum((won - value * of) ** 2 for won, of in groups) / total**2
    if len(groups) > 1:
        spread *= len(groups) / (len(groups) - 1)
    worth = value * (1 - value) / spread if spread > 0 and 0 < value < 1 else float(len(groups))
    low, high = interval(value * worth, worth)
    return Share(value, low, high, total)


def share(rows: Iterable[Played], bot: str) -> Share | None:
    """The part of all wins that fell to a bot, of the games in which it sat."""
    won: defaultdict[int, float] = defaultdict(float)
    of: defaultdict[int, float] = defaultdict(float)
    for row in rows:
        if bot in row.seated:
            won[row.deal] += _won(row, bot)
            of[row.deal] += sum(row.shares)
    return clustered((won[deal], of[deal]) for deal in of)


def against(rows: Iterable[Played], bot: str, other: str) -> Share | None:
    """Of the wins that fell to one of two at the same table, the part of the first; each seat counts alike."""
    won: defaultdict[int, float] = defaultdict(float)
    of: defaultdict[int, float] = defaultdict(float)
    for row in rows:
        if bot in row.seated and other in row.seated:
            mine = _won(row, bot) / row.seated.count(bot)
            won[row.deal] += mine
            of[row.deal] += mine + _won(row, other) / row.seated.count(other)
    return clustered((won[deal], of[deal]) for deal in of)


def _won(row: Played, bot: str) -> float:
    return sum(part for name, part in zip(row.seated, row.shares, strict=True) if name == bot)


def ratings(rows: Sequence[Played], bots: Sequence[str]) -> dict[str, Rating]:
    """Ratings of all bots by their wins, the first of them at 1000 (openskill's Plackett-Luce)."""
    model = PlackettLuce(beta=BETA, tau=0.0)
    order, sums, spreads = list(rows), dict.fromkeys(bots, 0.0), dict.fromkeys(bots, 0.0)
    for number in range(PASSES):
        Random(number).shuffle(order)
        for bot, rating in _rated(model, order, bots).items():
            sums[bot] += rating.mu / PASSES
            spreads[bot] += rating.sigma / PASSES
    zero = sums[bots[0]]
    return {
        bot: Rating(round(ANCHOR + POINTS * (sums[bot] - zero)), round(SURE * POINTS * spreads[bot])) for bot in bots
    }


def _rated(model: PlackettLuce, rows: Iterable[Played], bots: Iterable[str]) -> Mapping[str, PlackettLuceRating]:
    now = {bot: model.rating() for bot in bots}
    for row in rows:
        if not any(row.shares):
            continue
        teams = model.rate([[now[bot]] for bot in row.seated], ranks=[-part for part in row.shares])
        for bot in set(row.seated):
            twins = [team[0] for name, team in zip(row.seated, teams, strict=True) if name == bot]
            mu, sigma = (sum(getattr(twin, part) for twin in twins) / len(twins) for part in ("mu", "sigma"))
            now[bot] = model.rating(mu=mu, sigma=sigma)
    return now
