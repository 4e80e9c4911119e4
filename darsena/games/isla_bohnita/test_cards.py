"""§1 cards, §2 set-up."""

from random import Random

import pytest

from ...core.game import CHANCE, Refused
from ...core.play import dice, settle
from . import rules
from .cards import Bean, coins, deck_for, full_deck, next_step, spread
from .state import Options, Phase, Ship
from .test_positions import after, drawn, refused, table


def started(seats, deck="auto", seed=0):
    return settle(rules, rules.new(seats, Options(deck)), dice(Random(seed)))[0]


def test_1_1_cards_bring_coins_by_steps():
    assert [coins(Bean.COFFEE, count) for count in (0, 3, 4, 6, 7, 10, 12, 24)] == [0, 0, 1, 1, 2, 3, 4, 4]
    assert [coins(Bean.RED, count) for count in range(9)] == [0, 0, 1, 2, 3, 4, 4, 4, 4]
    assert [coins(Bean.GARDEN, count) for count in range(7)] == [0, 0, 2, 3, 3, 3, 3]
    assert [coins(Bean.COCOA, count) for count in range(5)] == [0, 0, 2, 3, 4]
    assert [coins(Bean.MOCHA, count) for count in (4, 5, 8, 11, 13, 28)] == [0, 1, 2, 3, 4, 4]


def test_1_1_the_next_step_is_the_number_that_brings_more():
    assert next_step(Bean.BLUE, 0) == 4
    assert next_step(Bean.BLUE, 4) == 6
    assert next_step(Bean.BLUE, 10) is None
    assert next_step(Bean.GARDEN, 0) == 2


@pytest.mark.parametrize(
    ("deck", "sizes"),
    [
        ("base", {3: 104, 4: 104, 5: 104}),
        ("isla", {2: 124, 3: 124, 4: 124, 5: 152}),
        ("isla+expansion", {2: 126, 3: 140, 4: 152, 5: 162, 6: 180, 7: 190}),
    ],
)
def test_1_2_the_decks_have_their_sizes(deck, sizes):
    assert {seats: len(spread(full_deck(seats, deck))) for seats in sizes} == sizes


def test_1_2_the_deck_follows_the_number_of_players():
    assert [deck_for(seats, "auto") for seats in range(2, 8)] == ["isla"] * 4 + ["isla+expansion"] * 2


@pytest.mark.parametrize(
    ("seats", "deck", "sentence"),
    [
        (1, "auto", "for 2 to 7 players, not 1"),
        (8, "isla+expansion", "for 2 to 7 players, not 8"),
        (2, "base", "for 3 to 5 players, not 2"),
        (6, "base", "for 3 to 5 players, not 6"),
        (6, "isla", "with 6 players the island needs the expansion"),
        (4, "mocha", "there is no deck “mocha”"),
    ],
)
def test_1_2_what_does_not_go_together_is_refused(seats, deck, sentence):
    with pytest.raises(Refused, match=sentence):
        rules.new(seats, Options(deck))


def test_2_1_two_fields_and_one_merchant_ship_each():
    for player in started(4).players:
        assert player.fields == (None, None)
        assert player.merchants == (Ship(),)
        assert player.pirate is None


def test_2_1_one_of_each_is_bought_and_no_more():
    rich = table(
        """
        plant, isla, active 0
        0: hand red | fields - - - | ships - - | pirate - | coins red×8
        1: hand soy
        2: hand soy
        """
    )
    for what in ("field", "merchant", "pirate"):
        refused(rich, f"0 buy {what}", "you have bought that already", "2.1")
    refused(rich, "0 sell 2", "this ship is empty", "6.6")
    refused(rich, "0 harvest 4", "you have no field 4", "2.1")
    refused(rich, "1 sell 2", "there is no merchant ship 2", "2.1")
    refused(rich, "1 sell pirate", "you have no pirate ship", "2.1")


def test_2_2_the_ports_are_laid_first_then_the_hands():
    state = rules.new(3, Options())
    assert rules.to_move(state) == (CHANCE,)
    state = drawn(state, "wax chili red red soy blue blue blue blue green")
    assert state.ports[0][:2] == (Bean.WAX, Bean.CHILI)
    assert state.ports[1][-1] == Bean.GREEN
    state = drawn(state, "soy soy red")
    assert state.players[0].hand == (Bean.SOY, Bean.SOY, Bean.RED)
    assert (state.players[1].hand, state.phase) == ((), Phase.DEAL)
    assert started(3).active == 0


def test_2_2_a_stranger_has_no_seat():
    refused(started(3), "5 done", "there is no seat 6 at this table", "2.2")


def test_2_3_hands_of_three_four_five_and_six():
    assert [len(player.hand) for player in started(6).players] == [3, 4, 5, 6, 6, 6]
    assert [len(player.hand) for player in started(2).players] == [5, 5]
    assert sum(started(4).pile) == 124 - 10 - 18


def test_2_4_new_cards_go_to_the_back_of_the_hand():
    state = table(
        """
        trade, isla, active 0
        0: hand blue chili
        1: hand soy
        2: hand soy
        """
    )
    state = drawn(after(state, "0 done"), "red green soy")
    assert state.players[0].hand == tuple(map(Bean, ["blue", "chili", "red", "green", "soy"]))
