"""A game's options as its own Struct describes them: what a lobby form, a command line and a record need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from .game import Game, Message, Refused, say
from .names import quote


class Choice(Struct, frozen=True):
    """One option: its name, its label, and the values it can have, each with a label."""

    name: str
    label: Message
    values: tuple[tuple[str, Message], ...]
    default: str


def choices(game: Game) -> tuple[Choice, ...]:
    hints = get_type_hints(game.options)
    return tuple(
        Choice(
            field.name,
            game.labels[field.name],
            tuple((word, _label(game, field.name, word)) for word in _values(hints[field.name])),
            _word(field.default),
        )
        for field in fields(game.options)
    )


def read(game: Game, words: Mapping[str, str]) -> Any:
    """The options that these words name; the others keep their defaults."""
    hints = get_type_hints(game.options)
    for name, word in words.items():
        if name not in hints:
            raise Refused(say("{game} has no option “{name}”", game=game.title, name=quote(name)))
        if word not in _values(hints[name]):
            allowed = tuple(_values(hints[name]))
            raise Refused(say("“{name}” can be {values}, not “{word}”", name=name, values=allowed, word=quote(word)))
    return game.options(**{name: _values(hints[name])[word] for name, word in words.items()})


def write(options: Any) -> dict[str, str]:
    return {field.name: _word(getattr(options, field.name)) for field in fields(options)}


def every(game: Game) -> Iterator[Any]:
    """All combinations of values, the game's defaults first."""
    hints = get_type_hints(game.options)
    columns = [list(_values(hints[choice.name]).values()) for choice in choices(game)]
    default = game.options()
    yield default
    yield from (chosen for chosen in (game.options(*row) for row in product(*columns)) if chosen != default)


def _values(hint: Any) -> dict[str, Any]:
    return {_word(value): value for value in ((False, True) if hint is bool else get_args(hint))}


def _word(value: Any) -> str:
    return {False: "no", True: "yes"}[value] if isinstance(value, bool) else str(value)


def _label(game: Game, name: str, word: str) -> Message:
    return game.labels.get(f"{name}={word}") or {"yes": say("yes"), "no": say("no")}[word]
