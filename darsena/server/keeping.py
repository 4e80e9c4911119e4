"""Every table that goes on has a keeper: the process that plays its bots, rings its clock and tells its people.

A process shows that it lives by a row that it renews. Whoever finds tables whose keeper does not live keeps them from
then on: after a crash the others do, after a restart whoever has started.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from .harbour import Harbour, new_name
from .storage import LOOKING, PRESENCE, TABLES, WORKERS, Storage, call

log = logging.getLogger("darsena")

BEAT = 2.0  # seconds between two signs of life
LAPSE = 10.0  # seconds without one after which a process counts as gone
BATCH = 100  # tables that are taken over at once, so that several processes share them


class Keeper:
    def __init__(self, storage: Storage, harbour: Harbour, renamed: Callable[[], None]) -> None:
        self.storage, self.harbour, self.renamed = storage, harbour, renamed
        self.eldest = False  # of all processes: it does what one of them has to do

    async def open(self) -> None:
        if not self.storage.postgres:  # there is no other process: what is left are those that fell
            await self.storage.write(WORKERS.delete())
        await self._enter()

    async def close(self) -> None:
        """The others need not wait until we count as gone."""
        await self.storage.write(WORKERS.delete().where(WORKERS.c.id == self.harbour.name))

    async def run(self) -> None:
        while True:
            try:
                await self.beat()
                while await self.adopt():
                    await self.beat()  # many tables take longer than anybody may be silent
            except SQLAlchemyError as problem:
                log.error("no sign of life could be given: %s", problem)
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        """A sign of life. Whoever was too late with it counts as gone, and begins anew under another name."""
        now, me = self._clock(), WORKERS.c.id == self.harbour.name
        renewed = await self.storage.write(
            WORKERS.delete().where(WORKERS.c.seen < now - LAPSE),
            WORKERS.update().where(me).values(seen=now).returning(WORKERS.c.id),
        )
        if not renewed:
            await self.anew()
        eldest = await self.storage.read(sa.select(WORKERS.c.id).order_by(WORKERS.c.since, WORKERS.c.id).limit(1))
        self.eldest = [self.harbour.name] == [id for (id,) in eldest]
        if self.storage.postgres:
            await self._forget_screens()

    async def anew(self) -> None:
        """Keep nothing any more, and take part in sharing out what nobody keeps."""
        await self.close()
        self.harbour.kept.clear()
        self.harbour.name = new_name()
        await self._enter()
        self.renamed()

    async def adopt(self) -> int:
        """Keep some of the tables that nobody keeps; returns how many there were."""
        living = sa.select(WORKERS.c.id)
        orphans = sa.select(TABLES.c.code).where(~TABLES.c.over, TABLES.c.keeper.not_in(living)).limit(BATCH)
        mine = TABLES.c.code.in_(orphans.with_for_update(skip_locked=True))
        taken = TABLES.update().where(mine).values(keeper=self.harbour.name).returning(TABLES.c.code)
        codes = [code for (code,) in await self.storage.write(taken)]
        self.harbour.kept.update(codes)
        for code in codes:
            await self._keep(code)
        return len(codes)

    async def _keep(self, code: str) -> None:
        """Look at a table for the first time: bots go on where they stopped, and clocks run on."""
        table = await self.harbour.playable(code)
        if table and table.over:  # it ended, and the process fell before that was written down
            await table.settle()
        if table:
            self.harbour.noticed(table)

    async def _enter(self) -> None:
        now = self._clock()
        await self.storage.write(WORKERS.insert().values(id=self.harbour.name, since=now, seen=now))

    async def _forget_screens(self) -> None:
        """Nobody looks on any more with the screens of a process that is gone."""
        lost = PRESENCE.delete().where(PRESENCE.c.worker.not_in(sa.select(WORKERS.c.id)))
        rows = await self.storage.write(lost.returning(PRESENCE.c.code, PRESENCE.c.worker))
        if rows:
            await self.storage.write(call(LOOKING, [f"{row.code} {row.worker}" for row in rows]))

    def _clock(self) -> sa.ColumnElement[float]:
        """The database's own, in seconds: processes that share it may not agree on the time."""
        if self.storage.postgres:
            return sa.func.date_part("epoch", sa.func.clock_timestamp(), type_=sa.Float)
        return (sa.func.julianday("now", type_=sa.Float) - 2440587.5) * 86400.0
