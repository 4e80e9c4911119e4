"""A series: the same deal at several tables. They share one secret seed, so at each seat lie the same cards everywhere.

There are as many teams as seats, and each sits one seat further at each table: with as many tables as seats every team
has had every seat, and luck cancels out. What one table knows of the draws must not reach another: nobody watches,
nobody sits twice, and seed, record and replay come only when all tables are over.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct

from ..core.fairness import new_seed
from ..core.game import CHANCE, Game, Refused, Seat, say
from .harbour import Harbour, new_code
from .tables import Table

TABLES = range(2, 9)
_seating = asyncio.Lock()  # so that nobody sits down twice at once


class Cell(Struct, frozen=True):
    """How somebody fared at one table; `above` is how much better than the mean of this seat at all tables."""

    name: str
    team: int
    score: int
    share: float
    above: float


def dealt(game: Game) -> bool:
    """Whether a game begins with a deal that can be the same elsewhere."""
    return game.rules.to_move(game.rules.new(game.seats[0], game.options())) == (CHANCE,)


async def opened(
    harbour: Harbour, game: Game, seats: int, chosen: Any, creator: str, count: int, **how: Any
) -> list[Table]:
    if count not in TABLES or not dealt(game):
        raise Refused(say("the same deal can be played at {least} to {most} tables", least=TABLES[0], most=TABLES[-1]))
    code, seed = new_code(12), new_seed()
    return [
        await harbour.open(game, seats, chosen, creator, watched=False, seed=seed, series=code, place=place, **how)
        for place in range(count)
    ]


async def tables_of(harbour: Harbour, code: str) -> list[Table]:
    """In their order; none where there is no such series."""
    return [await harbour.wake(deal) for deal in await harbour.storage.series(code)]


def team(table: Table, seat: Seat) -> int:
    return (seat - table.deal.place) % table.deal.seats


def seat_of(table: Table, team: int) -> Seat:
    return (team + table.deal.place) % table.deal.seats


def free(tables: Sequence[Table]) -> list[int]:
    """The teams that still miss somebody."""
    open = [table for table in tables if not table.started and not table.closed]
    found = {team(table, seat) for table in open for seat, sitter in enumerate(table.sitters) if sitter is None}
    return sorted(found)


async def sit(tables: Sequence[Table], person: str, name: str, contribution: str, side: int) -> Table:
    """At the first table where the team has no one yet."""
    async with _seating:
        if any(table.seats_of(person) for table in tables):
            raise Refused(say("you already sit at a table of this series"))
        for table in tables:
            if side in free([table]):
                await table.sit(person, name, contribution, seat_of(table, side), series=table.deal.series)
                return table
    raise Refused(say("this team is complete"))


def awaited(tables: Sequence[Table]) -> list[Table]:
    """The tables at which somebody sits and still waits for others."""
    return [table for table in tables if _peopled(table) and free([table])]


def _peopled(table: Table) -> bool:
    return any(sitter and sitter.human for sitter in table.sitters)


async def fill(tables: Sequence[Table], by: str, level: str) -> None:
    """Bots at the empty seats of all tables where somebody sits."""
    tables[0].only_creator(by)
    for table in awaited(tables):
        for side in free([table]):
            await table.sit_bot(table.creator, seat_of(table, side), level)


async def take_places(tables: Sequence[Table], by: str, places: Sequence[str]) -> None:
    """The second team and those after it, where they are bots (`bot:LEVEL`)."""
    for table in tables:
        for side, place in enumerate(places, 1):
            if place.startswith("bot:"):
                await table.sit_bot(by, seat_of(table, side), place.removeprefix("bot:"))


async def start(tables: Sequence[Table], by: str) -> None:
    """All tables together, with the same contributions; those to which nobody has come are closed.

    What a crash has left is started with the contributions of those that have.
    """
    tables[0].only_creator(by)
    waiting = [table for table in tables if not table.started and not table.closed]
    if not waiting:
        raise Refused(say("this table has already started"))
    if awaited(waiting):
        raise Refused(say("some seats are still empty: invite somebody, or let a bot sit there"))
    for table in waiting:
        if not _peopled(table):
            await table.close(table.creator)
    words = next((table.contributions for table in tables if table.started), None) or mixed(tables)
    for table in waiting:
        if not table.closed:
            await table.start(table.creator, words)


async def close(tables: Sequence[Table], by: str) -> None:
    """The tables that still go on, so that those who are done need not wait for them."""
    tables[0].only_creator(by)
    for table in tables:
        if not table.over:
            await table.close(table.creator)


def mixed(tables: Sequence[Table]) -> list[str]:
    """One contribution for each seat, of all who sit there at the tables of the series."""
    words = [[sitter.contribution for sitter in table.sitters if sitter] for table in tables if not table.closed]
    return [sha256(json.dumps(column).encode()).hexdigest()[:32] for column in zip(*words, strict=True)]


def compared(tables: Sequence[Table], language: str) -> list[list[Cell | None]]:
    """For each seat of the deal how it went at each table; nothing where a table was closed."""
    return [_row(tables, seat, language) for seat in range(tables[0].deal.seats)]


def _row(tables: Sequence[Table], seat: Seat, language: str) -> list[Cell | None]:
    scores = [table.outcome.scores[seat] for table in tables if table.outcome]
    mean = sum(scores) / len(scores) if scores else 0.0
    return [
        Cell(
            table.seated(language)[seat].name,
            team(table, seat),
            table.outcome.scores[seat],
            table.outcome.share(seat),
            table.outcome.scores[seat] - mean,
        )
        if table.outcome
        else None
        for table in tables
    ]


def totals(rows: Sequence[Sequence[Cell | None]]) -> list[tuple[int, float, float]]:
    """The teams, the best first: what they won, and how much better they scored than the others with their cards."""
    cells = [cell for row in rows for cell in row if cell]
    teams = {cell.team for cell in cells}
    found = [
        (
            side,
            sum(cell.share for cell in cells if cell.team == side),
            sum(cell.above for cell in cells if cell.team == side),
        )
        for side in teams
    ]
    return sorted(found, key=lambda each: (-each[1], -each[2], each[0]))
