"""What each viewer is told of a move."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.game import Event, Message, Seat, Who, say, tell
from . import words
from .endings import outcome
from .state import (
    DEALT,
    Choose,
    Draw,
    Lay,
    Move,
    Redraw,
    Roll,
    Stack,
    Stage,
    State,
    Swap,
    chooser,
    dealt_to,
    higher,
    line_of,
    turn_of,
)  # fmt: skip


def story(before: State, seat: Seat, move: Move, after: State, viewer: Seat | None) -> Iterator[Event]:
    match move:
        case Draw():
            yield from _dealt(before, after, viewer) if before.stage is Stage.DEAL else _drawn(before, move, viewer)
        case Roll():
            yield from _rolled(move, after, viewer)
        case Choose():
            yield from _chosen(seat, move, after, viewer)
        case Lay():
            yield Event(_laid(before, seat, move, viewer), seat, "lay")
        case Stack():
            yield Event(_stacked(seat, move, viewer), seat, "stack")
        case Swap():
            yield Event(_swapped(seat, move, viewer), seat, "swap")
        case Redraw():
            text = tell(
                viewer, seat,
                "You put {tile} out of the game and draw again.",
                "{who} puts {tile} out of the game and draws again.",
                tile=str(move.tile),
            )  # fmt: skip
            yield Event(text, seat, "redraw")
    yield from _ended(after, viewer)


def _dealt(before: State, after: State, viewer: Seat | None) -> Iterator[Event]:
    """The deal tells no tile; in the basic rules the hands are turned up when it is done (§6.1)."""
    seat = dealt_to(before)
    if len(after.hands[seat]) == DEALT:
        text = tell(viewer, seat, "You take four tiles, face down.", "{who} takes four tiles, face down.")
        yield Event(text, seat, "draw")
    if after.stage is Stage.ROLL and after.basic:
        yield from _revealed(after, viewer)


def _drawn(before: State, move: Draw, viewer: Seat | None) -> Iterator[Event]:
    seat, tile = turn_of(before), str(move.tile)
    yield Event(tell(viewer, seat, "You draw {tile}.", "{who} draws {tile}.", tile=tile), seat, "draw")


def _rolled(move: Roll, after: State, viewer: Seat | None) -> Iterator[Event]:
    text = say("The white die shows {white}, the black one {black}.", white=move.white, black=move.black)
    yield Event(text, None, "roll")
    if after.stage is Stage.ROLL:
        yield Event(say("Equal: the dice are thrown again."))
        return
    seat = higher(after.lines)
    if after.basic:
        text = tell(viewer, seat, "You rolled higher and move first.", "{who} rolled higher and moves first.")
        yield Event(text, seat)
        return
    text = tell(
        viewer, seat,
        "You rolled higher and choose: a line, or the first move.",
        "{who} rolled higher and chooses: a line, or the first move.",
    )  # fmt: skip
    yield Event(text, seat)
    yield from _looks(after, seat, viewer)


def _looks(state: State, seat: Seat, viewer: Seat | None) -> Iterator[Event]:
    """Only who chooses looks at the own tiles (§2.5)."""
    if viewer == seat:
        yield Event(say("You look at your tiles: {tiles}.", tiles=words.named(state.hands[seat])), seat)


def _chosen(seat: Seat, move: Choose, after: State, viewer: Seat | None) -> Iterator[Event]:
    if move.wish == "first":
        text = tell(
            viewer, seat,
            "You take the first move. Choosing a line now: {other}.",
            "{who} takes the first move. Choosing a line now: {other}.",
            other=Who(1 - seat),
        )  # fmt: skip
        yield Event(text, seat, "choose")
        yield from _looks(after, chooser(after), viewer)
        return
    first = Who(turn_of(after))
    if move.wish == "white":
        text = tell(
            viewer, seat,
            "You take the white line. The first turn: {first}.",
            "{who} takes the white line. The first turn: {first}.",
            first=first,
        )  # fmt: skip
    else:
        text = tell(
            viewer, seat,
            "You take the black line. The first turn: {first}.",
            "{who} takes the black line. The first turn: {first}.",
            first=first,
        )  # fmt: skip
    yield Event(text, seat, "choose")
    yield from _revealed(after, viewer)


def _revealed(state: State, viewer: Seat | None) -> Iterator[Event]:
    """The hands are turned face up (§2.4)."""
    for seat, hand in enumerate(state.hands):
        tiles = words.named(hand)
        text = tell(viewer, seat, "Your hand, now open: {tiles}.", "{who}, hand now open: {tiles}.", tiles=tiles)
        yield Event(text, seat)


def _laid(before: State, seat: Seat, move: Lay, viewer: Seat | None) -> Message:
    value, _ = line_of(before, move.line).end(move.side)
    return tell(
        viewer, seat,
        "You lay {colour} {value} with {tiles}.",
        "{who} lays {colour} {value} with {tiles}.",
        colour=words.COLOURS[move.line], value=value, tiles=words.named(sorted(move.tiles)),
    )  # fmt: skip


def _stacked(seat: Seat, move: Stack, viewer: Seat | None) -> Message:
    return tell(
        viewer, seat,
        "You stack {tiles} on {colour} {value}.",
        "{who} stacks {tiles} on {colour} {value}.",
        tiles=words.named(sorted(move.tiles)), colour=words.COLOURS[move.line], value=move.value,
    )  # fmt: skip


def _swapped(seat: Seat, move: Swap, viewer: Seat | None) -> Message:
    return tell(
        viewer, seat,
        "You swap: {own} for {theirs}.",
        "{who} swaps: {own} for {theirs}.",
        own=str(move.own), theirs=str(move.theirs),
    )  # fmt: skip


def _ended(state: State, viewer: Seat | None) -> Iterator[Event]:
    ending = outcome(state)
    if ending is None:
        return
    if len(ending.winners) > 1:
        yield Event(say("A draw: {reason}.", reason=ending.reason), None, "end")
        return
    [winner] = ending.winners
    text = tell(viewer, winner, "You win: {reason}.", "{who} wins: {reason}.", reason=ending.reason)
    yield Event(text, winner, "end")
