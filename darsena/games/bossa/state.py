"""What lies on the table, and the moves that change it."""

from __future__ import annotations

import enum
from typing import Literal

from msgspec import Struct

from ...core.game import CHANCE, Seat
from .lines import Line, Side
from .tiles import TILES, WHITE, Colour, Tile, Tiles

SEATS = range(2, 3)
DEALT, GOAL = 4, 6  # §2.1 tiles in a hand at first, §5.2 groups in a line at last


class Options(Struct, frozen=True):
    rules: Literal["advanced", "basic"] = "advanced"


class ActionTile(enum.Enum):
    """§1.3: each may be used once by each player."""

    REDRAW = "redraw"
    SWAP = "swap"
    STACK = "stack"

    def __repr__(self) -> str:
        return self.value


REDRAW, SWAP, STACK = ActionTile


class Stage(enum.Enum):
    DEAL = "deal"
    ROLL = "roll"
    CHOOSE = "choose"
    DRAW = "draw"  # at the beginning of a turn (§4.1)
    MOVE = "move"
    REDRAWING = "redrawing"  # the new tile for the one put away (§4.3)


DEAL, ROLL, CHOOSE, DRAW, MOVE, REDRAWING = Stage  # looked up once, as the colours are


class Ending(enum.Enum):
    LAST_TILE = "last tile"  # §5.1
    SIX_GROUPS = "six groups"  # §5.2
    STUCK = "stuck"  # §5.3
    EMPTY_PILE = "empty pile"  # §5.4


class Choose(Struct, frozen=True, gc=False):
    wish: Literal["white", "black", "first"]


class Lay(Struct, frozen=True, gc=False):
    line: Colour
    side: Side
    tiles: Tiles


class Stack(Struct, frozen=True, gc=False):
    line: Colour
    value: int
    tiles: Tiles


class Swap(Struct, frozen=True, gc=False):
    own: Tile
    theirs: Tile


class Redraw(Struct, frozen=True, gc=False):
    tile: Tile


class Draw(Struct, frozen=True, gc=False):
    """Nature's: a tile for whoever has to draw one."""

    tile: Tile


class Roll(Struct, frozen=True, gc=False):
    """Nature's: both dice at once."""

    white: int
    black: int


Move = Choose | Lay | Stack | Swap | Redraw | Draw | Roll
Hands = tuple[Tiles, Tiles]
Unused = tuple[ActionTile, ...]


class State(Struct, frozen=True, gc=False):
    basic: bool
    stage: Stage = Stage.DEAL
    unseen: Tiles = TILES  # the pile and the tile taken out; which is which stays open for ever (§2.1)
    hands: Hands = ((), ())
    actions: tuple[Unused, Unused] = (tuple(ActionTile), tuple(ActionTile))
    lines: tuple[Line, ...] = ()  # white, black; they begin when the dice are thrown
    turn: Seat | None = None
    owners: tuple[Seat, ...] = ()  # of white, of black; nobody in the basic rules
    ending: Ending | None = None


def pile(state: State) -> int:
    return max(0, len(state.unseen) - 1)  # §2.1


def line_of(state: State, colour: Colour) -> Line:
    return state.lines[0 if colour is WHITE else 1]


def higher(lines: tuple[Line, ...]) -> Seat:
    """The seat that rolled higher: seat 0 throws the white die, seat 1 the black one (§2.2)."""
    return 0 if lines[0].die > lines[1].die else 1


def turn_of(state: State) -> Seat:
    """Whose turn it is, once the turns have begun."""
    assert state.turn is not None
    return state.turn


def chooser(state: State) -> Seat:
    """Who chooses now: the higher roller, or the other one when that one has taken the first move (§2.3)."""
    return higher(state.lines) if state.turn is None else 1 - state.turn


def dealt_to(state: State) -> Seat:
    """The deal gives seat 0 its four tiles, then seat 1."""
    return 0 if len(state.hands[0]) < DEALT else 1


def mover(state: State) -> Seat | None:
    """The seat whose move is wanted, nature's too; None when it is over."""
    if state.ending is not None:
        return None
    if state.stage is MOVE:
        return state.turn
    return chooser(state) if state.stage is CHOOSE else CHANCE


def may_see(state: State, seat: Seat | None, hand: Seat) -> bool:
    """Whether a seat, or with None a spectator, may see a hand (§2.3, §2.4, §2.5, §6.1)."""
    match state.stage:
        case Stage.DEAL:
            return False
        case Stage.ROLL:
            return state.basic
        case Stage.CHOOSE:
            return seat == hand and hand in (higher(state.lines), chooser(state))
        case _:
            return True
