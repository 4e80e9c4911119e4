"""Who looks on, told to the other processes that share the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from .harbour import Harbour
from .presence import NOBODY, Looking, write
from .storage import LOOKING, PRESENCE, Storage, call
from .tables import Table

log = logging.getLogger("darsena")

AGAIN = 1.0  # seconds until something is said again that the database would not take


class Herald:
    """What has changed since it last spoke is said at once, and again until the database takes it."""

    def __init__(self, storage: Storage, harbour: Harbour) -> None:
        self.storage, self.harbour = storage, harbour
        self.said: dict[str, Looking] = {}
        self.unsaid: dict[str, Looking] = {}
        self.news = asyncio.Event()

    def look(self, table: Table) -> None:
        """Called after every change."""
        now = table.presence.mine
        if now == self.said.get(table.code, NOBODY):
            return
        self.said[table.code] = self.unsaid[table.code] = now
        if not now:
            del self.said[table.code]
        self.news.set()

    def repeat(self) -> None:
        """Under another name, or to a database that has forgotten."""
        self.unsaid.update(self.said)
        self.news.set()

    async def run(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            unsaid, self.unsaid = self.unsaid, {}
            try:
                await self.storage.write(*self._statements(unsaid))
            except SQLAlchemyError as problem:
                log.error("nobody could be told who looks on: %s", problem)
                self.unsaid = {**unsaid, **self.unsaid}
                await asyncio.sleep(AGAIN)
                self.news.set()

    def _statements(self, unsaid: dict[str, Looking]) -> Sequence[sa.Executable]:
        me = self.harbour.name
        rows = [{"code": code, "worker": me, "seats": write(who)} for code, who in unsaid.items() if who]
        old = PRESENCE.delete().where(PRESENCE.c.worker == me, PRESENCE.c.code.in_(unsaid))
        called = call(LOOKING, [f"{code} {me}" for code in unsaid])
        return [old, *([PRESENCE.insert().values(rows)] if rows else []), called]
