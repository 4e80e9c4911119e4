"""All tables: those in memory, and those asleep on the disk."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

from ..core import options
from ..core.fairness import new_seed
from ..core.game import Game, Refused
from ..games import find
from .storage import Deal, Storage
from .tables import Table

log = logging.getLogger("darsena")


class Harbour:
    """All tables, those in memory and those asleep on the disk. A table sleeps when nobody holds it."""

    def __init__(
        self, storage: Storage, noticed: Callable[[Table], None], now: Callable[[], float] = time.time
    ) -> None:
        self.storage, self.noticed, self.now = storage, noticed, now
        self._awake: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._waking = asyncio.Lock()

    def awake(self, code: str) -> Table | None:
        return self._awake.get(code)

    def codes(self) -> list[str]:
        return list(self._awake)

    def __len__(self) -> int:
        return len(self._awake)

    async def table(self, code: str) -> Table | None:
        if found := self._awake.get(code):
            return found
        deal = await self.storage.deal(code)
        return await self.wake(deal) if deal else None

    async def playable(self, code: str) -> Table | None:
        """A table, if its game is still installed and knows the rules it was begun under."""
        try:
            return await self.table(code)
        except Refused:
            return None

    async def wake(self, deal: Deal) -> Table:
        async with self._waking:  # there is never a second object for one table
            if found := self._awake.get(deal.code):
                return found
            table = Table(deal, find(deal.game, deal.rules_version), self.storage, self.noticed, self.now)
            await table.catch_up()
            self._awake[deal.code] = table
            return table

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
    ) -> Table:
        game.rules.new(seats, chosen)  # refuses what does not go together
        deal = Deal(
            code=_code(8),
            game=game.id,
            rules_version=game.rules_version,
            options=options.write(chosen),
            seats=seats,
            seed=new_seed(),
            creator=creator,
            join_code=_code(12),
            watch_code=_code(12),
            listed=listed,
            watched=watched,
            pace=pace,
            created=self.now(),
        )
        await self.storage.create(deal)
        log.info("table %s is open: %s for %d", deal.code, game.id, seats)
        table = await self.wake(deal)
        if clock != "none":
            await table.set_clock(creator, clock)
        return table


def _code(length: int) -> str:
    """Easy to read aloud: no vowels, so no words; no 0, 1 or l."""
    return "".join(secrets.choice("23456789bcdfghjkmnpqrstvwxz") for _ in range(length))
