"""Clocks of a table: what is left to each seat, computed from the times of the log's rows and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from ..core.game import Message, Seat, say
from .storage import Entry

MINUTE, DAY = 60.0, 24 * 3600.0


class Clock(Struct, frozen=True):
    """A bank of seconds for each seat, and what every move adds to it. There is never more than the bank."""

    title: Message
    bank: float = inf
    added: float = 0.0

    @property
    def days(self) -> bool:
        """Whether people play without waiting for each other: every move has its whole time again."""
        return self.added == self.bank


CLOCKS = {
    "none": Clock(say("none")),
    "relaxed": Clock(say("relaxed: 15 minutes, and 1 more for every move"), 15 * MINUTE, MINUTE),
    "fast": Clock(say("fast: 3 minutes, and 15 seconds more for every move"), 3 * MINUTE, 15.0),
    "day": Clock(say("1 day for every move"), DAY, DAY),
    "days": Clock(say("3 days for every move"), 3 * DAY, 3 * DAY),
    "week": Clock(say("7 days for every move"), 7 * DAY, 7 * DAY),
}


class Times(Struct, frozen=True):
    """What is left to each seat at a moment, and whose time runs from then on."""

    clock: str
    at: float
    left: tuple[float, ...]
    before: tuple[float, ...]  # each seat's last move added to it: a move taken back adds nothing
    running: tuple[Seat, ...] = ()

    def left_to(self, seat: Seat, now: float) -> float:
        spent = max(0.0, now - self.at) if seat in self.running else 0.0  # a clock set back gives and takes nothing
        return max(0.0, self.left[seat] - spent)

    @property
    def ends(self) -> float:
        """When the first of the running times is over, if nothing happens."""
        return min((self.at + self.left[seat] for seat in self.running), default=inf)


def fresh(clock: str, seats: int, at: float) -> Times:
    full = (CLOCKS[clock].bank,) * seats
    return Times(clock, at, full, full)


def after(times: Times, entry: Entry, running: Iterable[Seat]) -> Times:
    """The times after one more row, with whose decision is wanted from then on."""
    if entry.kind == "timed":
        return replace(fresh(entry.text, len(times.left), entry.time), running=tuple(running))
    clock = CLOCKS[times.clock]
    left = [times.left_to(seat, entry.time) for seat in range(len(times.left))]
    before, seat = list(times.before), entry.seat
    if seat is not None and seat >= 0:
        match entry.kind:
            case "move" if seat in times.running:
                before[seat], left[seat] = left[seat], min(clock.bank, left[seat] + clock.added)
            case "undo":
                left[seat] = min(left[seat], before[seat])
            case "returned":
                left[seat] = max(left[seat], clock.bank / 2)
    return Times(times.clock, entry.time, tuple(left), tuple(before), tuple(running))
