"""The bots of BOSSA: from one that plays anything, by one that looks a move ahead, to one that searches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from ...bots.random import RANDOM
from ...core.game import Bot, Budget, Level, Seat, say
from .compiling import ready
from .lines import Line
from .moves import groups_played
from .rules import apply, imagine, outcome
from .state import GOAL, Choose, Lay, Move, Stage, State
from .tiles import Colour, Tiles
from .views import View

WON = 1000.0
TILE = 10.0  # a tile less in hand
WAY_OUT = 6.0  # the first group that could be laid next; the second is worth half, and so on
ACTION = 7.0  # an action tile kept
SEEN = 0.4  # the part of its moves that the friendly bot sees
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
    """More than one is a comfort, none is a danger."""
    return sum(WAY_OUT / n for n in range(1, ways_out(state, seat) + 1))


def ways_out(state: State, seat: Seat) -> int:
    """Different ends that the hand can go on at."""
    return len({(move.line, move.side) for move in groups_played(state, seat) if isinstance(move, Lay)})


def _appeal(choice: Choose, state: State, seat: Seat) -> float:
    """A line that the own hand can grow, if there is one; else the first move."""
    if choice.wish == "first":
        return 2.0
    colour = Colour(choice.wish)
    return _growth(state.hands[seat], state.lines[0 if colour is Colour.WHITE else 1], colour)


def _growth(hand: Tiles, line: Line, colour: Colour) -> float:
    """How many single tiles of the hand lie within reach of the die."""
    return sum(0 < abs(tile.pips(colour) - line.die) <= 2 for tile in hand if tile.pips(colour))


class FriendlyBot(Bot):
    """Plays as the greedy one does, but overlooks most of what it could do."""

    def __init__(self, seat: Seat) -> None:
        self.greedy = GreedyBot(seat)

    def choose(self, view: View, moves: Sequence[Move], rng: Random, budget: Budget) -> Move:
        seen = [move for move in moves if rng.random() < SEEN]
        return self.greedy.choose(view, seen or [rng.choice(moves)], rng, budget)


class SearchBot(Bot):
    """Plays many games in its head. Where the compiled game is not there, or not yet, it is greedy."""

    def __init__(self, seat: Seat, *, plain: bool) -> None:
        self.seat, self.plain, self.greedy = seat, plain, GreedyBot(seat)

    def choose(self, view: View, moves: Sequence[Move], rng: Random, budget: Budget) -> Move:
        if len(moves) == 1:
            return moves[0]
        if not ready(None if budget.seconds is None else budget.seconds / 2):
            return self.greedy.choose(view, moves, rng, budget)
        from . import think  # imports Numba

        if view.stage is Stage.CHOOSE:
            found = think.weigh_wishes(view, self.seat, moves, rng, budget, plain=self.plain)
        else:
            found = think.weigh(view, moves, rng, budget, plain=self.plain)
        return max(found, key=lambda each: (each.tried, each.chance)).move


FRIENDLY = Level(FriendlyBot, say("Puffin"), say("a friendly beginner: means well, and overlooks much"), rating=1232)
GREEDY = Level(
    GreedyBot, say("Gull"), say("sheds tiles, keeps a way out and blocks yours; looks one move ahead"), rating=1375
)
PLAIN = Level(
    partial(SearchBot, plain=True),
    say("Heron"),
    say("tries every move in thousands of games played at random"),
    rating=1577,
)
BEST = Level(
    partial(SearchBot, plain=False),
    say("Albatross"),
    say("the best we have: searches the likely games and works out the endings exactly"),
    rating=1673,
)
LEVELS = {"random": RANDOM, "friendly": FRIENDLY, "greedy": GREEDY, "search": PLAIN, "best": BEST}
