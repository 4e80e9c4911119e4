"""What a table looks like: every part of its page as HTML, for one seat and language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from functools import cache
from typing import Any

from ..core import record
from ..core.game import CHANCE, Game, Message, Refused, Seat, Who, say
from ..web import components, frame
from .tables import Table, levels


@cache
def board_of(game: Game) -> Any:
    """The game's own board, or the plain one that plays any game."""
    own = (game.folder / "board.py").is_file()
    return import_module(f"{game.package}.board" if own else "darsena.web.plain")


def board_parts(table: Table, seat: Seat | None, seats: Sequence[Seat], language: str) -> Mapping[str, str]:
    """All parts of the page: the public ones, made once for everybody, and this seat's own."""
    if not table.started:
        return {}
    parts = dict(_public(table, language))
    parts.update(_own(table, seat, language))
    parts.update(_frame(table, seat, seats, language))
    return parts
