"""What belongs to a person, wherever it is kept: handed over when a guest logs in, exported, forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from ..core.game import Seat
from . import talk
from .harbour import Harbour
from .storage import ACCOUNTS, CLUBS, LOG, MEMBERS, PEOPLE, PROGRAMS, PUSHES, REACH, RESULTS, TABLES, Entry, Storage

NOBODY = "N. N."  # the name of whoever is forgotten, the same in all languages
OWN = (ACCOUNTS, REACH, PUSHES, MEMBERS, PROGRAMS)  # rows that are about one person and nobody else
SECRET = {"password", "key", "token", "p256dh", "auth"}  # what protects a person is not told, not even to them


async def join_accounts(storage: Storage, harbour: Harbour, guest: str, person: str) -> None:
    """A guest logs in: their tables and results become those of the account, and the guest is no more."""
    await hand_over(storage, harbour, guest, person)
    already = sa.select(MEMBERS.c.club).where(MEMBERS.c.person == person)
    new = (MEMBERS.c.person == guest) & MEMBERS.c.club.not_in(already)
    await storage.write(MEMBERS.update().where(new).values(person=person))
    await _drop(storage, guest)


async def hand_over(storage: Storage, harbour: Harbour, person: str, to: str | None, name: str = "") -> None:
    """All seats of a person, of now and of earlier. First at the tables, so that open screens learn of it."""
    for code, over in await _tables(storage, person):
        table = harbour.awake(code) if over else await harbour.playable(code)
        if table:
            await table.hand_over(person, to, name)
    await asyncio.to_thread(_rewrite, storage, person, to, name)


async def _tables(storage: Storage, person: str) -> list[tuple[str, bool]]:
    mine = sa.select(LOG.c.code).where(LOG.c.person == person)
    query = sa.select(TABLES.c.code, TABLES.c.over).where(TABLES.c.code.in_(mine)).order_by(TABLES.c.created)
    return [(row.code, row.over) for row in await storage.read(query)]


def _rewrite(storage: Storage, person: str, to: str | None, name: str) -> None:
    """The rows of the log that name the person, and what follows from them, in one go."""
    with storage.engine.begin() as connection:
        for row in connection.execute(sa.select(LOG).where(LOG.c.person == person)).fetchall():
            here = (LOG.c.code == row.code) & (LOG.c.n == row.n)
            spoken = row.kind in talk.KINDS  # what somebody said goes with them
            text = (row.text if to else "") if spoken else _renamed(row.text, person, to, name)
            connection.execute(LOG.update().where(here).values(person=to, text=text))
        connection.execute(TABLES.update().where(TABLES.c.creator == person).values(creator=to or ""))
        connection.execute(RESULTS.update().where(RESULTS.c.person == person).values(person=to))


def _renamed(text: str, person: str, to: str | None, name: str) -> str:
    """A row that tells who sits down carries the person as JSON; other rows carry no names."""
    try:
        sitter: Any = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
    if not isinstance(sitter, dict) or sitter.get("person") != person:
        return text
    return msgspec.json.encode({**sitter, "person": to, "name": name or sitter["name"]}).decode()


async def export(storage: Storage, person: str) -> dict[str, Any]:
    """Everything that is stored about somebody, and nothing about anybody else; about nobody there is nothing."""
    found = await storage.read(sa.select(PEOPLE).where(PEOPLE.c.id == person))
    if not found:
        return {}
    told: dict[str, Any] = {"person": _plain(found[0])}
    for table in OWN:
        rows = await storage.read(sa.select(table).where(table.c.person == person))
        told[table.name] = [_plain(row) for row in rows]
    told[PROGRAMS.name] = [_plain(row) for row in await storage.read(_programs(person))]
    return {**told, "tables": [await _table(storage, code, person) for code, _ in await _tables(storage, person)]}


async def _table(storage: Storage, code: str, person: str) -> dict[str, Any]:
    """A table as far as it is somebody's own: their seats, their rows of the log, their results."""
    deal = await storage.deal(code)
    entries = await storage.entries(code)
    moves = {entry.n for entry in _moves(entries, person)}
    results = await storage.read(sa.select(RESULTS).where(RESULTS.c.code == code, RESULTS.c.person == person))
    return {
        "code": code,
        "game": deal.game if deal else "",
        "opened": deal is not None and deal.creator == person,
        "log": [
            {"n": entry.n, "kind": entry.kind, "seat": entry.seat, "text": entry.text, "time": entry.time}
            for entry in entries
            if entry.person == person or entry.n in moves
        ],
        "results": [_plain(row) for row in results],
    }


def _moves(entries: Iterable[Entry], person: str) -> Iterator[Entry]:
    """The moves made at a seat while it was somebody's: what whoever sat there later does is none of their business."""
    seats: dict[Seat | None, str | None] = {}
    for entry in entries:
        match entry.kind:
            case "joined" | "handed":
                seats[entry.seat] = entry.person
            case "left":
                seats.pop(entry.seat, None)
            case "move" if seats.get(entry.seat) == person:
                yield entry


def _programs(owner: str) -> sa.Select[Any]:
    return sa.select(PROGRAMS).where(PROGRAMS.c.owner == owner).order_by(PROGRAMS.c.created)


def _plain(row: sa.Row[Any]) -> dict[str, Any]:
    return {name: value for name, value in row._mapping.items() if name not in SECRET}


async def forget(storage: Storage, harbour: Harbour, person: str) -> None:
    """Nothing of the person and their programs remains but moves at their seats, under a name that is nobody's."""
    for program in await storage.read(_programs(person)):
        await forget(storage, harbour, program.person)
    await hand_over(storage, harbour, person, None, NOBODY)
    await _drop(storage, person)


async def _drop(storage: Storage, person: str) -> None:
    own = [table.delete().where(table.c.person == person) for table in OWN]
    empty = CLUBS.delete().where(CLUBS.c.id.not_in(sa.select(MEMBERS.c.club)))
    await storage.write(*own, empty, PEOPLE.delete().where(PEOPLE.c.id == person))
