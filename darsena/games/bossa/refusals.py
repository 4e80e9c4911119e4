"""Why a move is not allowed: one sentence for each reason."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import CHANCE, IllegalMove, Message, Seat, Who, say
from . import words
from .lines import Line, Side, allowed, sizes
from .state import ActionTile, Choose, Draw, Move, Roll, Stage, State, chooser, line_of
from .tiles import ALL, MOST, Colour, Tile, Tiles


def out_of_turn(state: State, seat: Seat) -> IllegalMove:
    if state.ending is not None:
        return IllegalMove(say("the game is over"), "5.5")
    if seat not in (0, 1, CHANCE):
        return IllegalMove(say("there is no seat {n} at this table", n=seat + 1), "4.7")
    if state.stage is Stage.CHOOSE:
        return IllegalMove(say("wait: {who} chooses first", who=Who(chooser(state))), "2.3")
    if state.stage in (Stage.DEAL, Stage.ROLL):
        return IllegalMove(say("wait: the tiles are dealt and the dice are thrown first"), "2.1")
    return IllegalMove(say("it is not your turn"), "4.7")


def out_of_place(state: State, seat: Seat, move: Move) -> IllegalMove:
    """The seat may move, but not like this now."""
    if seat == CHANCE:
        return IllegalMove(say("this is not for nature to do now"), "4.1")
    if isinstance(move, Draw | Roll):
        return IllegalMove(say("drawing and rolling happen by themselves"), "4.1")
    if isinstance(move, Choose):
        if state.basic:
            return IllegalMove(say("in the basic rules there is nothing to choose"), "6.1")
        return IllegalMove(say("the lines and the first move are settled already"), "2.3")
    if state.turn is None:
        return IllegalMove(say("choose first: the white line, the black line, or the first move"), "2.3")
    return IllegalMove(say("choose first: the white line or the black line"), "2.3")


def first_is_taken(state: State) -> IllegalMove:
    text = say("the first move is taken by {who}: choose the white line or the black line", who=Who(1 - chooser(state)))
    return IllegalMove(text, "2.3")


def check_tiles(tiles: Tiles, hand: Tiles, rule: str) -> None:
    """Every tile exists, is named once, and is in this hand."""
    if not tiles:
        raise IllegalMove(say("choose at least one tile"), rule)
    for tile in tiles:
        if tile not in hand:
            _check_known(tile)
            raise IllegalMove(say("{tile} is not in your hand", tile=str(tile)), rule)
        if tiles.count(tile) > 1:
            raise IllegalMove(say("there is only one {tile}, and you chose it more than once", tile=str(tile)), "1.1")


def check_theirs(tile: Tile, hand: Tiles, other: Seat) -> None:
    if tile not in hand:
        _check_known(tile)
        text = say("you cannot take {tile}: it is not in the hand of {who}", tile=str(tile), who=Who(other))
        raise IllegalMove(text, "4.4")


def _check_known(tile: Tile) -> None:
    if tile not in ALL:
        text = say("there is no tile {tile}: a tile has one to six pips in all", tile=words.clipped(tile))
        raise IllegalMove(text, "1.1")


def check_action(action: ActionTile, unused: Iterable[ActionTile]) -> None:
    if action not in unused:
        text = say("your action tile {name} is used up: each works once in a game", name=words.ACTION_TILES[action])
        raise IllegalMove(text, "1.3")


def check_pile(unseen: Tiles) -> None:
    if len(unseen) < 2:
        raise IllegalMove(say("the pile is empty: Redraw would have nothing to draw"), "4.3")


def check_unseen(tile: Tile, unseen: Tiles) -> None:
    if tile not in unseen:
        _check_known(tile)
        raise IllegalMove(say("{tile} is on the table already and cannot be drawn", tile=str(tile)), "2.1")


def check_dice(white: int, black: int) -> None:
    if not (1 <= white <= MOST and 1 <= black <= MOST):
        raise IllegalMove(say("a die shows 1 to 6"), "1.3")


def check_lay(state: State, colour: Colour, side: Side, tiles: Tiles) -> None:
    """The tiles fit this end: there is one, and they have its colour, its value and a right number."""
    value, neighbour = line_of(state, colour).end(side)
    if not sizes(value, neighbour, state.basic):
        raise _dead(colour, value, neighbour, state.basic)
    total = _total(colour, tiles)
    if total != value:
        raise IllegalMove(_wrong_value(colour, side, value, total), "3.1")
    right = allowed(neighbour, state.basic)
    if len(tiles) not in right:
        raise IllegalMove(_wrong_size(colour, value, neighbour, right, len(tiles)), _size_rule(neighbour, state.basic))


def _total(colour: Colour, tiles: Tiles) -> int:
    """The value of the tiles in a colour, which every one of them must have."""
    for tile in tiles:
        if not tile.pips(colour):
            text = say("{tile} has no {colour} pips", tile=str(tile), colour=words.COLOURS[colour])
            raise IllegalMove(text, "1.2")
    return sum([tile.pips(colour) for tile in tiles])


def _wrong_value(colour: Colour, side: Side, value: int, total: int) -> Message:
    name = words.COLOURS[colour]
    if side is Side.UP:
        return say(
            "{colour} goes on upwards with {value}; your tiles make {total}", colour=name, value=value, total=total
        )
    return say(
        "{colour} goes on downwards with {value}; your tiles make {total}", colour=name, value=value, total=total
    )


def _wrong_size(colour: Colour, value: int, neighbour: int, right: tuple[int, ...], chosen: int) -> Message:
    name, sizes, number = words.COLOURS[colour], words.one_of(right), words.number(chosen)
    if not neighbour:
        return say(
            "{colour} {value} beside the die takes {sizes}; you chose {chosen}",
            colour=name, value=value, sizes=sizes, chosen=number,
        )  # fmt: skip
    return say(
        "{colour} {value} beside a group of {neighbour} takes {sizes}; you chose {chosen}",
        colour=name, value=value, neighbour=words.number(neighbour), sizes=sizes, chosen=number,
    )  # fmt: skip


def _size_rule(neighbour: int, basic: bool) -> str:
    if not neighbour:
        return "3.4"
    return "6.2" if basic else "3.5"


def _dead(colour: Colour, value: int, neighbour: int, basic: bool) -> IllegalMove:
    name = words.COLOURS[colour]
    if value < 1:
        return IllegalMove(say("{colour} is closed downwards: no value is lower than 1", colour=name), "3.2")
    text = say(
        "this end is closed: {colour} {value} would take {sizes}, and so many cannot make {value}",
        colour=name, value=value, sizes=words.one_of(allowed(neighbour, basic)),
    )  # fmt: skip
    return IllegalMove(text, _size_rule(neighbour, basic))


def check_stack(line: Line, colour: Colour, value: int, tiles: Tiles) -> None:
    """There is such a group, and the tiles are as many and make as much."""
    name = words.COLOURS[colour]
    if value == line.die:
        raise IllegalMove(
            say("{colour} {value} is the die, and nothing is stacked on a die", colour=name, value=value), "4.5"
        )
    group = line.at(value)
    if group is None:
        low, high = line.die - len(line.down), line.die + len(line.up)
        text = say("{colour} has no such group: it goes from {low} to {high}", colour=name, low=low, high=high)
        raise IllegalMove(text, "4.5")
    total, size = _total(colour, tiles), len(group.tiles)
    if len(tiles) != size:
        text = say(
            "{colour} {value} is a group of {size}: stack as many on it; you chose {chosen}",
            colour=name, value=value, size=words.number(size), chosen=words.number(len(tiles)),
        )  # fmt: skip
        raise IllegalMove(text, "4.5")
    if total != value:
        text = say(
            "a stack on {colour} {value} makes {value}; yours makes {total}", colour=name, value=value, total=total
        )
        raise IllegalMove(text, "4.5")
