"""Hints of every game: legal moves, the best first, told in every language; and they know nothing the seat does not."""

from itertools import islice
from random import Random

import pytest

from darsena.core import hints
from darsena.core.game import CHANCE, Budget
from darsena.core.language import LANGUAGES, Voice
from darsena.games import games

from .plays import disguise, kinds, play

BUDGET = Budget(seconds=None, nodes=60)
DECISIONS = 5  # looked at in each play
GAMES = [game for game in games().values() if hints.given(game, game.seats[0])]


def decisions(kind, seed):
    """Some positions of a random play in which somebody is wanted."""
    rng = Random(seed)
    wanted = (
        (state, rng.choice(kind.game.rules.to_move(state)))
        for state, _, _ in play(kind, rng)
        if kind.game.rules.to_move(state) != (CHANCE,) and rng.random() < 0.3
    )
    return list(islice(wanted, DECISIONS))


def found(kind, state, seat):
    rules = kind.game.rules
    view, moves = rules.view(state, seat), rules.moves(state, seat)
    return hints.hints(kind.game, kind.seats, seat, view, moves, Random(1), BUDGET)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_hints_keep_the_laws(game):
    some = [kind for kind in kinds() if kind.game is game]
    for kind in {some[0], some[len(some) // 2], some[-1]}:
        for state, seat in decisions(kind, 1):
            tips = found(kind, state, seat)
            assert 0 < len(tips) <= hints.MOST
            assert [tip.worth for tip in tips] == sorted([tip.worth for tip in tips], reverse=True)
            for tip in tips:
                game.rules.apply(state, seat, tip.move)
                told(kind, state, seat, tip)
            assert found(kind, disguise(game)(state, seat, Random(2)), seat) == tips


def told(kind, state, seat, tip):
    """Everything that is said of a hint, in every language."""
    names = [f"P{number}" for number in range(kind.seats)]
    name = hints.named(kind.game, seat, kind.game.rules.view(state, seat), tip.move)
    for language in LANGUAGES:
        voice = Voice(language, kind.game, names, seat)
        said = [name, tip.measure, tip.why, *(word for case in tip.cases for word in case)]
        assert all(voice(message) and "{" not in voice(message) for message in said)


def test_there_are_games_with_hints():
    assert GAMES
