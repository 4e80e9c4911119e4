"""What needs the consent of all at a table, as one line of text that reads back: `undo 17`, `pause`, `clock fast`."""

from __future__ import annotations

from msgspec import Struct

from ..core import notation
from ..core.game import Message, Seat, Who, say, tell
from .clocks import CLOCKS
from .storage import Entry


class Undo(Struct, frozen=True):
    """Back to before this row of the log."""

    row: int


class Pause(Struct, frozen=True):
    pass


class Resume(Struct, frozen=True):
    pass


class Clock(Struct, frozen=True):
    """Another clock from now on."""

    kind: str


class Bot(Struct, frozen=True):
    """A bot shall play for somebody who is away."""

    seat: Seat


Wish = Undo | Pause | Resume | Clock | Bot
KINDS: tuple[type, ...] = (Undo, Pause, Resume, Clock, Bot)

write = notation.write


def read(text: str) -> Wish:
    wish: Wish = notation.read(KINDS, text)
    return wish


def asked(wish: Wish, seat: Seat, viewer: Seat | None) -> Message:
    """The question, as one line."""
    match wish:
        case Undo():
            return tell(viewer, seat, "You ask to take back a move.", "{who} asks to take back a move.")
        case Pause():
            return tell(viewer, seat, "You ask for a pause.", "{who} asks for a pause.")
        case Resume():
            return tell(viewer, seat, "You ask to go on.", "{who} asks to go on.")
        case Clock(kind):
            return tell(
                viewer,
                seat,
                "You ask for this clock: {clock}",
                "{who} asks for this clock: {clock}",
                clock=CLOCKS[kind].title,
            )
        case Bot(absent) if viewer == absent:
            return say("{who} asks for a bot to play for you.", who=Who(seat))
        case Bot(absent):
            return tell(
                viewer,
                seat,
                "You ask for a bot to play for {name}.",
                "{who} asks for a bot to play for {name}.",
                name=Who(absent),
            )


def moot(wish: Wish, entry: Entry, bot: bool) -> bool:
    """Whether this row answers the question, or makes it pointless. A bot that moves on answers nothing."""
    moved = entry.kind == "move" and not bot
    match wish:
        case Undo():
            return moved or entry.kind == "undo"
        case Pause() | Resume():
            return entry.kind in ("paused", "resumed")
        case Clock():
            return entry.kind == "timed"
        case Bot(seat):
            return entry.seat == seat and entry.kind in ("move", "takeover", "returned", "resigned")
