"""What the screen shows of a view: one small value for each part of the board.

Who looks decides whose hand lies near and what can be pressed, so all parts are the viewer's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...core import notation
from ...core.game import Message, Seat, Seated, say
from . import words
from .lines import End, Group, Side
from .state import GOAL, Choose, Lay, Move, Redraw, Stack, Stage, Swap, Unused, higher
from .state import ActionTile as Action
from .tiles import MOST, Colour, Tile, Tiles
from .views import View

Part = tuple[str, Any]
Face = tuple[Action, Message, bool]
Offers = Mapping[Any, str]  # by the place where they end: the legal moves, as the page carries them

SETUP = (Stage.DEAL, Stage.ROLL, Stage.CHOOSE)
PLACES = {
    (Colour.WHITE, Side.DOWN): say("lower end of the white line"),
    (Colour.WHITE, Side.UP): say("upper end of the white line"),
    (Colour.BLACK, Side.DOWN): say("lower end of the black line"),
    (Colour.BLACK, Side.UP): say("upper end of the black line"),
}


class Hand(Struct, frozen=True):
    """Somebody's tiles and action tiles."""

    seat: Seat
    who: Seated
    tiles: Tiles | None  # None while they lie face down
    size: int
    unused: Unused
    now: bool  # whether the move of this seat is wanted
    yours: bool
    pressed: bool = False  # whether the viewer can pick these tiles, or take one of them
    swaps: tuple[str, ...] = ()  # for each tile, the moves that take it

    @property
    def actions(self) -> tuple[Face, ...]:
        return faces(self.unused)


class Deeds(Struct, frozen=True):
    """The viewer's own action tiles, and the pile."""

    unused: Unused
    pile: int
    turn: bool
    other: str  # the opponent's name
    redraws: str
    open: bool  # whether the hands are

    @property
    def actions(self) -> tuple[Face, ...]:
        return faces(self.unused)


class Gap(Struct, frozen=True):
    """An end of a line: what goes on there, and the moves that would do it. None: nobody here can press it."""

    end: End
    moves: str | None

    @property
    def place(self) -> Message:
        return PLACES[self.end.colour, self.end.side]

    @property
    def needs(self) -> Message:
        return words.one_of(self.end.sizes)


class Heap(Struct, frozen=True):
    """A group with what was stacked on it, and the moves that would stack more."""

    value: int
    group: Group
    moves: str | None

    @property
    def top(self) -> Tiles:
        return self.group.covers[-1] if self.group.covers else self.group.tiles

    @property
    def number(self) -> Message:
        return words.tiles(len(self.group.tiles))


class Row(Struct, frozen=True):
    """A line from its lower end to its upper end."""

    colour: Colour
    die: int
    low: Gap
    down: tuple[Heap, ...]  # ascending, as they lie
    up: tuple[Heap, ...]
    high: Gap
    owner: Seat | None
    name: str  # of the owner
    yours: bool
    goal: int = GOAL

    @property
    def groups(self) -> int:
        return len(self.down) + len(self.up)


class Setup(Struct, frozen=True):
    """The dice are thrown, and somebody chooses (§2.3)."""

    dice: tuple[int, int]
    names: tuple[str, ...]
    higher: Seat
    chooser: Seat
    you: Seat | None
    choices: tuple[str, ...]  # of the viewer


class Unseen(Struct, frozen=True):
    """The tiles that the viewer has not seen, counted by their pips."""

    tiles: Tiles
    pile: int
    out: Tiles

    @property
    def rows(self) -> tuple[tuple[int, tuple[Tile | None, ...], int], ...]:
        """By white pips: the tiles that exist, by black pips, and how many of them are unseen."""
        return tuple(
            [
                (
                    white,
                    tuple([Tile(white, black) for black in range(MOST + 1 - white)]),
                    self._count(Colour.WHITE, white),
                )
                for white in range(MOST + 1)
            ]
        )

    @property
    def black(self) -> tuple[int, ...]:
        return tuple([self._count(Colour.BLACK, pips) for pips in range(MOST + 1)])

    def _count(self, colour: Colour, pips: int) -> int:
        return sum([tile.pips(colour) == pips for tile in self.tiles])


class Dock(Struct, frozen=True):
    """What to do now, and every legal move as a button."""

    turn: bool  # the viewer's
    waits: str  # for whom
    kinds: tuple[tuple[Message, tuple[tuple[str, Message], ...]], ...]


def faces(unused: Unused) -> tuple[Face, ...]:
    """All three action tiles, and which of them are not used yet."""
    return tuple([(action, words.ACTION_TILES[action], action in unused) for action in Action])


def public(view: View, seated: tuple[Seated, ...]) -> dict[str, Part]:
    return {}


def own(view: View, seated: tuple[Seated, ...], moves: Sequence[Move]) -> dict[str, Part]:
    near = view.seat or 0
    offers = _by_place(moves)
    return {
        "far": ("hand", _hand(view, seated, 1 - near, offers)),
        "setup": ("setup", _setup(view, seated, moves)),
        "white": ("row", _row(view, seated, Colour.WHITE, offers)),
        "black": ("row", _row(view, seated, Colour.BLACK, offers)),
        "near": ("mine", _hand(view, seated, near, offers)),
        "deeds": ("deeds", _deeds(view, seated, offers)),
        "dock": ("dock", _dock(view, seated, moves)),
        "unseen": ("unseen", Unseen(view.unseen, view.pile, view.out)),
    }


def _by_place(moves: Sequence[Move]) -> Offers:
    found: dict[Any, list[str]] = {}
    for move in moves:
        match move:
            case Lay(colour, side):
                place: Any = colour, side
            case Stack(colour, value):
                place = colour, value
            case Swap(_, theirs):
                place = theirs
            case _:
                place = type(move)
        found.setdefault(place, []).append(notation.write(move))
    return {place: "|".join(texts) for place, texts in found.items()}


def _playing(view: View) -> bool:
    """Whether the viewer sits at the table and the turns are going on."""
    return view.seat is not None and view.stage not in SETUP and view.ending is None


def _hand(view: View, seated: tuple[Seated, ...], seat: Seat, offers: Offers) -> Hand:
    tiles, yours = view.hands[seat], seat == view.seat
    swaps = () if yours else tuple([offers[tile] for tile in tiles or () if tile in offers])
    return Hand(
        seat=seat,
        who=seated[seat],
        tiles=tiles,
        size=view.sizes[seat],
        unused=view.actions[seat],
        now=view.mover == seat,
        yours=yours,
        pressed=_playing(view) and (yours or bool(swaps)),
        swaps=swaps,
    )


def _deeds(view: View, seated: tuple[Seated, ...], offers: Offers) -> Deeds:
    near = view.seat or 0
    return Deeds(
        unused=view.actions[near],
        pile=view.pile,
        turn=_playing(view) and view.mover == view.seat,
        other=seated[1 - near].name,
        redraws=offers.get(Redraw, ""),
        open=view.stage not in SETUP,
    )


def _row(view: View, seated: tuple[Seated, ...], colour: Colour, offers: Offers) -> Row | None:
    if view.stage in SETUP:
        return None
    place = list(Colour).index(colour)
    line, playing = view.lines[place], _playing(view)
    stacking = playing and view.mover == view.seat and Action.STACK in view.actions[view.seat or 0]
    low, high = [
        Gap(end, offers.get((colour, end.side), "") if playing else None) for end in view.ends[2 * place :][:2]
    ]
    heaps = [
        Heap(value, group, offers.get((colour, value), "") if stacking else None) for value, group in line.groups()
    ]
    owner = view.owners[place] if view.owners else None
    return Row(
        colour=colour,
        die=line.die,
        low=low,
        down=tuple(heaps[: len(line.down)]),
        up=tuple(heaps[len(line.down) :]),
        high=high,
        owner=owner,
        name="" if owner is None else seated[owner].name,
        yours=owner is not None and owner == view.seat,
    )


def _setup(view: View, seated: tuple[Seated, ...], moves: Sequence[Move]) -> Setup | None:
    if view.stage is not Stage.CHOOSE:
        return None
    first = higher(view.lines)
    return Setup(
        dice=(view.lines[0].die, view.lines[1].die),
        names=tuple([each.name for each in seated]),
        higher=first,
        chooser=first if view.turn is None else 1 - first,
        you=view.seat,
        choices=tuple([move.wish for move in moves if isinstance(move, Choose)]),
    )


def _dock(view: View, seated: tuple[Seated, ...], moves: Sequence[Move]) -> Dock | None:
    if view.ending is not None or view.stage in SETUP:
        return None
    turn = view.mover == view.seat
    waits = "" if turn or view.mover not in (0, 1) else seated[view.mover].name
    return Dock(turn, waits, tuple(_kinds(view, moves)))


def _kinds(view: View, moves: Sequence[Move]) -> list[tuple[Message, tuple[tuple[str, Message], ...]]]:
    titles = {
        Lay: say("Lay"),
        Stack: words.ACTION_TILES[Action.STACK],
        Swap: words.ACTION_TILES[Action.SWAP],
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
        case Swap(own, theirs):
            return say("{own} for {theirs}", own=str(own), theirs=str(theirs))
        case Redraw(tile):
            return say("{tile} away", tile=str(tile))
        case _:
            raise TypeError(move)


def _on(colour: Colour, value: int, tiles: Tiles) -> Message:
    return say("{colour} {value}: {tiles}", colour=words.COLOURS[colour], value=value, tiles=words.named(tiles))
