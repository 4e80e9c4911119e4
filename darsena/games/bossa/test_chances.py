"""Chances of moves, for hints: exact where the end is near, estimates before, and from the view alone."""

from random import Random

import pytest

from ...core.game import CHANCE, Budget
from . import chances as module
from . import rules
from .chances import chances
from .state import Choose, Options
from .test_positions import position
from .test_rules import play
from .test_secrets import dealt

FEW = Budget(seconds=None, nodes=200)


def asked(state, seat=0, seed=1, budget=FEW):
    return chances(rules.view(state, seat), rules.moves(state, seat), Random(seed), budget)


@pytest.fixture(params=["compiled", "plain"])
def way(request, monkeypatch):
    if request.param == "plain":
        monkeypatch.setattr(module, "ready", lambda seconds: False)
    else:
        pytest.importorskip("numba")
    return request.param


def test_every_legal_move_gets_a_chance(way):
    state = play(dealt(), "roll 5 2", "choose white", "draw 6.0")
    found = asked(state, 1)
    assert [each.move for each in found] == list(rules.moves(state, 1))
    assert all(0 <= each.chance <= 1 for each in found)


def test_a_won_game_is_seen(way):
    state = position("[3]", "[5]", hand="4.0", other="0.1 0.2", unseen="1.1 1.2 1.3")
    best = max(asked(state), key=lambda each: each.chance)
    assert best.move.tiles == state.hands[0]
    assert best.chance == 1.0


def test_choices_before_the_hands_are_open_have_chances_too(way):
    found = asked(play(dealt(), "roll 5 2"))
    assert [each.move for each in found] == [Choose("white"), Choose("black"), Choose("first")]
    assert not any(each.exact for each in found)


def test_who_may_not_move_gets_none(way):
    assert not asked(position(hand="4.0"), 1)


def test_near_the_end_all_of_them_are_exact():
    pytest.importorskip("numba")
    from .test_solve import endgames, plain

    for state in endgames(3, 12):
        if rules.to_move(state) == (CHANCE,):
            continue
        for each in asked(state, state.turn):
            assert each.exact
            after = rules.apply(state, state.turn, each.move)
            assert each.chance == pytest.approx(plain(after, state.turn), abs=1e-7)


def test_the_same_seed_and_nodes_give_the_same_chances(way):
    state = play(dealt(), "roll 5 2", "choose white", "draw 6.0")
    assert asked(state, 1) == asked(state, 1)
    assert asked(state, 1) != asked(state, 1, seed=2)


def test_in_the_basic_rules_too(way):
    state = play(rules.new(2, Options("basic")), *(f"draw {tile}" for tile in rules.TILES[:8]), "roll 5 2", "draw 6.0")
    assert len(asked(state, 0)) == len(rules.moves(state, 0))
