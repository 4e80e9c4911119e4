"""What a league came to, as one value: the report that text, JSON, HTML and docs/strength.md show."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from msgspec import Struct

from ..games import find
from .league import League, Played, able
from .ratings import Rating, Share, against, ratings, share


class Standing(Struct, frozen=True):
    """How a bot did with some number of players."""

    bot: str
    share: Share | None


class Pair(Struct, frozen=True):
    """Of the wins that fell to one of two, the part of `bot`."""

    bot: str
    other: str
    share: Share | None


class Size(Struct, frozen=True):
    """All games with one number of players."""

    seats: int
    games: int
    unfinished: int
    mean_moves: float
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]


class Report(Struct, frozen=True):
    league: League
    games: int
    ratings: dict[str, Rating]  # in the order of the league's bots
    sizes: tuple[Size, ...]
    date: str
    machine: str


def report(league: League, rows: Sequence[Played]) -> Report:
    return Report(
        league=league,
        games=len(rows),
        ratings=ratings(rows, league.bots),
        sizes=tuple(_size(league, [row for row in rows if len(row.seated) == seats], seats) for seats in league.seats),
        date=date.today().isoformat(),
        machine=machine(),
    )


def _size(league: League, rows: Sequence[Played], seats: int) -> Size:
    bots = able(find(league.game), league.bots, seats)
    return Size(
        seats=seats,
        games=len(rows),
        unfinished=sum(not any(row.shares) for row in rows),
        mean_moves=sum(row.moves for row in rows) / len(rows),
        standings=tuple(Standing(bot, share(rows, bot)) for bot in bots),
        pairs=tuple(Pair(bot, other, against(rows, bot, other)) for bot in bots for other in bots if bot != other),
    )


def machine() -> str:
    """This computer in a few words: processor, cores, Python."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    cpu = f"{names[0]} × {len(names)}" if names else platform.processor() or platform.machine()
    return f"{cpu}, Python {platform.python_version()}"
