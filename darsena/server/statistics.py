"""Figures from games that are over: how often somebody won, their mean place, and ratings within a club."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

import sqlalchemy as sa
from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from .storage import RESULTS, TABLES, Storage

K = TypeVar("K", bound=Hashable)


class Played(Struct, frozen=True):
    """One seat of one game that is over."""

    code: str
    game: str
    seats: int
    seat: int
    person: str | None
    place: int
    share: float
    score: str
    finished: float


class Figures(Struct, frozen=True):
    games: int
    wins: float  # a shared victory counts in part
    mean_place: float
    even: float  # how many wins would have been everybody's equal share

    @property
    def share(self) -> float:
        return self.wins / self.games


async def played(storage: Storage, condition: sa.ColumnElement[bool]) -> list[Played]:
    """The oldest first. Whoever lent their device to others at the table has no figures from there."""
    own = [RESULTS.c[name] for name in ("code", "seat", "person", "place", "share", "score", "finished")]
    query = sa.select(*own, TABLES.c.game, TABLES.c.seats).join(TABLES, TABLES.c.code == RESULTS.c.code)
    query = query.where(condition).order_by(RESULTS.c.finished, RESULTS.c.code, RESULTS.c.seat)
    found = [Played(**row._mapping) for row in await storage.read(query)]
    seats = Counter((each.code, each.person) for each in found)
    return [each for each in found if each.person is None or seats[each.code, each.person] == 1]


def figures(games: Sequence[Played]) -> Figures:
    return Figures(
        games=len(games),
        wins=sum(each.share for each in games),
        mean_place=sum(each.place for each in games) / len(games),
        even=sum(1 / each.seats for each in games),
    )


def by_kind(games: Iterable[Played]) -> dict[tuple[str, int], Figures]:
    """For each game and number of players."""
    return _figures(((each.game, each.seats), each) for each in games)


def by_person(games: Iterable[Played]) -> dict[str, Figures]:
    return _figures((each.person, each) for each in games if each.person)


def _figures(keyed: Iterable[tuple[K, Played]]) -> dict[K, Figures]:
    groups: defaultdict[K, list[Played]] = defaultdict(list)
    for key, game in keyed:
        groups[key].append(game)
    return {key: figures(group) for key, group in groups.items()}


def tables(games: Iterable[Played]) -> dict[str, list[Played]]:
    """The seats of each table, in the order they were given."""
    groups: defaultdict[str, list[Played]] = defaultdict(list)
    for each in games:
        groups[each.code].append(each)
    return dict(groups)


def ratings(games: Iterable[Played]) -> Mapping[str, float]:
    """How strong people are, after all their games in order: what they have surely shown, and so 0 at first."""
    model = PlackettLuce()
    known: defaultdict[str, PlackettLuceRating] = defaultdict(model.rating)
    for seats in tables(games).values():
        people = {each.person: each.place for each in seats if each.person}
        if len(people) < 2:
            continue
        rated = model.rate([[known[person]] for person in people], ranks=[float(place) for place in people.values()])
        known.update(zip(people, (team[0] for team in rated), strict=True))
    return {person: rating.ordinal() for person, rating in known.items()}
