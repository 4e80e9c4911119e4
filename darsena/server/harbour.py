"""All tables: those in memory, and those asleep on the disk."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import sqlalchemy as sa

from ..core import options
from ..core.fairness import new_seed
from ..core.game import Game, Refused
from ..games import find
from . import presence
from .rows import Given, New
from .storage import PRESENCE, Deal, Storage
from .tables import Table

log = logging.getLogger("darsena")


class Harbour:
    """All tables, those in memory and those asleep on the disk. A table sleeps when nobody holds it."""

    def __init__(
        self, storage: Storage, noticed: Callable[[Table], None], now: Callable[[], float] = time.time
    ) -> None:
        self.storage, self.noticed, self.now = storage, noticed, now
        self.name = new_name()  # of this process, among those that share the database
        self.kept: set[str] = set()  # tables whose bots, clocks and notices are this process's business
        self._awake: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._waking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def awake(self, code: str) -> Table | None:
        return self._awake.get(code)

    def codes(self) -> list[str]:
        return list(self._awake)

    def concerned(self, code: str) -> bool:
        """Whether a change at this table is this process's business."""
        return code in self._awake or code in self._waking or code in self.kept

    def __len__(self) -> int:
        return len(self._awake)

    async def table(self, code: str) -> Table | None:
        """As it is now, whichever process has written last."""
        if found := self._awake.get(code):
            return await self._present(found)
        deal = await self.storage.deal(code)
        return await self.wake(deal) if deal else None

    async def playable(self, code: str) -> Table | None:
        """A table, if its game is still installed and knows the rules it was begun under."""
        try:
            return await self.table(code)
        except Refused:
            return None

    async def wake(self, deal: Deal) -> Table:
        async with self.waking(deal.code):  # there is never a second object for one table
            if found := self._awake.get(deal.code):
                return await self._present(found)
            table = Table(deal, find(deal.game, deal.rules_version), self.storage, self.noticed, self.now)
            await table.catch_up()
            await self.meet(table)
            self._awake[deal.code] = table
            return table

    def waking(self, code: str) -> asyncio.Lock:
        """Held while the table is read from the disk: what is written meanwhile may be missing there."""
        lock = self._waking.get(code) or asyncio.Lock()
        self._waking[code] = lock
        return lock

    async def _present(self, table: Table) -> Table:
        if self.storage.postgres:
            await table.catch_up()
        return table

    async def meet(self, table: Table) -> None:
        """Learn who looks on with a screen of another process."""
        if self.storage.postgres:
            others = (PRESENCE.c.code == table.code) & (PRESENCE.c.worker != self.name)
            rows = await self.storage.read(sa.select(PRESENCE.c.seats).where(others))
            table.meet(presence.read(seats for (seats,) in rows))

    async def open(
        self,
        game: Game,
        seats: int,
        chosen: Any,
        creator: str,
        *,
        listed: bool = False,
        watched: bool = True,
        pace: str = "calm",
        clock: str = "none",
        hints: bool = False,
        seed: bytes | None = None,
        series: str = "",
        place: int = 0,
        given: Given | None = None,
    ) -> Table:
        game.rules.new(seats, chosen)  # refuses what does not go together
        deal = Deal(
            code=new_code(8),
            game=game.id,
            rules_version=game.rules_version,
            options=options.write(chosen),
            seats=seats,
            seed=seed or new_seed(),
            creator=creator,
            join_code=new_code(12),
            watch_code=new_code(12),
            listed=listed,
            watched=watched,
            pace=pace,
            created=self.now(),
            series=series,
            place=place,
        )
        keeper = self.name
        await self.storage.create(deal, keeper)
        if keeper == self.name:
            self.kept.add(deal.code)
        log.info("table %s is open: %s for %d", deal.code, game.id, seats)
        table = await self.wake(deal)
        timed = [New("timed", text=clock)] if clock != "none" else []
        helped = [New("hints")] if hints else []
        taken = [New("given", text=msgspec.json.encode(given).decode())] if given else []
        await table.do(lambda: timed + helped + taken)
        return table


def new_name() -> str:
    return secrets.token_hex(8)


def new_code(length: int) -> str:
    """Easy to read aloud: no vowels, so no words; no 0, 1 or l."""
    return "".join(secrets.choice("23456789bcdfghjkmnpqrstvwxz") for _ in range(length))
