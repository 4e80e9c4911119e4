"""A plain board for any game: its picture in text, the legal moves as buttons, and a line to type a move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from ..core import notation
from ..core.game import Seated

MOST = 120  # buttons; any other move can be typed

Part = tuple[str, Any]


class Picture(Struct, frozen=True):
    """Component `picture`: the view, drawn by the game itself or as its fields."""

    view: Any
    seated: tuple[Seated, ...]


class Moves(Struct, frozen=True):
    """Component `moves`: the kinds of moves, each with its moves, in the order of the game."""

    kinds: tuple[tuple[str, tuple[str, ...]], ...]
    more: bool  # there are others, too many to show


def public(view: Any, seated: tuple[Seated, ...]) -> dict[str, Part]:
    return {}  # the picture is drawn for each seat, with what it may know


def own(view: Any, seated: tuple[Seated, ...], moves: Sequence[Any]) -> dict[str, Part]:
    texts = [notation.write(move) for move in moves[:MOST]]
    kinds = tuple((kind, tuple(group)) for kind, group in groupby(texts, lambda text: text.split()[0]))
    return {
        "picture": ("picture", Picture(view, seated)),
        "moves": ("moves", Moves(kinds, len(moves) > MOST) if moves else None),
    }
