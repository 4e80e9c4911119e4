"""What stands on the command line, understood or refused with a sentence."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ..core import record
from ..core.game import Game, Refused, say
from ..core.language import LANGUAGES, best
from ..core.names import quote
from ..games import find, games

MAX_PATH = 300  # of a path, as much as a sentence shows


def own_language() -> str:
    """The language of this machine's user, as the environment tells it."""
    first = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return best(next(filter(None, first), "en").split(":"))


class Language(click.ParamType[str]):
    name = "language"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in LANGUAGES:
            raise Refused(
                say("there is no language “{name}”; there are: {all}", name=quote(value), all=tuple(LANGUAGES))
            )
        if ctx:
            ctx.meta["language"] = value
        return value


class AnyGame(click.ParamType[Game]):
    name = "game"

    def convert(self, value: str | Game, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        game = value if isinstance(value, Game) else find(value)
        if ctx:
            ctx.meta["game"] = game
        return game


class Whole(click.ParamType[int]):
    """A whole number, `least` or more."""

    name = "number"

    def __init__(self, least: int) -> None:
        self.least = least

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        if not (value.isascii() and value.isdigit() and len(value) < 10 and int(value) >= self.least):
            option = param.opts[0] if param else ""
            raise Refused(say("{option} takes a whole number from {least} on", option=option, least=self.least))
        return int(value)


class Numbers(click.ParamType[tuple[int, ...]]):
    """Whole numbers with commas between, each `least` or more."""

    name = "numbers"

    def __init__(self, least: int) -> None:
        self.each = Whole(least)

    def convert(
        self, value: str | tuple[int, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        return tuple(self.each.convert(word.strip(), param, ctx) for word in value.split(","))


class Listed(click.ParamType[tuple[str, ...]]):
    """Names with commas between."""

    name = "names"

    def convert(
        self, value: str | tuple[str, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        return value if isinstance(value, tuple) else tuple(word.strip() for word in value.split(","))


class Seconds(click.ParamType[float]):
    name = "seconds"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        if not re.fullmatch(r"\d{1,3}(\.\d{1,6})?", value, re.ASCII):
            raise Refused(say("{option} takes a number of seconds from 0 on", option=param.opts[0] if param else ""))
        return float(value)


class Several(click.Command):
    """A command whose option --bots takes all the words up to the next option: --bots A B C."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_repeated(args, "--bots")))


def _repeated(args: Iterable[str], option: str) -> Iterator[str]:
    inside = first = False
    for word in args:
        if word.startswith("-"):
            inside = first = word == option
        elif inside and not first:
            yield option
        else:
            first = False
        yield word


def load(file: str, ctx: click.Context) -> tuple[Game, record.Record, record.Proof]:
    """A record from a file, played again and found to be true."""
    try:
        with Path(file).open("rb") as source:
            data = source.read(record.MAX_SIZE + 1)
    except OSError as error:
        raise Refused(
            say("{file} cannot be read: {why}", file=quote(file, MAX_PATH), why=error.strerror or "")
        ) from None
    found = record.read(data, games())
    game = ctx.meta["game"] = find(found.game, found.rules_version)
    return game, found, record.verify(found, game)
