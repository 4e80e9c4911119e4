"""Hints where a table allows them: for one person, about their own decision, from what their seat knows.

They are found in the bots' processes, shown to whoever asked, and written down nowhere.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec import Struct

from ..core import notation
from ..core.game import Refused, Seat, say
from ..core.hints import Hint, named
from ..web import frame
from .bots import Thinkers, question
from .limits import Buckets
from .tables import Table

COMPARED = 100  # moves, to see whether a decision is still the same one
HINTS = "hint"  # the deed


class Advice(Struct, frozen=True):
    """What was found, and the decision it was found for."""

    decision: Any
    hints: tuple[Hint, ...]


class Adviser:
    def __init__(self, thinkers: Thinkers, seconds: float) -> None:
        self.thinkers, self.seconds = thinkers, seconds
        self.pace = Buckets(rate=0.5, burst=6)  # per person

    async def ask(self, table: Table, person: str, seat: Seat | None) -> None:
        """Show hints to a seat, until its decision is another one."""
        if not table.hints:
            raise Refused(say("at this table there are no hints"))
        if seat is None or not table.turn([seat]):
            raise Refused(say("hints are for those whose turn it is"))
        if advice(table, seat):
            return
        self.pace.take(person)
        decision = _decision(table, seat)
        try:
            found = await self.thinkers.ask(question(table, seat, "", self.seconds))
        except (TimeoutError, EOFError, OSError):
            raise Refused(say("no hint was found in time; please try again")) from None
        table.advice[seat] = Advice(decision, found)
        table.look()


def advice(table: Table, seat: Seat | None) -> Advice | None:
    """The hints that a seat has asked for and not yet answered by a move."""
    found = None if seat is None else table.advice.get(seat)
    return found if found and seat is not None and found.decision == _decision(table, seat) else None


def part(table: Table, seat: Seat | None, language: str) -> frame.Hints | None:
    """What a viewer is shown: a button where hints can be had, and those that were asked for."""
    if seat is None or table.over or not table.turn([seat]):
        return None
    found, seen = advice(table, seat), table.game.rules.view(table.state, seat)
    tips = [_tip(table, seat, seen, hint) for hint in found.hints] if found else []
    return frame.Hints(table.seated(language), seat, found is not None, tuple(tips))


def _tip(table: Table, seat: Seat, seen: Any, hint: Hint) -> frame.Tip:
    name = named(table.game, seat, seen, hint.move)
    return frame.Tip(notation.write(hint.move), name, hint.measure, hint.why, hint.cases, hint.title)


def _decision(table: Table, seat: Seat) -> Any:
    """The same while the seat has not moved and has the same moves, whatever the others do meanwhile."""
    return table.latest.get(seat), tuple(islice(table.game.rules.moves(table.state, seat), COMPARED))
