"""What a replay shows besides the board: the tiles in hand over time, and those that lie face down."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.game import Message, say
from . import words
from .state import GOAL
from .views import View


def chart(view: View) -> Mapping[Message, tuple[int, int]]:
    return {say("Tiles in hand"): view.sizes}


def private(view: View) -> Message | None:
    """Once the hands are open nothing is private (§2.4)."""
    if view.seat is None or None not in view.hands:
        return None
    hand = view.hands[view.seat]
    return None if not hand else say("hand: {tiles}", tiles=words.named(hand))


def standing(view: View) -> tuple[float, ...]:
    """By the tiles still to be laid, or the groups still missing in the own line, whichever are fewer."""
    if view.winners:
        return tuple([float(seat in view.winners) / len(view.winners) for seat in (0, 1)])
    left = list(view.sizes)
    for place, owner in enumerate(view.owners):
        left[owner] = min(left[owner], GOAL - len(view.lines[place]))
    first, second = [1 / (1 + tiles) for tiles in left]
    return first / (first + second), second / (first + second)
