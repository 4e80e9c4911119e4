"""Hints for bids: the cases are those of the rules, the perfect mix is the solved one."""

from random import Random

import pytest

from ...core.game import Budget, say
from ...core.hints import named
from . import GAME
from .hints import cases, hints
from .rules import GOAL, Bid, State, apply, auction, moves, view


def asked(state, seat=0, seed=1):
    return hints(view(state, seat), moves(state, seat), Random(seed), Budget())


@pytest.mark.parametrize("stocks", [(10, 10), (7, 31), (40, 3), (10, 20, 5), (0, 12, 12)])
def test_the_cases_tell_what_the_auction_does(stocks):
    """Against every highest bid of the others, with all further ones far below."""
    seen = view(State(stocks, (None,) * len(stocks)), 0)
    for bid in (0, 1, 9, 30, 85):
        rows = [(*limits(when), str(then)) for when, then in cases(seen, 0, bid)]
        for top in range(140):
            [then] = [then for least, most, then in rows if least <= top <= most]
            after, _ = auction(seen.lot, stocks, (bid, top, *[0] * (len(stocks) - 2)))
            least, most = gains(then, stocks[0])
            if len(stocks) == 2 or top > 0:
                assert least <= after[0] - stocks[0] <= most, (bid, top, then)


def test_a_bid_that_is_not_made_yet_is_not_called_sealed():
    assert named(GAME, 0, view(State((10, 10), (None, None)), 0), Bid(15)) == say("Seal {value}", value=15)


def limits(when):
    """The bids that a row is about."""
    words = dict(when.params)
    return words.get("least", words.get("n")), words.get("most", words.get("n", 10**9))


def gains(then, mine):
    """The least and the most that a row promises."""
    if "lose your stock" in then:
        return -mine, -mine
    if "get nothing" in then:
        return 0, 0
    if "difference" in then:
        return -mine, 10**9
    numbers = [int(word.replace("\N{MINUS SIGN}", "-")) for word in then.split(": ")[1].split(" to ")]
    return numbers[0], numbers[-1]


def test_for_two_the_hint_is_the_perfect_mix():
    state = State((60, 40), (None, None))
    bids = {asked(state, seed=seed)[0].move.amount for seed in range(2000)}
    assert bids == set(range(60))
    assert asked(state)[0].worth == pytest.approx(0.56012, abs=5e-6)


def test_with_three_the_first_hint_is_to_win_where_the_crate_wins_the_game():
    before = State((120, 60, 50), (None,) * 3)
    state = before
    for seat in range(3):
        state = apply(state, seat, Bid(100))
    assert max(state.stocks) < GOAL <= max(state.stocks) + state.stocks[0]
    best, *rest = asked(state)
    assert rest
    assert best.move.amount > 100
    assert best.worth > 0.5
