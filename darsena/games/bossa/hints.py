"""Hints: the chance to win with each move, exact where the end is near, and what the move does to both hands."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

from ...core.game import Budget, Message, Seat, say
from ...core.hints import Hint
from .bots import ways_out, worth
from .chances import Chance, chances
from .rules import apply, imagine, outcome
from .state import Choose, Move, Redraw, State
from .views import View

GLANCE = 1e-6  # of a chance: decides only between equal ones
FEW = 10  # games that tell nothing


def hints(view: View, moves: Sequence[Move], rng: Random, budget: Budget) -> Sequence[Hint]:
    if view.seat is None:
        return ()
    seat, guess = view.seat, imagine(view, rng)
    return [
        Hint(
            each.move,
            _sure(each) + GLANCE * _glance(guess, seat, each.move),
            _measure(each),
            why(guess, seat, each.move),
        )
        for each in chances(view, moves, rng, budget)
    ]


def _sure(each: Chance) -> float:
    """A chance that is merely guessed counts for less, the less often it was tried."""
    return each.chance if each.exact else _guessed(each) - 1 / sqrt(each.tried + 2)


def _guessed(each: Chance) -> float:
    """With a game won and one lost beyond those that were tried: nothing is certain after a few."""
    return (each.chance * each.tried + 1) / (each.tried + 2)


def _glance(state: State, seat: Seat, move: Move) -> float:
    """What the table looks like after a move, where the chances do not tell."""
    return 0.0 if isinstance(move, Choose) else worth(apply(state, seat, move), seat)


def _measure(each: Chance) -> Message:
    if each.exact:
        return say("exactly {percent} % to win", percent=100 * each.chance)
    if each.tried < FEW:
        return say("at first glance")
    return say("about {percent} % to win", percent=round(100 * _guessed(each)))


def why(state: State, seat: Seat, move: Move) -> Message:
    """What a move does, as far as everybody can see."""
    if isinstance(move, Choose):
        return say("Tried out against many hands that the other player may hold.")
    after = apply(state, seat, move)
    if ended := outcome(after):
        return say("It ends the game: {reason}.", reason=ended.reason)
    if isinstance(move, Redraw):
        return say("You are rid of it and draw another tile. Not seen yet: {n}.", n=len(after.unseen))
    return say(
        "Tiles left in your hand: {mine}. Ends where a hand fits, before drawing: yours {ways}, the other’s {theirs}.",
        mine=len(after.hands[seat]),
        ways=ways_out(after, seat),
        theirs=ways_out(after, 1 - seat),
    )
