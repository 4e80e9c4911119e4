"""PostgreSQL tells every process which table another one has written to (LISTEN/NOTIFY)."""

from __future__ import annotations

import asyncio
import threading

from .harbour import Harbour
from .storage import CHANNEL


class Listener:
    """A thread with a connection of its own that hears of changes and has the tables catch up."""

    def __init__(self, url: str, harbour: Harbour) -> None:
        self.url = url.replace("+psycopg", "")
        self.harbour = harbour
        self._stopping = threading.Event()

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, name="listener", daemon=True).start()

    def stop(self) -> None:
        self._stopping.set()

    def _listen(self) -> None:
        import psycopg

        while not self._stopping.is_set():
            try:
                with psycopg.connect(self.url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._heard_all()  # what was written while nobody listened
                    while not self._stopping.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            asyncio.run_coroutine_threadsafe(self._heard(notice.payload), self._loop)
            except psycopg.OperationalError:
                self._stopping.wait(1.0)  # the database restarts: try again

    def _heard_all(self) -> None:
        for code in self.harbour.codes():
            asyncio.run_coroutine_threadsafe(self._heard(code), self._loop)

    async def _heard(self, code: str) -> None:
        table = self.harbour.awake(code)
        if table is not None:
            await table.catch_up()
