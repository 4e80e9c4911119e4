"""What a seat, or a spectator, may know."""

from __future__ import annotations

from random import Random
from typing import Literal

from msgspec import Struct

from ...core.game import Seat
from .endings import outcome
from .lines import End, Line, ends
from .state import Ending, Stage, State, Unused, may_see, mover, pile
from .tiles import ALL, Colour, Tiles, counts


class View(Struct, frozen=True):
    seat: Seat | None
    rules: Literal["advanced", "basic"]
    stage: Stage
    mover: Seat | None  # whose move is wanted; -1 is nature, None when it is over
    turn: Seat | None
    lines: tuple[Line, ...]  # white, black; none before the dice are thrown
    owners: tuple[Seat, ...]  # of white, of black; none before the choice, and in the basic rules
    ends: tuple[End, ...]  # what is needed next, at each end of each line
    hands: tuple[Tiles | None, Tiles | None]  # None where the tiles lie face down
    sizes: tuple[int, int]  # of the hands
    actions: tuple[Unused, Unused]
    pile: int
    unseen: Tiles  # by this viewer: the pile, the tile taken out, and hands that lie face down
    unseen_white: tuple[int, ...]  # how many of them have one white pip, two, ... six
    unseen_black: tuple[int, ...]
    out: Tiles  # put away by Redraw
    ending: Ending | None
    winners: tuple[Seat, ...]  # both in a draw; nobody before the end


def view(state: State, seat: Seat | None) -> View:
    first, second = [hand if may_see(state, seat, whose) else None for whose, hand in enumerate(state.hands)]
    result = outcome(state)
    out = tuple(sorted(ALL.difference(state.unseen, *state.hands, _laid(state.lines))))
    unseen = tuple(sorted(ALL.difference(first or (), second or (), _laid(state.lines), out)))
    return View(
        seat=seat,
        rules="basic" if state.basic else "advanced",
        stage=state.stage,
        mover=mover(state),
        turn=state.turn,
        lines=state.lines,
        owners=state.owners,
        ends=tuple(ends(state.lines, state.basic)),
        hands=(first, second),
        sizes=(len(state.hands[0]), len(state.hands[1])),
        actions=state.actions,
        pile=pile(state),
        unseen=unseen,
        unseen_white=counts(unseen, Colour.WHITE),
        unseen_black=counts(unseen, Colour.BLACK),
        out=out,
        ending=state.ending,
        winners=result.winners if result else (),
    )


def _laid(lines: tuple[Line, ...]) -> Tiles:
    """All tiles in the lines, those stacked upon others too."""
    groups = [group for line in lines for _, group in line.groups()]
    return tuple([tile for group in groups for tiles in (group.tiles, *group.covers) for tile in tiles])


def imagine(view: View, rng: Random) -> State:
    """A full state that looks like `view`: the hands that lie face down are dealt anew from the unseen tiles."""
    unseen, hands = list(view.unseen), [hand or () for hand in view.hands]
    rng.shuffle(unseen)
    for seat, hand in enumerate(view.hands):
        if hand is None:
            hands[seat] = tuple(sorted(unseen[: view.sizes[seat]]))
            del unseen[: view.sizes[seat]]
    return State(
        basic=view.rules == "basic",
        stage=view.stage,
        unseen=tuple(sorted(unseen)),
        hands=(hands[0], hands[1]),
        actions=view.actions,
        lines=view.lines,
        turn=view.turn,
        owners=view.owners,
        ending=view.ending,
    )
