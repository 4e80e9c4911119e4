"""Random plays of any game: what the laws are checked on."""

from importlib import import_module
from typing import Any, NamedTuple

from darsena.core import options
from darsena.core.game import CHANCE, Game, Refused
from darsena.core.play import Row
from darsena.games import games

MAX_MOVES = 20_000


class Kind(NamedTuple):
    """A game with a number of players and options."""

    game: Game
    seats: int
    options: Any

    def __str__(self):
        words = [f"{name}={word}" for name, word in options.write(self.options).items()]
        return "-".join([self.game.id, str(self.seats), *words])

    def new(self):
        return self.game.rules.new(self.seats, self.options)


def kinds():
    """Every game, number of players and options that go together."""
    for game in games().values():
        for seats in game.seats:
            for chosen in options.every(game):
                kind = Kind(game, seats, chosen)
                try:
                    kind.new()
                except Refused:
                    continue
                yield kind


def possible(rules, state, seat):
    return [move for move, _ in rules.chance(state)] if seat == CHANCE else rules.moves(state, seat)


def mover(rules, state, seats, rng):
    """Somebody whose decision is wanted, or now and then somebody who may move out of turn."""
    wanted = rules.to_move(state)
    if wanted != (CHANCE,) and rng.random() < 0.1:
        free = [seat for seat in range(seats) if rules.moves(state, seat)]
        return rng.choice(free or wanted)
    return rng.choice(wanted)


def play(kind, rng):
    """One random play: the row that is about to be played with the state before and after it."""
    rules, state, count = kind.game.rules, kind.new(), 0
    while rules.to_move(state):
        seat = mover(rules, state, kind.seats, rng)
        move = rng.choice(possible(rules, state, seat))
        before, state = state, rules.apply(state, seat, move)
        count += 1
        assert count < MAX_MOVES, "this game does not end"
        yield before, Row(seat, move), state


def disguise(game):
    """The function of a game's own tests that changes only what a seat must not know."""
    return import_module(f"{game.package}.test_secrets").disguise
