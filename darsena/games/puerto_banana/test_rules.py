from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ...core import notation
from ...core.game import IllegalMove, Refused
from .account import Alone, Bust, Tie, Win
from .rules import Bid, Options, State, apply, auction, lot, moves, new, outcome, to_move, view


def bid(state, *amounts):
    """Everybody bids, the first seat first."""
    for seat, amount in enumerate(amounts):
        state = apply(state, seat, Bid(amount))
    return state


def stocked(*stocks):
    return State(stocks, (None,) * len(stocks))


def after(stocks, bids, lot=None):
    return auction(max(stocks) if lot is None else lot, stocks, bids)[0]


def steps(stocks, bids, lot=None):
    return auction(max(stocks) if lot is None else lot, stocks, bids)[1]


def refusal(state, seat, move):
    with pytest.raises(IllegalMove) as refused:
        apply(state, seat, move)
    return str(refused.value), refused.value.rule


def test_1_1_two_to_six_ships_start_with_ten_bananas():
    assert [new(seats, Options()).stocks for seats in range(2, 7)] == [(10,) * seats for seats in range(2, 7)]


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 100])
def test_1_1_fewer_or_more_are_refused(seats):
    with pytest.raises(Refused, match=f"2 to 6 players, not {seats}"):
        new(seats, Options())


def test_1_1_everybody_sees_all_stocks():
    assert all(view(stocked(3, 14, 15), seat).stocks == (3, 14, 15) for seat in (0, 1, 2, None))


@pytest.mark.parametrize("seat", [3, 100, -1, -2])
def test_1_1_a_seat_that_does_not_exist_is_refused(seat):
    assert refusal(new(3, Options()), seat, Bid(5)) == (f"there is no seat {seat + 1} at this table of 3", "1.1")


def test_2_1_the_lot_is_the_highest_stock():
    assert lot(new(4, Options())) == 10
    assert lot(stocked(7, 33, 12)) == view(stocked(7, 33, 12), 0).lot == 33


def test_2_1_the_lot_stays_when_the_richest_busts():
    assert after((50, 10, 10), bids=(500, 20, 15)) == (0, 55, 15)


def test_2_2_empty_ships_bid_for_ten():
    assert lot(stocked(0, 0, 0)) == 10
    assert bid(stocked(0, 0, 0), 3, 2, 1).stocks == (9, 1, 0)


def test_2_2_a_small_lot_is_taken_literally():
    assert lot(stocked(0, 3, 1)) == 3


def test_3_1_a_bid_has_no_upper_limit():
    assert bid(new(2, Options()), 10**300, 7).stocks == (10, 20)
    assert apply(new(2, Options()), 0, Bid(10**1000 - 1)).bids[0] == 10**1000 - 1


def test_3_1_zero_is_a_bid_like_any_other():
    assert after((10, 10, 10), bids=(0, 0, 0)) == (13, 13, 13)
    assert after((10, 10, 10), bids=(4, 0, 0)) == (16, 12, 12)


@pytest.mark.parametrize("amount", [-1, -(10**300), 2.5, 2.0, "12", None, True])
def test_3_1_whatever_is_no_whole_number_is_refused(amount):
    assert refusal(new(2, Options()), 0, Bid(amount)) == ("a bid is a whole number, zero or more", "3.1")


def test_3_1_moves_are_the_bids_worth_thinking_about():
    assert moves(new(2, Options()), 0) == tuple(Bid(amount) for amount in range(21))
    assert apply(new(2, Options()), 0, Bid(21))


def test_3_2_bidding_costs_nothing():
    assert apply(new(2, Options()), 0, Bid(15)).stocks == (10, 10)
    assert after((10, 10, 10), bids=(12, 11, 9)) == (19, 11, 10)


def test_3_3_who_has_bid_is_public():
    state = apply(new(3, Options()), 1, Bid(3))
    assert view(state, None).has_bid == (False, True, False)
    assert to_move(state) == (0, 2)


def test_3_3_all_bids_are_shown_at_once():
    state = apply(apply(new(3, Options()), 1, Bid(3)), 0, Bid(4))
    assert view(state, 2).account is None
    assert view(apply(state, 2, Bid(5)), 2).account.bids == (4, 3, 5)


def test_3_3_everybody_knows_their_own_bid():
    state = apply(new(3, Options()), 1, Bid(3))
    assert [view(state, seat).my_bid for seat in (0, 1, 2, None)] == [None, 3, None, None]


def test_3_4_a_bid_is_final():
    sealed = apply(new(2, Options()), 0, Bid(3))
    said = "your bid is sealed, and a sealed bid is final; wait for the others"
    assert refusal(sealed, 0, Bid(4)) == refusal(sealed, 0, Bid(3)) == (said, "3.4")
    assert moves(sealed, 0) == ()


def test_3_4_more_than_a_thousand_digits_are_refused():
    assert refusal(new(2, Options()), 0, Bid(10**1000)) == ("a bid has at most 1000 digits; write a smaller one", "3.4")
    with pytest.raises(notation.Unreadable, match="at most 1000 digits, and this one has 1001"):
        notation.read((Bid,), "bid " + "9" * 1001)
    assert notation.read((Bid,), "bid " + "9" * 1000) == Bid(10**1000 - 1)


@pytest.mark.parametrize(
    "word", ["-3", "+3", "2.5", "2,5", "1,000", "1.000", "1_000", "1'000", "1e3", "½", "twelve", "٣"]
)
def test_3_4_plain_digits_only(word):
    with pytest.raises(notation.Unreadable, match="is not a whole number in plain digits"):
        notation.read((Bid,), f"bid {word}")


@pytest.mark.parametrize("text", ["bid", "bid ", "bid 1 000", "bid 1\u202f000"])
def test_3_4_a_bid_is_one_word(text):
    with pytest.raises(notation.Unreadable, match="“bid” is written like this: bid AMOUNT"):
        notation.read((Bid,), text)


@pytest.mark.parametrize("text", ["", "   ", "12", "bet 12", "Bid 12"])
def test_3_4_other_words_are_no_bids(text):
    with pytest.raises(notation.Unreadable, match="there is no move"):
        notation.read((Bid,), text)


def test_3_4_leading_zeros_are_dropped():
    assert notation.read((Bid,), "bid 0012") == Bid(12)
    assert notation.write(Bid(12)) == "bid 12"


def test_4_1_the_highest_takes_the_lot_and_pays_the_difference_to_the_second():
    assert bid(new(2, Options()), 21, 18).stocks == (17, 13)  # the first worked example
    assert steps((10, 10), bids=(21, 18)) == (Win(0, lot=10, bonus=3, seconds=(1,), share=3, lost=0),)


def test_4_1_the_others_stay_as_they_are():
    assert after((10, 8, 6, 4), bids=(5, 12, 9, 0)) == (10, 15, 9, 4)


def test_4_2_the_lot_comes_before_the_bonus():
    assert after((10, 10, 10), bids=(20, 5, 1)) == (5, 25, 10)


def test_4_2_paying_everything_is_allowed():
    assert after((10, 10, 10), bids=(25, 5, 1)) == (0, 30, 10)
    assert after((10, 10, 10), bids=(26, 5, 1)) == (0, 16, 14)


def test_4_3_seconds_share_the_bonus_rounded_down():
    assert after((10, 10, 10, 10), bids=(17, 10, 10, 10)) == (13, 12, 12, 12)
    assert steps((10, 10, 10, 10), bids=(17, 10, 10, 10)) == (
        Win(0, lot=10, bonus=7, seconds=(1, 2, 3), share=2, lost=1),
    )


def test_4_3_the_full_bonus_must_be_payable():
    assert after((10, 10, 10), bids=(21, 0, 0)) == (0, 15, 15)


def test_4_4_who_cannot_pay_loses_the_whole_stock():
    assert after((10, 10, 10), bids=(40, 12, 9)) == (0, 17, 13)
    assert steps((10, 10, 10), bids=(40, 12, 9))[0] == Bust(0, owed=28, had=20, lost=10)


def test_4_5_with_two_players_the_stock_is_kept():
    assert after((10, 10), bids=(60, 30)) == (10, 20)
    assert steps((10, 10), bids=(60, 30)) == (Bust(0, owed=30, had=20, lost=0), Alone(1, lot=10))


def test_4_5_two_left_of_three_are_no_table_of_two():
    assert after((10, 10, 10), bids=(90, 60, 8)) == (0, 0, 20)


def test_4_6_the_auction_is_judged_again_without_them():
    assert after((10, 10, 10), bids=(60, 20, 8)) == (0, 8, 22)


def test_4_6_several_can_bust_in_one_auction():
    assert after((10, 10, 10, 10, 10), bids=(500, 300, 100, 20, 15)) == (0, 0, 0, 15, 15)


def test_4_7_the_last_one_left_takes_the_lot():
    assert bid(new(3, Options()), 60, 30, 8).stocks == (0, 0, 20)  # the second worked example
    assert steps((10, 10, 10), bids=(60, 30, 8)) == (
        Bust(0, owed=30, had=20, lost=10),
        Bust(1, owed=22, had=20, lost=10),
        Alone(2, lot=10),
    )


def test_4_8_a_tie_for_highest_divides_the_lot():
    assert after((21, 4, 2), bids=(30, 30, 1)) == (31, 14, 2)  # the third worked example
    assert steps((21, 4, 2), bids=(30, 30, 1)) == (Tie((0, 1), lot=21, share=10, lost=1),)


def test_4_8_a_tie_after_a_bust_is_a_tie():
    assert after((10, 10, 10), bids=(60, 8, 8)) == (0, 15, 15)


def test_4_9_the_bust_bid_again_in_the_next_round():
    state = bid(new(3, Options()), 60, 30, 8)
    assert to_move(state) == (0, 1, 2)
    assert bid(state, 20, 15, 10).stocks == (15, 5, 20)


@pytest.mark.parametrize("best", [200, 201, 399])
def test_5_1_the_game_ends_at_two_hundred(best):
    state = stocked(20, best)
    assert to_move(state) == moves(state, 0) == ()
    assert refusal(state, 0, Bid(3)) == ("the game is over: a ship holds 200 bananas or more", "5.1")
    assert to_move(stocked(20, 199)) == (0, 1)


def test_5_1_a_bonus_can_end_it():
    assert outcome(bid(stocked(150, 60), 150, 0)).winners == (1,)


def test_5_2_the_highest_stock_wins():
    ending = outcome(stocked(210, 250, 3))
    assert (ending.winners, ending.scores, str(ending.reason)) == ((1,), (210, 250, 3), "250 bananas in the hold")


def test_5_3_equal_stocks_win_jointly():
    ending = outcome(stocked(210, 9, 210))
    assert ending.winners == (0, 2)
    assert [ending.share(seat) for seat in range(3)] == [0.5, 0, 0.5]


def test_5_4_there_is_no_limit_on_rounds():
    state = stocked(1, 1, 1)
    for _ in range(500):
        state = bid(state, 0, 0, 0)
    assert len(state.earlier) == 500
    assert to_move(state) == (0, 1, 2)


tables = st.integers(2, 6).flatmap(
    lambda seats: st.tuples(
        st.lists(st.integers(0, 199), min_size=seats, max_size=seats).map(tuple),
        st.lists(st.integers(0, 500) | st.integers(0, 10**300), min_size=seats, max_size=seats).map(tuple),
    )
)


@given(tables)
def test_nobody_ever_holds_less_than_nothing(table):
    stocks, bids = table
    assert min(bid(stocked(*stocks), *bids).stocks) >= 0


@given(tables)
def test_the_steps_explain_every_banana(table):
    stocks, bids = table
    state = bid(stocked(*stocks), *bids)
    expected = list(stocks)
    for step in state.account.steps:
        match step:
            case Bust(seat, _, _, lost):
                expected[seat] -= lost
            case Alone(seat, crate):
                expected[seat] += crate
            case Tie(seats, crate, share, lost):
                assert share * len(seats) + lost == crate
                for seat in seats:
                    expected[seat] += share
            case Win(seat, crate, bonus, seconds, share, lost):
                assert share * len(seconds) + lost == bonus
                expected[seat] += crate - bonus
                for second in seconds:
                    expected[second] += share
    assert state.stocks == tuple(expected)


@given(tables, st.randoms(use_true_random=False))
def test_the_order_of_sealing_means_nothing(table, rng: Random):
    stocks, bids = table
    state, order = stocked(*stocks), list(range(len(stocks)))
    rng.shuffle(order)
    for seat in order:
        state = apply(state, seat, Bid(bids[seat]))
    assert state == bid(stocked(*stocks), *bids)


@given(tables)
def test_the_order_of_the_seats_means_nothing(table):
    stocks, bids = table
    end = bid(stocked(*stocks), *bids).stocks
    for order in list(permutations(range(len(stocks))))[:24]:
        turned = bid(stocked(*(stocks[seat] for seat in order)), *(bids[seat] for seat in order))
        assert turned.stocks == tuple(end[seat] for seat in order)
