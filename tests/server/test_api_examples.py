"""The example bots play whole games against a person with plain forms, on a server that is a process of its own."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.asyncio.client import connect

from darsena.core import notation
from darsena.games import games
from darsena.server.harbour import Harbour
from darsena.server.people import COOKIE
from darsena.server.storage import Storage

from ..games.plays import Kind, play
from .ears import token_on
from .loop import run

EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENCE = 60  # seconds without any news before the test gives up
RUNNERS = {"api_bot.py": sys.executable, "api_bot.js": shutil.which("node")}


def soon_over(game):
    """Random moves end it before the server finds that forms come too fast from this one machine."""
    kinds = [Kind(game, 2, game.options())] if 2 in game.seats else []
    return any(len(list(play(kind, Random(5)))) < 150 for kind in kinds)


@pytest.fixture
def harbour(server):
    """The same tables, read from the server's own database."""
    storage = Storage(f"sqlite:///{server.data}/darsena.db")
    yield lambda: Harbour(storage, lambda table: None)
    storage.engine.dispose()


async def evening(url, harbour, game, name, begin):
    """A person makes a bot, lets it be started, invites it, and plays a whole game with it."""
    rng = Random(5)
    async with httpx.AsyncClient(base_url=url, follow_redirects=True, timeout=PATIENCE) as person:
        await person.post("/account/register", data={"name": name, "password": "three boats at noon"})
        begin(token_on(await person.post("/account/bots", data={"name": f"{name}bot"})))
        where = (await person.post(f"/new/{game.id}", data={"name": name, "seats": "2"})).url.path
        table = await harbour.table(where.split("/")[2])
        cookie = {"Cookie": f"{COOKIE}={person.cookies[COOKIE]}"}
        async with connect(f"ws{url.removeprefix('http')}{where}live", additional_headers=cookie) as screen:
            await person.post(f"{where}invite", data={"name": f"{name}bot"})
            while not table.over:
                await table.catch_up()
                if table.full and not table.started:
                    await person.post(f"{where}start")
                elif 0 in table.wanted:
                    move = notation.write(rng.choice(game.rules.moves(table.state, 0)))
                    answer = await person.post(f"{where}move?seen={table.version}", data={"move": move})
                    assert answer.status_code == 200, answer.text
                elif not table.over:
                    await asyncio.wait_for(screen.recv(), PATIENCE)
        return table


@pytest.mark.parametrize("game", [game for game in games().values() if soon_over(game)], ids=lambda game: game.id)
@pytest.mark.parametrize("example", RUNNERS)
def test_the_example_plays_a_whole_game(server, harbour, game, example):
    if RUNNERS[example] is None:
        pytest.skip("node is not here")
    started = []

    def begin(token):
        words = [RUNNERS[example], str(EXAMPLES / example), server.url]
        started.append(subprocess.Popen(words, env={**os.environ, "DARSENA_TOKEN": token}))

    try:
        name = f"{game.id}-{example}".replace(".", "-")
        table = run(evening(server.url, harbour(), game, name, begin))
        assert started[0].poll() is None  # it waits for the next invitation
    finally:
        for process in started:
            process.kill()
            process.wait()
    moves = [entry for entry in table.moves if entry.seat == 1]
    assert moves
    assert all(entry.command.startswith("1:v") for entry in moves if entry.command)
    assert table.outcome
    assert not table.sitters[1].bot
