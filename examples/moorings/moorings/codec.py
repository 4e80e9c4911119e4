"""Moves and views as numbers: with this file, the game is an environment too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .rules import Cast, View

MOVES = 3
NATURE: Sequence[Cast] = ()


def number(view: View, move: Cast) -> int | None:
    return move.ropes - 1 if 1 <= move.ropes <= MOVES else None


def move(view: View, number: int) -> Cast:
    return Cast(number + 1)


def legal(view: View, moves: Sequence[Cast]) -> list[int]:
    return [move.ropes - 1 for move in moves]


def layout(seats: int) -> Mapping[str, int]:
    return {"ropes": 1, "turn": 1}


def features(view: View) -> list[int]:
    return [view.ropes, view.turn]
