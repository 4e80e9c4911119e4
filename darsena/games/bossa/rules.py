"""BOSSA. The § numbers are those of RULES.en.md beside this file.

The other questions a game answers have files of their own: `moves`, `view` with `imagine`, and `story`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

from msgspec.structs import replace

from ...core.game import CHANCE, Refused, Seat, say
from . import refusals
from .endings import ending_of, outcome
from .lines import Line
from .moves import moves, stuck
from .state import (
    CHOOSE,
    DEAL,
    DEALT,
    DRAW,
    MOVE,
    REDRAW,
    REDRAWING,
    ROLL,
    SEATS,
    STACK,
    SWAP,
    ActionTile,
    Choose,
    Draw,
    Ending,
    Lay,
    Move,
    Options,
    Redraw,
    Roll,
    Stack,
    State,
    Swap,
    Unused,
    dealt_to,
    higher,
    line_of,
    mover,
)
from .stories import story
from .tiles import MOST, TILES, WHITE, Colour, Tile, Tiles, with_, without
from .views import View, imagine, view

__all__ = ["View", "apply", "chance", "imagine", "moves", "new", "outcome", "story", "to_move", "view"]

T = TypeVar("T")

ONE_SEAT = {seat: (seat,) for seat in (0, 1, CHANCE)}
DRAWS = {tile: (Draw(tile), 1) for tile in TILES}
ROLLS = tuple((Roll(white, black), 1) for white in range(1, MOST + 1) for black in range(1, MOST + 1))


def new(seats: int, options: Options) -> State:
    if seats not in SEATS:
        raise Refused(say("BOSSA is for 2 players, not {n}", n=seats))
    return State(basic=options.rules == "basic")


def to_move(state: State) -> tuple[Seat, ...]:
    seat = mover(state)
    return () if seat is None else ONE_SEAT[seat]


def chance(state: State) -> Iterable[tuple[Move, int]]:
    if mover(state) != CHANCE:
        return ()
    return ROLLS if state.stage is ROLL else list(map(DRAWS.__getitem__, state.unseen))


def apply(state: State, seat: Seat, move: Move) -> State:
    if seat != mover(state):
        raise refusals.out_of_turn(state, seat)
    match move:
        case Draw() if state.stage in (DRAW, DEAL, REDRAWING):
            return _draw(state, move.tile)
        case Lay() if state.stage is MOVE:
            return _lay(state, seat, move)
        case Swap() if state.stage is MOVE:
            return _swap(state, seat, move)
        case Redraw() if state.stage is MOVE:
            return _redraw(state, seat, move.tile)
        case Stack() if state.stage is MOVE:
            return _stack(state, seat, move)
        case Choose() if state.stage is CHOOSE:
            return _choose(state, seat, move.wish)
        case Roll() if state.stage is ROLL:
            return _roll(state, move)
    raise refusals.out_of_place(state, seat, move)


def _draw(state: State, tile: Tile) -> State:
    """A tile leaves the unseen ones for somebody's hand."""
    unseen = without(state.unseen, tile)
    if len(unseen) == len(state.unseen):
        raise refusals.not_unseen(tile)
    seat = dealt_to(state) if state.turn is None else state.turn
    hands = _put(state.hands, seat, with_(state.hands[seat], tile))
    if state.stage is DRAW:  # §4.1, and then §5.3 before anything else
        drawn = replace(state, unseen=unseen, hands=hands, stage=MOVE)
        return replace(drawn, ending=Ending.STUCK) if stuck(drawn, seat) else drawn
    if state.stage is REDRAWING:
        return _turn_over(replace(state, unseen=unseen, hands=hands), seat)
    return replace(state, unseen=unseen, hands=hands, stage=DEAL if len(hands[1]) < DEALT else ROLL)


def _roll(state: State, move: Roll) -> State:
    """§2.2: the dice begin the lines; when they show the same they are thrown again."""
    refusals.check_dice(move.white, move.black)
    lines = (Line(move.white), Line(move.black))
    if move.white == move.black:
        return replace(state, lines=lines)
    if state.basic:  # §6.1
        return replace(state, lines=lines, turn=higher(lines), stage=DRAW)
    return replace(state, lines=lines, stage=CHOOSE)


def _choose(state: State, seat: Seat, wish: Literal["white", "black", "first"]) -> State:
    """§2.3: a colour, which leaves the first move to the other; or the first move, which leaves the colour."""
    if wish == "first":
        if state.turn is not None:
            raise refusals.first_is_taken(state)
        return replace(state, turn=seat)
    owners = (seat, 1 - seat) if wish == "white" else (1 - seat, seat)
    return replace(state, owners=owners, turn=1 - seat, stage=DRAW)


def _lay(state: State, seat: Seat, move: Lay) -> State:
    """§4.2: a group at one end of a line."""
    rest = _rest(state.hands[seat], move.tiles, "4.2")
    line = line_of(state, move.line)
    if not line.fits(move.line, move.side, move.tiles, state.basic):
        raise refusals.no_fit(state, move)
    state = _played(state, seat, rest, move.line, line.lay(move.side, _ascending(move.tiles)))
    return _turn_over(state, seat)


def _stack(state: State, seat: Seat, move: Stack) -> State:
    """§4.5: tiles upon a group."""
    refusals.check_action(STACK, state.actions[seat])
    rest = _rest(state.hands[seat], move.tiles, "4.5")
    line = line_of(state, move.line)
    refusals.check_stack(line, move)
    state = _played(state, seat, rest, move.line, line.stack(move.value, _ascending(move.tiles)))
    return _turn_over(_used(state, seat, STACK), seat)


def _swap(state: State, seat: Seat, move: Swap) -> State:
    """§4.4: one tile for one of the other hand."""
    refusals.check_action(SWAP, state.actions[seat])
    rest, others = _rest(state.hands[seat], (move.own,), "4.4"), without(state.hands[1 - seat], move.theirs)
    if len(others) == len(state.hands[1 - seat]):
        raise refusals.not_theirs(move.theirs, 1 - seat)
    hand, other = with_(rest, move.theirs), with_(others, move.own)
    state = replace(state, hands=(hand, other) if seat == 0 else (other, hand))
    return _turn_over(_used(state, seat, SWAP), seat)


def _redraw(state: State, seat: Seat, tile: Tile) -> State:
    """§4.3: one tile out of the game; nature draws another."""
    refusals.check_action(REDRAW, state.actions[seat])
    refusals.check_pile(state.unseen)
    hands = _put(state.hands, seat, _rest(state.hands[seat], (tile,), "4.3"))
    return _used(replace(state, hands=hands, stage=REDRAWING), seat, REDRAW)


def _rest(hand: Tiles, tiles: Tiles, rule: str) -> Tiles:
    """What stays in hand when these tiles leave it: each of them once, and all of them there."""
    rest = tuple([tile for tile in hand if tile not in tiles])
    if not tiles or len(rest) + len(tiles) != len(hand):
        raise refusals.not_in_hand(hand, tiles, rule)
    return rest


def _played(state: State, seat: Seat, rest: Tiles, colour: Colour, line: Line) -> State:
    """Tiles have left the hand and changed a line."""
    lines = (line, state.lines[1]) if colour is WHITE else (state.lines[0], line)
    return replace(state, lines=lines, hands=_put(state.hands, seat, rest))


def _used(state: State, seat: Seat, action: ActionTile) -> State:
    """§4.6: the action tile is turned face down."""
    unused: Unused = tuple([other for other in state.actions[seat] if other is not action])
    return replace(state, actions=_put(state.actions, seat, unused))


def _turn_over(state: State, seat: Seat) -> State:
    """The game ends (§5.5), or it is the other player's turn (§4.7)."""
    ending = ending_of(state, seat)
    return replace(state, stage=DRAW, turn=1 - seat if ending is None else seat, ending=ending)


def _ascending(tiles: Tiles) -> Tiles:
    """Tiles may be named in any order."""
    return tuple(sorted(tiles)) if len(tiles) > 1 else tiles


def _put(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
