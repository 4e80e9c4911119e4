"""§8 exhaustion and the end, §9 the base game, §10 the duel."""

from .cards import Bean, counted
from .moves import Discard, Harvest, Offer, Plant, Sail, Sell
from .rules import moves, outcome, to_move
from .state import Beans, Phase, Ship
from .test_cards import started
from .test_positions import after, beans, drawn, refused, table

DRAWING = """
    trade, isla, active 0
    bohnbay: wax
    bohnanco: wax
    pile: red red
    discards: soy soy soy
    exhausted: 0
    0: hand blue | fields wax5 red1 | ships wax5 | pirate red1 | coins red
    1: hand soy soy | fields soy4 - | ships red1
    2: hand soy
"""


def test_8_1_the_discards_are_shuffled_when_the_last_card_is_drawn():
    state = drawn(after(table(DRAWING), "0 done"), "red red")
    assert (state.exhausted, state.pile, state.discards) == (1, counted(beans("soy soy soy")), ())
    assert drawn(state, "soy").active == 1


def test_8_1_even_if_no_further_card_is_needed():
    state = drawn(after(table(DRAWING.replace("pile: red red", "pile: red red red")), "0 done"), "red red red")
    assert (state.exhausted, state.active, sum(state.pile)) == (1, 1, 3)


def test_8_1_the_third_time_the_game_ends():
    state = drawn(after(table(DRAWING.replace("exhausted: 0", "exhausted: 2")), "0 done"), "red red")
    assert state.exhausted == 3
    assert state.phase == Phase.OVER
    assert to_move(state) == ()
    assert state.players[0].hand == beans("blue red red")


TURNING = """
    plant, isla, active 0
    bohnbay: wax
    bohnanco: wax
    pile: red
    exhausted: 2
    0: hand blue
    1: hand soy
    2: hand soy
"""


def test_8_2_in_phase_2_the_phase_is_finished_and_nothing_is_drawn():
    state = drawn(after(table(TURNING), "0 plant blue 1", "0 done"), "red")
    assert (state.closing, state.up, to_move(state)) == (True, beans("red"), (0,))
    state = after(state, "0 offer - - red soy", "1 accept 0 red 1", "0 plant soy 2", "1 plant red 1", "0 done")
    assert state.phase == Phase.OVER
    assert outcome(state) is not None


def test_8_2_a_shuffle_waits_for_discards():
    state = table(TURNING.replace("exhausted: 2", "exhausted: 0").replace("pile: red", "pile: red red"))
    state = drawn(after(state, "0 plant blue 1", "0 done"), "red red")
    assert (state.exhausted, sum(state.pile), state.phase) == (1, 0, Phase.TRADE)
    state = after(state, "0 plant red 2", "0 harvest 1", "0 plant red 2", "0 harvest 2", "0 done")
    assert (state.exhausted, state.pile, state.discards) == (1, counted(beans("blue red")), ())


def test_8_2_without_any_card_the_game_ends_as_at_the_third_exhaustion():
    state = table(TURNING.replace("exhausted: 2", "exhausted: 0"))
    state = drawn(after(state, "0 plant blue 1", "0 done"), "red")
    assert (state.closing, state.exhausted) == (True, 1)
    assert after(state, "0 plant red 2", "0 done").phase == Phase.OVER
    dry = table(TURNING.replace("plant,", "trade,").replace("pile: red", "pile:"))
    assert after(dry, "0 done").phase == Phase.OVER


def test_8_3_everything_that_brings_a_coin_is_sold():
    state = drawn(after(table(DRAWING.replace("exhausted: 0", "exhausted: 2")), "0 done"), "red red")
    first, second, _ = state.players
    assert first.coins == beans("red wax wax")
    assert (first.fields, first.merchants) == ((None, None), (Ship(),))
    assert first.pirate == Ship(None, Beans(Bean.RED, 1))
    assert (second.coins, second.merchants[0].load) == (beans("soy soy"), Beans(Bean.RED, 1))


def test_8_3_the_pirates_freeze_does_not_bind_the_final_sale():
    state = table(DRAWING.replace("exhausted: 0", "exhausted: 2").replace("ships red1", "ships red2"))
    state = drawn(after(state, "0 raid 1 1", "1 yield", "0 done"), "red red")
    assert state.players[0].coins == beans("red wax wax red")


def test_8_4_most_coins_then_most_cards_then_together():
    over = "over, isla, active 0\n 0: hand red | coins red×3\n 1: hand {} | coins red×3\n 2: hand red | coins red×{}"
    assert outcome(table(over.format("red", 4))).winners == (2,)
    assert outcome(table(over.format("red red", 2))).winners == (1,)
    assert "more cards in hand" in str(outcome(table(over.format("red red", 2))).reason)
    assert outcome(table(over.format("red", 2))).winners == (0, 1)
    assert outcome(table(over.format("red", 2))).scores == (3, 3, 2)


BASE = """
    trade, base, active 0
    up: wax red
    0: hand blue | fields - - | coins red×5
    1: hand soy | fields red1 -
    2: hand soy
"""


def test_9_1_five_cards_each_and_no_ships():
    state = started(4, "base")
    assert [len(player.hand) for player in state.players] == [5] * 4
    assert (state.ports, state.players[0].merchants) == ((), ())
    refused(table(BASE), "0 buy pirate", "there are no ships in the base game", "9.1")
    refused(table(BASE), "0 sail 1 bohnbay 1", "there are no ships in the base game", "9.1")
    refused(table(BASE), "0 sell 1", "there are no ships in the base game", "9.1")
    refused(table(BASE), "1 load 1 1", "there are no ships in the base game", "9.1")
    assert after(table(BASE), "0 buy field").players[0].fields == (None,) * 3


def test_9_1_planting_waits_for_the_end_of_the_trading():
    state = after(table(BASE), "0 offer 1 - red soy", "1 accept 0 red 1")
    refused(state, "1 plant red 1", "planting waits until the trading is over", "9.1")
    refused(state, "0 plant wax 1", "planting waits until the trading is over", "9.1")
    assert to_move(state) == (0,)
    state = after(state, "0 done")
    assert (state.phase, to_move(state)) == (Phase.SOW, (1, 0))
    refused(state, "0 offer 2 1 - soy", "the trading of this turn is over", "9.1")
    refused(state, "0 done", "has to be planted first", "4.5")
    state = after(state, "0 plant wax 1", "1 plant red 1", "0 plant soy 2")
    assert (state.phase, to_move(state)) == (Phase.SOW, (0,))
    state = after(state, "0 done")
    assert (state.phase, state.due) == (Phase.DRAW, (0, 0, 0))


def test_9_1_the_draw_is_three_whatever_the_number_of_players():
    lines = [f"{seat}: hand soy" for seat in range(5)]
    assert after(table("\n".join(["trade, base, active 0", *lines])), "0 done").due == (0, 0, 0)


DUEL = """
    plant, isla, active 0
    bohnbay: wax
    bohnanco: wax
    discards: chili soy red
    0: hand blue chili red | fields soy2 - | ships wax5 | coins blue×6
    1: hand soy | fields soy2 - | ships wax5 | pirate - | coins red×2
"""


def test_10_1_five_cards_draw_two_and_no_trading():
    assert [len(player.hand) for player in started(2).players] == [5, 5]
    state = table(DUEL.replace("plant,", "trade,"))
    assert after(state, "0 done").due == (0, 0)
    refused(state, "0 offer 1 1 - soy", "there is no trading in the duel", "10.1")
    assert not any(isinstance(move, Offer) for move in moves(state, 0))


def test_10_2_one_hand_card_is_discarded_from_any_position():
    state = after(table(DUEL), "0 discard 1", "0 plant chili 2")
    assert (state.players[0].hand, state.discards[-1]) == (beans("red"), Bean.BLUE)
    refused(state, "0 discard 1", "you have discarded a card in this turn", "10.2")
    between = after(table(DUEL), "0 plant blue 2", "0 discard 2")
    assert between.players[0].hand == beans("chili")
    assert Discard(3) in moves(table(DUEL), 0)


def test_10_2_the_only_card_may_be_discarded():
    state = after(table(DUEL.replace("hand blue chili red", "hand blue")), "0 discard 1", "0 done")
    assert state.due == ("up", "up", "up")


def test_10_2_not_otherwise():
    refused(table(DUEL), "1 discard 1", "in your own phase 1", "10.2")
    refused(table(DUEL), "0 discard 4", "there is no card 4 in your hand of 3", "10.2")
    refused(table(DUEL.replace("plant,", "trade,")), "0 discard 1", "in your own phase 1", "10.2")
    refused(table(DRAWING.replace("trade,", "plant,")), "0 discard 1", "only in the duel", "10.2")


def test_10_3_three_are_turned_up_and_matching_discards_join():
    state = after(table(DUEL), "0 plant blue 2", "0 done")
    joined = drawn(state, "soy red green")
    assert (joined.up, joined.discards) == (beans("soy red green red soy"), beans("chili"))
    assert drawn(state, "soy green green").up == beans("soy green green")


def test_10_3_after_a_shuffle_there_is_nothing_to_join():
    state = after(table(DUEL + "pile: soy red green\n"), "0 plant blue 2", "0 done")
    state = drawn(state, "soy red green")
    assert (state.up, state.discards, sum(state.pile)) == (beans("soy red green"), (), 3)


def test_10_4_all_of_them_must_be_planted():
    state = table(DUEL.replace("plant,", "trade,") + "up: soy red\n")
    refused(state, "0 done", "has to be planted first", "4.5")
    assert {move for move in moves(state, 0) if isinstance(move, Plant)} == {
        Plant(Bean.SOY, 1),
        Plant(Bean.SOY, 2),
        Plant(Bean.RED, 2),
    }
    assert after(state, "0 plant red 2", "0 plant soy 1", "0 done").phase == Phase.DRAW


def test_10_5_harvests_and_sales_only_in_the_own_turn():
    state = table(DUEL)
    for move in ("1 harvest 1", "1 sell 1"):
        refused(state, move, "in the duel you harvest and sell only in your own turn", "10.5")
    refused(
        table(DUEL.replace("soy2 - | ships wax5 | pirate", "soy2 - | ships - | pirate")), "1 load 1 1", "duel", "10.5"
    )
    assert not any(isinstance(move, Harvest | Sell | Sail) for move in moves(state, 1))
    assert after(state, "0 harvest 1", "0 sell 1", "0 buy pirate").players[0].pirate == Ship()


def test_10_5_an_attacked_ship_may_be_sold():
    state = table(DUEL.replace("plant,", "trade,").replace("active 0", "active 1"))
    state = after(state, "1 raid 0 1", "0 sell 1")
    assert state.players[0].coins[-1] == Bean.WAX


def test_10_6_coins_paid_lie_aside_until_the_next_shuffle():
    state = after(table(DUEL + "pile: red\n"), "0 buy pirate")
    assert (state.aside, state.discards) == (beans("blue blue"), beans("chili soy red"))
    state = drawn(after(state, "0 plant blue 2", "0 done"), "red")
    assert (state.aside, sum(state.pile)) == ((), 5)


def test_10_6_they_do_not_come_back_without_a_discard():
    state = after(table(DUEL.replace("discards: chili soy red", "discards:") + "pile: red\n"), "0 buy pirate")
    state = drawn(after(state, "0 plant blue 2", "0 done"), "red")
    assert (state.closing, state.aside) == (True, beans("blue blue"))
