"""Moorings: a boat is held by ropes. In turn, cast off one, two or three; whoever casts off the last one wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Literal

from msgspec import Struct

from darsena.core.game import Event, IllegalMove, Outcome, Refused, Seat, say, tell


class Options(Struct, frozen=True):
    ropes: Literal["12", "21"] = "12"


class Cast(Struct, frozen=True):
    ropes: int  # written `cast 2`


class State(Struct, frozen=True):
    ropes: int
    seats: int
    turn: Seat = 0


View = State  # nothing is secret; where something is, a view is a type of its own


def new(seats: int, options: Options) -> State:
    if seats not in (2, 3):
        raise Refused(say("Moorings is for 2 or 3 players, not {n}", n=seats))
    return State(int(options.ropes), seats)


def to_move(state: State) -> tuple[Seat, ...]:
    return (state.turn,) if state.ropes else ()


def moves(state: State, seat: Seat) -> Sequence[Cast]:
    return [Cast(n) for n in (1, 2, 3) if n <= state.ropes] if seat in to_move(state) else []


def chance(state: State) -> Iterable[tuple[Cast, int]]:
    return ()  # nature has no part in this game


def apply(state: State, seat: Seat, move: Cast) -> State:
    if seat not in to_move(state):
        raise IllegalMove(say("it is not your turn"))
    if move not in moves(state, seat):
        raise IllegalMove(say("cast off one rope, two or three, and no more than there are"))
    return State(state.ropes - move.ropes, state.seats, (seat + 1) % state.seats)


def outcome(state: State) -> Outcome | None:
    if state.ropes:
        return None
    winner = (state.turn - 1) % state.seats
    return Outcome((winner,), tuple(int(seat == winner) for seat in range(state.seats)), say("the last rope"))


def view(state: State, seat: Seat | None) -> View:
    return state


def imagine(view: View, rng: Random) -> State:
    return view


def story(before: State, seat: Seat, move: Cast, after: State, viewer: Seat | None) -> Iterable[Event]:
    yield Event(tell(viewer, seat, "You cast off {n}.", "{who} casts off {n}.", n=move.ropes), seat)
