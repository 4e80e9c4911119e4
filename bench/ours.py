"""Random plays of every game there is: to_move, moves, choose uniformly, apply. Nature's moves are not counted.

A game with a compiled kernel (`fast.playouts(games, seed) -> moves`) is measured by that too; where all move at once, a
move there is a whole round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from random import Random

from darsena.core.game import CHANCE, Game
from darsena.core.play import dice
from darsena.games import games

USUAL = 4
GAMES = 1000  # of one call of a kernel


def plays() -> Iterator[tuple[str, Callable[[], int]]]:
    for game in games().values():
        seats = USUAL if USUAL in game.seats else game.seats[0]
        yield f"{game.title}, {seats} players", player(game, seats)
        if find_spec(f"{game.package}.fast") and find_spec("numba"):
            yield f"{game.title}, compiled", kernel(game)


def player(game: Game, seats: int) -> Callable[[], int]:
    rules, options, rng = game.rules, game.options(), Random(1)
    nature = dice(rng)

    def play() -> int:
        state, count = rules.new(seats, options), 0
        while wanted := rules.to_move(state):
            seat = wanted[0]
            if seat == CHANCE:
                state = rules.apply(state, CHANCE, nature(rules.chance(state)))
            else:
                moves = rules.moves(state, seat)
                state = rules.apply(state, seat, moves[int(rng.random() * len(moves))])
                count += 1
        return count

    return play


def kernel(game: Game) -> Callable[[], int]:
    playouts: Callable[[int, int], int] = import_module(f"{game.package}.fast").playouts
    seeds = count(step=GAMES)
    return lambda: int(playouts(GAMES, next(seeds)))
