"""The bots of BOSSA: one that plays anything, and one that looks a move ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...bots.random import RANDOM
from ...core.game import Bot, Budget, Level, Seat, say
from .lines import Line
from .moves import groups_played
from .rules import apply, imagine, outcome
from .state import GOAL, Choose, Lay, Move, State
from .tiles import Colour, Tiles
from .views import View

WON = 1000.0
TILE = 10.0  # a tile less in hand
WAY_OUT = 6.0  # the first group that could be laid next; the second is worth half, and so on
ACTION = 7.0  # an action tile kept
GROUP = (0.0, 0.0, 1.0, 3.0, 8.0, 30.0, WON)  # so many groups in the own line


class GreedyBot(Bot):
    """Plays the move after which it likes the table best."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def choose(self, view: View, moves: Sequence[Move], rng: Random, budget: Budget) -> Move:
        state = imagine(view, rng)  # all is open but the order of the pile, save for the choice of colours
        wishes = [move for move in moves if isinstance(move, Choose)]
        if wishes:
            return max(wishes, key=lambda wish: _appeal(wish, state, self.seat))
        return max(moves, key=lambda move: (worth(apply(state, self.seat, move), self.seat), rng.random()))


def worth(state: State, seat: Seat) -> float:
    """How good a table is for a seat after its move."""
    if ending := outcome(state):
        return WON * (ending.share(seat) - ending.share(1 - seat))
    return _standing(state, seat) - _standing(state, 1 - seat)


def _standing(state: State, seat: Seat) -> float:
    """Few tiles, many ways to go on, action tiles in reserve, and a line of one's own that grows."""
    line = sum(
        GROUP[min(len(line), GOAL)] for line, owner in zip(state.lines, state.owners, strict=False) if owner == seat
    )
    return line - TILE * len(state.hands[seat]) + ACTION * len(state.actions[seat]) + _ways_out(state, seat)


def _ways_out(state: State, seat: Seat) -> float:
    """Different ends that the hand can go on at. More than one is a comfort, none is a danger."""
    ends = {(move.line, move.side) for move in groups_played(state, seat) if isinstance(move, Lay)}
    return sum(WAY_OUT / n for n in range(1, len(ends) + 1))


def _appeal(choice: Choose, state: State, seat: Seat) -> float:
    """A line that the own hand can grow, if there is one; else the first move."""
    if choice.wish == "first":
        return 2.0
    colour = Colour(choice.wish)
    return _growth(state.hands[seat], state.lines[0 if colour is Colour.WHITE else 1], colour)


def _growth(hand: Tiles, line: Line, colour: Colour) -> float:
    """How many single tiles of the hand lie within reach of the die."""
    return sum(0 < abs(tile.pips(colour) - line.die) <= 2 for tile in hand if tile.pips(colour))


GREEDY = Level(GreedyBot, say("Gull"), say("sheds tiles, keeps a way out and blocks yours; looks one move ahead"))
LEVELS = {"random": RANDOM, "greedy": GREEDY}
