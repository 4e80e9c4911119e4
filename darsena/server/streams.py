"""What a program hears, as lines of JSON: all about one seat of its own, or a little about each of its tables.

A line tells the present, never a queue; an empty line now and then says that somebody is still here.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec
from fastapi.security import HTTPAuthorizationCredentials

from ..core import notation
from ..core.game import Outcome, Seat
from .harbour import Harbour
from .limits import TooFast
from .programs import MAX_STREAMS, Programs
from .tables import Table

ALIVE = 15.0  # seconds after which an empty line is sent
SILENT = 60.0  # seconds after which a program that is wanted and does not move counts as away
MOVES = 1000  # legal moves that a line tells at most
TABLES = 50  # that events are told of: the newest

Still = Callable[[], Awaitable[bool]]  # whether the program may go on listening


def not_too_many(programs: Programs, program: str) -> None:
    if programs.streams[program] >= MAX_STREAMS:
        raise TooFast


def still_known(programs: Programs, token: HTTPAuthorizationCredentials | None) -> Still:
    """Whether a token is good that was good a while ago; looked up no more often than that."""
    looked = monotonic()

    async def still() -> bool:
        nonlocal looked
        if monotonic() - looked < ALIVE:
            return True
        looked = monotonic()
        return token is not None and await programs.bearing(token.credentials) is not None

    return still


async def seat_lines(
    programs: Programs, table: Table, program: str, language: str, still: Still
) -> AsyncIterator[bytes]:
    """What the program's seat may know, whenever that changes, until the game is over or the seat is lost."""
    news, said, since = asyncio.Event(), b"", 0
    programs.streams[program] += 1
    table.watchers.add(news.set)
    there: list[Seat] = []  # the seat, while the program counts as there
    try:
        while seats := table.seats_of(program):
            news.clear()
            there = attend(table, seats[0], there)
            present, told = seen(table, seats[0], language), sentences(table, seats[0], language, since)
            since = table.version
            if (now := msgspec.json.encode(present)) != said or told:
                said = now
                yield msgspec.json.encode({**present, "told": told}) + b"\n"
            if table.over or not await _news(news, still):
                return
            if not news.is_set():
                yield b"\n"
    finally:
        programs.streams[program] -= 1
        table.watchers.discard(news.set)
        if there:
            table.come_and_go(there, -1)


async def _news(news: asyncio.Event, still: Still) -> bool:
    """After something new, or a while without: whether to go on."""
    with suppress(TimeoutError):
        await asyncio.wait_for(news.wait(), ALIVE)
    return await still()


def attend(table: Table, seat: Seat, there: list[Seat]) -> list[Seat]:
    """Whether a program is there is said like of any person: but one that keeps silent is away."""
    asked = table.wanted_since(seat)
    now = [] if asked is not None and table.now() - asked >= SILENT else [seat]
    if now != there:
        table.come_and_go([seat], 1 if now else -1)
    return now


def seen(table: Table, seat: Seat, language: str) -> dict[str, Any]:
    """The present of a table, as one seat may know it."""
    rules = table.game.rules
    able = table.started and not (table.over or table.paused or table.bot(seat))
    moves = rules.moves(table.state, seat)[:MOVES] if able else ()
    return {
        "table": table.code,
        "game": table.game.id,
        "seat": seat,
        "players": table.seated(language),
        "version": table.version,
        "started": table.started,
        "paused": table.paused,
        "over": table.over,
        "hints": table.hints,
        "turn": table.wanted,
        "wanted": table.turn([seat]),
        "view": rules.view(table.state, seat) if table.started else None,
        "moves": [notation.write(move) for move in moves],
        "outcome": result(table, table.outcome, language) if table.outcome else None,
    }


def result(table: Table, outcome: Outcome, language: str) -> dict[str, Any]:
    return {
        "winners": outcome.winners,
        "scores": outcome.scores,
        "reason": table.voice(language)(outcome.reason),
    }


def sentences(table: Table, seat: Seat, language: str, since: int) -> list[str]:
    speak = table.voice(language, seat)
    return [speak(event.message) for event in table.told(seat, since)] if since < table.version else []


async def event_lines(programs: Programs, harbour: Harbour, program: str, still: Still) -> AsyncIterator[bytes]:
    """Each table of the program, and each invitation, when it is new and whenever something is wanted there."""
    news, said, held = asyncio.Event(), dict[str, bytes](), dict[str, Table]()
    programs.streams[program] += 1
    programs.ears[program].add(news)
    try:
        while True:
            news.clear()
            held = await _tables(harbour, program, held)  # kept awake, so that their changes are noticed
            now = {code: msgspec.json.encode(_event(table, program)) for code, table in held.items()}
            for code in now:
                if said.get(code) != now[code]:
                    yield now[code] + b"\n"
            said = now
            if not await _news(news, still):
                return
            if not news.is_set():
                yield b"\n"
    finally:
        programs.streams[program] -= 1
        programs.ears[program].discard(news)
        if not programs.ears[program]:
            del programs.ears[program]


async def _tables(harbour: Harbour, program: str, held: dict[str, Table]) -> dict[str, Table]:
    """Those that go on; one that was among them before is told once more when it is over."""
    found = {code: table for code, table in held.items() if table.over}
    for code in await harbour.storage.running_of(program, TABLES):
        table = held.get(code) or await harbour.playable(code)
        if table and (table.seats_of(program) or program in table.invited):
            found[code] = table
    return found


def _event(table: Table, program: str) -> dict[str, Any]:
    names = [each.name for each in table.seated("en")]
    about = {"game": table.game.id, "players": names, "started": table.started, "over": table.over}
    if not table.seats_of(program):
        return {"event": "challenge", "challenge": table.code, **about}
    seat = table.seats_of(program)[0]
    wanted = table.turn([seat])
    turn = {"seat": seat, "wanted": wanted, "since": table.since.get(seat) if wanted else None}
    return {"event": "table", "table": table.code, **about, **turn}
