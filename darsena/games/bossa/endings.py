"""How a game ends (§5)."""

from __future__ import annotations

from ...core.game import Message, Outcome, Seat, say
from .lines import Line
from .state import GOAL, Ending, State, turn_of


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
        case Ending.SIX_GROUPS if len(state.lines[0]) == GOAL:  # §5.2
            return _won(state.owners[0], say("six groups in the white line"))
        case Ending.SIX_GROUPS:
            return _won(state.owners[1], say("six groups in the black line"))
        case Ending.STUCK:  # §5.3
            return _won(1 - seat, say("the other player has no move left"))
        case Ending.EMPTY_PILE if sizes[0] == sizes[1]:  # §5.4
            reason = say("the pile is empty, tiles in hand: {n} each", n=sizes[0])
            return Outcome((0, 1), (1, 1), reason)
        case Ending.EMPTY_PILE:
            fewer, more = sorted(sizes)
            reason = say("the pile is empty, tiles in hand: {fewer} against {more}", fewer=fewer, more=more)
            return _won(sizes.index(fewer), reason)


def _won(winner: Seat, reason: Message) -> Outcome:
    return Outcome((winner,), (1, 0) if winner == 0 else (0, 1), reason)
