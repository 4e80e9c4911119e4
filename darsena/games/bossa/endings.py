"""How a game ends (§5)."""

from __future__ import annotations

from ...core.game import Message, Outcome, Seat, Who, say
from . import words
from .lines import Line
from .state import GOAL, Ending, State, turn_of
from .tiles import Colour


def ending_of(state: State, seat: Seat) -> Ending | None:
    """What the seat's move has brought about, in the order of §5.5."""
    if not state.hands[seat]:
        return Ending.LAST_TILE  # §5.1
    if state.owners and _six_groups(state.lines):
        return Ending.SIX_GROUPS  # §5.2, §6.3
    return Ending.EMPTY_PILE if len(state.unseen) == 1 else None  # §5.4


def _six_groups(lines: tuple[Line, ...]) -> bool:
    return len(lines[0]) == GOAL or len(lines[1]) == GOAL


def outcome(state: State) -> Outcome | None:
    if state.ending is None:
        return None
    seat, sizes = turn_of(state), [len(hand) for hand in state.hands]
    match state.ending:
        case Ending.LAST_TILE:  # §5.1
            return _won(seat, say("no tile left in hand"))
        case Ending.SIX_GROUPS:  # §5.2
            colour = Colour.WHITE if len(state.lines[0]) == GOAL else Colour.BLACK
            owner = state.owners[0 if colour is Colour.WHITE else 1]
            return _won(owner, say("six groups in the line of {colour}", colour=words.COLOURS[colour]))
        case Ending.STUCK:  # §5.3
            return _won(1 - seat, say("no move left for {who}", who=Who(seat)))
        case Ending.EMPTY_PILE if sizes[0] == sizes[1]:  # §5.4
            return Outcome((0, 1), (1, 1), say("the pile is empty, and both hands have {n} tiles", n=sizes[0]))
        case Ending.EMPTY_PILE:
            reason = say("the pile is empty: {fewer} tiles in hand against {more}", fewer=min(sizes), more=max(sizes))
            return _won(sizes.index(min(sizes)), reason)


def _won(winner: Seat, reason: Message) -> Outcome:
    return Outcome((winner,), (1 - winner, winner), reason)
