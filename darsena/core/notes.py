"""A game written down by hand, for instance beside a real table: less than a record, and forgiving about spaces.

    # remarks begin like this
    game: tiny
    players: Ada, Bo
    options: loud=no

    0 take left
    * roll 3

There is no seed in it, so its draws are taken as they are told. The format is described in docs/record.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from . import notation, options
from .game import CHANCE, Game, Refused, say
from .names import clean, quote
from .play import Row
from .record import NATURE, BadRecord

HEADS = ("game", "players", "options")
MAX_ROWS = 10_000


class Notes(Struct, frozen=True):
    game: str
    options: Mapping[str, str]
    names: tuple[str, ...]
    rows: tuple[Row, ...]


def read(text: str, games: Mapping[str, Game]) -> Notes:
    """The game in these lines, every move of it legal; anything else is refused with its line."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    heads = _heads(lines)
    game = _game(heads, games)
    words, chosen = _options(heads, game)
    names, state = _names(heads, game, chosen)
    rows: list[Row] = []
    for number, line in lines[len(heads) :]:
        with _at(number):
            row = _row(line, game, len(names))
            state = game.rules.apply(state, row.seat, row.move)
            rows.append(row)
            if len(rows) > MAX_ROWS:
                raise Refused(say("a game has at most {most} moves here", most=MAX_ROWS))
    return Notes(game.id, words, names, tuple(rows))


Heads = dict[str, tuple[int, str]]  # by name: the line, and what it says


def _heads(lines: list[tuple[int, str]]) -> Heads:
    found: Heads = {}
    for number, line in lines:
        name, colon, value = line.partition(":")
        if not colon or name.strip() not in HEADS:
            break
        if name.strip() in found:
            raise BadRecord(number, say("“{name}:” is there twice", name=name.strip()))
        found[name.strip()] = number, value.strip()
    last = max((number for number, _ in found.values()), default=1)
    for name in ("game", "players"):
        if name not in found:
            raise BadRecord(last, say("“{name}:” is missing", name=name))
    return found


def _game(heads: Heads, games: Mapping[str, Game]) -> Game:
    number, name = heads["game"]
    if name not in games:
        why = say("there is no game “{name}”; there are: {games}", name=quote(name), games=tuple(games))
        raise BadRecord(number, why)
    return games[name]


def _options(heads: Heads, game: Game) -> tuple[Mapping[str, str], Any]:
    number, value = heads.get("options", (1, ""))
    with _at(number):
        pairs = [word.partition("=") for word in value.split()]
        chosen = options.read(game, {name: word for name, _, word in pairs})
        return options.write(chosen), chosen


def _names(heads: Heads, game: Game, chosen: Any) -> tuple[tuple[str, ...], Any]:
    number, value = heads["players"]
    with _at(number):
        names = tuple([clean(name) for name in value.split(",")])
        if len(names) not in game.seats:
            raise Refused(say("{game} is not for {n} players", game=game.title, n=len(names)))
        return names, game.rules.new(len(names), chosen)


def _row(line: str, game: Game, seats: int) -> Row:
    word, _, move = line.partition(" ")
    places = {NATURE: CHANCE} | {str(seat): seat for seat in range(seats)}
    if word not in places:
        raise Refused(say("“{seat}” is no seat here", seat=quote(word)))
    return Row(places[word], notation.read(game.move_types, move))


@contextmanager
def _at(line: int) -> Iterator[None]:
    """What is refused inside is refused with this line."""
    try:
        yield
    except Refused as refusal:
        raise BadRecord(line, refusal.message) from None
