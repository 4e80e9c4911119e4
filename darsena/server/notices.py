""" "Your turn" for people who are not looking: once a turn, after a while, and once more if they asked for that.

A notice is a row that only one process can write, and whoever wrote it sends it.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ..core.game import Seat, Who, say
from .harbour import Harbour
from .reach import Messenger, Notice, Reach
from .storage import NOTICES, Storage
from .tables import Table

log = logging.getLogger("darsena")

SEEN, TURN, REMINDER = "seen", "turn", "reminder"
PATIENCE = 20.0  # seconds before anybody is told: most people are quicker
LOOK = 10.0  # and before that, wherever a screen of theirs is open, it is noted that they know
TICK = 5.0


class Wait(NamedTuple):
    """A decision that is wanted: of whom, since which of their moves, since when, and what happens about it next."""

    person: str
    turn: int
    began: float
    due: float
    stage: str = SEEN


class Notices:
    def __init__(self, storage: Storage, harbour: Harbour, messenger: Messenger) -> None:
        self.storage, self.harbour, self.messenger = storage, harbour, messenger
        self.waiting: dict[tuple[str, Seat], Wait] = {}

    def look(self, table: Table) -> None:
        """Told of every change at every table: only remembers."""
        for seat, sitter in enumerate(table.sitters):
            place, began = (table.code, seat), table.wanted_since(seat)
            if sitter is None or not sitter.person or began is None:
                self.waiting.pop(place, None)
            else:
                asked = sitter.person, turn(table, seat)
                if place not in self.waiting or self.waiting[place][:2] != asked:
                    self.waiting[place] = Wait(*asked, began, began + LOOK)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.tick(time.time())
            except SQLAlchemyError as problem:
                log.error("nobody could be told: %s", problem)

    async def tick(self, now: float) -> None:
        """Everything that is due by now."""
        if not any(wait.due <= now for wait in self.waiting.values()):
            return
        asked = await self.messenger.everybody()
        due = {place: wait.person for place, wait in self.waiting.items() if wait.due <= now}
        for place, person in due.items():
            if person not in asked:  # the table sleeps on
                del self.waiting[place]
        few = asyncio.Semaphore(20)
        await asyncio.gather(*(self._due(*place, few) for place, person in due.items() if person in asked))

    async def _due(self, code: str, seat: Seat, few: asyncio.Semaphore) -> None:
        async with few:
            if code not in self.harbour.kept:  # another process tells them now
                self.waiting.pop((code, seat), None)
                return
            table = await self.harbour.playable(code)  # one that slept is looked at as it wakes
            wait = self.waiting.get((code, seat))
            reach = await self._reach(table, seat)
            if table is None or wait is None or reach is None:
                self.waiting.pop((code, seat), None)
                return
            there, stage = table.presence.here(seat), wait.stage
            if stage == SEEN:
                if there:
                    await self._claim(code, seat, wait.turn, TURN)
                self.waiting[code, seat] = wait._replace(due=wait.began + PATIENCE, stage=TURN)
                return
            if stage == TURN and reach.remind:
                self.waiting[code, seat] = wait._replace(due=wait.began + reach.remind, stage=REMINDER)
            else:
                self.waiting[code, seat] = wait._replace(due=math.inf)
            if await self._claim(code, seat, wait.turn, stage) and not there:
                url = self.messenger.settings.url
                await self.messenger.tell(reach, notice(table, seat, reach.language, url, stage == REMINDER))

    async def _reach(self, table: Table | None, seat: Seat) -> Reach | None:
        """How whoever is waited for can be reached; None when nobody is, or they do not want to be told."""
        sitter = table.sitters[seat] if table and table.wanted_since(seat) is not None else None
        return await self.messenger.reachable(sitter.person) if sitter and sitter.person else None

    async def _claim(self, code: str, seat: Seat, turn: int, kind: str) -> bool:
        """True for whoever is first, of all processes."""
        try:
            await self.storage.write(NOTICES.insert().values(code=code, seat=seat, turn=turn, kind=kind))
        except IntegrityError:
            return False
        return True


def turn(table: Table, seat: Seat) -> int:
    """Which turn it is for a seat: it lasts until they move, whatever the others do meanwhile."""
    for entry in reversed(table.log):
        if entry.kind == "started" or (entry.kind == "move" and entry.seat == seat):
            return entry.n
    return 0


def notice(table: Table, seat: Seat, language: str, url: str, again: bool) -> Notice:
    others = tuple(Who(other) for other in range(table.deal.seats) if other != seat)
    told = say("It is your turn, with {names}.", names=others)
    if again:
        told = say("It is still your turn, with {names}.", names=others)
    return Notice(table.game.title, table.voice(language, seat)(told), f"{url}/t/{table.code}/")
