"""Who somebody is: a signed cookie with a random id. No account, no password; the name can change any time."""

from __future__ import annotations

import secrets
import time

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from ..core.names import clean
from .storage import Person, Storage

COOKIE = "darsena"
COOKIE_AGE = 400 * 24 * 3600  # as long as browsers keep one
LINK_AGE = 24 * 3600


class People:
    def __init__(self, storage: Storage, secret: str) -> None:
        self.storage = storage
        self._cookies = URLSafeSerializer(secret, salt="person")
        self._links = URLSafeTimedSerializer(secret, salt="another device")

    def id_in(self, cookie: str | None) -> str | None:
        """The id that a cookie carries; None for a missing or forged one."""
        try:
            found = self._cookies.loads(cookie or "")
        except BadData:
            return None
        return found if isinstance(found, str) else None

    async def known(self, cookie: str | None) -> Person | None:
        id = self.id_in(cookie)
        return await self.storage.person(id) if id else None

    async def named(self, person: Person | None, name: str) -> Person:
        """This person under this name; a new one if nobody was known."""
        if person is None:
            person = Person(secrets.token_hex(16), clean(name), time.time())
        elif person.name == clean(name):
            return person
        else:
            person = Person(person.id, clean(name), person.created)
        await self.storage.remember(person)
        return person

    def cookie(self, person: Person) -> str:
        return self._cookies.dumps(person.id)

    def link(self, person: Person) -> str:
        """A token that makes another device the same person, for a day."""
        return self._links.dumps(person.id)

    async def follow(self, token: str) -> Person | None:
        try:
            id = self._links.loads(token, max_age=LINK_AGE)
        except BadData:
            return None
        return await self.storage.person(id)
