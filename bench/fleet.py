"""Server processes of our own, and people at their tables: what load and fault tests have in common."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from darsena.server.settings import Settings

from .history import Command

HOST = "127.0.0.1"
TICK = os.sysconf("SC_CLK_TCK")
WARM = multiprocessing.get_context("forkserver")  # imports what a server needs once, and starts many
WARM.set_forkserver_preload(["darsena.server.app", "darsena.server.serve", "alembic.command", "psycopg"])
START = 300.0  # seconds that a server may take until it answers
ANSWER = 120.0  # and that a command may take, with all restarts between


@contextmanager
def schema(database: str) -> Iterator[str]:
    """A place of its own in a PostgreSQL database, gone afterwards."""
    name, url = f"bench_{uuid.uuid4().hex}", Settings(database=database).database_url
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text(f"CREATE SCHEMA {name}"))
    try:
        yield f"{url}?options=-csearch_path%3D{name}"
    finally:
        with engine.begin() as connection:
            connection.execute(sa.text(f"DROP SCHEMA {name} CASCADE"))
        engine.dispose()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Server:
    """`darsena serve` with a data folder and a database; several may share both.

    With `run` a lone process starts from one that has already imported everything: a restart then takes a moment.
    """

    def __init__(
        self, data: Path, database: str = "", workers: int = 1, run: Callable[..., None] | None = None, **settings: str
    ) -> None:
        self.port, self.log, self.count, self.run = free_port(), data / "server.log", workers, run
        self.base = f"{HOST}:{self.port}"
        known = {"DATA": str(data), "PORT": str(self.port), "DATABASE": database, "WORKERS": str(workers), **settings}
        self.settings = {f"DARSENA_{name}": value for name, value in known.items()}

    def start(self) -> None:
        if self.run:
            self.process = WARM.Process(target=self.run, args=(self.settings, self.log))
            self.process.start()
            self.pid = self.process.pid or 0
        else:
            with self.log.open("ab") as log:
                command = [sys.executable, "-m", "darsena", "serve"]
                self.program = subprocess.Popen(command, env={**os.environ, **self.settings}, stdout=log, stderr=log)
            self.pid = self.program.pid

    def wait(self) -> None:
        """Until it answers."""
        until = time.monotonic() + START
        while time.monotonic() < until:
            with suppress(httpx.HTTPError):
                if httpx.get(f"http://{self.base}/health", timeout=5).status_code == 200:
                    return
            time.sleep(0.05)
        raise TimeoutError(f"no server at {self.base}: {self.log.read_text()[-2000:]}")

    def pids(self) -> list[int]:
        """Those of its processes that serve."""
        if self.count == 1:
            return [self.pid]
        return [pid for pid in children(self.pid) if b"spawn_main" in _command(pid)]

    def kill(self, pid: int) -> None:
        """As a power cut does: nothing is finished, nobody is told."""
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        if self.run:
            self.process.join()

    def stop(self) -> None:
        if self.run:
            self.process.terminate()
            self.process.join(20)
            self.process.kill()
            self.process.join()
        else:
            self.program.terminate()
            self.program.wait(30)

    def cpu(self) -> float:
        return sum(map(cpu, self.pids()))

    def memory(self) -> int:
        return sum(map(memory, self.pids()))


def run_server(settings: Mapping[str, str], log: Path) -> None:
    from darsena.server.serve import serve
    from darsena.server.settings import from_environment

    with log.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    serve(from_environment(settings))


def children(pid: int) -> list[int]:
    """Of all its threads."""
    return [int(child) for tasks in Path(f"/proc/{pid}/task").glob("*/children") for child in tasks.read_text().split()]


def _command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory(pid: int) -> int:
    [resident] = re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(resident) * 1024


async def seated(base: str, game: str, people: int, **form: str) -> tuple[str, list[str]]:
    """A started table, by plain forms: its address, and the cookie of each person. They are of one house."""
    house = {"X-Forwarded-For": ".".join(["10", *(str(part) for part in secrets.token_bytes(3))])}
    clients = [httpx.AsyncClient(base_url=f"http://{base}", headers=house, timeout=60) for _ in range(people)]
    whole = {"name": "p0", "seats": str(people), "pace": "quick", **form}
    where = (await clients[0].post(f"/new/{game}", data=whole)).headers["location"]
    if people > 1:
        [join, *_] = re.findall(r"/join/\w+", (await clients[0].get(where)).text)
        for seat, client in enumerate(clients[1:], 1):
            await client.post(join, data={"name": f"p{seat}"})
        await clients[0].post(f"{where}start")
    cookies = ["; ".join(f"{name}={value}" for name, value in client.cookies.items()) for client in clients]
    for client in clients:
        await client.aclose()
    return where, cookies


class Screen:
    """A page of one seat as the browser keeps it: it connects again, and asks again what was not answered."""

    def __init__(self, bases: Sequence[str], where: str, seat: int, cookie: str, rng: random.Random) -> None:
        self.bases, self.where, self.seat, self.cookie, self.rng = bases, where, seat, cookie, rng
        self.parts: dict[str, str] = {}
        self.version, self.connections = 0, 0
        self.history: list[Command] = []
        self.changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self.pending: dict[str, str] = {}
        self._answers: dict[str, asyncio.Future[Mapping[str, Any]]] = {}
        self._reading = asyncio.create_task(self._read())

    async def play(self, text: str, seen: int, id: str = "", **more: Any) -> Command:
        """One command, until it is answered."""
        id = id or secrets.token_hex(6)
        sent = time.monotonic()
        answer = await self.ask({"id": id, "move": text, "seen": seen, **more})
        version = answer.get("v")
        done = Command(self.seat, id, text, seen, sent, time.monotonic(), version, answer.get("refused", ""))
        self.history.append(done)
        return done

    async def ask(self, ask: Mapping[str, Any]) -> Mapping[str, Any]:
        self.pending[ask["id"]] = json.dumps(ask)
        self._answers[ask["id"]] = asyncio.get_running_loop().create_future()
        if self._socket:
            with suppress(WebSocketException, OSError):
                await self._socket.send(self.pending[ask["id"]])
        return await asyncio.wait_for(self._answers[ask["id"]], ANSWER)

    async def shows(self, version: int) -> None:
        """Until the page is at least as new."""
        while self.version < version:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), ANSWER)

    async def move_to(self, base: str) -> None:
        """To another server process, as a phone that loses its network does."""
        self.bases = [base]
        if self._socket:
            await self._socket.close()

    async def close(self) -> None:
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading

    async def _read(self) -> None:
        while True:
            url = f"ws://{self.rng.choice(self.bases)}{self.where}live"
            with suppress(WebSocketException, OSError, TimeoutError):
                headers = {"Cookie": self.cookie}
                async with connect(url, additional_headers=headers, max_size=None, ping_interval=None) as socket:
                    self._socket, self.parts = socket, {}
                    self.connections += 1
                    for ask in list(self.pending.values()):
                        await socket.send(ask)
                    async for text in socket:
                        self._take(json.loads(text))
            self._socket = None
            await asyncio.sleep(0.05)

    def _take(self, update: Mapping[str, Any]) -> None:
        self.parts.update(update.get("parts", {}))
        self.version = update.get("v", self.version)
        for answer in update.get("answers", ()):
            self.pending.pop(answer["id"], None)
            if (waiting := self._answers.pop(answer["id"], None)) and not waiting.done():
                waiting.set_result(answer)
        self.changed.set()
