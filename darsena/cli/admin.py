"""`darsena admin`: what a host may have to do by hand. It works beside a running server, on the same database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from ..core.game import Refused, say
from ..core.language import Voice
from .inputs import own_language

if TYPE_CHECKING:
    from ..server.harbour import Harbour
    from ..server.storage import Storage

T = TypeVar("T")
_ = Voice(own_language())

a_person = click.argument("person", metavar="PERSON")


@click.group(help=_(say("For hosts: look at the tables, close one, export or forget a person, back up everything.")))
@click.option("--database", metavar="URL", help=_(say("Where tables are kept; a SQLite file by default.")))
@click.pass_context
def admin(ctx: click.Context, database: str | None) -> None:
    ctx.obj = database


def database_url(database: str | None) -> str:
    from msgspec.structs import replace

    from ..server.settings import from_environment

    settings = from_environment()
    return replace(settings, database=database or settings.database).database_url


def at_harbour(database: str | None, deed: Callable[[Storage, Harbour], Awaitable[T]]) -> T:
    """Imported here: nobody else waits for the server's packages."""
    from ..server.harbour import Harbour
    from ..server.storage import Storage

    async def done() -> T:
        storage = Storage(database_url(database))
        storage.open()
        try:
            return await deed(storage, Harbour(storage, lambda table: None))
        finally:
            storage.close()

    return asyncio.run(done())


@admin.command("list", help=_(say("Tables that go on, or people with --people: one line each.")))
@click.option("--people", is_flag=True, help=_(say("People instead of tables.")))
@click.pass_obj
def list_all(database: str | None, people: bool) -> None:
    for line in at_harbour(database, _people if people else _tables):
        click.echo("\t".join(line))


async def _tables(storage: Storage, harbour: Harbour) -> list[tuple[str, ...]]:
    lines: list[tuple[str, ...]] = []
    for code in await storage.running():
        table = await harbour.playable(code)
        if table is None and (deal := await storage.deal(code)):
            lines.append((code, deal.game, _(say("cannot be played here")), _moment(deal.created), ""))
        elif table:
            names = ", ".join(seated.name for seated in table.seated(_.language))
            state = _(say("playing") if table.started else say("not started yet"))
            last = table.log[-1].time if table.log else table.deal.created
            lines.append((code, table.game.id, state, _moment(last), names))
    return lines


async def _people(storage: Storage, harbour: Harbour) -> list[tuple[str, ...]]:
    import sqlalchemy as sa

    from ..server.storage import ACCOUNTS, PEOPLE

    query = sa.select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.seen, ACCOUNTS.c.name.label("account"))
    query = query.outerjoin(ACCOUNTS, ACCOUNTS.c.person == PEOPLE.c.id).order_by(PEOPLE.c.seen)
    return [(row.id, _moment(row.seen), row.name, row.account or "") for row in await storage.read(query)]


def _moment(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M")


@admin.command("close", help=_(say("Close a table for everybody.")))
@click.argument("code")
@click.pass_obj
def close_table(database: str | None, code: str) -> None:
    async def deed(storage: Storage, harbour: Harbour) -> bool:
        from ..server.expiry import close

        return await close(harbour, code)

    if not at_harbour(database, deed):
        raise Refused(say("there is no table “{code}” that goes on", code=code[:40]))


@admin.command("export", help=_(say("Everything stored about a person, as JSON. PERSON is an account or an id.")))
@a_person
@click.pass_obj
def export_person(database: str | None, person: str) -> None:
    async def deed(storage: Storage, harbour: Harbour) -> dict[str, Any]:
        from ..server.belongings import export

        return await export(storage, await _found(storage, person))

    click.echo(msgspec.json.format(msgspec.json.encode(at_harbour(database, deed))).decode())


@admin.command("forget", help=_(say("Delete a person; their games stay without the name. PERSON as for export.")))
@a_person
@click.option("--yes", is_flag=True, help=_(say("Do not ask.")))
@click.pass_obj
def forget_person(database: str | None, person: str, yes: bool) -> None:
    if not yes:
        click.confirm(_(say("Forget “{person}” for good?", person=person[:40])), abort=True)

    async def deed(storage: Storage, harbour: Harbour) -> None:
        from ..server.belongings import forget

        await forget(storage, harbour, await _found(storage, person))

    at_harbour(database, deed)


@admin.command("backup", help=_(say("Copy the whole database into a new file, also while the server runs.")))
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup_all(database: str | None, file: Path) -> None:
    from ..server.backup import backup

    backup(database_url(database), file)


@admin.command("restore", help=_(say("Put a backup in the place of the database. Stop the server first.")))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help=_(say("Do not ask.")))
@click.pass_obj
def restore_all(database: str | None, file: Path, yes: bool) -> None:
    from ..server.backup import restore

    if not yes:
        click.confirm(_(say("Give up everything since this backup?")), abort=True)
    restore(database_url(database), file)


async def _found(storage: Storage, word: str) -> str:
    import sqlalchemy as sa

    from ..server.accounts import key
    from ..server.storage import ACCOUNTS

    if await storage.person(word):
        return word
    rows = await storage.read(sa.select(ACCOUNTS.c.person).where(ACCOUNTS.c.key == key(word)))
    if not rows:
        raise Refused(say("nobody is known as “{name}”", name=word[:40]))
    return str(rows[0].person)
