"""Accounts: a name and a password that keep somebody's tables across devices. Nobody needs one.

Logging in says nothing about which names exist: a wrong name takes as long as a wrong password, and hears the same.
"""

from __future__ import annotations

import asyncio
import secrets
import unicodedata

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from ..core.game import Refused, say
from ..core.names import clean
from .limits import Buckets
from .people import People
from .storage import ACCOUNTS, Person, Storage

SHORTEST, LONGEST = 8, 200
AT_ONCE = 2  # passwords checked at the same time: each takes 64 MB for a moment


class Account(Struct, frozen=True):
    person: str
    name: str
    key: str  # the name as it is compared
    password: str  # its hash
    created: float


class Accounts:
    def __init__(self, storage: Storage, people: People) -> None:
        self.storage, self.people = storage, people
        self.by_name = Buckets(rate=1 / 5, burst=100)  # tries from anywhere: more than one address can use up
        self.by_address = Buckets(rate=1 / 10, burst=20)
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex(16))  # checked where there is no such name
        self._few = asyncio.Semaphore(AT_ONCE)

    async def of(self, person: Person | None) -> Account | None:
        return await self._one(ACCOUNTS.c.person == person.id) if person else None

    async def known(self, person: str) -> bool:
        """Whether somebody has an account."""
        return await self._one(ACCOUNTS.c.person == person) is not None

    async def named(self, name: str) -> Account | None:
        return await self._one(ACCOUNTS.c.key == key(name))

    async def register(self, person: Person | None, name: str, password: str, address: str) -> Person:
        """A guest gets an account and stays who they are; whoever is unknown becomes somebody."""
        self.by_address.take(address)
        _acceptable(name, password)
        if await self.of(person):
            raise Refused(say("you already have an account"))
        if await self.named(name):
            raise Refused(say("this name is not free; choose another one"))
        person = person or await self.people.named(None, name)
        account = {"person": person.id, "name": clean(name), "key": key(name), "created": self.people.now()}
        try:
            await self.storage.write(ACCOUNTS.insert().values(**account, password=await self._hash(password)))
        except IntegrityError:  # somebody was quicker
            raise Refused(say("this name is not free; choose another one")) from None
        return person

    async def enter(self, name: str, password: str, address: str) -> Person:
        self.by_address.take(address)
        self.by_name.take(key(name))
        account = await self.named(name)
        fits = await self._fits(account.password if account else self._nobody, password)
        person = await self.storage.person(account.person) if account and fits else None
        if person is None:
            raise Refused(say("this name and this password do not belong together"))
        return person

    async def confirm(self, account: Account, password: str, address: str) -> None:
        """Whoever changes or deletes an account knows its password."""
        self.by_address.take(address)
        self.by_name.take(account.key)
        if not await self._fits(account.password, password):
            raise Refused(say("this is not your password"))

    async def change(self, person: Person, account: Account, new: str) -> Person:
        """A new password; all other devices are logged out."""
        _acceptable(account.name, new)
        hashed = await self._hash(new)
        await self.storage.write(ACCOUNTS.update().where(ACCOUNTS.c.person == person.id).values(password=hashed))
        return await self.people.renew(person)

    async def _one(self, condition: sa.ColumnElement[bool]) -> Account | None:
        rows = await self.storage.read(sa.select(ACCOUNTS).where(condition))
        return Account(**rows[0]._mapping) if rows else None

    async def _hash(self, password: str) -> str:
        async with self._few:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _fits(self, hashed: str, password: str) -> bool:
        async with self._few:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, password[:LONGEST])
            except (VerificationError, InvalidHashError):
                return False


def key(name: str) -> str:
    """Names that look alike are the same name."""
    return unicodedata.normalize("NFKC", name.strip()).casefold()[:160]


def _acceptable(name: str, password: str) -> None:
    clean(name)
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused(say("a password has {least} to {most} characters", least=SHORTEST, most=LONGEST))
    if key(password) == key(name):
        raise Refused(say("a password that is the name is none"))
