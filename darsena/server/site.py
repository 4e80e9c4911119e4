"""What one server process consists of, made at its start and shared by all requests."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from fastapi import Request, WebSocket
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from ..core.language import LANGUAGES, best
from .accounts import Accounts
from .bell import Bell
from .bots import Players, Thinkers
from .expiry import DAY, expire
from .harbour import Harbour
from .herald import Herald
from .hints import Adviser
from .keeping import BEAT, Keeper
from .limits import Buckets, Places
from .notices import Notices
from .notify import Listener
from .people import People
from .programs import Programs
from .reach import Messenger
from .settings import Settings, secret
from .storage import Storage
from .tables import Table

API = "/api/"  # where programs ask: they get JSON, and whatever cookies they send mean nothing

log = logging.getLogger("darsena")


class Site:
    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.storage = Storage(settings.database_url)
        key = secret(settings.folder)
        self.people = People(self.storage, key)
        self.accounts = Accounts(self.storage, self.people)
        self.programs = Programs(self.storage, self.people)
        self.thinkers = Thinkers(settings.bot_workers)
        self.adviser = Adviser(self.thinkers, 2 * settings.bot_seconds)
        self.bell = Bell(now)
        self.harbour = Harbour(self.storage, self._noticed, now)
        self.herald = Herald(self.storage, self.harbour)
        self.keeper = Keeper(self.storage, self.harbour, self.herald.repeat)
        self.players = Players(self.thinkers, settings.bot_seconds, self.harbour.kept)
        self.messenger = Messenger(self.storage, settings, key)
        self.notices = Notices(self.storage, self.harbour, self.messenger)
        self.tests = Buckets(rate=1 / 30, burst=5)  # notices and e-mails somebody sends to themselves
        self.deeds = Buckets(rate=20, burst=400)  # forms posted, per address
        self.looks = Buckets(rate=200, burst=4000)  # pages, pictures, scripts
        self.opened = Buckets(rate=1 / 3, burst=200)  # tables, per address
        self.commands = Buckets(rate=50, burst=100)  # moves and deeds at tables, per person
        self.screens = Places(100)  # open at once, per person
        self.onlookers = Places(400)  # screens of people who watch, per address
        self.brought = Buckets(rate=1 / 20, burst=30)  # records from elsewhere, per address
        self._listener = Listener(settings.database_url, self.harbour, self.programs.call, self.keeper.anew)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await asyncio.to_thread(self.storage.open)
        await self.keeper.open()
        tasks = [self.keeper.run(), self._daily(), self.notices.run(), self.bell.run(self.harbour)]
        if self.storage.postgres:  # there may be other processes
            await self._listener.start()
            tasks.append(self.herald.run())
        self._tasks = [asyncio.create_task(task) for task in tasks]

    def _noticed(self, table: Table) -> None:
        """Whoever waits for something at a table looks again."""
        self.programs.look(table)
        if self.storage.postgres:
            self.herald.look(table)
        if table.code in self.harbour.kept:
            self.players.look(table)
            self.notices.look(table)
            self.bell.look(table)
            if table.over:
                self.harbour.kept.discard(table.code)

    async def _daily(self) -> None:
        """What is to be forgotten is forgotten, by one process."""
        due = 0.0
        while True:
            now = self.harbour.now()
            if self.keeper.eldest and now >= due:
                due = now + DAY
                try:
                    await expire(self.storage, self.harbour, self.settings, now)
                except SQLAlchemyError as problem:
                    log.error("nothing was tidied up today: %s", problem)
            await asyncio.sleep(BEAT)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._listener.stop()
        self.players.close()
        await asyncio.to_thread(self.thinkers.close)
        with suppress(SQLAlchemyError):
            await self.keeper.close()
        await asyncio.to_thread(self.storage.close)


def site_of(request: Request | WebSocket) -> Site:
    site: Site = request.app.state.site
    return site


def language_of(connection: HTTPConnection) -> str:
    """As chosen on the page, else as the browser prefers."""
    chosen = "" if connection.url.path.startswith(API) else connection.cookies.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    accepted = connection.headers.get("accept-language", "")
    return best(tag.split(";")[0].strip() for tag in accepted.split(","))
