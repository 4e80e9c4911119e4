"""One timer for the whole process: it wakes the tables where somebody's time is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from math import inf

from sqlalchemy.exc import SQLAlchemyError

from . import asking
from .harbour import Harbour
from .tables import Table

log = logging.getLogger("darsena")

LONGEST = 60.0  # seconds between two looks at the clock: it may have been set, or the machine may have slept
AGAIN = 5.0  # seconds until a table is tried again that could not be written to


class Bell:
    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.due: dict[str, float] = {}  # when somebody's time ends, by table; also of those asleep
        self.changed = asyncio.Event()

    def look(self, table: Table) -> None:
        """Called after every change."""
        ends = table.times.ends
        if ends == self.due.get(table.code, inf):
            return
        self.due[table.code] = ends
        if ends == inf:
            del self.due[table.code]
        self.changed.set()

    async def run(self, harbour: Harbour) -> None:
        while True:
            self.changed.clear()
            await self.ring(harbour)
            pause = min(self.due.values(), default=inf) - self.now()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), min(max(pause, 0.0), LONGEST))

    async def ring(self, harbour: Harbour) -> None:
        """At every table where a time is over by now."""
        now = self.now()
        for code in [code for code, ends in self.due.items() if ends <= now]:
            del self.due[code]
            if code not in harbour.kept:  # another process rings there now
                continue
            try:
                if table := await harbour.playable(code):
                    await asking.ring(table)
            except SQLAlchemyError as problem:
                log.error("table %s: the database refused: %s", code, problem)
                self.due[code] = now + AGAIN
                continue
            if table and now < table.times.ends < inf:
                self.due[code] = table.times.ends
