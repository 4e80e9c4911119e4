"""A game that was played, seen again: any position of it, with anybody's eyes, and its numbers over time.

A position is what a screen once showed: nature has settled, and people's decisions are awaited. Position n comes
after n moves of people.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from msgspec import Struct

from ..bots.random import RandomBot
from ..core import notation, notes, options, record
from ..core.game import CHANCE, Event, Game, Message, Refused, Seat, Seated, say
from ..core.play import Row, dice, replay, run, standing
from ..games import find, games
from .rows import Step
from .tables import Table

STEPS = 30  # told beside a position
MAX_TEXT = 60_000
MOMENTS = 3
NAMES = ("Ada", "Bo", "Cleo", "Dan")  # of an example

Curve = tuple[tuple[int, ...], ...]  # at each position, of each seat


class Played(Struct, frozen=True):
    """A game that is over, or was written down: all that seeing it again needs."""

    game: Game
    options: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    bots: tuple[Seat, ...] = ()

    @property
    def seated(self) -> tuple[Seated, ...]:
        return tuple([Seated(name, bot=seat in self.bots) for seat, name in enumerate(self.names)])


class Position(Struct, frozen=True):
    """One position, and the last steps that led there; the very last one with what nature made of it."""

    state: Any
    steps: tuple[Step, ...]
    newest: int  # how many of the steps are the last move and nature's answer


def of_table(table: Table) -> Played:
    """The game of a table, once it is over."""
    if not table.over or not table.started:
        raise Refused(say("this game is still going on; it can be seen again when it is over"))
    key = ("played",)
    if key not in table.cache:
        table.cache[key] = of_record(table.record(), table.game)
    found: Played = table.cache[key]
    return found


def of_record(written: record.Record, game: Game) -> Played:
    return Played(game, tuple(written.options.items()), written.names, standing(written.rows), tuple(written.bots))


@lru_cache(maxsize=16)
def of_text(text: str) -> tuple[Played, record.Proof | None]:
    """A record with its proof, or a game written down by hand; whatever is wrong is refused with its line."""
    if text.startswith(record.FORMAT.rpartition(" ")[0]):
        written = record.read(text.encode(), games())
        game = find(written.game, written.rules_version)
        return of_record(written, game), record.verify(written, game)
    noted = notes.read(text, games())
    game = games()[noted.game]
    return Played(game, tuple(noted.options.items()), noted.names, noted.rows), None


def clean(text: str) -> str:
    """What somebody pasted or sent, with the line ends of a record."""
    return text.replace("\r\n", "\n").strip("\n\ufeff ") + "\n"


def _new(played: Played) -> Any:
    return played.game.rules.new(len(played.names), options.read(played.game, dict(played.options)))


@lru_cache(maxsize=256)
def ends(played: Played) -> tuple[int, ...]:
    """How many rows had been played at each position."""
    moves = [n for n, (seat, _) in enumerate(played.rows) if seat != CHANCE]
    return (*moves, len(played.rows))


def position(played: Played, n: int) -> Position:
    rules, end = played.game.rules, ends(played)[n]
    newest = end - (ends(played)[n - 1] if n else 0)
    told = max(newest, min(STEPS, end))
    state = replay(rules, _new(played), played.rows[: end - told])
    steps: list[Step] = []
    for seat, move in played.rows[end - told : end]:
        steps.append(Step(state, seat, move, rules.apply(state, seat, move)))
        state = steps[-1].after
    return Position(state, tuple(steps), newest)


def events(played: Played, steps: tuple[Step, ...], viewer: Seat | None) -> list[Event]:
    return [event for step in steps for event in played.game.rules.story(*step, viewer)]


def mover(played: Played, n: int) -> tuple[Seat, Any] | None:
    """The move that led to position n."""
    return played.rows[ends(played)[n - 1]] if n else None


# What a game may tell besides its rules, in a file `replay.py` of its folder: `chart(view)`, the numbers of each seat
# that are worth a line; `private(view)`, in one sentence what only the view's seat knows; and `standing(view)`, how
# well each seat stands as everybody sees it, in parts of one.


@cache
def _told_by(game: Game, name: str) -> Any:
    return getattr(game.module("replay"), name, None)


def private(played: Played, state: Any) -> tuple[tuple[Seat, Message], ...]:
    """What each seat alone knows; nothing where the game does not tell."""
    known = _told_by(played.game, "private")
    if known is None:
        return ()
    said = [(seat, known(played.game.rules.view(state, seat))) for seat in range(len(played.names))]
    return tuple([(seat, message) for seat, message in said if message is not None])


@lru_cache(maxsize=64)
def curves(played: Played) -> Mapping[Message, Curve]:
    """The game over time: each number of the chart at each position."""
    chart = _told_by(played.game, "chart")
    if chart is None:
        return {}
    rules, state = played.game.rules, _new(played)
    found: dict[Message, list[tuple[int, ...]]] = {}
    for start, end in pairwise((0, *ends(played))):
        state = replay(rules, state, played.rows[start:end])
        for label, numbers in chart(rules.view(state, None)).items():
            found.setdefault(label, []).append(tuple(numbers))
    return {label: tuple(values) for label, values in found.items()}


class Moment(Struct, frozen=True):
    """A move after which much was different."""

    n: int  # the position it led to
    seat: Seat  # who gained most
    gain: float  # in parts of one

    @property
    def percent(self) -> int:
        return round(100 * self.gain)


@lru_cache(maxsize=64)
def moments(played: Played) -> tuple[Moment, ...]:
    """The moves that changed most how the seats stood, in the order of the game."""
    standing = _told_by(played.game, "standing")
    if standing is None:
        return ()
    rules, state, stood = played.game.rules, _new(played), []
    for start, end in pairwise((0, *ends(played))):
        state = replay(rules, state, played.rows[start:end])
        stood.append(standing(rules.view(state, None)))
    found = []
    for n, (before, after) in enumerate(pairwise(stood), 1):
        gains = [new - old for old, new in zip(before, after, strict=True)]
        found.append(Moment(n, gains.index(max(gains)), max(gains)))
    best = sorted(found, key=lambda moment: -moment.gain)[:MOMENTS]
    return tuple(sorted([moment for moment in best if moment.percent > 0], key=lambda moment: moment.n))


@cache
def example(game: Game, moves: int = 4) -> str:
    """How the beginning of a game is written down by hand."""
    seats = game.seats[0]
    rng, bots = Random(1), [RandomBot(seat) for seat in range(seats)]
    told = [f"game: {game.id}", f"players: {', '.join(NAMES[:seats])}", ""]
    for (seat, move), _ in run(game.rules, game.rules.new(seats, game.options()), bots, dice(rng), rng):
        told.append(f"{record.NATURE if seat == CHANCE else seat} {notation.write(move)}")
        moves -= seat != CHANCE
        if not moves:
            break
    return "\n".join(told)
