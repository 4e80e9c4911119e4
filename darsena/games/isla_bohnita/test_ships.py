"""§4.6 to §4.14: merchant ships and pirates."""

import pytest

from ...core.notation import Unreadable, read
from .cards import Bean, Port
from .moves import MOVE_TYPES, Raid, Sell, Yield
from .rules import moves, to_move
from .state import Beans, Phase, Ship, Target
from .test_positions import after, beans, refused, table

TABLE = """
    trade, isla, active 0
    bohnbay: wax wax chili wax red
    bohnanco:
    0: hand blue | fields wax3 red2 | ships - soy2@bohnanco | pirate - | coins red
    1: hand soy | fields soy1 - | ships wax5 red1
    2: hand soy | ships wax6@bohnbay | pirate wax2
"""


def state():
    return table(TABLE)


def test_4_6_a_ship_takes_the_front_of_the_row():
    one, two = after(state(), "0 sail 1 bohnbay 1"), after(state(), "0 sail 1 bohnbay 2")
    assert one.players[0].merchants[0] == Ship(Port.BOHNBAY, Beans(Bean.WAX, 1))
    assert one.ports[0] == beans("wax chili wax red")
    assert two.players[0].merchants[0].load == Beans(Bean.WAX, 2)
    assert two.ports[0] == beans("chili wax red")


def test_4_6_the_first_card_must_be_taken_and_only_neighbours_follow():
    refused(state(), "0 sail 1 bohnbay 0", "at Bohnbay you can take 1 to 2 cards", "4.6")
    refused(state(), "0 sail 1 bohnbay 3", "at Bohnbay you can take 1 to 2 cards", "4.6")
    chili = table(TABLE.replace("wax wax chili", "chili"))
    refused(chili, "0 sail 1 bohnbay 2", "at Bohnbay you can take 1 card, no more and no less", "4.6")
    refused(state(), "0 sail 1 bohnanco 1", "there is nothing to take at Bohnanco", "4.6")
    assert after(state(), "0 sail 1 bohnanco 0").players[0].merchants[0] == Ship(Port.BOHNANCO)


def test_4_7_a_loaded_ship_sails_only_to_its_own_type():
    red = table(TABLE.replace("ships - soy2@bohnanco", "ships red1 wax1"))
    refused(red, "0 sail 1 bohnbay 1", "the first card at Bohnbay is wax bean, and this ship carries red bean", "4.7")
    assert after(red, "0 sail 2 bohnbay 2").players[0].merchants[1].load == Beans(Bean.WAX, 3)
    refused(red, "0 load 1 1", "the ship carries red bean, and a ship carries one type only", "4.7")


def test_4_8_one_trip_a_turn():
    out = after(state(), "0 sail 1 bohnbay 1")
    refused(out, "0 home 1", "this ship has made its trip in this turn", "4.8")
    back = after(state(), "0 home 2")
    assert back.players[0].merchants[1] == Ship(None, Beans(Bean.SOY, 2))
    refused(back, "0 sail 2 bohnbay 1", "this ship has made its trip in this turn", "4.8")
    refused(state(), "0 sail 2 bohnbay 1", "it can only sail home", "4.8")
    refused(state(), "0 home 1", "this ship is at home", "4.8")
    refused(state(), "0 sail 3 bohnbay 1", "there is no merchant ship 3", "2.1")


def test_4_8_a_ship_just_bought_has_made_no_trip():
    buyer = table(TABLE.replace("ships - soy2@bohnanco", "ships -").replace("coins red", "coins red×4"))
    assert after(buyer, "0 sail 1 bohnbay 1", "0 buy merchant", "0 sail 2 bohnbay 1").turn.sailed == (1, 2)


def test_4_9_what_is_on_a_ship_is_never_planted():
    refused(after(state(), "0 sail 1 bohnbay 1"), "0 plant wax 1", "you have no wax bean to plant", "4.4")


def test_4_10_a_loaded_ship_at_home_can_be_raided():
    raided = after(state(), "0 raid 1 1")
    assert raided.raid == Target(1, 1)
    assert to_move(raided) == (1,)
    assert [move for move in moves(state(), 0) if isinstance(move, Raid)] == [Raid(1, 1), Raid(1, 2)]


def test_4_10_what_cannot_be_raided():
    refused(state(), "0 raid 2 1", "lies at the island", "4.10")
    refused(state(), "0 raid 1 3", "there is no merchant ship 3", "2.1")
    refused(state(), "0 raid 0 1", "name an opponent to raid", "4.10")
    refused(state(), "0 raid 5 1", "name an opponent to raid", "4.10")
    refused(table(TABLE.replace("ships wax5 red1", "ships - red1")), "0 raid 1 1", "this ship is empty", "4.10")
    refused(table(TABLE.replace("| pirate - |", "|pirate red1|")), "0 raid 1 1", "carries red bean", "4.10")
    refused(table(TABLE.replace("| pirate - |", "|")), "0 raid 1 1", "you have no pirate ship", "4.10")


def test_4_11_the_attacked_player_sells_or_yields():
    raided = after(state(), "0 raid 1 1")
    assert list(moves(raided, 1)) == [Sell(1), Yield()]
    sold, yielded = after(raided, "1 sell 1"), after(raided, "1 yield")
    assert (sold.raid, sold.players[1].coins, sold.players[0].pirate) == (None, beans("wax"), Ship())
    assert yielded.players[1].merchants[0].load == Beans(Bean.WAX, 4)
    assert yielded.players[0].pirate == Ship(None, Beans(Bean.WAX, 1))
    refused(state(), "1 yield", "nobody is raiding you", "4.11")


def test_4_11_until_the_answer_there_is_no_trade_trip_raid_or_end():
    raided = after(state(), "0 raid 1 1")
    for move in ("0 sail 1 bohnbay 1", "0 home 2", "0 raid 1 2", "0 done", "0 offer - 1 - soy", "2 offer 0 1 - -"):
        refused(raided, move, "has to answer the raid first", "4.11")
    refused(raided, "1 harvest 1", "your ship is being raided", "4.11")
    refused(raided, "1 sell 2", "your ship is being raided", "4.11")
    assert after(raided, "0 harvest 1", "2 sell 1").raid == Target(1, 1)


def test_4_11_a_load_without_worth_is_robbed_unasked():
    raided = after(state(), "0 raid 1 2")
    assert raided.raid is None
    assert raided.players[1].merchants[1].load is None
    assert raided.players[0].pirate == Ship(None, Beans(Bean.RED, 1))


def test_4_12_each_ship_is_attacked_once_a_turn():
    answered = after(state(), "0 raid 1 1", "1 yield")
    refused(answered, "0 raid 1 1", "this ship was attacked in this turn", "4.12")
    sold = after(state(), "0 raid 1 1", "1 sell 1")
    refused(sold, "0 raid 1 1", "this ship was attacked in this turn", "4.12")
    assert after(sold, "0 raid 1 2").turn.raided == (Target(1, 1), Target(1, 2))


def test_4_13_captured_beans_stay_on_board_in_that_turn():
    pirate = table(TABLE.replace("| pirate - |", "| pirate wax4 |"))
    robbed = after(pirate, "0 raid 1 1", "1 yield")
    refused(robbed, "0 sell pirate", "its load stays on board", "4.13")
    assert not any(move == Sell("pirate") for move in moves(robbed, 0))
    few = after(state(), "0 raid 1 1", "1 yield")
    refused(few, "0 unload pirate", "its load stays on board", "4.13")
    refused(after(pirate, "0 raid 1 1", "1 sell 1"), "0 sell pirate", "brings no coin", "6.2")


def test_4_13_the_freeze_ends_with_the_turn():
    robbed = after(table(TABLE.replace("| pirate - |", "| pirate wax4 |")), "0 raid 1 1", "1 yield", "0 done")
    later = after(robbed, *["* draw chili"] * 8)
    assert (later.active, later.phase) == (1, Phase.PLANT)
    assert after(later, "0 sell pirate").players[0].coins == beans("red wax")


def test_4_14_nothing_goes_to_a_pirate_or_from_ship_to_ship():
    for words in ("load 1 pirate", "load pirate 1", "sail pirate bohnbay 1"):
        with pytest.raises(Unreadable):
            read(MOVE_TYPES, words)
    refused(state(), "0 load 1 3", "there is no merchant ship 3", "2.1")
    loaded = after(state(), "0 load 1 1")
    assert (loaded.players[0].merchants[0].load, loaded.players[0].pirate) == (Beans(Bean.WAX, 3), Ship())
