"""§3 planting, §4 the middle of the turn, §5 drawing."""

from .cards import Bean
from .moves import Buy, Done, Harvest, Plant
from .rules import moves, to_move
from .state import Beans, Phase
from .test_positions import after, beans, drawn, refused, table

PLANT = """
    plant, isla, active 0
    bohnbay: wax
    bohnanco: wax
    0: hand blue chili red | fields - chili2
    1: hand soy | fields soy1 -
    2: hand soy
"""
TRADE = """
    trade, isla, active 0
    up: coffee wax
    bohnbay: wax
    bohnanco: wax
    0: hand blue | fields wax1 -
    1: hand soy | fields soy1 - | received red
    2: hand soy
"""


def test_3_1_the_first_card_must_be_planted_and_the_second_may_be():
    state = table(PLANT)
    refused(state, "0 done", "plant the first card", "3.1")
    one = after(state, "0 plant blue 1")
    assert after(one, "0 done").due == ("up", "up")
    two = after(one, "0 plant chili 2")
    assert two.players[0].fields == (Beans(Bean.BLUE, 1), Beans(Bean.CHILI, 3))
    refused(two, "0 plant red 1", "a third is never planted", "3.1")
    assert not any(isinstance(move, Plant) for move in moves(two, 0))


def test_3_1_only_the_first_card_and_only_in_the_own_turn():
    state = table(PLANT)
    refused(state, "0 plant chili 2", "the first card of your hand is blue bean", "3.1")
    refused(state, "1 plant soy 1", "only the active player plants from the hand", "3.1")
    refused(state, "1 done", "only the active player ends a phase", "4.5")


def test_3_1_with_an_empty_hand_the_phase_is_skipped():
    state = table(
        """
        trade, isla, active 0
        bohnbay: wax
        bohnanco: wax
        0: hand blue
        1: hand
        2: hand soy
        """
    )
    state = drawn(after(state, "0 done"), "red red red")
    assert (state.active, state.phase, state.due) == (1, Phase.TRADE, ("up", "up"))


def test_3_1_the_last_card_planted_still_needs_a_word():
    state = after(table(PLANT.replace("blue chili red", "blue")), "0 plant blue 1")
    assert to_move(state) == (0,)
    assert Done() in moves(state, 0)
    refused(state, "0 plant blue 1", "your hand is empty", "3.1")


def test_3_2_a_field_grows_one_type_and_a_type_on_several_fields():
    state = table(PLANT)
    refused(state, "0 plant blue 2", "field 2 grows chili bean", "3.2")
    refused(state, "0 plant blue 3", "you have no field 3", "2.1")
    state = after(state, "0 harvest 2", "0 plant blue 1", "0 plant chili 2")
    assert state.players[0].fields == (Beans(Bean.BLUE, 1), Beans(Bean.CHILI, 1))
    same = table(PLANT.replace("hand blue", "hand chili"))
    assert after(same, "0 plant chili 1").players[0].fields == (Beans(Bean.CHILI, 1), Beans(Bean.CHILI, 2))


def test_3_2_what_fits_nowhere_needs_a_harvest_or_the_third_field():
    stuck = table(PLANT.replace("- chili2", "red2 chili2 | coins red×3"))
    assert set(map(type, moves(stuck, 0))) >= {Harvest, Buy}
    assert not any(isinstance(move, Plant) for move in moves(stuck, 0))
    assert after(stuck, "0 buy field", "0 plant blue 3").players[0].fields[2] == Beans(Bean.BLUE, 1)


def test_3_3_no_move_takes_a_hand_card_onto_a_ship():
    state = table(PLANT)
    refused(state, "0 load 1 1", "field 1 is empty", "6.6")
    assert after(state, "0 plant blue 1").players[0].merchants == state.players[0].merchants


def test_4_1_two_cards_are_turned_up_once():
    state = after(table(PLANT), "0 plant blue 1", "0 done")
    refused(state, "1 harvest 1", "nobody moves in between", "5.2")
    state = drawn(state, "wax red")
    assert state.up == beans("wax red")
    assert to_move(state) == (0,)
    refused(state, "1 sail 1 bohnbay 1", "only the active player", "4.1")
    refused(table(PLANT), "0 sail 1 bohnbay 1", "that is done in phase 2", "4.1")
    refused(table(PLANT), "0 offer - - wax -", "cards are traded in phase 2", "4.2")


def test_4_4_received_and_turned_up_cards_are_planted_in_any_order():
    state = table(TRADE)
    assert to_move(state) == (1, 0)
    state = after(state, "0 plant coffee 2", "1 plant red 2", "0 plant wax 1")
    assert state.up == state.players[1].received == ()
    assert state.players[0].fields == (Beans(Bean.WAX, 2), Beans(Bean.COFFEE, 1))
    refused(table(TRADE), "1 plant coffee 2", "you have no coffee bean to plant", "4.4")
    refused(table(TRADE), "0 plant blue 2", "you have no blue bean to plant", "4.4")


def test_4_4_a_received_card_is_planted_before_the_same_turned_up():
    state = table(TRADE.replace("fields wax1 -", "fields wax1 - | received wax"))
    state = after(state, "0 plant wax 1")
    assert (state.up, state.players[0].received) == (beans("coffee wax"), ())


def test_4_5_the_phase_ends_when_nothing_is_left_unplanted():
    state = table(TRADE)
    refused(state, "0 done", "has to be planted first", "4.5")
    state = after(state, "0 plant coffee 2", "0 plant wax 1")
    refused(state, "0 done", "has to be planted first", "4.5")
    refused(after(state, "1 plant red 2"), "1 done", "only the active player ends a phase", "4.5")
    assert after(state, "1 plant red 2", "0 done").phase == Phase.DRAW


def test_4_5_waiting_offers_lapse():
    state = table(TRADE.replace("up: coffee wax", "up:").replace("received red", "received"))
    state = after(state, "0 offer - 1 - soy", "1 offer 0 1 - -", "0 done")
    assert state.offers == ()
    assert [player.offered for player in state.players] == [(), (), ()]


def test_5_1_the_draw_depends_on_the_number_of_players():
    for seats, cards in {3: 3, 4: 3, 5: 4, 6: 5, 7: 5}.items():
        deck = "isla" if seats < 6 else "isla+expansion"
        lines = [f"{seat}: hand soy" for seat in range(seats)]
        state = table("\n".join([f"trade, {deck}, active 1", "bohnbay: wax", "bohnanco: wax", *lines]))
        assert after(state, "1 done").due == (1,) * cards


def test_5_2_empty_ports_get_five_cards_bohnbay_first():
    state = table("trade, isla, active 0\n bohnanco: \n 0: hand soy\n 1: hand soy\n 2: hand soy")
    state = after(state, "0 done")
    assert state.due == (0, 0, 0, *["bohnbay"] * 5, *["bohnanco"] * 5)
    state = drawn(state, "red red red wax wax wax wax chili")
    assert state.ports == (beans("wax wax wax wax chili"), ())
    refused(state, "0 done", "nobody moves in between", "5.2")
    refused(state, "0 draw red", "nobody draws for another", "5.2")


def test_5_3_then_the_next_player_is_active():
    state = table(
        """
        trade, isla, active 2
        bohnbay: wax
        bohnanco: wax
        0: hand soy
        1: hand soy
        2: hand soy
        """
    )
    state = drawn(after(state, "2 done"), "red red red")
    assert (state.active, state.phase) == (0, Phase.PLANT)
    refused(state, "* draw red", "no card is due", "5.2")
