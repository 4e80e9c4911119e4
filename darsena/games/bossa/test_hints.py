"""Hints by chances: what wins at once comes first, and near the end they are exact."""

from random import Random

import pytest

from ...core.game import Budget
from . import rules
from .hints import hints
from .test_positions import position
from .test_rules import play
from .test_secrets import dealt

FEW = Budget(seconds=None, nodes=100)


def asked(state, seat=0):
    found = hints(rules.view(state, seat), rules.moves(state, seat), Random(1), FEW)
    return sorted(found, key=lambda hint: -hint.worth)


def test_the_winning_move_comes_first_and_says_why():
    pytest.importorskip("numba")
    state = position("[3]", "[5]", hand="4.0", other="0.1 0.2", unseen="1.1 1.2 1.3")
    best, *_ = asked(state)
    assert best.move.tiles == state.hands[0]
    assert str(best.measure) == "exactly 100.0 % to win"
    assert str(best.why) == "It ends the game: no tile left in hand."


def test_it_tells_where_both_hands_fit():
    state = play(dealt(), "roll 5 2", "choose white", "draw 6.0")
    whys = {str(hint.why) for hint in asked(state, 1)}
    assert any("Ends where a hand fits" in why for why in whys)
    assert all(1 <= hint.worth + 1 <= 2 or hint.worth < 0 for hint in asked(state, 1))
