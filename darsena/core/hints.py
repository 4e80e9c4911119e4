"""Hints: the moves worth making, the best first, each with a sentence why. They know what the seat knows, and no more.

A game gives its own in `hints.py`, with one pure function `hints(view, moves, rng, budget) -> Sequence[Hint]`. Where it
has none, its strongest bot says what it would play; a game with a single bot has nobody to ask.

A second function there, `named(view, move) -> Message | None`, puts moves in words that would else be told as done.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, cast

from msgspec import Struct

from .game import Budget, Game, Level, Message, Seat, say

MOST = 5  # that anybody reads


class Hint(Struct, frozen=True):
    move: Any
    worth: float  # what the moves are ranked by
    measure: Message  # the same for people: a chance, coins, or a few words
    why: Message
    cases: tuple[tuple[Message, Message], ...] = ()  # what the move does, case by case
    title: Message | None = None  # of the cases


def given(game: Game, seats: int) -> bool:
    """Whether there can be hints in a game of so many."""
    return _own(game) is not None or _adviser(game, seats) is not None


def hints(
    game: Game, seats: int, seat: Seat, view: Any, moves: Sequence[Any], rng: Random, budget: Budget
) -> tuple[Hint, ...]:
    """The best few of a seat's moves, for somebody who has only this view."""
    own, adviser = _own(game), _adviser(game, seats)
    if not moves:
        return ()
    if own is not None:
        found: Sequence[Hint] = own.hints(view, moves, rng, budget)
        return tuple(sorted(found, key=lambda hint: -hint.worth)[:MOST])
    return _asked(adviser, seat, view, moves, rng, budget) if adviser else ()


def named(game: Game, seat: Seat, view: Any, move: Any) -> Message:
    """A move in words: as the game's hints name it, or else what its player would be told of it."""
    if said := getattr(_own(game), "named", lambda *_: None)(view, move):
        return cast(Message, said)
    rules = game.rules
    guess = rules.imagine(view, Random(0))
    return next(iter(rules.story(guess, seat, move, rules.apply(guess, seat, move), seat))).message


@cache
def _own(game: Game) -> Any:
    """The module in the game's folder."""
    return game.module("hints")


def _adviser(game: Game, seats: int) -> Level | None:
    able = list(game.levels(seats).values())
    return able[-1] if len(able) > 1 else None


def _asked(
    adviser: Level, seat: Seat, view: Any, moves: Sequence[Any], rng: Random, budget: Budget
) -> tuple[Hint, ...]:
    bot = adviser.make(seat)
    bot.told(view, ())
    move = bot.choose(view, moves, rng, budget)
    why = say("This is what {bot}, the strongest bot here, would play.", bot=adviser.title)
    return () if move is None else (Hint(move, 0.0, say("the bot’s choice"), why),)
