"""How good the moves of an open position are, and the choices before it, as far as a budget goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from threading import Lock
from time import perf_counter

import numpy as np
from msgspec.structs import replace

from ...core.game import Budget, Seat
from ...core.play import dice, settle
from . import fast, rules, search
from .boards import board_of, code
from .chances import Chance
from .few import CHANCES, LIMIT, SEEN
from .masks import Numbers, count
from .search import Room
from .state import Choose, Move, Options, Stage, State
from .value import NOTHING, Weights, learned
from .views import View

ASKED = 10  # with so many unseen tiles the solver is asked first
POSITIONS = 90  # that the solver may look at for every game of the search tree,
FEW_POSITIONS = 45_000  # and these in any case
SOME_POSITIONS, SOME_GAMES = 200_000, 500  # between two looks at the clock
PATIENCE = 0.6  # the part of the time that the solver may have
OPENING_GAMES = 100  # of one choice with one guess of the other hand,
OPENING_GLANCES = 20  # and so many where each ends with what was learned
IN_USE = Lock()


@cache
def _room() -> Room:
    return search.room()


def _fresh_room() -> Room:
    """The room without anything known, so that a budget of nodes always goes equally far."""
    room = _room()
    search.forget(room)
    room.work[CHANCES:] = 0
    return room


def weigh(
    view: View, moves: Sequence[Move], rng: Random, budget: Budget, *, plain: bool = False, every: bool = False
) -> Sequence[Chance]:
    """The moves of an open position. `every` wants all of them judged, not only the best one."""
    board, seed = board_of(rules.imagine(view, rng)), rng.getrandbits(62)
    start = perf_counter()
    with IN_USE:
        room = _fresh_room()
        if not plain and count(board[fast.UNSEEN]) <= ASKED:
            found = _exact(board, moves, room, budget, start, every)
            if found is not None:
                return found
        return _searched(board, moves, room, seed, budget, start, plain)


def _exact(
    board: Numbers, moves: Sequence[Move], room: Room, budget: Budget, start: float, every: bool
) -> Sequence[Chance] | None:
    codes, chances, work = np.array([code(move) for move in moves]), np.empty(len(moves)), room.work
    left = None if budget.nodes is None else max(budget.nodes * POSITIONS, FEW_POSITIONS)
    while left is None or left > 0:
        portion = SOME_POSITIONS if left is None else left if budget.seconds is None else min(left, SOME_POSITIONS)
        work[SEEN], work[LIMIT] = 0, portion
        if search.judge(board, codes, chances, every, work):
            return [Chance(move, chance, 1.0, True) for move, chance in zip(moves, chances.tolist(), strict=True)]
        left = None if left is None else left - portion
        if budget.seconds is not None and perf_counter() - start > PATIENCE * budget.seconds:
            return None
    return None


def _portions(budget: Budget, start: float, usual: int) -> Iterator[int]:
    """Numbers of games to play, while the budget lasts; one portion at least."""
    left = budget.nodes
    while True:
        yield usual if left is None else min(usual, left)
        left = None if left is None else left - usual
        if left is not None and left <= 0:
            return
        if budget.seconds is not None and perf_counter() - start > 0.95 * budget.seconds:
            return


def _searched(
    board: Numbers, moves: Sequence[Move], room: Room, seed: int, budget: Budget, start: float, plain: bool
) -> Sequence[Chance]:
    table = board.copy()
    table[fast.RANDOM] = seed
    weights = NOTHING if plain or board[fast.BASIC] else learned()  # of the basic rules nothing is
    for portion in _portions(budget, start, SOME_GAMES):
        search.games(board, portion, table, room.tree, room.work, weights, plain)
    known = search.tried(board, room)
    fates = [known[code(move)] for move in moves]
    return [
        Chance(move, won / tried if tried else 0.0, tried, False)
        for move, (tried, won) in zip(moves, fates, strict=True)
    ]


def weigh_wishes(
    view: View, seat: Seat, wishes: Sequence[Move], rng: Random, budget: Budget, *, plain: bool = False
) -> Sequence[Chance]:
    """The choices before the hands are open (§2.3), over guesses of the other hand."""
    start, won, tried = perf_counter(), [0.0] * len(wishes), 0
    weights = NOTHING if plain else learned()
    games = OPENING_GLANCES if len(weights) else OPENING_GAMES
    with IN_USE:
        room = _fresh_room()
        for _ in _portions(budget, start, games * len(wishes)):
            guess, tried = rules.imagine(view, rng), tried + 1
            for place, wish in enumerate(wishes):
                won[place] += min(
                    _opened(room, state, seat, rng, games, weights, plain) for state in _after(guess, seat, wish)
                )
    return [Chance(wish, wins / tried, tried, False) for wish, wins in zip(wishes, won, strict=True)]


def _after(state: State, seat: Seat, wish: Move) -> Sequence[State]:
    """Once everything is chosen: whoever leaves the colour to the other expects the worse one."""
    chosen = rules.apply(state, seat, wish)
    if wish != Choose("first"):
        return [chosen]
    return [rules.apply(chosen, 1 - seat, Choose(colour)) for colour in ("white", "black")]


def _opened(room: Room, state: State, seat: Seat, rng: Random, games: int, weights: Weights, plain: bool) -> float:
    """The chance of a seat before the first draw, by a short search."""
    board = board_of(state)
    search.forget(room)
    table = board.copy()
    table[fast.RANDOM] = rng.getrandbits(62)
    share = search.games(board, games, table, room.tree, room.work, weights, plain)
    return share if seat == 0 else 1.0 - share


def warm() -> None:
    """Compile everything now, by a glance at a game."""
    rng, budget = Random(0), Budget(seconds=None, nodes=1)
    state, _ = settle(rules, rules.new(2, Options()), dice(rng))
    for _ in range(3):
        [seat] = rules.to_move(state)
        seen, moves = rules.view(state, seat), rules.moves(state, seat)
        if state.stage is Stage.CHOOSE:
            weigh_wishes(seen, seat, moves[:2], rng, budget)
            state = rules.apply(state, seat, moves[0])
        else:
            weigh(seen, moves, rng, budget, plain=True)
            weigh(seen, moves, rng, budget)
        state, _ = settle(rules, state, dice(rng))
    few = replace(state, unseen=state.unseen[:3])
    weigh(rules.view(few, seat), rules.moves(few, seat), rng, budget)
