"""Every schema there ever was, with people and a game in it, brought up to date: nothing is lost, the game goes on."""

import os
import re
import shutil
import subprocess
import uuid
from pathlib import Path
from random import Random

import alembic.command
import alembic.config
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

import darsena.server
from darsena.games import games
from darsena.server.harbour import Harbour
from darsena.server.storage import ACCOUNTS, CLUBS, MEMBERS, METADATA, PEOPLE, PROGRAMS, RECORDS, Storage

from .loop import run
from .shore import legal, played, started
from .test_storage import POSTGRES

GAME = next(iter(games().values()))
SCRIPTS = str(Path(darsena.server.__file__).parent / "migrations")


def config(connection=None):
    made = alembic.config.Config()
    made.set_main_option("script_location", SCRIPTS)
    made.attributes["connection"] = connection
    return made


REVISIONS = [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()][::-1]


@pytest.fixture(params=["sqlite", "postgresql"])
def databases(request, tmp_path):
    """Makes empty databases: each call another one's address."""
    if request.param == "sqlite":
        yield lambda: f"sqlite:///{tmp_path}/{uuid.uuid4().hex}.db"
        return
    engine, schemas = sa.create_engine(POSTGRES), []

    def make():
        schemas.append(f"darsena_{uuid.uuid4().hex}")
        with engine.begin() as connection:
            connection.execute(sa.text(f"CREATE SCHEMA {schemas[-1]}"))
        return f"{POSTGRES}?options=-csearch_path%3D{schemas[-1]}"

    try:
        engine.connect().close()
    except (sa.exc.OperationalError, ImportError) as problem:
        pytest.skip(f"no PostgreSQL here: {problem}")
    yield make
    with engine.begin() as connection:
        for schema in schemas:
            connection.execute(sa.text(f"DROP SCHEMA {schema} CASCADE"))
    engine.dispose()


def lived_in(url):
    """All rows of a database in which people have an account, a bot, a club and a game that goes on."""

    async def story():
        storage = Storage(url)
        storage.open()
        people = [{"id": f"p{n}", "name": f"Person {n}", "created": 1.0, "seen": 2.0} for n in range(4)]
        await storage.write(*[PEOPLE.insert().values(**each) for each in people])
        own = {"name": "Ada", "key": "ada", "created": 1.0}
        await storage.write(ACCOUNTS.insert().values(person="p0", password="hash", **own))
        await storage.write(PROGRAMS.insert().values(person="p3", owner="p0", token="hash", **own))
        await storage.write(CLUBS.insert().values(id="c", name="Club", join_code="j", created=1.0))
        await storage.write(MEMBERS.insert().values(club="c", person="p0", since=1.0))
        await storage.write(RECORDS.insert().values(id="r", text="a record", created=1.0))
        table = await started(Harbour(storage, lambda table: None), GAME)
        await played(table, 4, Random(1))
        rows = {each.name: [row._asdict() for row in storage._read(each.select())] for each in METADATA.sorted_tables}
        storage.close()
        return table.code, table.state, rows

    return run(story())


def laid_down(url, revision, rows):
    """A database of that time with as much of these rows as it could hold; what it held."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        alembic.command.upgrade(config(connection), revision)
        old = sa.MetaData()
        old.reflect(connection)
        held = {}
        for table in old.sorted_tables:
            kept = [{name: row[name] for name in row if name in table.c} for row in rows.get(table.name, ())]
            if kept:
                connection.execute(table.insert(), kept)
                held[table.name] = kept
    engine.dispose()
    return held


def test_a_game_begun_under_any_schema_goes_on_under_the_present_one(databases):
    code, state, rows = lived_in(databases())
    for revision in REVISIONS:
        url = databases()
        held = laid_down(url, revision, rows)
        assert {"people", "tables", "log"} <= held.keys()

        async def story(url=url, held=held):
            storage = Storage(url)
            storage.open()
            with storage.engine.connect() as connection:
                assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
            for name, kept in held.items():
                found = [row._asdict() for row in storage._read(METADATA.tables[name].select())]
                assert all(any(row.items() <= each.items() for each in found) for row in kept), name
            table = await Harbour(storage, lambda table: None).table(code)
            assert table.state == state
            seat, version = table.wanted[0], table.version
            assert await table.play(seat, legal(table, seat, Random(2)), "next", version) > version
            storage.close()

        run(story())


def test_versions_follow_each_other_and_are_named_by_their_number():
    assert sorted(REVISIONS) == REVISIONS
    numbered = [re.match(r"\d{4}", path.name)[0] for path in sorted(Path(SCRIPTS, "versions").glob("*.py"))]
    assert len(numbered) == len(set(numbered)) == len(REVISIONS)


@pytest.mark.skipif(not (shutil.which("pg_dump") and shutil.which("pg_restore")), reason="no tools of PostgreSQL here")
@pytest.mark.parametrize("databases", ["postgresql"], indirect=True)
def test_postgresql_is_backed_up_and_restored_by_its_own_tools(databases, tmp_path):
    """As docs/hosting.md says it: what pg_dump wrote while people play, pg_restore puts back as it was."""
    url, file = databases(), tmp_path / "copy.dump"
    code, state, rows = lived_in(url)
    schema = url.rpartition("%3D")[2]
    plain = POSTGRES.replace("+psycopg", "")
    dumped = tool("pg_dump", "--format=custom", f"--schema={schema}", f"--file={file}", plain)
    if dumped.returncode and "version" in dumped.stderr:
        pytest.skip(f"pg_dump does not fit this PostgreSQL: {dumped.stderr.strip()[:200]}")
    assert dumped.returncode == 0, dumped.stderr
    with sa.create_engine(POSTGRES).begin() as connection:
        connection.execute(sa.text(f"DROP SCHEMA {schema} CASCADE"))
    restored = tool("pg_restore", "--exit-on-error", f"--dbname={plain}", str(file))
    assert restored.returncode == 0, restored.stderr

    async def story():
        storage = Storage(url)
        storage.open()
        assert {
            each.name: [row._asdict() for row in storage._read(each.select())] for each in METADATA.sorted_tables
        } == rows
        table = await Harbour(storage, lambda table: None).table(code)
        storage.close()
        return table.state

    assert run(story()) == state


def tool(*words):
    return subprocess.run(words, check=False, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
