"""Several real server processes on one PostgreSQL database, and a look at its log from outside."""

import asyncio
import os
from contextlib import ExitStack, asynccontextmanager, contextmanager

import pytest
import sqlalchemy as sa

from bench.fleet import Server, run_server, schema
from darsena.server.harbour import Harbour
from darsena.server.storage import Storage

POSTGRES = os.environ.get("DARSENA_TEST_POSTGRES", "postgresql+psycopg://root@127.0.0.1:5432/test")


@contextmanager
def postgres():
    """A place of its own in the test database; without one the test is skipped."""
    with ExitStack() as stack:
        try:
            database = stack.enter_context(schema(POSTGRES))
        except (sa.exc.OperationalError, ImportError) as problem:
            pytest.skip(f"no PostgreSQL here: {problem}")
        yield database


@contextmanager
def fleet(data, database, count=2):
    servers = [Server(data, database, run=run_server) for _ in range(count)]
    try:
        for server in servers:
            server.start()
        for server in servers:
            server.wait()
        yield servers
    finally:
        for server in servers:
            server.stop()


@asynccontextmanager
async def outside(database):
    """A harbour that only looks on."""
    storage = Storage(database)
    storage.open()
    try:
        yield Harbour(storage, lambda table: None)
    finally:
        storage.close()


async def until(fits):
    """What `fits` returns once it is true; looked at again and again."""
    while not (found := await fits()):
        await asyncio.sleep(0.02)
    return found
