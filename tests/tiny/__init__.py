"""A game too small to be fun, for tests of what is not a game's own.

Nature rolls a die; the player whose turn it is adds it to their score, or passes. Anybody may shout at any time.
Whoever reaches 7 first has won.
"""

import sys
from enum import Enum
from typing import Literal

from msgspec import Struct

from darsena.bots.random import RANDOM
from darsena.core.game import CHANCE, Event, Game, IllegalMove, Outcome, Refused, say, tell

GOAL = 7


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


class Options(Struct, frozen=True):
    start: Literal["0", "3"] = "0"
    loud: bool = False


class Roll(Struct, frozen=True):
    eyes: int


class Take(Struct, frozen=True):
    side: Side


class Pass(Struct, frozen=True):
    pass


class Shout(Struct, frozen=True):
    words: tuple[int, ...] = ()


class State(Struct, frozen=True):
    scores: tuple[int, ...]
    turn: int = 0
    die: int | None = None
    shouted: tuple[int, ...] = ()  # the seats that have


View = State


def new(seats, options):
    if seats not in (2, 3) or (seats == 3 and options.loud):
        raise Refused(say("not for {n} players", n=seats))
    return State((int(options.start),) * seats)


def to_move(state):
    if max(state.scores) >= GOAL:
        return ()
    return (CHANCE,) if state.die is None else (state.turn,)


def moves(state, seat):
    if to_move(state) in ((), (CHANCE,)) or seat not in range(len(state.scores)):
        return ()
    turn = (Take(Side.LEFT), Take(Side.RIGHT), Pass()) if seat == state.turn else ()
    return (*turn, *(() if seat in state.shouted else (Shout(),)))


def chance(state):
    return [(Roll(1), 3), (Roll(2), 2), (Roll(3), 1)] if to_move(state) == (CHANCE,) else []


def apply(state, seat, move):
    if isinstance(move, Roll):
        if seat != CHANCE or to_move(state) != (CHANCE,):
            raise IllegalMove(say("nature rolls the die"), "1.1")
        return State(state.scores, state.turn, move.eyes, state.shouted)
    if move not in moves(state, seat):
        raise IllegalMove(say("not now"), "1.2")
    if isinstance(move, Shout):
        return State(state.scores, state.turn, state.die, (*state.shouted, seat))
    gain = state.die if isinstance(move, Take) else 0
    scores = tuple(score + gain * (seat == who) for who, score in enumerate(state.scores))
    return State(scores, (seat + 1) % len(scores), None, state.shouted)


def outcome(state):
    best = max(state.scores)
    return Outcome((state.scores.index(best),), state.scores, say("{n} eyes", n=best)) if best >= GOAL else None


def view(state, seat):
    return state


def imagine(view, rng):
    return view


def story(before, seat, move, after, viewer):
    yield Event(tell(viewer, seat, "You move.", "{who} moves."), seat)


TINY = Game(
    package="tests.tiny",
    title="Tiny",
    about=say("A die for two or three."),
    minutes=1,
    credits="nobody",
    seats=range(2, 4),
    rules=sys.modules[__name__],
    options=Options,
    move_types=(Roll, Take, Pass, Shout),
    bots={"random": RANDOM},
    labels={"start": say("Start"), "start=0": say("from nothing"), "start=3": say("ahead"), "loud": say("Loud")},
)
