"""The chance to win with every legal move, from a view alone: for hints."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter

from msgspec import Struct

from ...core.game import CHANCE, Budget, Seat
from ...core.play import dice, settle
from . import rules
from .compiling import ready
from .state import Move, Stage, State
from .views import View

GAMES = 400  # played at random with the plain rules, where there is no budget of nodes


class Chance(Struct, frozen=True):
    """The chance to win with a move; how sure that is says how often it was tried."""

    move: Move
    chance: float
    tried: float
    exact: bool


def chances(view: View, moves: Sequence[Move], rng: Random, budget: Budget) -> Sequence[Chance]:
    """For each of the seat's moves the chance to win with it."""
    if not moves or view.seat is None:
        return []
    if not ready(None if budget.seconds is None else budget.seconds / 2):
        return _played_out(view, view.seat, moves, rng, budget)
    from . import think  # imports Numba

    if view.stage is Stage.CHOOSE:
        return think.weigh_wishes(view, view.seat, moves, rng, budget)
    return think.weigh(view, moves, rng, budget, every=True)


def _played_out(view: View, seat: Seat, moves: Sequence[Move], rng: Random, budget: Budget) -> Sequence[Chance]:
    """Random games with the plain rules, as many for each move."""
    start, won, games = perf_counter(), [0.0] * len(moves), 0
    while not games or (
        games * len(moves) < (budget.nodes or GAMES)
        and (budget.seconds is None or perf_counter() - start < budget.seconds / 2)
    ):
        guess, games = rules.imagine(view, rng), games + 1
        for place, move in enumerate(moves):
            won[place] += _to_the_end(rules.apply(guess, seat, move), seat, rng)
    return [Chance(move, wins / games, games, False) for move, wins in zip(moves, won, strict=True)]


def _to_the_end(state: State, seat: Seat, rng: Random) -> float:
    """What a seat gets when everybody plays anything."""
    while True:
        state, _ = settle(rules, state, dice(rng))
        if ended := rules.outcome(state):
            return ended.share(seat)
        [mover] = rules.to_move(state)
        assert mover != CHANCE
        state = rules.apply(state, mover, rng.choice(rules.moves(state, mover)))
