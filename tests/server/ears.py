"""Programs in tests: a bot account with its token, what it hears over a stream that does not end, a table for it."""

import asyncio
import json
import re
from random import Random

from darsena.core import notation

from .test_accounts import register
from .test_wire import table_at


def program(person, name="Robo", owner="Ada"):
    """The token of a new bot, made on the page by somebody with an account."""
    register(person, owner)
    return token_on(person.post("/account/bots", data={"name": name}))


def token_on(page):
    return re.search(r'id="token" readonly value="([^"]+)"', page.text)[1]


def bearing(token):
    return {"authorization": f"Bearer {token}"}


class Ear:
    """A stream as a server gives it, line by line, until `close`."""

    def __init__(self, portal, app, path, token):
        self.portal, self.app, self.path, self.token = portal, app, path, token
        self.status, self.over = 0, False
        portal.call(self._open)

    async def _open(self):
        self.pieces, self.gone, self.begun = asyncio.Queue(), asyncio.Event(), asyncio.Event()
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"harbour"), (b"authorization", f"Bearer {self.token}".encode())],
            "client": ("testclient", 1),
            "server": ("harbour", 80),
        }
        self.task = asyncio.create_task(self.app(scope, self._receive, self._send))
        await asyncio.wait_for(self.begun.wait(), 30)

    async def _receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.begun.set()
        elif message.get("body"):
            self.pieces.put_nowait(message["body"])
        if message["type"] == "http.response.body" and not message.get("more_body"):
            self.pieces.put_nowait(b"")

    def raw(self):
        """The next piece of bytes; nothing when the stream has ended."""

        async def piece():
            return await asyncio.wait_for(self.pieces.get(), 30)

        return self.portal.call(piece)

    def line(self):
        return json.loads(self.raw())

    def until(self, fits):
        while not fits(line := self.line()):
            pass
        return line

    def close(self):
        async def leave():
            self.gone.set()
            await asyncio.wait_for(self.task, 30)

        self.portal.call(leave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Company:
    """A table with a person at the first seat and a program at the next; more people where the game needs them."""

    def __init__(self, site, app, game, seats=None, *, name="Robo", owner="Ada"):
        self.app, self.game = app, game
        self.host, self.owner = site(), site()
        self.token = program(self.owner, name, owner)
        size = seats or game.seats[0]
        form = {"name": "Hal", "seats": str(size), "watch": "yes", "contribution": "c0ffee00"}
        self.where = self.host.post(f"/new/{game.id}", data=form).url.path
        self.join = re.search(r"/join/(\w+)", self.host.get(self.where).text)[1]
        self.bot = site()
        self.bot.headers.update(bearing(self.token))
        self.code = self.where.split("/")[2]
        self.joined = self.bot.post(f"/api/join/{self.join}")
        for number in range(size - 2):
            site().post(f"/join/{self.join}", data={"name": f"Bo{number}", "contribution": "c0ffee00"})
        self.table = table_at(app, self.host, self.where)

    def start(self):
        self.host.post(f"{self.where}start")
        return self

    def ear(self, path=None):
        return Ear(self.host.portal, self.app, path or f"/api/tables/{self.code}/stream", self.token)

    def move(self, move, seen=None, id=""):
        seen = self.table.version if seen is None else seen
        return self.bot.post(f"/api/tables/{self.code}/move", json={"move": move, "seen": seen, "id": id})

    def play(self, seat, move):
        self.host.portal.call(self.table.play, seat, move, f"m{self.table.version}", self.table.version)

    def until_wanted(self, rng=None):
        """Others play until the program is asked."""
        rng = rng or Random(1)
        while 1 not in self.table.wanted:
            seat = self.table.wanted[0]
            self.play(seat, notation.write(rng.choice(self.game.rules.moves(self.table.state, seat))))
        return notation.write(self.game.rules.moves(self.table.state, 1)[0])
