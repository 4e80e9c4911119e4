"""The log on disk: committed when acknowledged, one row n per table, the same on SQLite and PostgreSQL."""

import asyncio
import os
import uuid

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from darsena.server.storage import METADATA, RESULTS, Conflict, Deal, Entry, Result, Storage

from .loop import run

POSTGRES = os.environ.get("DARSENA_TEST_POSTGRES", "postgresql+psycopg://root@127.0.0.1:5432/test")


@pytest.fixture(params=["sqlite", "postgresql"])
def storage(request, tmp_path):
    url = f"sqlite:///{tmp_path}/darsena.db"
    if request.param == "postgresql":
        schema = f"darsena_{uuid.uuid4().hex}"
        try:
            with sa.create_engine(POSTGRES).begin() as connection:
                connection.execute(sa.text(f"CREATE SCHEMA {schema}"))
        except (sa.exc.OperationalError, ImportError) as problem:
            pytest.skip(f"no PostgreSQL here: {problem}")
        url = f"{POSTGRES}?options=-csearch_path%3D{schema}"
    made = Storage(url)
    made.open()
    yield made
    made.close()
    if request.param == "postgresql":
        with sa.create_engine(POSTGRES).begin() as connection:
            connection.execute(sa.text(f"DROP SCHEMA {schema} CASCADE"))


def deal(code):
    return Deal(code, "some_game", 1, {}, 2, b"seed", "p0", f"join{code}", f"watch{code}", False, True, "calm", 0.0)


def entry(n, text="bid 1", command=None):
    return Entry(n, "move", 0, text, None, command, 1.0)


def test_what_is_appended_is_read_back(storage):
    async def story():
        await storage.create(deal("t1"))
        await storage.append("t1", [entry(0), entry(1)])
        return await storage.entries("t1"), await storage.entries("t1", since=1)

    whole, rest = run(story())
    assert whole == [entry(0), entry(1)]
    assert rest == [entry(1)]


def test_the_same_row_is_written_only_once(storage):
    async def story():
        await storage.create(deal("t1"))
        await storage.append("t1", [entry(0, "first")])
        with pytest.raises(Conflict):
            await storage.append("t1", [entry(0, "second")])
        return await storage.entries("t1")

    assert run(story()) == [entry(0, "first")]


def test_what_comes_too_late_leaves_nothing_behind_and_is_told_what_came_first(storage):
    async def story():
        for code in ("t1", "t2"):
            await storage.create(deal(code))
        await storage.append("t1", [entry(0), entry(1, "first")])
        jobs = [storage.append("t2", [entry(0)]), storage.append("t1", [entry(1, "second"), entry(2), entry(3)])]
        return await asyncio.gather(*jobs, return_exceptions=True), await storage.entries("t1")

    (written, late), whole = run(story())
    assert written is None
    assert isinstance(late, Conflict)
    assert late.entries == [entry(1, "first")]
    assert whole == [entry(0), entry(1, "first")]


def test_a_conflict_takes_nobody_else_with_it(storage):
    async def story():
        for code in ("t1", "t2", "t3"):
            await storage.create(deal(code))
        await storage.append("t1", [entry(0)])
        jobs = [storage.append(code, [entry(0, code)]) for code in ("t1", "t2", "t3")]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        return answers, await storage.entries("t2"), await storage.entries("t3")

    answers, second, third = run(story())
    assert [type(answer) for answer in answers] == [Conflict, type(None), type(None)]
    assert (second, third) == ([entry(0, "t2")], [entry(0, "t3")])


def test_a_command_id_is_used_once_per_table(storage):
    async def story():
        await storage.create(deal("t1"))
        await storage.append("t1", [entry(0, command="click")])
        with pytest.raises(Conflict):
            await storage.append("t1", [entry(1, command="click")])

    run(story())


def test_rows_that_cannot_be_written_harm_nobody(storage):
    """Whoever asked is told, and the others are served: also with what no database can take."""

    async def story():
        await storage.create(deal("t1"))
        for nonsense in ("\ud800", object()):
            with pytest.raises(Exception):  # noqa: B017, PT011
                await storage.append("t1", [entry(0, nonsense)])
        await storage.append("t1", [entry(0)])
        return await storage.entries("t1")

    assert run(story()) == [entry(0)]


def test_migrations_make_the_schema_the_code_expects(storage):
    with storage.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_opening_again_keeps_everything(storage):
    run(storage.create(deal("t1")))
    again = Storage(storage.engine.url.render_as_string(hide_password=False))
    again.open()
    assert run(again.deal("t1")) == deal("t1")
    again.close()


def test_a_game_is_finished_once(storage):
    results = [Result("t1", seat, f"p{seat}", seat + 1, 1.0 - seat, "7", 1.0) for seat in range(2)]

    async def story():
        await storage.create(deal("t1"))
        await storage.finish("t1", results)
        await storage.finish("t1", [msgspec.structs.replace(result, finished=9.0) for result in results])
        return await storage.deal("t1"), await storage.read(sa.select(RESULTS).order_by(RESULTS.c.seat))

    found, rows = run(story())
    assert found.over
    assert [Result(**row._mapping) for row in rows] == results
