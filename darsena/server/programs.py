"""Programs that play over the API: each is a person of its own, made by somebody with an account, and has a token.

Only the hash of a token is kept, so it is shown once; a new one makes the old one void.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, defaultdict
from collections.abc import Iterable
from hashlib import sha256

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy.exc import IntegrityError

from ..core.game import Refused, say
from ..core.names import clean
from .accounts import key
from .limits import Buckets
from .people import People
from .storage import PEOPLE, PROGRAMS, Storage
from .tables import Table

MOST = 8  # programs of one person
MAX_STREAMS = 50  # open at once, of one program


class Program(Struct, frozen=True):
    person: str  # who it is at tables
    owner: str
    name: str
    key: str  # the name as it is compared
    token: str  # its hash
    created: float


class Programs:
    def __init__(self, storage: Storage, people: People) -> None:
        self.storage, self.people = storage, people
        self.pace = Buckets(rate=20, burst=400)  # requests of one program
        self.streams: Counter[str] = Counter()  # how many each has open
        self.ears: defaultdict[str, set[asyncio.Event]] = defaultdict(set)  # set when a table of theirs has changed

    async def of(self, owner: str) -> list[Program]:
        return await self._where(PROGRAMS.c.owner == owner)

    async def named(self, name: str) -> Program | None:
        return next(iter(await self._where(PROGRAMS.c.key == key(name))), None)

    async def bearing(self, token: str) -> Program | None:
        """Whose token this is. It takes as long to find it wrong at its first letter as at its last."""
        person, _, secret = token.partition(".")
        if not (token.isascii() and token.isprintable() and secret):
            return None
        found = next(iter(await self._where(PROGRAMS.c.person == person)), None)
        return found if found and secrets.compare_digest(found.token, _hash(secret)) else None

    async def make(self, owner: str, name: str) -> str:
        """A new program, and its token."""
        name, person, secret = clean(name), secrets.token_hex(16), secrets.token_urlsafe(32)
        if len(await self.of(owner)) >= MOST:
            raise Refused(say("nobody has more than {n} bots here: delete one first", n=MOST))
        now = self.people.now()
        program = Program(person, owner, name, key(name), _hash(secret), now)
        try:
            await self.storage.write(
                PEOPLE.insert().values(id=person, name=name, created=now, seen=now),
                PROGRAMS.insert().values(**asdict(program)),
            )
        except IntegrityError:
            raise Refused(say("this name is not free; choose another one")) from None
        return f"{person}.{secret}"

    async def renew(self, program: Program) -> str:
        """Another token; the old one is void."""
        secret = secrets.token_urlsafe(32)
        own = PROGRAMS.c.person == program.person
        await self.storage.write(PROGRAMS.update().where(own).values(token=_hash(secret)))
        return f"{program.person}.{secret}"

    def look(self, table: Table) -> None:
        """Called after every change at any table."""
        self.call({*table.invited, *[sitter.person or "" for sitter in table.sitters if sitter and sitter.program]})

    def call(self, people: Iterable[str]) -> None:
        """Those of them that listen look at their tables again."""
        for person in people:
            for news in self.ears.get(person, ()):
                news.set()

    async def _where(self, condition: sa.ColumnElement[bool]) -> list[Program]:
        rows = await self.storage.read(sa.select(PROGRAMS).where(condition).order_by(PROGRAMS.c.created))
        return [Program(**row._mapping) for row in rows]


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
