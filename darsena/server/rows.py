"""Rows of a table's log: who sits where, what is about to be written, and what people are told of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from ..core import notation
from ..core.game import Event, Seat, say, tell
from ..core.play import AnyRules, Nature, drawn
from . import wishes
from .clocks import CLOCKS
from .storage import Entry


class Sitter(Struct, frozen=True, omit_defaults=True):
    """A person, or a bot of some level, at a seat; or a person for whom a bot plays."""

    name: str
    contribution: str
    person: str | None = None
    level: str = ""
    standin: str = ""
    resigned: bool = False
    program: bool = False  # it plays over the API, as a person would

    @property
    def human(self) -> str | None:
        """The person who can be asked what concerns the table; a program cannot."""
        return None if self.program else self.person

    @property
    def bot(self) -> str:
        """The level of the bot that plays here; nothing where a person plays."""
        return self.level or self.standin


class New(NamedTuple):
    """A row about to be written."""

    kind: str
    seat: Seat | None = None
    text: str = ""
    person: str | None = None
    step: Step | None = None  # what a move leads to, where that is already known


class Step(NamedTuple):
    """A move with the states around it, kept for those who have not been told yet."""

    before: Any
    seat: Seat
    move: Any
    after: Any


class Given(Struct, frozen=True):
    """A position of another game from which a table goes on: where that can be seen, and the rows that led there."""

    url: str
    name: str
    move: int
    rows: tuple[tuple[Seat, str], ...]


def by_nature(rules: AnyRules, state: Any, nature: Nature) -> Iterator[New]:
    for before, (seat, move), after in drawn(rules, state, nature):
        yield New("move", seat, notation.write(move), step=Step(before, seat, move, after))


def read(entry: Entry) -> Sitter:
    """Who sits down, or is invited to."""
    return msgspec.json.decode(entry.text, type=Sitter)


def told(entry: Entry, viewer: Seat | None) -> Iterator[Event]:
    """What people are told of a row that is no move."""
    seat = entry.seat
    match entry.kind:
        case "joined" if seat is not None:
            yield Event(tell(viewer, seat, "You take a seat.", "{who} takes a seat."), seat, "sit")
        case "invited":
            yield Event(say("{name} is invited.", name=read(entry).name))
        case "sorry":
            yield Event(say("{name} does not come.", name=read(entry).name))
        case "left":
            yield Event(say("A seat is free again."), seat)
        case "started":
            yield Event(say("The game begins."), sound="start")
        case "given":
            yield Event(say("What if? This table goes on from a position of another game."))
        case "hints":
            yield Event(say("Hints are allowed at this table."))
        case "closed":
            yield Event(say("The table is closed."))
        case "rematch":
            yield Event(say("A rematch is open."), sound="start")
        case "undo" if seat is not None:
            yield Event(tell(viewer, seat, "You take back a move.", "{who} takes back a move."), seat)
        case "paused":
            yield Event(say("The game is paused."))
        case "resumed":
            yield Event(say("The game goes on."), sound="start")
        case "timed":
            yield Event(say("The clock of this table: {clock}", clock=CLOCKS[entry.text].title))
        case "clock" if seat is not None:
            yield Event(tell(viewer, seat, "Your time is over.", "The time of {who} is over."), seat)
        case "takeover" if seat is not None:
            yield Event(tell(viewer, seat, "A bot plays for you.", "A bot plays for {who}."), seat)
        case "returned" if seat is not None:
            yield Event(tell(viewer, seat, "You are back.", "{who} is back."), seat, "sit")
        case "resigned" if seat is not None:
            yield Event(
                tell(viewer, seat, "You have resigned; a bot plays on.", "{who} has resigned; a bot plays on."), seat
            )
        case "creator" if seat is not None:
            yield Event(tell(viewer, seat, "The table is yours now.", "The table is in the hands of {who} now."), seat)
        case "watched":
            yield Event(say("This table may be watched again."))
        case "unwatched":
            yield Event(say("Nobody may watch this table any more."))
        case "silenced" if seat is not None:
            yield Event(tell(viewer, seat, "You may no longer write here.", "{who} may no longer write here."), seat)
        case "unsilenced" if seat is not None:
            yield Event(tell(viewer, seat, "You may write here again.", "{who} may write here again."), seat)
        case "asked" if seat is not None:
            yield Event(wishes.asked(wishes.read(entry.text), seat, viewer), seat, "ask")
        case "agreed" if seat is not None:
            yield Event(tell(viewer, seat, "You agree.", "{who} agrees."), seat)
        case "declined" if seat is not None:
            yield Event(tell(viewer, seat, "You do not agree.", "{who} does not agree."), seat)
        case "withdrawn" if seat is not None:
            yield Event(tell(viewer, seat, "You no longer ask.", "{who} no longer asks."), seat)
