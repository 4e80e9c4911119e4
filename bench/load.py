"""Load: N tables of M seats over WebSocket against a real server process, every commit on the disk first.

    python -m bench.load --tables 50 --seats 4 --seconds 10              closed loop: everybody moves at once
    python -m bench.load --tables 50 --seats 4 --seconds 10 --rate 200   paced: so many moves a second in all

Prints moves per CPU-second of the server, milliseconds from a click until the last screen of its table shows it,
bytes per update, and memory. Only loopback, bounded in tables and seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from html import unescape
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

TICK = os.sysconf("SC_CLK_TCK")
HOST = "127.0.0.1"


@contextmanager
def server(port: int, database: str) -> Iterator[int]:
    """A server process of its own, with an empty data folder."""
    with tempfile.TemporaryDirectory() as data:
        known = {"DARSENA_DATA": data, "DARSENA_PORT": str(port), "DARSENA_DATABASE": database}
        process = subprocess.Popen(
            [sys.executable, "-m", "darsena", "serve"], env={**os.environ, **known}, stdout=subprocess.DEVNULL
        )
        try:
            for _ in range(600):
                with suppress(httpx.HTTPError):
                    httpx.get(f"http://{HOST}:{port}/health")
                    break
                time.sleep(0.1)
            yield process.pid
        finally:
            process.terminate()
            process.wait(10)


def cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory(pid: int) -> int:
    [resident] = re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(resident) * 1024


class Load:
    def __init__(self, game: str, tables: int, seats: int, rate: float, port: int) -> None:
        self.game, self.tables, self.seats, self.rate = game, tables, seats, rate
        self.base = f"{HOST}:{port}"
        self.clicks: list[float] = []
        self.sizes: list[int] = []
        self.moves = 0
        self.measuring = False

    async def open(self) -> list[Screen]:
        """Every table with its people, seated and started; then all screens."""
        screens: list[Screen] = []
        for _ in range(self.tables):
            people = [httpx.AsyncClient(base_url=f"http://{self.base}") for _ in range(self.seats)]
            form = {"name": "p0", "seats": str(self.seats), "pace": "quick"}
            where = (await people[0].post(f"/new/{self.game}", data=form)).headers["location"]
            join = re.findall(r"/join/\w+", (await people[0].get(where)).text)[0]
            for seat, person in enumerate(people[1:], 1):
                await person.post(join, data={"name": f"p{seat}"})
            await people[0].post(f"{where}start")
            page = (await people[0].get(where)).text
            table = Table(self)
            for seat, person in enumerate(people):
                cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
                url = f"ws://{self.base}{where}live"
                socket = await connect(url, additional_headers={"Cookie": cookie}, max_size=None)
                table.screens.append(Screen(table, seat, socket))
                table.screens[-1].look(page)
                await person.aclose()
            screens += table.screens
        return screens

    async def run(self, seconds: float, warm: float, pid: int) -> dict[str, Any]:
        screens = await self.open()
        idle = memory(pid)
        tasks = [asyncio.create_task(screen.read()) for screen in screens]
        if self.rate:
            tasks.append(asyncio.create_task(self.pace(screens)))
        await asyncio.sleep(warm)
        self.measuring, before, own = True, cpu(pid), time.process_time()
        start = time.perf_counter()
        await asyncio.sleep(seconds)
        self.measuring, elapsed = False, time.perf_counter() - start
        spent, own = cpu(pid) - before, time.process_time() - own
        for task in tasks:
            if task.done():
                task.result()  # a reader that failed would make the figures a lie
            task.cancel()
        for screen in screens:
            screen.socket.transport.abort()
        return self.figures(elapsed, spent, own, idle, memory(pid))

    async def pace(self, screens: list[Screen]) -> None:
        """Whoever may move waits for the beat."""
        start, sent = time.perf_counter(), 0
        while True:
            await asyncio.sleep(0.002)
            ready = [screen for screen in screens if screen.wants]
            while ready and sent < (time.perf_counter() - start) * self.rate:
                await ready.pop(random.randrange(len(ready))).move()
                sent += 1

    def figures(self, elapsed: float, spent: float, own: float, idle: int, rss: int) -> dict[str, Any]:
        clicks = sorted(self.clicks) or [0.0]
        return {
            "game": self.game,
            "tables": self.tables,
            "seats": self.seats,
            "paced": self.rate,
            "moves": self.moves,
            "moves_per_second": round(self.moves / elapsed, 1),
            "moves_per_server_cpu_second": round(self.moves / spent) if spent else None,
            "server_cpu": round(spent / elapsed, 2),
            "client_cpu": round(own / elapsed, 2),
            "last_screen_ms": {
                "p50": round(clicks[len(clicks) // 2] * 1e3, 2),
                "p99": round(clicks[int(len(clicks) * 0.99)] * 1e3, 2),
            },
            "bytes_per_update_median": int(statistics.median(self.sizes)) if self.sizes else None,
            "server_rss_mb": round(rss / 1e6),
            "rss_kb_per_table_with_screens": round(idle / 1e3 / self.tables),
        }


def endless(round: int, seat: int) -> int:
    """Bids with which an auction never ends: pairs go overboard until hardly a banana is left, then all tie."""
    overboard = seat // 2 == round % 2 and round < 4
    return (seat + 1) * 1_000_000 if overboard else 0


class Table:
    """Knows when the last of its screens has seen a move."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.screens: list[Screen] = []
        self.waiting: dict[int, float] = {}  # version: when the move that led to it was sent

    def seen(self) -> None:
        lowest = min(screen.version for screen in self.screens)
        for version in [version for version in self.waiting if version <= lowest]:
            taken = time.perf_counter() - self.waiting.pop(version)
            if self.load.measuring:
                self.load.clicks.append(taken)
                self.load.moves += 1


class Screen:
    def __init__(self, table: Table, seat: int, socket: ClientConnection) -> None:
        self.table, self.seat, self.socket = table, seat, socket
        self.version, self.count, self.turn = 0, 0, False
        self.sent: dict[str, float] = {}
        self.choices: list[str] = []

    async def read(self) -> None:
        load = self.table.load
        async for text in self.socket:
            update = json.loads(text)
            if load.measuring:
                load.sizes.append(len(text))
            self.version = update.get("v", self.version)
            for html in update.get("parts", {}).values():
                self.look(html)
            for answer in update.get("answers", ()):
                sent = self.sent.pop(answer["id"], None)
                if "v" in answer and sent:
                    self.table.waiting[answer["v"]] = sent
            self.turn = update.get("turn", self.turn)
            self.table.seen()
            if self.wants and not load.rate:
                await self.move()

    @property
    def wants(self) -> bool:
        return self.turn and not self.sent

    def look(self, html: str) -> None:
        """The legal moves stand in the page: as buttons, or as a pad for a number."""
        if found := re.findall(r'name="move" value="([^"]+)"', html):
            self.choices = [unescape(move) for move in found]
        elif pad := re.search(r'type="hidden" name="word" value="(\w+)"', html):
            self.choices = [pad[1]]

    async def move(self) -> None:
        text = random.choice(self.choices)
        if " " not in text:
            text += f" {endless(self.count, self.seat)}"
        self.count += 1
        id = f"{self.seat}-{self.count}"
        self.sent[id] = time.perf_counter()
        await self.socket.send(json.dumps({"id": id, "move": text, "seen": self.version}))


def main() -> None:
    known = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known.add_argument("--game", default="puerto_banana")
    known.add_argument("--tables", type=int, default=50)
    known.add_argument("--seats", type=int, default=4)
    known.add_argument("--seconds", type=float, default=10)
    known.add_argument("--warm", type=float, default=3)
    known.add_argument("--rate", type=float, default=0)
    known.add_argument("--port", type=int, default=18081)
    known.add_argument("--database", default="", help="an SQLAlchemy URL; an empty SQLite file by default")
    given = known.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    load = Load(given.game, min(given.tables, 2000), given.seats, given.rate, given.port)
    with server(given.port, given.database) as pid:
        print(json.dumps(asyncio.run(load.run(min(given.seconds, 60), min(given.warm, 10), pid)), indent=1))


if __name__ == "__main__":
    main()
