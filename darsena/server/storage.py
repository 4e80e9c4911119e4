"""Everything on disk. What happens at a table is appended to its log, and what was acknowledged survives a crash.

The primary key (table, n) is the lock between processes: whoever writes row n first wins, the other catches up.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from ..core.game import Seat
from .migrations import upgrade
from .writer import AGAIN, PATIENCE, Writer, lost

CHANNEL = "darsena"  # PostgreSQL tells the other processes here what was written
LOOKING = "darsena_looking"  # ...and here at which table somebody looks on, or no longer
MIGRATING = 0x0DA25E2A  # the lock of whoever brings the schema up to date
PAYLOAD = 7000  # bytes that can be told at once; PostgreSQL takes less than 8000
METADATA = sa.MetaData()

PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False, server_default="0"),
    sa.Column("session", sa.Integer, nullable=False, server_default="0"),
)

ACCOUNTS = sa.Table(
    "accounts",
    METADATA,
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("key", sa.String(160), nullable=False, unique=True),
    sa.Column("password", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

PROGRAMS = sa.Table(
    "programs",
    METADATA,
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("owner", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("key", sa.String(160), nullable=False, unique=True),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("code", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("creator", sa.String(32), nullable=False),
    sa.Column("join_code", sa.String(32), nullable=False, unique=True),
    sa.Column("watch_code", sa.String(32), nullable=False, unique=True),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("watched", sa.Boolean, nullable=False),
    sa.Column("pace", sa.String(16), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False, index=True),
    sa.Column("series", sa.String(16), nullable=False, server_default="", index=True),
    sa.Column("place", sa.Integer, nullable=False, server_default="0"),
    sa.Column("keeper", sa.String(32), nullable=False, server_default=""),
)

WORKERS = sa.Table(
    "workers",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)

PRESENCE = sa.Table(
    "presence",
    METADATA,
    sa.Column("code", sa.String(16), primary_key=True),
    sa.Column("worker", sa.String(32), primary_key=True),
    sa.Column("seats", sa.Text, nullable=False),
)

LOG = sa.Table(
    "log",
    METADATA,
    sa.Column("code", sa.String(16), sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("person", sa.String(32), index=True),
    sa.Column("command", sa.String(64)),
    sa.Column("time", sa.Float, nullable=False),
    sa.UniqueConstraint("code", "command"),
)

RESULTS = sa.Table(
    "results",
    METADATA,
    sa.Column("code", sa.String(16), sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(32), index=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("share", sa.Float, nullable=False),
    sa.Column("score", sa.Text, nullable=False),
    sa.Column("finished", sa.Float, nullable=False),
)

REACH = sa.Table(
    "reach",
    METADATA,
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("webhook", sa.Text, nullable=False),
    sa.Column("remind", sa.Integer, nullable=False),
)

PUSHES = sa.Table(
    "pushes",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

NOTICES = sa.Table(
    "notices",
    METADATA,
    sa.Column("code", sa.String(16), sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), primary_key=True),
)

CLUBS = sa.Table(
    "clubs",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("join_code", sa.String(32), nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
)

MEMBERS = sa.Table(
    "members",
    METADATA,
    sa.Column("club", sa.String(16), sa.ForeignKey("clubs.id"), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True, index=True),
    sa.Column("since", sa.Float, nullable=False),
)

RECORDS = sa.Table(
    "records",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False, index=True),
)


class Person(Struct, frozen=True):
    id: str
    name: str
    created: float
    seen: float = 0.0  # when they last came, to the day
    session: int = 0  # cookies and links of earlier ones are void


class Deal(Struct, frozen=True):
    """What a table was at its first moment; what has become of it is in its log."""

    code: str
    game: str
    rules_version: int
    options: dict[str, str]
    seats: int
    seed: bytes
    creator: str
    join_code: str
    watch_code: str
    listed: bool
    watched: bool
    pace: str
    created: float
    over: bool = False
    series: str = ""  # the tables that share its seed, where there are any,
    place: int = 0  # and the how manieth of them it is


_DEALS = sa.select(*[TABLES.c[name] for name in Deal.__struct_fields__])


class Entry(Struct, frozen=True, gc=False):
    """One row of a table's log."""

    n: int
    kind: str
    seat: Seat | None
    text: str
    person: str | None
    command: str | None
    time: float


_INSERT = postgresql.insert(LOG).on_conflict_do_nothing().returning(LOG.c.code, LOG.c.n)
_LOG = sa.select(LOG.c.code, *[LOG.c[name] for name in Entry.__struct_fields__])


class News(Struct, frozen=True, array_like=True):
    """What one process tells the others when it has written rows; those themselves, unless they are too long."""

    code: str
    version: int  # that the table has now
    people: tuple[str, ...]  # named in the rows
    entries: tuple[Entry, ...]


class Result(Struct, frozen=True):
    """How one seat fared in a game that is over. Follows from the log; kept so that nobody has to replay it."""

    code: str
    seat: Seat
    person: str | None
    place: int
    share: float  # of the victory
    score: str  # in digits: some are larger than a database counts
    finished: float


class Conflict(Exception):
    """Somebody else wrote there first: these rows, as far as is known."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        super().__init__()
        self.entries = entries


class _Rows(NamedTuple):
    code: str
    entries: Sequence[Entry]


class Storage:
    def __init__(self, url: str) -> None:
        if url.startswith("sqlite:///"):
            Path(url.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
        self.postgres = url.startswith("postgresql")
        self.engine = sa.create_engine(url, pool_pre_ping=self.postgres)
        if not self.postgres:
            sa.event.listen(self.engine, "connect", _durable)
        self._writer = Writer(self.engine, self._commit)

    def open(self) -> None:
        """Bring the schema up to date and start writing."""
        with self.engine.begin() as connection:
            if self.postgres:  # one process after the other
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            upgrade(connection)
        self._writer.open()

    def close(self) -> None:
        self._writer.close()
        self.engine.dispose()

    async def append(self, code: str, entries: Sequence[Entry]) -> None:
        """On disk when this returns. All rows waiting at the same time share one commit."""
        try:
            await self._writer.write(_Rows(code, entries))
        except IntegrityError:
            raise Conflict(await self.entries(code, entries[0].n)) from None

    def _commit(self, connection: sa.Connection, jobs: Sequence[_Rows]) -> Sequence[Conflict | None]:
        """The rows of each job, or none of them.

        One table after another, by their names: two processes that write to the same ones wait, but not for each other.
        """
        in_order = sorted(jobs, key=itemgetter(0))
        rows = [{"code": code, **asdict(entry)} for code, entries in in_order for entry in entries]
        if not self.postgres:  # nobody else writes, or only by mistake
            connection.execute(LOG.insert(), rows)
            connection.commit()
            return [None] * len(jobs)
        written = set(map(tuple, connection.execute(_INSERT, rows)))
        done = [_claimed(job, written) for job in jobs]
        if written:  # the rest of what came too late with its first row
            connection.execute(LOG.delete().where(sa.tuple_(LOG.c.code, LOG.c.n).in_(written)))
        late = [job for job, own in zip(jobs, done, strict=True) if not own]
        conflicts = _conflicts(connection, late) if late else {}
        connection.execute(call(CHANNEL, [_news(*job) for job in compress(jobs, done)]))
        connection.commit()
        return [None if own else conflicts[job.code] for job, own in zip(jobs, done, strict=True)]

    async def read(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        return await asyncio.to_thread(self._read, query)

    def _read(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with self.engine.connect() as connection:
                    return connection.execute(query).fetchall()
            except sa.exc.OperationalError as error:
                if not lost(error) or time.monotonic() > until or self._writer.closing.wait(AGAIN):
                    raise

    async def write(self, *statements: sa.Executable) -> Sequence[sa.Row[Any]]:
        """All of them or none. Returns what the last one does."""
        return await asyncio.to_thread(self._execute, statements)

    def _execute(self, statements: Iterable[sa.Executable]) -> Sequence[sa.Row[Any]]:
        with self.engine.begin() as connection:
            for statement in statements:
                done = connection.execute(statement)
            return done.fetchall() if done.returns_rows else ()

    async def create(self, deal: Deal, keeper: str = "") -> None:
        await self.write(TABLES.insert().values(**asdict(deal), keeper=keeper))

    async def deal(self, code: str) -> Deal | None:
        return await self._one(TABLES.c.code == code)

    async def deal_to_join(self, join_code: str) -> Deal | None:
        return await self._one(TABLES.c.join_code == join_code)

    async def deal_to_watch(self, watch_code: str) -> Deal | None:
        return await self._one(TABLES.c.watch_code == watch_code)

    async def _one(self, condition: sa.ColumnElement[bool]) -> Deal | None:
        rows = await self.read(_DEALS.where(condition))
        return Deal(**rows[0]._mapping) if rows else None

    async def series(self, code: str) -> list[Deal]:
        """The tables of a series, in their order."""
        query = _DEALS.where(TABLES.c.series == code, TABLES.c.series != "").order_by(TABLES.c.place)
        return [Deal(**row._mapping) for row in await self.read(query)]

    async def sealed(self, deal: Deal) -> bool:
        """Whether the draws of a table are still to come at another one."""
        return not all(other.over for other in await self.series(deal.series))

    async def entries(self, code: str, since: int = 0) -> list[Entry]:
        return list(map(_entry, await self.read(_LOG.where(_since(code, since)).order_by(LOG.c.n))))

    async def running_of(self, person: str, most: int, skip: int = 0) -> list[str]:
        seated = sa.select(LOG.c.code).where(LOG.c.person == person)
        query = sa.select(TABLES.c.code).where(TABLES.c.code.in_(seated), ~TABLES.c.over)
        query = query.order_by(TABLES.c.created.desc()).offset(skip).limit(most)
        return [code for (code,) in await self.read(query)]

    async def opened_by(self, person: str) -> int:
        """How many tables that somebody opened still go on."""
        query = sa.select(sa.func.count()).where(TABLES.c.creator == person, ~TABLES.c.over)
        return int((await self.read(query))[0][0])

    async def finish(self, code: str, results: Sequence[Result]) -> None:
        """The table is over, and so everybody fared. Saying it twice changes nothing."""
        over = TABLES.update().where(TABLES.c.code == code).values(over=True)
        await self.write(over, *[self.once(RESULTS).values(**asdict(result)) for result in results])

    def once(self, table: sa.Table) -> Any:
        """An insert that lets a row be that is already there."""
        insert = postgresql.insert if self.postgres else sqlite.insert
        return insert(table).on_conflict_do_nothing()

    async def running(self) -> list[str]:
        return [code for (code,) in await self.read(sa.select(TABLES.c.code).where(~TABLES.c.over))]

    async def listed(self, most: int = 20) -> list[str]:
        query = sa.select(TABLES.c.code).where(TABLES.c.listed, ~TABLES.c.over).order_by(TABLES.c.created.desc())
        query = query.limit(most)
        return [code for (code,) in await self.read(query)]

    async def person(self, id: str) -> Person | None:
        rows = await self.read(sa.select(PEOPLE).where(PEOPLE.c.id == id))
        return Person(**rows[0]._mapping) if rows else None

    async def remember(self, person: Person) -> None:
        """Add a person, or change their name."""
        if await self.person(person.id):
            await self.write(PEOPLE.update().where(PEOPLE.c.id == person.id).values(name=person.name))
        else:
            await self.write(PEOPLE.insert().values(**asdict(person)))


def _since(code: str, n: int) -> sa.ColumnElement[bool]:
    return sa.and_(LOG.c.code == code, LOG.c.n >= n)


def _entry(row: Sequence[Any]) -> Entry:
    return Entry(*row[1:])  # the first is its table


def _claimed(job: _Rows, written: set[tuple[str, int]]) -> bool:
    """Whether all rows of a job are among the written ones, which are then nobody else's."""
    own = {(job.code, entry.n) for entry in job.entries}
    whole = own <= written
    written -= own if whole else set()
    return whole


def _conflicts(connection: sa.Connection, late: Sequence[_Rows]) -> Mapping[str, Conflict]:
    """What others have written instead, by table."""
    found: dict[str, list[Entry]] = {job.code: [] for job in late}
    conditions = [_since(job.code, job.entries[0].n) for job in late]
    for row in connection.execute(_LOG.where(sa.or_(*conditions)).order_by(LOG.c.n)):
        found[row.code].append(_entry(row))
    return {code: Conflict(entries) for code, entries in found.items()}


def call(channel: str, payloads: Sequence[str]) -> sa.Executable:
    """PostgreSQL tells all processes when this is committed."""
    said = sa.func.unnest(sa.cast(payloads, sa.ARRAY(sa.Text))).column_valued("said")
    return sa.select(sa.func.pg_notify(channel, said))


def _news(code: str, entries: Sequence[Entry]) -> str:
    people = {entry.person for entry in entries if entry.person}
    news = News(code, entries[-1].n + 1, tuple(people), tuple(entries))
    written = msgspec.json.encode(news)
    return (written if len(written) <= PAYLOAD else msgspec.json.encode(replace(news, entries=()))).decode()


def _durable(connection: Any, _: Any) -> None:
    """SQLite: readers beside the writer, and every commit on the disk before it is acknowledged."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")
