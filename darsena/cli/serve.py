"""`darsena serve`, which is also what `darsena` alone does: the web table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ..core.game import say
from ..core.language import Voice
from .inputs import own_language

F = TypeVar("F", bound=Callable[..., Any])
_ = Voice(own_language())


def served(command: F) -> F:
    """The options of a server. What is not given comes from DARSENA_* in the environment, or is as usual."""
    for option in (
        click.option("--public-url", metavar="URL", help=_(say("How people reach the server from outside."))),
        click.option(
            "--workers", type=click.IntRange(1, 64), help=_(say("Server processes; more than 1 needs PostgreSQL."))
        ),
        click.option("--database", metavar="URL", help=_(say("Where tables are kept; a SQLite file by default."))),
        click.option("--lan", is_flag=True, help=_(say("Let phones in the same network join; shows a QR code."))),
        click.option("--port", type=click.IntRange(1, 65535), help=_(say("8000 by default."))),
        click.option(
            "--host", metavar="ADDRESS", help=_(say("The address to listen at; this machine only by default."))
        ),
    ):
        command = option(command)
    return command


def serve(lan: bool, **given: Any) -> None:
    """Imported here: nobody else waits for the server's packages."""
    from msgspec.structs import replace

    from ..server import serve as server
    from ..server.settings import from_environment

    chosen = {name: value for name, value in given.items() if value is not None}
    server.serve(replace(from_environment(), **chosen), lan=lan)
