"""What does not stay for ever: guests who never come back, tables where nothing happens. Done once a day."""

from __future__ import annotations

import logging
import time

import sqlalchemy as sa

from ..core.game import Refused
from .belongings import forget
from .harbour import Harbour
from .settings import Settings
from .storage import ACCOUNTS, LOG, NOTICES, PEOPLE, PROGRAMS, RESULTS, TABLES, Entry, Storage

log = logging.getLogger("darsena")

DAY = 24 * 3600


async def expire(storage: Storage, harbour: Harbour, settings: Settings, now: float) -> None:
    """Everything a host wants to be rid of; doing it twice, or in several processes, does no harm."""
    if settings.idle_days:
        for code in await _still(storage, now - settings.idle_days * DAY, over=False):
            await close(harbour, code)
    if settings.table_days:
        for code in await _still(storage, now - settings.table_days * DAY, over=True):
            await delete(storage, code)
    if settings.guest_days:
        for person in await _gone(storage, now - settings.guest_days * DAY):
            await forget(storage, harbour, person)


async def close(harbour: Harbour, code: str) -> bool:
    """As whoever opened the table could; False where there is no such table, or it is over."""
    table = await harbour.playable(code)
    if table is None:
        return await _close_unplayable(harbour.storage, code)
    try:
        await table.close(table.creator)
    except Refused:
        return False
    return True


async def _close_unplayable(storage: Storage, code: str) -> bool:
    """A table whose game nobody here knows any more: the row is written without asking the game."""
    deal = await storage.deal(code)
    if deal is None or deal.over:
        return False
    n = len(await storage.entries(code))
    await storage.append(code, [Entry(n, "closed", None, "", None, None, time.time())])
    await storage.finish(code, ())
    return True


async def delete(storage: Storage, code: str) -> None:
    await storage.write(*[table.delete().where(table.c.code == code) for table in (NOTICES, RESULTS, LOG, TABLES)])
    log.info("table %s is deleted", code)


async def _still(storage: Storage, since: float, *, over: bool) -> list[str]:
    """Tables at which nothing has happened since then."""
    last = sa.select(sa.func.max(LOG.c.time)).where(LOG.c.code == TABLES.c.code).scalar_subquery()
    quiet = sa.func.coalesce(last, TABLES.c.created) < since
    return [code for (code,) in await storage.read(sa.select(TABLES.c.code).where(TABLES.c.over == over, quiet))]


async def _gone(storage: Storage, since: float) -> list[str]:
    """Guests who have not come since then. Programs stay as long as their owners."""
    accounts = sa.union(sa.select(ACCOUNTS.c.person), sa.select(PROGRAMS.c.person))
    query = sa.select(PEOPLE.c.id).where(PEOPLE.c.seen < since, PEOPLE.c.id.not_in(accounts))
    return [id for (id,) in await storage.read(query)]
