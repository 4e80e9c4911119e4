"""Hints in coins: what an offer is worth to both sides, and which move is the best."""

from random import Random

import pytest

from ...core.game import Budget
from ...core.notation import write
from .hints import hints
from .moves import Accept, Buy, Decline, Offer, Plant
from .rules import moves, view
from .test_positions import after, table
from .test_worth import QUIET
from .worth import offer_worth


def asked(state, seat=0):
    found = hints(view(state, seat), moves(state, seat), Random(1), Budget())
    return sorted(found, key=lambda hint: -hint.worth)


def test_an_offer_is_told_in_coins_to_both_sides():
    state = after(table(QUIET), "0 offer 1 - soy red")
    [offer] = state.offers
    best = next(hint for hint in asked(state, 1) if isinstance(hint.move, Accept))
    mine, theirs = offer_worth(view(state, 1), offer, 1), offer_worth(view(state, 1), offer, 0)
    assert best.worth == pytest.approx(mine, abs=0.01)
    worths = dict(best.why.params)
    assert dict(worths["mine"].params)["coins"] == pytest.approx(mine)
    assert dict(worths["theirs"].params)["coins"] == pytest.approx(abs(theirs))


def test_a_good_offer_is_taken_and_a_bad_one_is_not():
    good, bad = after(table(QUIET), "0 offer 1 - soy -"), after(table(QUIET), "0 offer 1 - - red,wax")
    assert isinstance(asked(good, 1)[0].move, Accept)
    kinds = [type(hint.move) for hint in asked(bad, 1)]
    assert kinds.index(Decline) < kinds.index(Accept)


def test_what_is_not_in_hand_is_said_not_to_be():
    state = after(table(QUIET), "0 offer 2 - soy wax")
    [no] = [hint for hint in asked(state, 2) if isinstance(hint.move, Decline)]
    assert str(no.why) == "You do not have what is wanted for it."


def test_the_first_card_goes_where_its_like_grows():
    state = table("plant, isla, active 0\n 0: hand blue red | fields blue3 -\n 1: hand soy\n 2: hand soy")
    best, *rest = asked(state)
    assert write(best.move) == "plant blue 1"
    assert any(hint.move == Plant(best.move.bean, 2) for hint in rest)


def test_offers_are_hinted_to_whoever_trades():
    offers = [hint for hint in asked(table(QUIET)) if isinstance(hint.move, Offer)]
    assert offers
    assert all("Likeliest taker" in str(hint.why) for hint in offers)


def test_a_third_field_is_bought_while_it_pays():
    rich = table("plant, isla, active 0\n 0: hand blue | fields red1 soy1 | coins red×4\n 1: hand soy\n 2: hand soy")
    assert asked(rich)[0].move == Buy("field")
