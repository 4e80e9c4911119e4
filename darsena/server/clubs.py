"""Clubs: people who play together and want to see how it went. Whoever has the link joins; games count from then on."""

from __future__ import annotations

import csv
import secrets
from collections.abc import Iterable, Mapping
from io import StringIO

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from ..core.game import Refused, say
from ..core.names import clean
from .my_games import day
from .statistics import Played, played, tables
from .storage import CLUBS, MEMBERS, PEOPLE, RESULTS, Storage

MOST = 200  # members
MINE = 50  # clubs of one person


class Club(Struct, frozen=True):
    id: str
    name: str
    join_code: str
    created: float


class Member(Struct, frozen=True):
    person: str
    name: str
    since: float


async def found(storage: Storage, name: str, person: str, now: float) -> Club:
    if len(await clubs_of(storage, person)) >= MINE:
        raise Refused(say("you are in {n} clubs already, and that is enough", n=MINE))
    club = Club(secrets.token_hex(6), clean(name), secrets.token_hex(10), now)
    member = MEMBERS.insert().values(club=club.id, person=person, since=now)
    await storage.write(CLUBS.insert().values(**asdict(club)), member)
    return club


async def join(storage: Storage, club: Club, person: str, now: float) -> None:
    if len(await members(storage, club)) >= MOST or len(await clubs_of(storage, person)) >= MINE:
        raise Refused(say("this club is full"))
    await storage.write(storage.once(MEMBERS).values(club=club.id, person=person, since=now))


async def leave(storage: Storage, club: Club, person: str) -> None:
    """With the last member the club ends."""
    here = MEMBERS.c.club == club.id
    empty = sa.not_(sa.exists(sa.select(MEMBERS.c.person).where(here)))
    await storage.write(
        MEMBERS.delete().where(here, MEMBERS.c.person == person), CLUBS.delete().where(CLUBS.c.id == club.id, empty)
    )


async def club_of(storage: Storage, id: str) -> Club | None:
    return await _one(storage, CLUBS.c.id == id)


async def club_to_join(storage: Storage, code: str) -> Club | None:
    return await _one(storage, CLUBS.c.join_code == code)


async def _one(storage: Storage, condition: sa.ColumnElement[bool]) -> Club | None:
    rows = await storage.read(sa.select(CLUBS).where(condition))
    return Club(**rows[0]._mapping) if rows else None


async def clubs_of(storage: Storage, person: str) -> list[Club]:
    query = sa.select(CLUBS).join(MEMBERS, MEMBERS.c.club == CLUBS.c.id).where(MEMBERS.c.person == person)
    return [Club(**row._mapping) for row in await storage.read(query.order_by(CLUBS.c.name))]


async def members(storage: Storage, club: Club) -> list[Member]:
    query = sa.select(MEMBERS.c.person, PEOPLE.c.name, MEMBERS.c.since).join(PEOPLE, PEOPLE.c.id == MEMBERS.c.person)
    rows = await storage.read(query.where(MEMBERS.c.club == club.id).order_by(PEOPLE.c.name))
    return [Member(**row._mapping) for row in rows]


async def games_of(storage: Storage, club: Club, company: Iterable[Member]) -> list[Played]:
    """What members played among themselves since they joined: only their own seats, at tables with two of them."""
    since = {member.person: member.since for member in company}
    own = await played(storage, RESULTS.c.person.in_(sa.select(MEMBERS.c.person).where(MEMBERS.c.club == club.id)))
    counted = [each for each in own if each.person and each.finished >= since.get(each.person, each.finished + 1)]
    together = {code for code, seats in tables(counted).items() if len({each.person for each in seats}) > 1}
    return [each for each in counted if each.code in together]


def sheet(games: Iterable[Played], names: Mapping[str, str]) -> str:
    """As a table for other programs (CSV)."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\r\n")
    lines.writerow(["day", "table", "game", "players", "seat", "name", "place", "share", "score"])
    for each in games:
        name = names.get(each.person or "", "")
        row = [day(each.finished), each.code, each.game, each.seats, each.seat + 1, _safe(name), each.place]
        lines.writerow([*row, f"{each.share:.3f}", each.score])
    return text.getvalue()


def _safe(name: str) -> str:
    """A name that a spreadsheet would take for a formula stays a name."""
    return f"'{name}" if name[:1] in "=+-@" else name
