"""What a game is: nine pure functions over frozen values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from random import Random
from string import Formatter
from typing import Any, Protocol, TypeVar

from msgspec import Struct

Seat = int
CHANCE: Seat = -1  # nature has a seat too: it deals, draws and rolls


class Who(Struct, frozen=True, gc=False):
    """A seat named in a sentence: its person's name where it is shown, or "you"."""

    seat: Seat


class Message(Struct, frozen=True, gc=False):
    """A sentence for a person: an English template with its parameters, translated where it is shown.

    Parameters are numbers, words, `Who`, further messages, or tuples of these. Where `plural` is given,
    the parameter `n` chooses the form.
    """

    text: str
    params: tuple[tuple[str, object], ...] = ()
    plural: str = ""

    def __str__(self) -> str:
        params = dict(self.params)
        text = self.plural if self.plural and params["n"] != 1 else self.text
        return text.format(**params)


def say(text: str, plural: str = "", /, **params: object) -> Message:
    return Message(text, tuple(params.items()), plural)


def tell(viewer: Seat | None, seat: Seat, you: str, they: str, /, **params: object) -> Message:
    """What `viewer` is told of `seat`: "You seal {amount}" for oneself, "{who} seals a bid" for others.

    A message carries only what its text names, so what stands in `you` alone stays with that seat.
    """
    text = you if viewer == seat else they
    names, named = _named(text), {"who": Who(seat), **params}
    return Message(text, tuple([(name, value) for name, value in named.items() if name in names]))


@cache
def _named(text: str) -> frozenset[str]:
    """The parameters that a template names."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


class Refused(ValueError):
    """Something that cannot be done. Its message is shown to the person; `rule` is the § of RULES against it."""

    def __init__(self, message: Message, rule: str = "") -> None:
        super().__init__(str(message))
        self.message, self.rule = message, rule


class IllegalMove(Refused):
    """A move the rules forbid."""


class Event(Struct, frozen=True, gc=False):
    """One thing a viewer is told: a line of the log, with the flag of a seat and a sound."""

    message: Message
    seat: Seat | None = None
    sound: str = ""


class Outcome(Struct, frozen=True):
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: Message

    def share(self, seat: Seat) -> float:
        """One win, divided among its winners."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
O_contra = TypeVar("O_contra", contravariant=True)


class Rules(Protocol[S, M, V, O_contra]):
    """The nine questions every game answers. A plain module answers them all.

    Whom a story told to nobody in particular (`viewer` is None) does not name by `Who` is told the same.
    """

    def new(self, seats: int, options: O_contra) -> S: ...
    def to_move(self, state: S) -> tuple[Seat, ...]: ...
    def moves(self, state: S, seat: Seat) -> Sequence[M]: ...
    def chance(self, state: S) -> Iterable[tuple[M, int]]: ...
    def apply(self, state: S, seat: Seat, move: M) -> S: ...
    def outcome(self, state: S) -> Outcome | None: ...
    def view(self, state: S, seat: Seat | None) -> V: ...
    def imagine(self, view: V, rng: Random) -> S: ...
    def story(self, before: S, seat: Seat, move: M, after: S, viewer: Seat | None) -> Iterable[Event]: ...


class Budget(Struct, frozen=True):
    """How long a bot may think: by the clock, by positions looked at, or both."""

    seconds: float | None = 1.0
    nodes: int | None = None


class Bot(Protocol):
    """Made for one seat of one game. It gets views, never states: it cannot cheat."""

    def choose(self, view: Any, moves: Sequence[Any], rng: Random, budget: Budget) -> Any | None:
        """A move; or None to let it be, when the seat is not in `to_move`."""

    def told(self, view: Any, events: Iterable[Event]) -> None:
        """After every move at the table: what the seat sees now, and what it was told."""
        return None


class Level(Struct, frozen=True):
    """A bot that people can choose, with its name and an honest word about it."""

    make: Callable[[Seat], Bot]
    title: Message
    about: Message
    seats: range | None = None  # the numbers of players it can play with; None = all of the game's
    rating: int | None = None  # strength measured in the arena (docs/strength.md)

    @property
    def label(self) -> Message:
        """Its name, with its rating where it has one."""
        if self.rating is None:
            return self.title
        return say("{title} ({rating})", title=self.title, rating=str(self.rating))


class Seated(Struct, frozen=True, cache_hash=True, gc=False):
    """Who sits at a seat, as everybody at the table may know."""

    name: str
    bot: bool = False
    away: bool = False


class Game(Struct, frozen=True, eq=False, gc=False):
    """Everything about one game that the rest of Darsena asks for. Its folder is `package`."""

    package: str
    title: str
    about: Message
    minutes: int
    credits: str  # designers and publisher of the printed game
    seats: range
    rules: Rules[Any, Any, Any, Any]
    options: type  # a frozen Struct of bools and Literals; its defaults are the game's
    move_types: tuple[type, ...]
    bots: Mapping[str, Level]  # weakest first
    labels: Mapping[str, Message] = {}  # of an option "deck", and of each of its values "deck=isla"
    draw: Callable[[Any, Any], Iterable[str]] | None = None  # (view, voice) -> lines for a terminal
    rules_version: int = 1
    earlier: Mapping[int, Game] = {}  # the game as it was under earlier versions of its rules, for what was begun then

    @property
    def id(self) -> str:
        return self.package.rpartition(".")[2]

    @property
    def folder(self) -> Traversable:
        return files(self.package)

    def module(self, name: str) -> Any | None:
        """A module of its folder, where it has one: its board, its lesson, its codec."""
        path = f"{self.package}.{name}"
        return import_module(path) if find_spec(path) else None

    def levels(self, seats: int) -> dict[str, Level]:
        """The bots that can play in a game of so many, weakest first."""
        return {name: level for name, level in self.bots.items() if level.seats is None or seats in level.seats}

    def rulebook(self, language: str) -> str:
        return (self.folder / f"RULES.{language}.md").read_text("utf-8")
