"""Load: N tables of M seats over WebSocket against a real server process, every commit on the disk first.

    python -m bench.load --tables 50 --seats 4 --seconds 10              closed loop: everybody moves at once
    python -m bench.load --tables 50 --seats 4 --seconds 10 --rate 200   paced: so many moves a second in all
    python -m bench.load --game ID --tables 30 --seats 7                 another game
    python -m bench.load --database postgresql://... --workers 2         several processes

Whoever is wanted plays any legal move: a mirror of each table knows them, since it has read the seed from the database.
Where the page has a pad for numbers, they are bids with which an auction never ends.

Prints moves per CPU-second of the server, milliseconds from a click until the last screen of its table shows it,
bytes per update, and memory. Only loopback, bounded in tables and seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect

from darsena.server.settings import Settings

from .fleet import Server, cpu, schema, seated
from .mirror import Mirror


@contextmanager
def served(database: str, workers: int) -> Iterator[tuple[Server, sa.Engine]]:
    """A server of its own, with an empty data folder and a place of its own in the database."""
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory())
        url = stack.enter_context(schema(database)) if database else Settings(data=data).database_url
        server = Server(Path(data), url, workers)
        server.start()
        stack.callback(server.stop)
        server.wait()
        yield server, sa.create_engine(url)


def database_cpu() -> float:
    """Of all processes of PostgreSQL on this machine."""
    found = 0.0
    for path in Path("/proc").glob("[0-9]*/comm"):
        with suppress(OSError):
            found += cpu(int(path.parent.name)) if path.read_text() == "postgres\n" else 0.0
    return found


class Load:
    def __init__(self, game: str, tables: int, seats: int, rate: float, server: Server, database: sa.Engine) -> None:
        self.game, self.tables, self.seats, self.rate = game, tables, seats, rate
        self.database, self.rng = database, random.Random(1)
        self.server, self.base = server, server.base
        self.clicks: list[float] = []
        self.sizes: list[int] = []
        self.moves, self.refused = 0, 0
        self.measuring = False

    async def open(self) -> list[Screen]:
        """Every table with its people, seated and started; then all screens."""
        screens: list[Screen] = []
        for _ in range(self.tables):
            where, cookies = await seated(self.base, self.game, self.seats)
            async with httpx.AsyncClient(base_url=f"http://{self.base}", timeout=60) as person:
                page = (await person.get(where, headers={"Cookie": cookies[0]})).text
            pad = re.search(
                r'<form [^>]*action="move[^>]*>\s*<input [^>]*name="word" value="(\w+)">.*?data-key=', page, re.S
            )
            table = Table(self, Mirror(self.database, where.split("/")[2], self.rng), pad[1] if pad else "")
            for seat, cookie in enumerate(cookies):
                url = f"ws://{self.base}{where}live"
                socket = await connect(url, additional_headers={"Cookie": cookie}, max_size=None, ping_interval=None)
                table.screens.append(Screen(table, seat, socket))
            screens += table.screens
        return screens

    async def run(self, seconds: float, warm: float) -> dict[str, Any]:
        empty = self.server.memory()
        screens = await self.open()
        idle = self.server.memory() - empty
        tasks = [asyncio.create_task(screen.read()) for screen in screens]
        if self.rate:
            tasks.append(asyncio.create_task(self.pace({screen.table for screen in screens})))
        await asyncio.sleep(warm)
        self.measuring, before, own, theirs = True, self.server.cpu(), time.process_time(), database_cpu()
        start = time.perf_counter()
        await asyncio.sleep(seconds)
        self.measuring, elapsed = False, time.perf_counter() - start
        spent, own, theirs = self.server.cpu() - before, time.process_time() - own, database_cpu() - theirs
        for task in tasks:
            if task.done():
                task.result()  # a reader that failed would make the figures a lie
            task.cancel()
        for screen in screens:
            screen.socket.transport.abort()
        return self.figures(elapsed, spent, own, idle) | {"database_cpu": round(theirs / elapsed, 2)}

    async def pace(self, tables: set[Table]) -> None:
        """Whoever may move waits for the beat."""
        start, sent = time.perf_counter(), 0
        while True:
            await asyncio.sleep(0.002)
            ready = [screen for table in tables for screen in table.ready]
            while ready and sent < (time.perf_counter() - start) * self.rate:
                await ready.pop(self.rng.randrange(len(ready))).move()
                sent += 1

    def figures(self, elapsed: float, spent: float, own: float, idle: int) -> dict[str, Any]:
        clicks = sorted(self.clicks) or [0.0]
        return {
            "game": self.game,
            "workers": self.server.count,
            "tables": self.tables,
            "seats": self.seats,
            "paced": self.rate,
            "moves": self.moves,
            "refused": self.refused,
            "moves_per_second": round(self.moves / elapsed, 1),
            "moves_per_server_cpu_second": round(self.moves / spent) if spent else None,
            "server_cpu": round(spent / elapsed, 2),
            "client_cpu": round(own / elapsed, 2),
            "last_screen_ms": {
                "p50": round(clicks[len(clicks) // 2] * 1e3, 2),
                "p99": round(clicks[int(len(clicks) * 0.99)] * 1e3, 2),
            },
            "updates_per_move": round(len(self.sizes) / max(1, self.moves), 2),
            "bytes_per_update_median": int(statistics.median(self.sizes)) if self.sizes else None,
            "server_rss_mb": round(self.server.memory() / 1e6),
            "rss_kb_per_table_with_screens": round(idle / 1e3 / self.tables),
        }


def endless(round: int, seat: int) -> int:
    """Bids with which an auction never ends: pairs go overboard until hardly a banana is left, then all tie."""
    overboard = seat // 2 == round % 2 and round < 4
    return (seat + 1) * 1_000_000 if overboard else 0


class Table:
    """Knows whose move it is, and when the last of its screens has seen one."""

    def __init__(self, load: Load, mirror: Mirror, pad: str) -> None:
        self.load, self.mirror, self.pad = load, mirror, pad
        self.screens: list[Screen] = []
        self.open: set[str] = set()  # commands that wait for their answers
        self.played: dict[int, tuple[int, str]] = {}  # version: the move that led to it
        self.waiting: dict[int, float] = {}  # version: when the move that led to it was sent

    def text(self, seat: int, round: int) -> str:
        return f"{self.pad} {endless(round, seat)}" if self.pad else self.mirror.choice(seat)

    def answered(self, id: str, seat: int, text: str, sent: float, version: int | None) -> None:
        self.open.remove(id)
        if version is None:
            self.load.refused += self.load.measuring
        else:
            self.played[version] = seat, text
            self.waiting[version] = sent
        if not self.open:
            self.mirror.take(self.played)
            self.played = {}

    def seen(self) -> None:
        lowest = min(screen.version for screen in self.screens)
        for version in [version for version in self.waiting if version <= lowest]:
            taken = time.perf_counter() - self.waiting.pop(version)
            if self.load.measuring:
                self.load.clicks.append(taken)
                self.load.moves += 1

    @property
    def ready(self) -> list[Screen]:
        """Whoever is wanted and has not moved yet, as long as the mirror knows of all moves."""
        return [self.screens[seat] for seat in self.mirror.wanted if not (self.played or self.screens[seat].sent)]


class Screen:
    def __init__(self, table: Table, seat: int, socket: ClientConnection) -> None:
        self.table, self.seat, self.socket = table, seat, socket
        self.version, self.count = 0, 0
        self.sent: dict[str, tuple[str, float]] = {}

    async def read(self) -> None:
        load, table = self.table.load, self.table
        async for text in self.socket:
            update = json.loads(text)
            if load.measuring:
                load.sizes.append(len(text))
            self.version = update.get("v", self.version)
            for answer in update.get("answers", ()):
                table.answered(answer["id"], self.seat, *self.sent.pop(answer["id"]), answer.get("v"))
            table.seen()
            if not load.rate and not table.open:
                for screen in table.ready:
                    await screen.move()

    async def move(self) -> None:
        text = self.table.text(self.seat, self.count)
        self.count += 1
        id = f"{self.seat}-{self.count}"
        self.table.open.add(id)
        self.sent[id] = text, time.perf_counter()
        await self.socket.send(json.dumps({"id": id, "move": text, "seen": self.version}))


def main() -> None:
    known = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known.add_argument("--game", default="puerto_banana")
    known.add_argument("--tables", type=int, default=50)
    known.add_argument("--seats", type=int, default=4)
    known.add_argument("--seconds", type=float, default=10)
    known.add_argument("--warm", type=float, default=3)
    known.add_argument("--rate", type=float, default=0)
    known.add_argument("--database", default="", help="of PostgreSQL; an SQLite file by default")
    known.add_argument("--workers", type=int, default=1)
    given = known.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    with served(given.database, given.workers) as (server, database):
        load = Load(given.game, min(given.tables, 2000), given.seats, given.rate, server, database)
        print(json.dumps(asyncio.run(load.run(min(given.seconds, 60), min(given.warm, 10))), indent=1))


if __name__ == "__main__":
    main()
