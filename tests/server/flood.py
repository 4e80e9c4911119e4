"""`make hostile`: a server of its own, many hostile requests from many addresses at once, and what became of it."""

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.fleet import cpu, memory
from conftest import Server
from darsena.games import games
from darsena.server.app import create
from darsena.server.settings import Settings

from .hostile import message, request, settle

ROUNDS = 400  # requests to one company, until it is another one
AT_ONCE = 8
GARBAGE = (
    b"",
    b"\r\n\r\n",
    b"GET\r\n\r\n",
    b"\x16\x03\x01\x02\x00",
    b"GET / HTTP/9.9\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\n",
)
SLOW = 30.0  # seconds after which an answer counts as none


class Loud(Server):
    """A server whose log is kept."""

    def start(self):
        self.log = self.data / "log.txt"
        known = {"DARSENA_DATA": str(self.data), "DARSENA_PORT": str(self.port), "DARSENA_PUBLIC_TABLES": "true"}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "darsena", "serve"], env={**os.environ, **known}, stdout=log, stderr=log
            )
        self.wait()


class Flood:
    def __init__(self, server, seed):
        self.server, self.rng, self.seed = server, random.Random(seed), seed
        self.app = create(Settings(data=tempfile.mkdtemp()))  # asked for its doors and nothing else
        self.statuses, self.frames, self.broken = Counter(), 0, []
        self.unanswered, self.sent = [], 0

    def address(self):
        """Many people, as a proxy on this machine tells of them."""
        return f"10.0.0.{self.rng.randrange(64)}"

    async def run(self, requests):
        while self.sent < requests:
            company = await asyncio.to_thread(self.settle)
            await asyncio.gather(*(self.caller(company) for _ in range(AT_ONCE)), self.screen(company), self.garbage())
            if self.sent * 10 // requests != (self.sent - ROUNDS) * 10 // requests:
                print(self.line(), flush=True)

    def settle(self):
        def arrive():
            headers = {"x-forwarded-for": f"10.1.{self.sent // 256 % 256}.{self.sent % 256}"}
            return httpx.Client(base_url=self.server.url, headers=headers, follow_redirects=True, timeout=SLOW)

        found = list(games().values())
        return settle(arrive, self.rng.choice(found), f"{self.seed}.{self.sent}")

    async def caller(self, company):
        wire = None
        for _ in range(ROUNDS // AT_ONCE):
            sent = request(self.rng, self.app, company)
            self.sent += 1
            try:
                wire = wire or await asyncio.open_connection("127.0.0.1", self.server.port)
                status, again = await asyncio.wait_for(self.ask(*wire, sent), SLOW)
            except (ConnectionError, asyncio.IncompleteReadError, ValueError) as problem:
                status, again = 0, False
                self.unanswered.append((repr(problem)[:80], sent))
            except TimeoutError:
                status, again = 599, False
            self.statuses[status] += 1
            if status >= 500:
                self.broken.append((status, sent))
            if not again and wire:
                wire[1].close()
                wire = None
        if wire:
            wire[1].close()

    async def ask(self, reader, writer, sent):
        """Status of the answer, and whether the connection can be used again."""
        lines = [f"{sent.method} {sent.target} HTTP/1.1".encode(), b"host: 127.0.0.1:%d" % self.server.port]
        lines += [f"{name}: ".encode() + value for name, value in sent.headers]
        lines += [f"x-forwarded-for: {self.address()}".encode(), b"content-length: %d" % len(sent.body)]
        writer.write(b"\r\n".join(lines) + b"\r\n\r\n" + sent.body)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        status = int(head.split(b" ", 2)[1])
        length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        if not length.isdigit():
            return status, status in (204, 304)  # a stream: it has begun, and that is enough
        await reader.readexactly(int(length))
        return status, b"connection: close" not in head

    async def screen(self, company):
        """Messages to a table, over and over from a new connection."""
        code, headers = company.words["{code}"], {**company.people[1], "x-forwarded-for": self.address()}
        url = f"ws://127.0.0.1:{self.server.port}/t/{code}/live"
        for _ in range(3):
            try:
                async with asyncio.timeout(SLOW), connect(url, additional_headers=headers) as wire:
                    for _ in range(20):
                        await wire.send(message(self.rng, company))
                        self.frames += 1
                        await wire.recv()
            except (WebSocketException, OSError, TimeoutError):
                continue

    async def garbage(self):
        """What is no HTTP at all."""
        for _ in range(4):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
            writer.write(self.rng.choice(GARBAGE) + self.rng.randbytes(200))
            writer.write_eof()
            with suppress(ConnectionError, TimeoutError):
                await asyncio.wait_for(reader.read(1000), SLOW)
            writer.close()

    def line(self):
        megabytes = memory(self.server.process.pid) / 2**20
        lines = len(self.server.log.read_bytes().splitlines())
        spent = cpu(self.server.process.pid)
        return (
            f"{self.sent} requests, {self.frames} messages: {megabytes:.0f} MB, {lines} lines of log, {spent:.0f} CPU s"
        )


def main():
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--requests", type=int, default=100_000)
    told.add_argument("--seed", type=int, default=1)
    chosen = told.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        server = Loud(Path(folder))
        try:
            flood = Flood(server, chosen.seed)
            print(flood.line())
            asyncio.run(flood.run(chosen.requests))
            print(flood.line())
            print("answers:", dict(sorted(flood.statuses.items())))
            print(f"{time.monotonic() - start:.0f} s; still well: {httpx.get(f'{server.url}/health').json()}")
            print(
                "log:",
                *Counter(
                    re.sub(r"\S*\d\S*", "#", line)[:90] for line in server.log.read_text().splitlines()
                ).most_common(12),
                sep="\n  ",
            )
        finally:
            server.kill()
    for why, sent in [*flood.broken[:20], *flood.unanswered[:20]]:
        print(why, str(sent)[:400])
    sys.exit(bool(flood.broken))


if __name__ == "__main__":
    main()
