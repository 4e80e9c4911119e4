"""Why a move is not allowed: one sentence for each reason."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import CHANCE, IllegalMove, Message, Seat, Who, say
from . import words
from .lines import Line, Side, allowed, sizes
from .state import ActionTile, Choose, Draw, Lay, Move, Roll, Stack, Stage, State, chooser, line_of
from .tiles import ALL, MOST, Colour, Tile, Tiles, pips_of


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


def not_in_hand(hand: Tiles, tiles: Tiles, rule: str) -> IllegalMove:
    """No tile, or one that does not exist, or is elsewhere, or was named twice."""
    for tile in tiles:
        if tile not in ALL:
            return unknown(tile)
        if tile not in hand:
            return IllegalMove(say("{tile} is not in your hand", tile=str(tile)), rule)
        if tiles.count(tile) > 1:
            text = say("there is only one {tile}, and you chose it more than once", tile=str(tile))
            return IllegalMove(text, "1.1")
    return IllegalMove(say("choose at least one tile"), rule)


def not_theirs(tile: Tile, other: Seat) -> IllegalMove:
    if tile not in ALL:
        return unknown(tile)
    text = say("you cannot take {tile}: it is not in the hand of {who}", tile=str(tile), who=Who(other))
    return IllegalMove(text, "4.4")


def not_unseen(tile: Tile) -> IllegalMove:
    if tile not in ALL:
        return unknown(tile)
    return IllegalMove(say("{tile} is on the table already and cannot be drawn", tile=str(tile)), "2.1")


def unknown(tile: Tile) -> IllegalMove:
    text = say("there is no tile {tile}: a tile has one to six pips in all", tile=words.clipped(tile))
    return IllegalMove(text, "1.1")


def check_action(action: ActionTile, unused: Iterable[ActionTile]) -> None:
    if action not in unused:
        text = say("your action tile {name} is used up: each works once in a game", name=words.ACTION_TILES[action])
        raise IllegalMove(text, "1.3")


def check_pile(unseen: Tiles) -> None:
    if len(unseen) < 2:
        raise IllegalMove(say("the pile is empty: Redraw would have nothing to draw"), "4.3")


def check_dice(white: int, black: int) -> None:
    if not (1 <= white <= MOST and 1 <= black <= MOST):
        raise IllegalMove(say("a die shows 1 to 6"), "1.3")


def no_fit(state: State, move: Lay) -> IllegalMove:
    """The end is closed, or the tiles lack its colour, its value or a right number."""
    colour, basic = move.line, state.basic
    value, neighbour = line_of(state, colour).end(move.side)
    if not sizes(value, neighbour, basic):
        return _dead(colour, value, neighbour, basic)
    if without := [tile for tile in move.tiles if not tile.pips(colour)]:
        return _without_pips(without[0], colour)
    total = sum(pips_of(move.tiles, colour))
    if total != value:
        return IllegalMove(_wrong_value(colour, move.side, value, total), "3.1")
    text = _wrong_size(colour, value, neighbour, allowed(neighbour, basic), len(move.tiles))
    return IllegalMove(text, _size_rule(neighbour, basic))


def _without_pips(tile: Tile, colour: Colour) -> IllegalMove:
    return IllegalMove(say("{tile} has no {colour} pips", tile=str(tile), colour=words.COLOURS[colour]), "1.2")


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


def check_stack(line: Line, move: Stack) -> None:
    """There is such a group, and the tiles are as many and make as much."""
    group, pips = line.at(move.value), pips_of(move.tiles, move.line)
    if group is None:
        raise IllegalMove(_no_group(line, move), "4.5")
    if 0 in pips:
        raise _without_pips(move.tiles[pips.index(0)], move.line)
    name, value, size = words.COLOURS[move.line], move.value, len(group.tiles)
    if len(pips) != size:
        text = say(
            "{colour} {value} is a group of {size}: stack as many on it; you chose {chosen}",
            colour=name, value=value, size=words.number(size), chosen=words.number(len(pips)),
        )  # fmt: skip
        raise IllegalMove(text, "4.5")
    if sum(pips) != value:
        text = say(
            "a stack on {colour} {value} makes {value}; yours makes {total}",
            colour=name, value=value, total=sum(pips),
        )  # fmt: skip
        raise IllegalMove(text, "4.5")


def _no_group(line: Line, move: Stack) -> Message:
    name = words.COLOURS[move.line]
    if move.value == line.die:
        return say("{colour} {value} is the die, and nothing is stacked on a die", colour=name, value=line.die)
    low, high = line.die - len(line.down), line.die + len(line.up)
    return say("{colour} has no such group: it goes from {low} to {high}", colour=name, low=low, high=high)
