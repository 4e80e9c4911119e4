"""§6 harvest and sale, §7 purchases, §11.1 at any time."""

from .cards import Bean
from .moves import Buy, Harvest, Load, Sell, Unload
from .rules import moves
from .state import Beans, Ship
from .test_positions import after, beans, drawn, refused, table

TABLE = """
    plant, isla, active 0
    bohnbay: wax
    bohnanco: wax
    0: hand blue | fields wax3 red2 | ships - red1@bohnanco | pirate wax4 | coins red
    1: hand soy | fields soy4 chili1 | ships wax5 | coins blue chili red soy
    2: hand soy | fields soy1 chili1 | ships red1
"""


def state():
    return table(TABLE)


def kinds(seat, *types, at=None):
    return [move for move in moves(at or state(), seat) if isinstance(move, types)]


def test_6_1_a_harvest_is_sold_at_once_also_for_nothing():
    sold = after(state(), "1 harvest 1")
    assert sold.players[1].fields == (None, Beans(Bean.CHILI, 1))
    assert sold.players[1].coins == beans("blue chili red soy soy soy")
    assert after(state(), "0 harvest 1").players[0].coins == beans("red")


def test_6_1_or_loaded_as_a_whole_wherever_the_ship_lies():
    loaded = after(state(), "0 load 2 2", "0 load 1 1")
    assert [ship.load for ship in loaded.players[0].merchants] == [Beans(Bean.WAX, 3), Beans(Bean.RED, 3)]
    assert loaded.players[0].fields == (None, None)
    assert kinds(0, Load) == [Load(1, 1), Load(2, 1), Load(2, 2)]
    refused(state(), "1 load 1 1", "the ship carries wax bean ×5", "4.7")


def test_6_2_a_load_is_sold_as_a_whole_for_at_least_one_coin():
    sold = after(state(), "1 sell 1")
    assert (sold.players[1].coins[-1], sold.players[1].merchants[0]) == (Bean.WAX, Ship())
    refused(state(), "2 sell 1", "red bean brings no coin, so it cannot be sold", "6.2")
    refused(state(), "0 sell pirate", "wax bean ×4 brings no coin", "6.2")
    assert kinds(1, Sell) == [Sell(1)]


def test_6_3_a_load_without_worth_is_unloaded_in_the_own_turn():
    unloaded = after(state(), "0 unload 2", "0 unload pirate")
    assert unloaded.discards == beans("red wax wax wax wax")
    assert (unloaded.players[0].merchants[1].load, unloaded.players[0].pirate) == (None, Ship())
    refused(state(), "2 unload 1", "only in your own turn", "6.3")
    worth = table(TABLE.replace("red1@bohnanco", "red2@bohnanco"))
    refused(worth, "0 unload 2", "red bean ×2 brings a coin: sell it", "6.3")
    assert kinds(0, Unload) == [Unload(2), Unload("pirate")]
    assert kinds(2, Unload) == []


def test_6_4_coins_are_cards_turned_over_and_the_rest_is_discarded():
    sold = after(state(), "1 harvest 1", "1 sell 1")
    assert sold.players[1].coins == beans("blue chili red soy soy soy wax")
    assert sold.discards == beans("soy soy wax wax wax wax")


def test_6_5_a_single_bean_is_protected_by_a_larger_field():
    refused(state(), "1 harvest 2", "a single bean is protected", "6.5")
    refused(state(), "1 load 2 1", "a single bean is protected", "6.5")
    assert kinds(1, Harvest) == [Harvest(1)]
    assert kinds(2, Harvest) == [Harvest(1), Harvest(2)]
    assert after(state(), "1 harvest 1", "1 harvest 2").players[1].fields == (None, None)


def test_6_6_nothing_comes_from_nothing():
    emptied = after(state(), "0 harvest 1", "0 unload 2")
    refused(emptied, "0 harvest 1", "field 1 is empty", "6.6")
    refused(emptied, "0 sell 2", "this ship is empty", "6.6")
    refused(emptied, "0 unload 1", "this ship is empty", "6.6")


def test_6_6_after_the_end_nothing_can_be_done():
    over = table(TABLE.replace("plant,", "over,"))
    refused(over, "1 harvest 1", "the game is over", "6.6")
    assert not moves(over, 1)


def test_7_1_purchases_at_any_time_by_their_price():
    bought = after(state(), "1 buy pirate")
    assert (bought.players[1].pirate, bought.players[1].coins) == (Ship(), beans("blue chili"))
    assert after(state(), "1 buy field").players[1].fields[2:] == (None,)
    assert after(state(), "1 buy merchant").players[1].merchants[1] == Ship()
    assert kinds(1, Buy) == [Buy("field"), Buy("merchant"), Buy("pirate")]
    refused(state(), "2 buy pirate", "that costs 2 coins, and you have 0", "7.1")
    refused(state(), "0 buy field", "that costs 3 coins, and you have 1", "7.1")


def test_7_1_the_second_merchant_ship_costs_less_with_more_players():
    for seats, cost in {2: 5, 3: 4, 4: 4, 5: 3}.items():
        lines = [f"{seat}: hand soy | coins red×6" for seat in range(seats)]
        buyer = after(table("\n".join(["plant, isla, active 0", *lines])), "1 buy merchant")
        assert len(buyer.players[1].coins) == 6 - cost


def test_7_2_coins_earned_last_are_paid_first_and_lie_lowest():
    assert after(state(), "1 buy field").discards == beans("soy red chili")


def test_11_1_these_moves_are_accepted_out_of_turn_in_every_phase():
    for phase in ("plant", "trade"):
        here = table(TABLE.replace("plant,", f"{phase},"))
        assert set(map(type, moves(here, 1))) >= {Harvest, Sell, Buy}
        after(here, "1 harvest 1", "1 sell 1", "1 load 2 1", "1 buy field")


def test_11_1_but_not_between_the_cards_of_one_drawing():
    drawing = drawn(after(table(TABLE.replace("plant,", "trade,")), "0 done"), "red")
    refused(drawing, "1 harvest 1", "nobody moves in between", "5.2")
    assert not moves(drawing, 1)
