"""The log on disk. `append` is the only way anything changes, and what it acknowledged survives a crash.

The primary key (table, n) is the lock between processes: whoever writes row n first wins, the other catches up.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import alembic.command
import alembic.config
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from ..core.game import Seat

CHANNEL = "darsena"  # PostgreSQL tells the other processes here which table has changed
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
    """What a table is from its first moment to its last; all that changes is in its log."""

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


class Entry(Struct, frozen=True):
    """One row of a table's log."""

    n: int
    kind: str
    seat: Seat | None
    text: str
    person: str | None
    command: str | None
    time: float


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
    """Somebody else wrote these rows first."""


class _Job(NamedTuple):
    """Rows that wait for the disk, and who waits for them."""

    code: str
    entries: Sequence[Entry]
    done: asyncio.Future[None]


class Storage:
    def __init__(self, url: str) -> None:
        if url.startswith("sqlite:///"):
            Path(url.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
        self.engine = sa.create_engine(url)
        self.postgres = self.engine.dialect.name == "postgresql"
        if not self.postgres:
            sa.event.listen(self.engine, "connect", _durable)
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="log writer", daemon=True)

    def open(self) -> None:
        """Bring the schema up to date and start writing."""
        with self.engine.begin() as connection:
            migrate(connection)
        self._writer.start()

    def close(self) -> None:
        self._jobs.put(None)
        self._writer.join()
        self.engine.dispose()

    async def append(self, code: str, entries: Sequence[Entry]) -> None:
        """On disk when this returns. All rows waiting at the same time share one commit."""
        done = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(code, entries, done))
        await done

    def _write(self) -> None:
        with self.engine.connect() as connection:
            while job := self._jobs.get():
                jobs = [job, *self._waiting()]
                _answer(jobs, self._written(connection, jobs))

    def _written(self, connection: sa.Connection, jobs: Sequence[_Job]) -> list[Exception | None]:
        """For each job nothing, or what went wrong with it."""
        try:
            _commit(connection, jobs, self.postgres)
        except sa.exc.SQLAlchemyError as error:
            connection.rollback()
            if len(jobs) > 1:  # one bad job must not take the others with it
                return [problem for job in jobs for problem in self._written(connection, [job])]
            return [Conflict() if isinstance(error, IntegrityError) else error]
        return [None] * len(jobs)

    def _waiting(self) -> Iterable[_Job]:
        while True:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return
            if job is None:
                self._jobs.put(None)
                return
            yield job

    async def read(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        return await asyncio.to_thread(self._read, query)

    def _read(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        with self.engine.connect() as connection:
            return connection.execute(query).fetchall()

    async def write(self, *statements: sa.Executable) -> None:
        await asyncio.to_thread(self._execute, statements)

    def _execute(self, statements: Iterable[sa.Executable]) -> None:
        with self.engine.begin() as connection:
            for statement in statements:
                connection.execute(statement)

    async def create(self, deal: Deal) -> None:
        await self.write(TABLES.insert().values(**asdict(deal)))

    async def deal(self, code: str) -> Deal | None:
        return await self._one(TABLES.c.code == code)

    async def deal_to_join(self, join_code: str) -> Deal | None:
        return await self._one(TABLES.c.join_code == join_code)

    async def deal_to_watch(self, watch_code: str) -> Deal | None:
        return await self._one(TABLES.c.watch_code == watch_code)

    async def _one(self, condition: sa.ColumnElement[bool]) -> Deal | None:
        rows = await self.read(sa.select(TABLES).where(condition))
        return Deal(**rows[0]._mapping) if rows else None

    async def entries(self, code: str, since: int = 0) -> list[Entry]:
        columns = [LOG.c[name] for name in Entry.__struct_fields__]
        query = sa.select(*columns).where(LOG.c.code == code, LOG.c.n >= since).order_by(LOG.c.n)
        return [Entry(**row._mapping) for row in await self.read(query)]

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


def _answer(jobs: Sequence[_Job], problems: Sequence[Exception | None]) -> None:
    """Tell everybody who waits, with one call into their loop."""

    def answer() -> None:
        for job, problem in zip(jobs, problems, strict=True):
            if job.done.done():  # whoever waited has gone
                continue
            if problem is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(problem)

    jobs[0].done.get_loop().call_soon_threadsafe(answer)


_INSERT = LOG.insert()


def _commit(connection: sa.Connection, jobs: Sequence[_Job], postgres: bool) -> None:
    connection.execute(_INSERT, [{"code": job.code, **asdict(entry)} for job in jobs for entry in job.entries])
    if postgres:
        for code in {job.code for job in jobs}:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, code)))
    connection.commit()


def _durable(connection: Any, _: Any) -> None:
    """SQLite: readers beside the writer, and every commit on the disk before it is acknowledged."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def migrate(connection: sa.Connection) -> None:
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, "head")
