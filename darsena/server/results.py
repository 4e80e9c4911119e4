"""How games ended: everybody's place, and lists of them by person."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct

from ..core.game import Outcome, Seat
from .storage import RESULTS, TABLES, Result, Storage


class Finished(Struct, frozen=True):
    """A game somebody has played to its end."""

    code: str
    game: str
    seats: int
    place: int
    score: str
    finished: float


def results(code: str, outcome: Outcome | None, people: Sequence[str | None], finished: float) -> list[Result]:
    """One for each seat; none for a table that was closed before the end."""
    if outcome is None:
        return []
    return [
        Result(code, seat, person, place(outcome, seat), outcome.share(seat), str(outcome.scores[seat]), finished)
        for seat, person in enumerate(people)
    ]


def place(outcome: Outcome, seat: Seat) -> int:
    """The winners are first, then the scores decide; equal ones share the better place."""

    def rank(each: Seat) -> tuple[bool, int]:
        return each in outcome.winners, outcome.scores[each]

    if seat in outcome.winners:
        return 1
    return 1 + sum(rank(other) > rank(seat) for other in range(len(outcome.scores)))


async def finished_games(storage: Storage, person: str, most: int, skip: int = 0) -> list[Finished]:
    """The newest first, each table once: for a device that several people shared, its first seat."""
    same = RESULTS.alias()
    first = sa.select(sa.func.min(same.c.seat)).where(same.c.code == RESULTS.c.code, same.c.person == person)
    columns = [TABLES.c.code, TABLES.c.game, TABLES.c.seats, RESULTS.c.place, RESULTS.c.score, RESULTS.c.finished]
    query = sa.select(*columns).join(TABLES, TABLES.c.code == RESULTS.c.code).where(RESULTS.c.person == person)
    query = query.where(RESULTS.c.seat == first.scalar_subquery())
    query = query.order_by(RESULTS.c.finished.desc(), RESULTS.c.code).offset(skip).limit(most)
    return [Finished(**row._mapping) for row in await storage.read(query)]
