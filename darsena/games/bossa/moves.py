"""Every legal move of the player whose turn it is (§4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter

from ...core.game import Seat
from .lines import DOWN, UP, fitting
from .state import CHOOSE, MOVE, REDRAW, STACK, SWAP, Choose, Lay, Move, Redraw, Stack, State, Swap, chooser
from .tiles import Colour, groups

FREE_CHOICE = (Choose("white"), Choose("black"), Choose("first"))
PIPS = ((Colour.WHITE, attrgetter("white")), (Colour.BLACK, attrgetter("black")))


def moves(state: State, seat: Seat) -> Sequence[Move]:
    if state.ending is not None:
        return ()
    if state.stage is MOVE and seat == state.turn:
        return [*groups_played(state, seat), *swaps(state, seat), *redraws(state, seat)]
    if state.stage is CHOOSE and seat == chooser(state):
        return FREE_CHOICE if state.turn is None else FREE_CHOICE[:2]  # §2.3
    return ()


def groups_played(state: State, seat: Seat) -> Iterator[Lay | Stack]:
    """The groups of the hand that fit an end of a line (§4.2), or with Stack a group in it (§4.5)."""
    hand, basic, may_stack = state.hands[seat], state.basic, STACK in state.actions[seat]
    for (colour, pips), line in zip(PIPS, state.lines, strict=True):
        usable = sorted(filter(pips, hand), key=pips)  # §1.2; in order, because few tables serve all hands then
        within, at = groups(tuple(map(pips, usable))), usable.__getitem__
        for side, wanted in fitting(*line.end(DOWN), *line.end(UP), basic):
            for places in within.get(wanted, ()):
                yield Lay(colour, side, tuple(sorted(map(at, places))))
        if may_stack:
            for value, group in line.groups():
                for places in within.get((value, len(group.tiles)), ()):
                    yield Stack(colour, value, tuple(sorted(map(at, places))))


def swaps(state: State, seat: Seat) -> Sequence[Swap]:
    """§4.4: any tile of the own hand for any of the other."""
    if SWAP not in state.actions[seat]:
        return ()
    return [Swap(own, theirs) for own in state.hands[seat] for theirs in state.hands[1 - seat]]


def redraws(state: State, seat: Seat) -> Sequence[Redraw]:
    """§4.3: any tile of the hand, while the pile has one to give for it."""
    if REDRAW not in state.actions[seat] or len(state.unseen) < 2:
        return ()
    return [Redraw(tile) for tile in state.hands[seat]]


def stuck(state: State, seat: Seat) -> bool:
    """§5.3: nothing at all can be done. With Swap at hand nobody is stuck, so that is asked first."""
    if SWAP in state.actions[seat] or redraws(state, seat):
        return False
    return next(groups_played(state, seat), None) is None
