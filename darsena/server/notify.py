"""PostgreSQL tells every process what another one has written, and who looks on there (LISTEN/NOTIFY)."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from .harbour import Harbour
from .storage import CHANNEL, LOOKING, News
from .tables import Table

log = logging.getLogger("darsena")

HELD = 500  # tables kept here that stay awake although people look at them elsewhere
AGAIN = 1.0  # seconds until something is tried again that the database refused

Work = Callable[..., Awaitable[None]]


class Listener:
    """A thread with a connection of its own that hears of changes and has the tables catch up."""

    def __init__(self, url: str, harbour: Harbour, named: Callable[[Iterable[str]], None], deaf: Work) -> None:
        self.url = url.replace("+psycopg", "")
        self.harbour = harbour
        self.named = named  # told who is named in new rows
        self.deaf = deaf  # called after a while in which anything may have been missed
        self._stopping, self._ready = threading.Event(), threading.Event()
        self._held: OrderedDict[str, Table] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, name="listener", daemon=True).start()
        await asyncio.to_thread(self._ready.wait, 30.0)

    def stop(self) -> None:
        self._stopping.set()
        for task in self._tasks:
            task.cancel()

    def _listen(self) -> None:
        import psycopg

        while not self._stopping.is_set():
            try:
                with psycopg.connect(self.url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}; LISTEN {LOOKING}")
                    if self._ready.is_set():
                        self._call(self._start, self._missed)
                    self._ready.set()
                    while not self._stopping.is_set():
                        if told := list(connection.notifies(timeout=0.5, stop_after=1)):
                            self._call(self._heard, [(each.channel, each.payload) for each in told])
            except psycopg.OperationalError:
                self._stopping.wait(1.0)  # the database restarts: try again

    def _call(self, function: Callable[..., None], argument: object) -> None:
        if not self._stopping.is_set():
            self._loop.call_soon_threadsafe(function, argument)

    def _start(self, work: Work, *about: object) -> None:
        task = asyncio.create_task(_surely(work, *about))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, told: Sequence[tuple[str, str]]) -> None:
        for channel, payload in told:
            if channel == LOOKING:
                code, worker = payload.split()
                if worker != self.harbour.name and self.harbour.concerned(code):
                    self._start(self._met, code)
                continue
            news = msgspec.json.decode(payload, type=News)
            self.named(news.people)
            if self.harbour.concerned(news.code):
                self._start(self._follow, news)

    async def _follow(self, news: News) -> None:
        """Tasks come to a table in the order of what they have heard, and so do the rows."""
        async with self.harbour.waking(news.code):  # whoever wakes just now may not have seen these rows
            table = self.harbour.awake(news.code)
        if table:
            await table.catch_up(news.entries)
        else:
            await self._hold(news.code)

    async def _met(self, code: str) -> None:
        async with self.harbour.waking(code):
            table = self.harbour.awake(code)
        if table:
            await self.harbour.meet(table)
        else:
            await self._hold(code)  # its bots may have slept until somebody looks

    async def _hold(self, code: str) -> None:
        """Wake a table that is kept here, and let it stay awake for a while."""
        if code in self.harbour.kept and (table := await self.harbour.playable(code)):
            self._held[code] = table
            if len(self._held) > HELD:
                self._held.popitem(last=False)

    async def _missed(self) -> None:
        await self.deaf()
        for code in self.harbour.codes():
            if table := await self.harbour.playable(code):
                await self.harbour.meet(table)


async def _surely(work: Work, *about: object) -> None:
    while True:
        try:
            return await work(*about)
        except SQLAlchemyError as problem:
            log.error("the database refused: %s", problem)
            await asyncio.sleep(AGAIN)
