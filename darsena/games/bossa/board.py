"""What the screen shows of a view: one small value for each part of the board.

Once the hands are open everybody sees the same, so nearly all parts are public, one for each place where a tile can
lie. Whose hand lies near is told by the class of the page; what can be pressed follows from the viewer's own moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...core import notation
from ...core.game import Message, Seat, Seated, say
from . import words
from .lines import End, Group, Side
from .state import GOAL, Choose, Lay, Move, Redraw, Stack, Stage, Swap, higher
from .state import ActionTile as Action
from .tiles import MOST, TILES, Colour, Tiles
from .views import View

Part = tuple[str, Any]

SEATS = (0, 1)
ROOM = 5  # tiles that lie in a hand at ease
VALUES = range(13)  # from a closed lower end to the highest end that the pips of one colour can reach
SETUP = (Stage.DEAL, Stage.ROLL, Stage.CHOOSE)
PLACES = {
    (Colour.WHITE, Side.DOWN): say("lower end of the white line"),
    (Colour.WHITE, Side.UP): say("upper end of the white line"),
    (Colour.BLACK, Side.DOWN): say("lower end of the black line"),
    (Colour.BLACK, Side.UP): say("upper end of the black line"),
}


class Name(Struct, frozen=True, gc=False):
    """Component `name`: who has a hand."""

    seat: Seat
    who: Seated


class Gap(Struct, frozen=True, gc=False):
    """Component `gap`: an end of a line, and what goes on there."""

    end: End

    @property
    def place(self) -> Message:
        return PLACES[self.end.colour, self.end.side]

    @property
    def needs(self) -> Message:
        return words.one_of(self.end.sizes)


class Heap(Struct, frozen=True, gc=False):
    """Component `heap`: a group with what was stacked on it."""

    colour: Colour
    value: int
    group: Group

    @property
    def top(self) -> Tiles:
        return self.group.covers[-1] if self.group.covers else self.group.tiles

    @property
    def number(self) -> Message:
        return words.tiles(len(self.group.tiles))


class Owner(Struct, frozen=True, gc=False):
    """Component `owner`: whose line it is."""

    seat: Seat
    name: str


class Length(Struct, frozen=True, gc=False):
    """Component `groups`: how many a line has; where nobody owns it they win nothing."""

    groups: int
    goal: int | None


class Deed(Struct, frozen=True, gc=False):
    """Component `deed`: an action tile of the viewer."""

    action: Action
    used: bool
    other: str  # the opponent's name
    pile: bool  # whether it has a tile to give


class Setup(Struct, frozen=True, gc=False):
    """Component `setup`: the dice are thrown, and somebody chooses (§2.3)."""

    dice: tuple[int, int]
    names: tuple[str, ...]
    higher: Seat
    chooser: Seat
    you: Seat | None
    choices: tuple[str, ...]  # of the viewer


class Every(Struct, frozen=True, gc=False):
    """Component `every`: all legal moves, as buttons and lists. Without any, the viewer only asks why not."""

    kinds: tuple[tuple[Message, tuple[tuple[str, Message], ...]], ...]
    swap: tuple[Tiles, Tiles] | None  # own tiles, and those they can be swapped for


def public(view: View, seated: tuple[Seated, ...]) -> dict[str, Part]:
    return {**_hands(view, seated), **_lines(view, seated), **_unseen(view), "turn": ("turn", _turn(view))}


def own(view: View, seated: tuple[Seated, ...], moves: Sequence[Move]) -> dict[str, Part]:
    parts: dict[str, Part] = {
        "setup": ("setup", _setup(view, seated, moves)),
        "every": ("every", _every(view, moves)),
    }
    for seat in SEATS:
        mine = seat == view.seat
        parts[f"secret-{seat}"] = "secret", view.hands[seat] if mine and view.stage is Stage.CHOOSE else None
        for action in Action:
            deed = Deed(action, action not in view.actions[seat], seated[1 - seat].name, view.pile > 0)
            parts[f"deed-{seat}-{action.value}"] = "deed", deed if mine else None
    return parts


# What everybody sees


def _hands(view: View, seated: tuple[Seated, ...]) -> dict[str, Part]:
    """Each tile has a place in each hand, so that a draw is one tile and not a new hand."""
    parts: dict[str, Part] = {}
    for seat in SEATS:
        hand = view.hands[seat]
        parts[f"name-{seat}"] = "name", Name(seat, seated[seat])
        parts[f"waits-{seat}"] = "waits", Name(seat, seated[seat])
        parts[f"pile-{seat}"] = "count", view.pile
        parts[f"backs-{seat}"] = "backs", view.sizes[seat] if hand is None else 0
        parts[f"many-{seat}"] = "many", view.sizes[seat] > ROOM
        parts |= {f"used-{seat}-{action.value}": ("used", action not in view.actions[seat]) for action in Action}
        parts |= {f"tile-{seat}-{tile}": ("piece", tile if tile in (hand or ()) else None) for tile in TILES}
    return parts


def _lines(view: View, seated: tuple[Seated, ...]) -> dict[str, Part]:
    """Each value has a place in each line; the ends have those beyond the groups."""
    parts: dict[str, Part] = {}
    for index, colour in enumerate(Colour):
        shown = _laid(view, index) if view.stage not in SETUP else {}
        parts |= {f"{colour.value}-{value}": shown.get(value, ("gap", None)) for value in VALUES}
        owner = Owner(view.owners[index], seated[view.owners[index]].name) if shown and view.owners else None
        length = Length(len(view.lines[index]), GOAL if view.owners else None) if shown else None
        parts[f"owner-{colour.value}"] = "owner", owner
        parts[f"groups-{colour.value}"] = "groups", length
    return parts


def _laid(view: View, index: int) -> dict[int, Part]:
    """What lies in a line, by its values."""
    line, (low, high) = view.lines[index], view.ends[2 * index :][:2]
    heaps: dict[int, Part] = {value: ("heap", Heap(low.colour, value, group)) for value, group in line.groups()}
    return {
        low.value: ("gap", Gap(low)),
        **heaps,
        line.die: ("dice", (line.die, low.colour.value)),
        high.value: ("gap", Gap(high)),
    }


def _unseen(view: View) -> dict[str, Part]:
    """The tiles that nobody has seen, one by one and counted by their pips."""
    parts: dict[str, Part] = {f"u{tile}": ("cell", tile if tile in view.unseen else None) for tile in TILES}
    for colour in Colour:
        for pips in range(MOST + 1):
            count = sum([tile.pips(colour) == pips for tile in view.unseen])
            parts[f"{colour.value[0]}{pips}"] = "count", count
    return {**parts, "unseen": ("count", len(view.unseen)), "left": ("count", view.pile), "out": ("out", view.out)}


def _turn(view: View) -> Seat | None:
    """Whose move is wanted."""
    return view.mover if view.mover in SEATS else None


# What the viewer alone sees


def _every(view: View, moves: Sequence[Move]) -> Every | None:
    if view.seat is None or view.stage in SETUP or view.ending is not None:
        return None
    hand, other = view.hands[view.seat] or (), view.hands[1 - view.seat] or ()
    swap = any(isinstance(move, Swap) for move in moves)
    return Every(tuple(_kinds(view, moves)), (hand, other) if swap else None)


def _setup(view: View, seated: tuple[Seated, ...], moves: Sequence[Move]) -> Setup | None:
    if view.stage is not Stage.CHOOSE:
        return None
    assert view.mover is not None  # who chooses
    return Setup(
        dice=(view.lines[0].die, view.lines[1].die),
        names=tuple([each.name for each in seated]),
        higher=higher(view.lines),
        chooser=view.mover,
        you=view.seat,
        choices=tuple([move.wish for move in moves if isinstance(move, Choose)]),
    )


def _kinds(view: View, moves: Sequence[Move]) -> list[tuple[Message, tuple[tuple[str, Message], ...]]]:
    titles = {
        Lay: say("Lay"),
        Stack: words.ACTION_TILES[Action.STACK],
        Redraw: words.ACTION_TILES[Action.REDRAW],
    }
    values = {(end.colour, end.side): end.value for end in view.ends}
    return [
        (title, tuple([(notation.write(move), _label(move, values)) for move in moves if isinstance(move, kind)]))
        for kind, title in titles.items()
        if any(isinstance(move, kind) for move in moves)
    ]


def _label(move: Move, values: Mapping[tuple[Colour, Side], int]) -> Message:
    """A move as its button says it, under the name of its kind."""
    match move:
        case Lay(colour, side, tiles):
            return _on(colour, values[colour, side], tiles)
        case Stack(colour, value, tiles):
            return _on(colour, value, tiles)
        case Redraw(tile):
            return say("{tile} away", tile=str(tile))
        case _:
            raise TypeError(move)


def _on(colour: Colour, value: int, tiles: Tiles) -> Message:
    return say("{colour} {value}: {tiles}", colour=words.COLOURS[colour], value=value, tiles=words.named(tiles))
