"""What tables cost that nobody looks at: from 10 to 10,000 of them, each with people in the middle of a game.

    python -m bench.sizes [--database postgresql://...] [--fewest 10] [--most 10000]

For each number: CPU-seconds of the server from its start until it keeps all of them, the memory that this took, and
CPU-milliseconds per second afterwards, while nothing happens.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import time
from random import Random

import sqlalchemy as sa
from msgspec.structs import asdict, replace

from darsena.core import notation
from darsena.games import games
from darsena.server.harbour import Harbour
from darsena.server.storage import LOG, TABLES, WORKERS, Deal, Storage
from darsena.server.tables import Table

from .fleet import Server
from .load import served

MOVES = 20
QUIET = 10.0  # seconds
PAUSE = 6.0  # longer than a keeper takes breath between the tables it looks at


async def played(storage: Storage, game: str) -> Table:
    """A table of four in the middle of a game."""
    harbour, rng = Harbour(storage, lambda table: None), Random(1)
    table = await harbour.open(games()[game], 4, games()[game].options(), "p0")
    for seat in range(4):
        await table.sit(f"p{seat}", f"Person {seat}", f"contribution{seat}", seat)
    await table.start("p0")
    for number in range(MOVES):
        seat = table.wanted[0]
        move = rng.choice(table.game.rules.moves(table.state, seat))
        await table.play(seat, notation.write(move), f"c{number}", table.version)
    return table


def copies(table: Table, count: int) -> list[Deal]:
    """The same table again and again, under other names."""
    codes = [secrets.token_hex(6) for _ in range(count)]
    return [replace(table.deal, code=code, join_code=f"j{code}", watch_code=f"w{code}") for code in codes]


async def fill(url: str, game: str, count: int) -> None:
    storage = Storage(url)
    storage.open()
    try:
        table = await played(storage, game)
        deals = copies(table, count - 1)
        rows = [{"code": deal.code, **asdict(entry)} for deal in deals for entry in table.log]
        await storage.write(TABLES.update().values(keeper=""), WORKERS.delete())
        with storage.engine.begin() as connection:
            connection.execute(TABLES.insert(), [{**asdict(deal), "keeper": ""} for deal in deals])
            connection.execute(LOG.insert(), rows)
    finally:
        storage.close()


def kept(engine: sa.Engine) -> int:
    query = sa.select(sa.func.count()).select_from(TABLES).where(TABLES.c.keeper.in_(sa.select(WORKERS.c.id)))
    with engine.connect() as connection:
        return int(connection.execute(query).scalar_one())


def busy(server: Server) -> bool:
    before = server.cpu()
    time.sleep(PAUSE)
    return server.cpu() - before > 0.05 * PAUSE


def size(database: str, workers: int, game: str, count: int) -> dict[str, object]:
    with served(database, workers) as (server, engine):
        server.stop()
        asyncio.run(fill(engine.url.render_as_string(hide_password=False), game, count))
        server.start()
        server.wait()
        empty = server.memory()
        while kept(engine) < count:
            time.sleep(0.2)
        while busy(server):  # the last of them are still being looked at
            pass
        spent, full = server.cpu(), server.memory()
        time.sleep(QUIET)
        return {
            "tables": count,
            "workers": workers,
            "cpu_seconds_to_start": round(spent, 2),
            "memory_mb": round(full / 1e6),
            "memory_grew_by_mb": round((full - empty) / 1e6, 1),
            "idle_cpu_ms_per_second": round((server.cpu() - spent) / QUIET * 1000, 1),
        }


def main() -> None:
    known = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known.add_argument("--game", default="isla_bohnita")
    known.add_argument("--database", default="")
    known.add_argument("--fewest", type=int, default=10)
    known.add_argument("--most", type=int, default=10_000)
    given = known.parse_args()
    count = given.fewest
    while count <= given.most:
        print(json.dumps(size(given.database, 2 if given.database else 1, given.game, count)), flush=True)
        count *= 10


if __name__ == "__main__":
    main()
