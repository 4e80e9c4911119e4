"""Live screens: what a seat sees as parts of HTML, and the connection that sends the parts that have changed."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from typing import Annotated, Any, NamedTuple

import msgspec
from fastapi import WebSocket, WebSocketDisconnect
from msgspec import Meta, Struct
from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocketDisconnected

from ..core.game import CHANCE, Event, Message, Refused, Seat, Seated, say
from ..core.language import named
from ..web import components
from . import asking, hints, metrics, talk
from .limits import MAX_SCREENS, MAX_SPECTATORS, Bucket, TooFast
from .rows import Step
from .screens import UNSEEN, Viewer, changed, look
from .storage import Entry
from .tables import Table
from .writer import lost

log = logging.getLogger("darsena")

GONE = (WebSocketDisconnect, WebSocketDisconnected)
LINES = 40  # rows of the log on a fresh page
UNREAD = 500  # answers that a screen may leave unread

Id = Annotated[str, Meta(max_length=48, pattern=r"^[\w-]*$")]


class Ask(Struct, frozen=True):
    """What a screen sends: a move to play, or one to try, or another deed, or a curtain to lift."""

    id: Id = ""
    move: str = ""
    seen: int = 0
    attempt: str = ""
    deed: str = ""
    lift: Seat | None = None
    seat: Seat | None = None  # who asks, where several people share the device


READER = msgspec.json.Decoder(Ask)


class Screen:
    """One open page. It remembers what it has sent and sends only what differs: the newest, never a queue."""

    def __init__(
        self,
        socket: WebSocket,
        table: Table,
        viewer: Viewer,
        page: int,
        mark: str,
        bucket: Bucket,
        adviser: hints.Adviser | None = None,
    ) -> None:
        self.socket, self.table, self.viewer, self.adviser = socket, table, viewer, adviser
        self.news = asyncio.get_running_loop().create_future()  # done when there is something new to see
        self.answers: list[dict[str, Any]] = []
        self.told = page if 0 <= page <= table.version else lately(table)
        since = table.log[page:] if page > 0 else ()  # a page shows one row at least: that somebody has come
        self.started = table.started and not any(entry.kind == "started" for entry in since)  # when the page was made
        self.hushed = table.talk.hushed(viewer.person)
        now = look(table, viewer)
        fresh = mark == marked(changed(table, viewer.language, UNSEEN, now))
        self.sent = now if fresh else UNSEEN  # the page shows what is still the present, or has to be made anew
        self.marks: tuple[Any, ...] = ()
        self.seen: tuple[Any, ...] = (None, None)  # the present that was last looked at, and with whose eyes
        self.bucket = bucket

    async def run(self) -> None:
        """Until either side ends the connection."""
        if self._crowded():
            await self.socket.close(1013)
            return
        self._open()
        writing = asyncio.create_task(self._write())
        try:
            with suppress(*GONE):
                await self._read()
        finally:
            writing.cancel()
            self._close()

    def _crowded(self) -> bool:
        open = self.table.presence.screens
        if not self.viewer.seats:
            return open[None] >= MAX_SPECTATORS
        return any(open[seat] >= MAX_SCREENS for seat in self.viewer.seats)

    def _open(self) -> None:
        metrics.SCREENS.inc()
        self.table.watchers.add(self._look)
        self.table.come_and_go(self.viewer.seats, +1)
        self._look()

    def _close(self) -> None:
        metrics.SCREENS.dec()
        self.table.watchers.discard(self._look)
        self.table.come_and_go(self.viewer.seats, -1)

    def _look(self) -> None:
        if not self.news.done():
            self.news.set_result(None)

    async def _write(self) -> None:
        while True:
            await self.news
            self.news = asyncio.get_running_loop().create_future()
            if update := self._update():
                await asyncio.sleep(0)  # all screens of the moment are drawn first, then sent to together
                try:
                    await self.socket.send_text(msgspec.json.encode(update).decode())
                except GONE:
                    return  # the reader notices too, and ends

    def _update(self) -> dict[str, Any]:
        """What this screen has not seen yet."""
        table = self.table
        if not (self.viewer.seats or table.watched):
            return {"reload": True}  # to the page that says so
        if table.started != self.started or (not self.started and self._left()):
            return {"reload": True}
        cache, viewer = self.seen
        update = {} if cache is table.cache and viewer is self.viewer else self._changes()
        if self.answers:
            update["answers"], self.answers = self.answers, []
        if update:
            update["v"] = table.version
        return update

    def _changes(self) -> dict[str, Any]:
        """What is other than at the last look."""
        table, self.seen = self.table, (self.table.cache, self.viewer)
        now = look(table, self.viewer)
        update: dict[str, Any] = {}
        if new := changed(table, self.viewer.language, self.sent, now):
            update["parts"] = new
        if lines := log_lines(table, self.viewer.ears, self.viewer.language, self.told):
            update["log"] = lines
        if said := self._said():
            update["talk"] = said
        marks = (self.viewer.seat, table.turn(self.viewer.seats))
        if marks != self.marks:
            update["me"] = 0 if self.viewer.seat is None else self.viewer.seat + 1
            update["turn"] = marks[1]
        self.sent, self.told, self.marks = now, table.version, marks
        return update

    def _said(self) -> dict[str, Any]:
        """What was said meanwhile; everything again once somebody is muted, or no longer."""
        if not self.table.talk.rows:
            return {}
        hushed, before = self.table.talk.hushed(self.viewer.person), self.hushed
        self.hushed = hushed
        since = self.told if hushed == before else 0
        lines = talk.lines(self.table, self.viewer.person, self.viewer.language, since)
        return {"lines": lines, "again": hushed != before} if lines or hushed != before else {}

    async def _read(self) -> None:
        while len(self.answers) < UNREAD:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                ask = READER.decode(message.get("bytes") or message.get("text") or b"")
            except (msgspec.DecodeError, UnicodeDecodeError):
                await self.socket.close(1007)
                return
            answer = await self._answer(ask)  # first: `answers` may be another list by then
            self.answers.append(answer)
            self._look()

    async def _answer(self, ask: Ask) -> dict[str, Any]:
        """Every command is answered: with the version that shows it, or with the reason against it."""
        try:
            self.bucket.take()
            if ask.lift is not None:
                if ask.lift in self.viewer.seats:
                    self.viewer = replace(self.viewer, seat=ask.lift)
                return {"id": ask.id}
            if not (ask.move or ask.attempt or ask.deed):
                return {"id": ask.id}  # somebody asks whether we are still here
            if ask.deed == hints.HINTS and self.viewer.person and self.adviser:
                await self.adviser.ask(self.table, self.viewer.person, self._speaker(ask))
                return {"id": ask.id}
            if ask.deed and self.viewer.person:
                person, command = self.viewer.person, ask.id or secrets.token_hex(8)
                version = await asking.do(self.table, person, ask.deed, command, ask.seen, self._speaker(ask))
                return {"id": ask.id, "v": version}
            seat = self._seat(ask)
            if ask.attempt:
                self.table.attempt(seat, ask.attempt)
                return {"id": ask.id}
            with metrics.SECONDS.time():
                version = await self.table.play(seat, ask.move, ask.id or secrets.token_hex(8), ask.seen)
            self._pass_on()
            return {"id": ask.id, "v": version}
        except TooFast as refusal:
            await asyncio.sleep(0.5)
            return self._refused(ask, refusal)
        except Refused as refusal:
            return self._refused(ask, refusal)
        except SQLAlchemyError as problem:
            log.error("the database refused: %s", problem)
            return self._refused(ask, Refused(_unwritten(problem)))

    def _seat(self, ask: Ask) -> Seat:
        """Who asks. A screen from before the start may belong to somebody who has left since."""
        if not self.started:
            raise Refused(say("nobody plays at this table now"))
        seat = self._speaker(ask)
        if seat is None:
            raise Refused(say("you are only watching this table"))
        return seat

    def _speaker(self, ask: Ask) -> Seat | None:
        return ask.seat if ask.seat in self.viewer.seats else self.viewer.seat

    def _left(self) -> bool:
        return list(self.viewer.seats) != self.table.seats_of(self.viewer.person)

    def _refused(self, ask: Ask, refusal: Refused) -> dict[str, Any]:
        metrics.REFUSALS.inc()
        voice = self.table.voice(self.viewer.language, self.viewer.seat)
        return {"id": ask.id, "refused": voice(refusal.message), "rule": refusal.rule}

    def _pass_on(self) -> None:
        """Several people at one device: the curtain falls when somebody has moved."""
        if len(self.viewer.seats) > 1 and self.viewer.seat not in self.table.wanted:
            self.viewer = replace(self.viewer, seat=None)


def marked(parts: Mapping[str, str]) -> str:
    """A short sign of what a page shows."""
    return sha256("\0".join(parts.values()).encode()).hexdigest()[:16]


def lately(table: Table) -> int:
    """The row with which the log of a fresh page begins."""
    return table.recent[-LINES][0] if len(table.recent) >= LINES else 0


def log_lines(table: Table, viewer: Seat | None, language: str, since: int) -> list[components.LogLine]:
    """What happened since, as lines of the log: whose flag, which sound, what sentence."""
    if since >= table.version:
        return []
    told = _told(table, language, since)
    if viewer not in told.named:
        return told.lines
    return _runs(
        (happened, _lines(table, table.story(happened, viewer), viewer, language) if viewer in row.named else row.lines)
        for happened, row in told.rows
    )


def _lines(table: Table, events: Iterable[Event], viewer: Seat | None, language: str) -> list[components.LogLine]:
    names, game = _names(table.seated(language)), table.game
    return [components.log_line(event, names, viewer, game, language) for event in events]


def _runs(told: Iterable[tuple[Step | Entry, Sequence[components.LogLine]]]) -> list[components.LogLine]:
    """What nature does several times in a row is told once, with how often: somebody draws five cards."""
    lines = [(line, isinstance(row, Step) and row.seat == CHANCE) for row, each in told for line in each]
    found: list[components.LogLine] = []
    for ((seat, sound, text), nature), run in groupby(lines):
        times = len(list(run))
        found += [(seat, sound, f"{text} ×{times}")] if nature and times > 1 else [(seat, sound, text)] * times
    return found


@lru_cache(maxsize=1 << 10)
def _names(seated: tuple[Seated, ...]) -> tuple[str, ...]:
    return tuple([each.name for each in seated])


class _Told(NamedTuple):
    """What all are told, and whom it names: these are told it in their own way."""

    lines: list[components.LogLine]
    named: frozenset[Seat]
    rows: Sequence[tuple[Step | Entry, _Told]] = ()


def _told(table: Table, language: str, since: int) -> _Told:
    key = ("told", language, since)
    if key not in table.cache:
        rows = [(happened, _row(table, happened, language)) for _, happened in table.fresh(since)]
        lines = _runs((happened, row.lines) for happened, row in rows)
        table.cache[key] = _Told(lines, frozenset().union(*[row.named for _, row in rows]), rows)
    found: _Told = table.cache[key]
    return found


def _row(table: Table, happened: Step | Entry, language: str) -> _Told:
    events = list(table.story(happened, None))
    concerned = frozenset().union(*[named(event.message) for event in events])
    return _Told(_lines(table, events, None, language), concerned)


def _unwritten(problem: Exception) -> Message:
    """Only of a database that answers is it known that it has written nothing."""
    if lost(problem):
        return say("the server cannot reach its database; look again in a moment whether this was done")
    return say("the server cannot write at the moment; nothing was changed")
