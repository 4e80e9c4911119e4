"""A copy of the one file in which SQLite keeps everything, made while the server runs, and put back again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from ..core.game import Refused, say

SQLITE = "sqlite:///"


def database_file(url: str) -> Path:
    """Where an SQLite database lies; others have tools of their own."""
    if not url.startswith(SQLITE):
        raise Refused(say("this is for SQLite; PostgreSQL has pg_dump and pg_restore"))
    return Path(url.removeprefix(SQLITE))


def backup(url: str, file: Path) -> None:
    """A whole copy as of one moment; nobody at the tables notices."""
    source = database_file(url)
    _check(source)
    if file.exists():
        raise Refused(say("{file} already exists", file=str(file)))
    _copy(source, file)


def restore(url: str, file: Path) -> None:
    """Everything as it was in the copy; what has happened since is gone. The server should not run meanwhile."""
    _check(file)
    target = database_file(url)
    target.parent.mkdir(parents=True, exist_ok=True)
    _copy(file, target)


def _copy(source: Path, target: Path) -> None:
    try:
        with closing(_reader(source)) as reader, closing(sqlite3.connect(target)) as writer:
            reader.backup(writer)
    except sqlite3.Error as error:
        raise Refused(say("{file} cannot be written: {why}", file=str(target), why=str(error))) from None


def _check(file: Path) -> None:
    """Refuse what is no database of ours, or a damaged one, before anything is touched."""
    try:
        with closing(_reader(file)) as reader:
            [[found]] = reader.execute("pragma quick_check(1)").fetchall()
            reader.execute("select code from tables limit 1").fetchall()
    except sqlite3.Error:
        found = ""
    if found != "ok":
        raise Refused(say("{file} is no database of Darsena, or it is damaged", file=str(file)))


def _reader(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
