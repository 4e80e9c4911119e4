"""Who somebody is: a signed cookie with a random id. An account is optional; the name can change any time."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer
from msgspec.structs import replace

from ..core.names import clean
from .storage import PEOPLE, Person, Storage

COOKIE = "darsena"
COOKIE_AGE = 400 * 24 * 3600  # as long as browsers keep one
LINK_AGE = 24 * 3600
DAY = 24 * 3600


class People:
    def __init__(self, storage: Storage, secret: str, now: Callable[[], float] = time.time) -> None:
        self.storage = storage
        self.now = now
        self._cookies = URLSafeSerializer(secret, salt="person")
        self._links = URLSafeTimedSerializer(secret, salt="another device")

    async def known(self, cookie: str | None) -> Person | None:
        """Whom a cookie names; nobody where it is missing, forged, or from before a change of the password."""
        try:
            person = await self._present(self._cookies.loads(cookie or ""))
        except BadData:
            return None
        if person and self.now() - person.seen > DAY:
            person = replace(person, seen=self.now())
            await self.storage.write(PEOPLE.update().where(PEOPLE.c.id == person.id).values(seen=person.seen))
        return person

    async def _present(self, mark: object) -> Person | None:
        """A mark is an id, and the number of the session after the first."""
        id = mark.partition(".")[0] if isinstance(mark, str) else ""
        person = await self.storage.person(id) if id else None
        return person if person and _mark(person) == mark else None

    async def named(self, person: Person | None, name: str) -> Person:
        """This person under this name; a new one if nobody was known."""
        if person is None:
            person = Person(secrets.token_hex(16), clean(name), self.now(), self.now())
        elif person.name == clean(name):
            return person
        else:
            person = replace(person, name=clean(name))
        await self.storage.remember(person)
        return person

    async def renew(self, person: Person) -> Person:
        """Every other device of theirs is logged out."""
        await self.storage.write(PEOPLE.update().where(PEOPLE.c.id == person.id).values(session=person.session + 1))
        return replace(person, session=person.session + 1)

    def cookie(self, person: Person) -> str:
        return self._cookies.dumps(_mark(person))

    def link(self, person: Person) -> str:
        """A token that makes another device the same person, for a day."""
        return self._links.dumps(_mark(person))

    async def follow(self, token: str) -> Person | None:
        try:
            return await self._present(self._links.loads(token, max_age=LINK_AGE))
        except BadData:
            return None


def _mark(person: Person) -> str:
    return f"{person.id}.{person.session}" if person.session else person.id
