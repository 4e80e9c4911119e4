"""Faults on purpose, under load, against real server processes; then everything that was answered is checked.

    python -m bench.faults                      all of it, shortly
    python -m bench.faults --kills 100          more of the same
    python -m bench.faults sqlite postgres      only some of it

At every table all who are wanted move at once, often from two devices with the same command. Whatever happens
meanwhile: what was acknowledged is in the log, once, in an order that explains all answers (`bench.history`), and all
screens show the same in the end.

sqlite      the only process is killed (-9) at random moments, and started again
postgres    one of two processes on one database is killed, and started again
workers     one of two workers of one server is killed; the server starts another
database    a PostgreSQL of our own crashes and comes back, under two processes
full        the disk is full for a while (SQLite)
clock       the clock of the server jumps by hours, forwards and backwards
deaf        some clients stop reading, others leave their requests or connections half open

Only loopback and temporary folders. Bounded by the number of kills.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
import sqlalchemy as sa
from websockets.asyncio.client import connect

from darsena.core import notation, record
from darsena.server.harbour import Harbour
from darsena.server.limits import TooFast
from darsena.server.storage import Storage
from darsena.server.tables import Table

from .fleet import HOST, Screen, Server, free_port, run_server, schema, seated
from .history import problems

POSTGRES = os.environ.get("DARSENA_TEST_POSTGRES", "postgresql://root@127.0.0.1:5432/test")
SEATS = 3
DAY = 24 * 3600
PLENTY = "1000000"  # pages of a database
FULL = "the server cannot write at the moment; nothing was changed"
EXCUSES = (FULL, TooFast().message.text)
T = TypeVar("T")


class Skipped(Exception):
    """What a scenario needs is not there."""


class Evening:
    """A table under load, and then another, until told to stop."""

    def __init__(self, servers: Sequence[Server], harbour: Harbour, game: str, seed: int) -> None:
        self.servers, self.harbour, self.game = servers, harbour, game
        self.rng = random.Random(seed)
        self.stopping = False
        self.problems: list[str] = []
        self.answered, self.told_full, self.tables = 0, 0, 0
        self.screens: list[Screen] = []

    @property
    def open(self) -> int:
        """Commands that nobody has answered yet."""
        return sum(len(screen.pending) for screen in self.screens)

    async def run(self) -> None:
        while not self.stopping:
            await self.one_table()

    async def one_table(self) -> None:
        bases = [server.base for server in self.servers]
        where, cookies = await _patiently(lambda: seated(self.rng.choice(bases), self.game, SEATS))
        table = await self.harbour.table(where.split("/")[2])
        assert table is not None
        self.screens = [Screen(bases, where, seat, cookies[seat], self.rng) for seat in range(SEATS) for _ in range(2)]
        try:
            while not (self.stopping or table.over):
                await self.all_move(table)
            await self.check(table, bases, cookies)
        finally:
            for screen in self.screens:
                await screen.close()
        self.tables += 1

    async def all_move(self, table: Table) -> None:
        await table.catch_up()
        await asyncio.gather(*(self.move(table, seat) for seat in table.wanted))
        await table.catch_up()

    async def move(self, table: Table, seat: int) -> None:
        text = notation.write(self.rng.choice(table.game.rules.moves(table.state, seat)))
        id, seen = f"m{self.rng.getrandbits(48):x}", table.version
        devices = [screen for screen in self.screens if screen.seat == seat]
        asked = devices if self.rng.random() < 0.3 else [self.rng.choice(devices)]
        done = await asyncio.gather(*(screen.play(text, seen, id) for screen in asked))
        self.answered += len(done)
        self.told_full += sum(command.refused == FULL for command in done)

    async def check(self, table: Table, bases: Sequence[str], cookies: Sequence[str]) -> None:
        """Some order explains all answers; draws are fair; all screens show the same as a fresh page."""
        await table.catch_up()
        history = [command for screen in self.screens for command in screen.history]
        self.problems += problems(table.game, table.new(), table.log, history, EXCUSES)
        if table.outcome and not record.verify(table.record(), table.game).fair:
            self.problems.append(f"the draws at {table.code} do not follow from its seed")
        for screen in list(self.screens):
            fresh = Screen(bases, screen.where, screen.seat, cookies[screen.seat], self.rng)
            try:
                async with asyncio.timeout(60):
                    await screen.shows(table.version)
                    await fresh.shows(table.version)
                    while screen.parts != fresh.parts:
                        await asyncio.sleep(0.05)
            except TimeoutError:
                self.problems.append(f"a screen at {table.code} shows something else than a fresh page")
            await fresh.close()


async def _patiently(deed: Callable[[], Awaitable[T]]) -> T:
    """Once the server answers."""
    while True:
        try:
            return await deed()
        except (httpx.HTTPError, KeyError, ValueError):
            await asyncio.sleep(0.2)


class Report:
    """What was done and seen in one scenario."""

    def __init__(self, name: str) -> None:
        self.name, self.started = name, time.monotonic()
        self.faults, self.hit = 0, 0
        self.problems: list[str] = []
        self.seen: dict[str, Any] = {}

    def fault(self, evenings: Sequence[Evening]) -> None:
        self.faults += 1
        self.hit += sum(evening.open for evening in evenings)

    def line(self) -> dict[str, Any]:
        return {
            "scenario": self.name,
            "faults": self.faults,
            "commands_open_at_a_fault": self.hit,
            **self.seen,
            "problems": self.problems[:20],
            "seconds": round(time.monotonic() - self.started),
        }


@asynccontextmanager
async def evenings(
    servers: Sequence[Server], database: str, given: Any, report: Report, game: str = ""
) -> AsyncIterator[list[Evening]]:
    """Tables under load as long as the block runs; then everything is checked."""
    storage = Storage(database)  # only to look on
    harbour = Harbour(storage, lambda table: None)
    tables = [Evening(servers, harbour, game or given.game, given.seed + number) for number in range(given.tables)]
    tasks = [asyncio.create_task(evening.run()) for evening in tables]
    try:
        yield tables
        for evening in tables:
            evening.stopping = True
        await asyncio.gather(*tasks)
        report.problems += [problem for evening in tables for problem in evening.problems]
        report.seen["tables"] = sum(evening.tables for evening in tables)
        report.seen["commands"] = sum(evening.answered for evening in tables)
    finally:
        for task in tasks:
            task.cancel()
        storage.engine.dispose()


@contextmanager
def running(servers: Sequence[Server]) -> Iterator[None]:
    try:
        for server in servers:
            server.start()
        for server in servers:
            server.wait()
        yield
    finally:
        for server in servers:
            server.stop()


@contextmanager
def in_postgres() -> Iterator[str]:
    try:
        with schema(POSTGRES) as database:
            yield database
    except sa.exc.OperationalError as problem:
        raise Skipped(f"no PostgreSQL here: {problem}") from None


async def some_load(tables: Sequence[Evening], rng: random.Random) -> None:
    """Until some more commands have been answered, and a moment longer: however slow this machine is."""
    enough = sum(evening.answered for evening in tables) + rng.randrange(5, 40)
    while sum(evening.answered for evening in tables) < enough:
        await asyncio.sleep(0.01)
    await asyncio.sleep(rng.uniform(0.0, 0.05))


async def kill(servers: Sequence[Server], database: str, given: Any, report: Report) -> None:
    """Somebody is killed at a random moment, and comes back; again and again."""
    rng = random.Random(given.seed)
    async with evenings(servers, database, given, report) as tables:
        for _ in range(given.kills):
            await some_load(tables, rng)
            server = rng.choice(servers)
            if pids := server.pids():
                report.fault(tables)
                await asyncio.to_thread(server.kill, rng.choice(pids))
            if server.run:
                server.start()
                await asyncio.to_thread(server.wait)


async def sqlite(folder: Path, given: Any, report: Report) -> None:
    server = Server(folder, run=run_server)
    with running([server]):
        await kill([server], f"sqlite:///{folder}/darsena.db", given, report)


async def postgres(folder: Path, given: Any, report: Report) -> None:
    with in_postgres() as database:
        servers = [Server(folder, database, run=run_server) for _ in range(2)]
        with running(servers):
            await kill(servers, database, given, report)


async def workers(folder: Path, given: Any, report: Report) -> None:
    with in_postgres() as database:
        server = Server(folder, database, workers=2)
        with running([server]):
            await kill([server], database, given, report)


class Postgres:
    """A database server of our own in a temporary folder. It does not run as root, so root asks somebody else."""

    def __init__(self, folder: Path) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        if not found:
            raise Skipped("no PostgreSQL binaries in /usr/lib/postgresql")
        self.programs, self.folder, self.port = found[-1], folder, free_port()
        self.prefix = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.prefix:
            subprocess.run(["chown", "-R", "postgres", folder], check=True)
        self._run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "darsena", "--no-sync")
        self.control("start")

    def control(self, deed: str, *more: str) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._run("pg_ctl", "-w", "-D", f"{self.folder}/data", "-o", options, "-l", f"{self.folder}/log", deed, *more)

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self.prefix, str(self.programs / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://darsena@127.0.0.1:{self.port}/postgres"


async def database(folder: Path, given: Any, report: Report) -> None:
    rng = random.Random(given.seed)
    with tempfile.TemporaryDirectory(prefix="darsena-postgres-") as place:
        own = Postgres(Path(place))
        try:
            servers = [Server(folder, own.url, run=run_server) for _ in range(2)]
            with running(servers):
                async with evenings(servers, own.url, given, report) as tables:
                    for _ in range(max(1, given.kills // 10)):
                        await some_load(tables, rng)
                        report.fault(tables)
                        mode = rng.choice(["immediate", "fast"])  # as in a crash, or told to
                        await asyncio.to_thread(own.control, "restart", "-m", mode)
        finally:
            own.control("stop", "-m", "immediate")


def run_on_a_small_disk(settings: Mapping[str, str], log: Path) -> None:
    """A server whose database may not grow beyond what a file beside it says, in pages."""
    limit = Path(settings["DARSENA_DATA"]) / "pages"

    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={limit.read_text()}")

    sa.event.listen(sa.Engine, "begin", begin)
    run_server(settings, log)


async def full(folder: Path, given: Any, report: Report) -> None:
    pages, server, rng = folder / "pages", Server(folder, run=run_on_a_small_disk), random.Random(given.seed)
    pages.write_text(PLENTY)
    database = f"sqlite:///{folder}/darsena.db"
    with running([server]):
        async with evenings([server], database, given, report, given.long) as tables:
            for _ in range(max(1, given.kills // 10)):
                await some_load(tables, rng)
                report.fault(tables)
                pages.write_text("1")  # no more than there are
                told = sum(evening.told_full for evening in tables)
                with suppress(TimeoutError):  # where a table was over, no other can be opened now
                    async with asyncio.timeout(20):
                        while sum(evening.told_full for evening in tables) < told + 20:
                            await asyncio.sleep(0.01)
                pages.write_text(PLENTY)
            await some_load(tables, rng)
        report.seen["refused_for_want_of_room"] = sum(evening.told_full for evening in tables)
    with sa.create_engine(database).connect() as connection:
        [(found,)] = connection.execute(sa.text("PRAGMA integrity_check")).all()
    if found != "ok":
        report.problems.append(f"the database is damaged: {found}")


def run_with_a_clock_that_jumps(settings: Mapping[str, str], log: Path) -> None:
    """A server whose clock is wrong by as many seconds as a file beside its database says."""
    from darsena.server import app

    wrong, create = Path(settings["DARSENA_DATA"]) / "wrong", app.create
    app.create = partial(create, now=lambda: time.time() + float(wrong.read_text()))
    run_server(settings, log)


async def clock(folder: Path, given: Any, report: Report) -> None:
    wrong, server, rng = folder / "wrong", Server(folder, run=run_with_a_clock_that_jumps), random.Random(given.seed)
    wrong.write_text("0")
    database = f"sqlite:///{folder}/darsena.db"
    with running([server]):
        async with evenings([server], database, given, report) as tables:
            where, _ = await seated(server.base, given.long, SEATS, clock="day")
            timed = await tables[0].harbour.table(where.split("/")[2])
            assert timed is not None
            for _ in range(max(1, given.kills // 10)):
                for jump in (3600, -2 * DAY, 12 * 3600):
                    wrong.write_text(str(jump))
                    report.fault(tables)
                    await some_load(tables, rng)
            wrong.write_text(str(2 * DAY))  # now their time is over, and the server looks at its clock once a minute
            while not timed.log or timed.log[-1].kind != "move" or not any(map(timed.bot, range(SEATS))):
                await asyncio.sleep(0.2)
                await timed.catch_up()
        late = [entry.seat for entry in timed.log if entry.kind == "clock"]
        report.seen["times_over"] = len(late)
        if len(late) != len(set(late)):
            report.problems.append(f"somebody's time was over twice: {late}")


async def deaf(folder: Path, given: Any, report: Report) -> None:
    server, rng = Server(folder, run=run_server), random.Random(given.seed)
    with running([server]):
        async with evenings([server], f"sqlite:///{folder}/darsena.db", given, report, given.long) as tables:
            await some_load(tables, rng)
            shown, before = await screens_of(server), server.memory()
            [where, cookie] = tables[0].screens[0].where, tables[0].screens[0].cookie
            open = [await asyncio.open_connection(HOST, server.port) for _ in range(100)]
            for _, half in open[:50]:
                half.write(b"GET / HTTP/1.1\r\nHost: harbour\r\n")  # and no more
            quiet = [
                await connect(f"ws://{server.base}{where}live", additional_headers={"Cookie": cookie}, max_queue=1)
                for _ in range(10)
            ]
            for _ in range(max(1, given.kills // 2)):
                report.fault(tables)
                await some_load(tables, rng)
            report.seen["memory_grew_by_kb"] = (server.memory() - before) // 1000
            async with asyncio.timeout(120):  # nobody is waited for that does not answer a ping
                while await screens_of(server) > shown:
                    await asyncio.sleep(0.5)
            for screen in quiet:
                screen.transport.abort()
            for _, half in open:
                half.close()


async def screens_of(server: Server) -> float:
    """How many screens the server believes to be open."""
    async with httpx.AsyncClient(base_url=f"http://{server.base}", timeout=60) as client:
        [count] = re.findall(r"^darsena_screens (\S+)$", (await client.get("/metrics")).text, re.M)
    return float(count)


SCENARIOS = {each.__name__: each for each in (sqlite, postgres, workers, database, full, clock, deaf)}


def read(words: Sequence[str] | None = None) -> argparse.Namespace:
    known = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known.add_argument("scenario", nargs="*", help=", ".join(SCENARIOS))
    known.add_argument("--game", default="puerto_banana")
    known.add_argument("--long", default="isla_bohnita", help="a game that is not over so soon")
    known.add_argument("--kills", type=int, default=10)
    known.add_argument("--tables", type=int, default=3)
    known.add_argument("--seed", type=int, default=1)
    return known.parse_args(words)


def main() -> int:
    given, failed = read(), False
    for name in given.scenario or SCENARIOS:
        report = Report(name)
        with tempfile.TemporaryDirectory() as folder:
            try:
                asyncio.run(SCENARIOS[name](Path(folder), given, report))
            except Skipped as reason:
                report.seen["skipped"] = str(reason)
            except Exception:
                print((Path(folder) / "server.log").read_text()[-3000:], file=sys.stderr)
                raise
        print(json.dumps(report.line()), flush=True)
        failed = failed or bool(report.problems)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
