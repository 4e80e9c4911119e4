"""What one server process consists of, made at its start and shared by all requests."""

from __future__ import annotations

import asyncio

from fastapi import Request, WebSocket
from starlette.requests import HTTPConnection

from ..core.language import LANGUAGES, best
from .bots import Players, Thinkers
from .harbour import Harbour
from .limits import Buckets
from .notify import Listener
from .people import People
from .settings import Settings, secret
from .storage import Storage


class Site:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database_url)
        self.people = People(self.storage, secret(settings.folder))
        self.thinkers = Thinkers(settings.bot_workers)
        self.players = Players(self.thinkers, settings.bot_seconds)
        self.harbour = Harbour(self.storage, self.players.look)
        self.deeds = Buckets(rate=20, burst=400)  # forms posted, per address
        self._listener = Listener(settings.database_url, self.harbour) if self.storage.postgres else None
        self._waking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await asyncio.to_thread(self.storage.open)
        if self._listener:
            self._listener.start()
        self._waking = asyncio.create_task(self._wake())

    async def _wake(self) -> None:
        """After a restart: let the bots go on where they stopped. People wake their tables by looking at them."""
        for code in await self.storage.running():
            await self.harbour.table(code)

    async def close(self) -> None:
        if self._waking:
            self._waking.cancel()
        if self._listener:
            self._listener.stop()
        self.players.close()
        await asyncio.to_thread(self.thinkers.close)
        await asyncio.to_thread(self.storage.close)


def site_of(request: Request | WebSocket) -> Site:
    site: Site = request.app.state.site
    return site


def language_of(connection: HTTPConnection) -> str:
    """As chosen on the page, else as the browser prefers."""
    chosen = connection.cookies.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    accepted = connection.headers.get("accept-language", "")
    return best(tag.split(";")[0].strip() for tag in accepted.split(","))
