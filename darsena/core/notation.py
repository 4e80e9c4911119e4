"""Moves as text: `bid 12`, `lay white up 3.1 4.0`. One line, readable, and back again.

A move is its name and its fields, in order. A field is a whole number, a word, a value of an enum, a small
Struct written with dots (`3.1`), or a tuple of these: spread over the rest of the line if it is the last field,
joined by commas elsewhere. `-` stands for None and for an empty tuple before the last field.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from .game import Refused, say
from .names import quote

MAX_DIGITS = 1000
NOTHING = "-"


class Unreadable(Refused):
    """Text that is no move of the game."""


@lru_cache(maxsize=1 << 10)
def write(move: Any) -> str:
    words = [name_of(type(move))]
    fields = move.__struct_fields__
    for field in fields:
        value = getattr(move, field)
        if isinstance(value, tuple) and field == fields[-1]:
            words += map(_word, value)
        else:
            words.append(_word(value))
    return " ".join(words)


def read(types: Iterable[type], text: str) -> Any:
    return _read(tuple(types), text)


@lru_cache(maxsize=1 << 10)
def _read(types: tuple[type, ...], text: str) -> Any:
    name, *words = text.split() or [""]
    kinds = _kinds(types)
    if name not in kinds:
        raise Unreadable(say("there is no move “{word}”; there are: {moves}", word=quote(name), moves=tuple(kinds)))
    kind = kinds[name]
    hints = list(_hints(kind).values())
    if hints and _spread(hints[-1]):
        fixed = len(hints) - 1
        words = [*words[:fixed], *([",".join(words[fixed:]) or NOTHING] if len(words) >= fixed else [])]
    if len(words) != len(hints):
        raise Unreadable(say("“{move}” is written like this: {usage}", move=name, usage=usage(kind)))
    return kind(*(_parse(hint, word) for hint, word in zip(hints, words, strict=True)))


def usage(kind: type) -> str:
    """How a move is written: `lay LINE SIDE TILES...`; a tuple before the last field is `GIVEN,...`."""
    hints = _hints(kind)
    words = [name.upper() + (",..." if _spread(hint) else "") for name, hint in hints.items()]
    return " ".join([name_of(kind), *words[:-1], *(word.replace(",", "") for word in words[-1:])])


def name_of(kind: type) -> str:
    return kind.__name__.lower()


@cache
def _kinds(types: tuple[type, ...]) -> dict[str, type]:
    return {name_of(kind): kind for kind in types}


@cache
def _hints(kind: type) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__}  # type: ignore[attr-defined]


@cache
def _values(literal: Any) -> dict[str, Any]:
    return {str(value): value for value in get_args(literal)}


@cache
def _members(kind: type[enum.Enum]) -> dict[str, Any]:
    return {str(member.value): member for member in kind}


def _spread(hint: Any) -> bool:
    return get_origin(hint) is tuple


def _word(value: Any) -> str:
    match value:
        case enum.Enum():
            return str(value.value)
        case tuple():
            return ",".join(map(_word, value)) or NOTHING
        case None:
            return NOTHING
        case Struct():
            return ".".join(_word(getattr(value, field)) for field in value.__struct_fields__)
        case _:
            return str(value)


def _parse(hint: Any, word: str) -> Any:
    origin = get_origin(hint)
    if origin is tuple:
        item = get_args(hint)[0]
        return () if word == NOTHING else tuple([_parse(item, part) for part in word.split(",")])
    if origin in (Union, UnionType):
        [inner] = [arg for arg in get_args(hint) if arg is not type(None)]
        return None if word == NOTHING else _parse(inner, word)
    if origin is Literal:
        return _one_of(word, _values(hint))
    if hint is int:
        return _integer(word)
    if issubclass(hint, enum.Enum):
        return _one_of(word, _members(hint))
    if issubclass(hint, Struct):
        return _dotted(hint, word)
    return word


def _integer(word: str) -> int:
    if not re.fullmatch("[0-9]+", word):
        raise Unreadable(say("“{word}” is not a whole number in plain digits, like 1000", word=quote(word)))
    if len(word) > MAX_DIGITS:
        raise Unreadable(say("a number has at most {most} digits, and this one has {n}", most=MAX_DIGITS, n=len(word)))
    return int(word)


def _one_of(word: str, choices: dict[str, Any]) -> Any:
    if word not in choices:
        raise Unreadable(say("“{word}” is not one of {words}", word=quote(word), words=tuple(choices)))
    return choices[word]


def _dotted(kind: type, word: str) -> Any:
    hints, parts = _hints(kind).values(), word.split(".")
    if len(parts) != len(hints):
        example = ".".join(name.upper() for name in _hints(kind))
        raise Unreadable(say("“{word}” should look like {example}", word=quote(word), example=example))
    return kind(*(_parse(hint, part) for hint, part in zip(hints, parts, strict=True)))
