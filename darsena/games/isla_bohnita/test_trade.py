"""§4.2, §4.3 trading and §11 offers."""

from .cards import Bean
from .moves import Accept, Decline, Offer, Plant, Withdraw
from .rules import moves, story, to_move
from .state import OpenOffer
from .test_positions import after, beans, refused, table

TABLE = """
    trade, isla, active 0
    up: wax red
    0: hand blue soy chili | fields wax2 soy1
    1: hand chili soy soy | fields red1 - | ships wax3 | coins red
    2: hand green chili
    3: hand
"""


def state():
    return table(TABLE)


def test_4_2_both_agree_and_both_give():
    after_trade = after(state(), "0 offer 1 3 red soy soy", "1 accept 0 chili,red 2,3 -")
    active, other = after_trade.players[:2]
    assert (active.hand, active.received) == (beans("blue soy"), beans("soy soy"))
    assert (other.hand, sorted(other.received)) == (beans("chili"), sorted(beans("chili red")))
    assert after_trade.up == beans("wax")
    assert after_trade.offers == ()


def test_4_2_the_active_player_gives_turned_up_cards_for_an_offer():
    traded = after(state(), "1 offer 0 1,3 - red", "0 accept 1 soy,chili - red")
    assert traded.players[0].received == beans("chili soy")
    assert traded.players[1].received == beans("red")
    assert (traded.up, traded.players[1].hand) == (beans("wax"), beans("soy"))


def test_4_2_a_gift_needs_consent_too():
    offered = after(state(), "0 offer 3 - red")
    assert to_move(offered) == (3, 0)
    assert after(offered, "3 accept 0 red -").players[3].received == beans("red")
    assert after(offered, "3 decline 0").up == beans("wax red")


def test_4_2_passive_players_never_trade_among_each_other():
    refused(state(), "1 offer 2 1 - green", "never trade among each other", "4.2")
    refused(state(), "1 offer 1 1 - green", "you cannot trade with yourself", "4.2")
    refused(state(), "1 offer 0 - wax red", "no wax bean of yours lies turned up", "4.2")
    offered = after(state(), "1 offer 0 1 - red")
    refused(offered, "2 accept 1 chili 1", "this offer is addressed to", "4.2")


def test_4_3_received_cards_are_planted_and_never_traded_on():
    traded = after(state(), "0 offer 1 - red soy", "1 accept 0 red 2")
    refused(traded, "0 offer 2 - soy chili", "received cards are planted, never traded on", "4.3")
    refused(traded, "1 offer 0 - red wax", "received cards are planted, never traded on", "4.3")
    assert traded.players[0].hand == beans("blue soy chili")


def test_4_3_trading_goes_on_when_the_turned_up_cards_are_gone():
    gone = table(TABLE.replace("up: wax red", "up:"))
    traded = after(gone, "0 offer - 1 - green", "2 accept 0 blue 1")
    assert traded.players[0].received == beans("green")
    assert traded.players[2].received == beans("blue")


def test_11_2_an_offer_names_its_cards_and_what_is_wanted():
    offered = after(state(), "0 offer - 1,3 wax green chili")
    assert offered.offers == (
        OpenOffer(0, None, beans("blue chili wax"), beans("wax"), beans("chili green"), open=(1, 2)),
    )
    assert offered.players[0].offered == (1, 3)


def test_11_2_bad_offers_are_refused():
    refused(state(), "0 offer - - -", "gives something or asks for something", "11.2")
    refused(state(), "0 offer 1 4 - soy", "there is no card 4 in your hand of 3", "11.2")
    refused(state(), "0 offer 1 0 - soy", "there is no card 0 in your hand of 3", "11.2")
    refused(state(), "0 offer 1 1,1 - soy", "the same card cannot be given twice", "11.2")
    refused(state(), "0 offer 1 - soy soy", "no soy bean of yours lies turned up", "4.2")
    refused(state(), "0 offer 4 1 - soy", "there is no seat 5 at this table", "11.2")
    refused(state(), "1 offer - 1 - red", "only the active player makes an offer to everyone", "11.2")
    refused(state(), "0 offer - 1 - mocha", "mocha bean is not in this deck", "1.2")


def test_11_3_accepting_names_what_is_given_and_gives_exactly_what_is_wanted():
    offered = after(state(), "0 offer - 3 red soy soy")
    refused(offered, "1 accept 0 red 2,3 -", "the offer has changed: it gives", "11.3")
    refused(offered, "1 accept 0 red,chili 1,2 -", "this offer asks for exactly", "11.3")
    refused(offered, "1 accept 0 red,chili 2 -", "this offer asks for exactly", "11.3")
    refused(offered, "1 accept 0 red,chili 2,2 -", "the same card cannot be given twice", "11.2")
    refused(offered, "1 accept 0 red,chili 2,7 -", "there is no card 7 in your hand", "11.2")
    refused(offered, "1 accept 2 red,chili 2,3 -", "that offer is not open any more", "11.3")


def test_11_3_an_offer_replaced_meanwhile_is_not_accepted_by_a_late_click():
    changed = after(state(), "0 offer 1 - red soy", "0 offer 1 - wax soy")
    refused(changed, "1 accept 0 red 2", "the offer has changed", "11.3")
    dearer = after(state(), "0 offer 1 - red soy", "0 offer 1 - red soy soy")
    refused(dearer, "1 accept 0 red 2", "this offer asks for exactly", "11.3")


def test_11_3_the_positions_given_matter():
    offered = after(table(TABLE.replace("chili soy soy", "soy chili soy")), "0 offer 1 - red soy")
    assert after(offered, "1 accept 0 red 1").players[1].hand == beans("chili soy")
    assert after(offered, "1 accept 0 red 3").players[1].hand == beans("soy chili")
    listed = [move for move in moves(offered, 1) if isinstance(move, Accept)]
    assert listed == [Accept(0, beans("red"), (1,), ()), Accept(0, beans("red"), (3,), ())]


def test_11_4_a_new_offer_replaces_the_old_one():
    offered = after(state(), "0 offer - 1 - soy", "0 offer 2 - wax green")
    assert [(each.to, each.give) for each in offered.offers] == [(2, beans("wax"))]
    assert offered.players[0].offered == ()


def test_11_4_only_the_proposer_withdraws():
    offered = after(state(), "0 offer - 1 - soy")
    refused(offered, "1 withdraw", "nobody withdraws the offer of another", "11.4")
    assert after(offered, "0 withdraw").offers == ()


def test_11_4_an_offer_to_everyone_closes_one_by_one():
    offered = after(state(), "0 offer - 1 - soy", "1 decline 0")
    assert offered.offers[0].open == (2,)
    refused(offered, "1 accept 0 blue 2", "this offer is closed for you", "11.4")
    refused(offered, "1 decline 0", "this offer is closed for you", "11.4")
    refused(offered, "0 decline 0", "this offer is your own", "11.4")
    assert after(offered, "2 decline 0").offers == ()


def test_11_4_a_counter_offer_answers_and_leaves_the_first_open():
    offered = after(state(), "0 offer 1 - red soy soy", "1 offer 0 2 - red")
    assert to_move(offered) == (0,)
    assert Decline(1) in moves(offered, 0)
    assert after(offered, "1 accept 0 red 2,3").offers == ()


def test_11_5_offers_follow_their_cards():
    offered = after(state(), "1 offer 0 3 - wax", "0 offer 1 - red chili", "1 accept 0 red 1")
    assert offered.players[1].offered == (2,)
    assert offered.offers[0].give == beans("soy")
    taken = after(offered, "0 accept 1 soy - wax")
    assert taken.players[1].hand == beans("soy")


def test_11_5_an_offer_falls_with_its_card():
    offered = after(state(), "1 offer 0 3 - wax", "0 offer 1 - red soy")
    assert after(offered, "1 accept 0 red 3").offers == ()
    assert len(after(offered, "1 accept 0 red 2").offers) == 1
    lying = after(state(), "0 offer - - wax soy")
    planted = after(lying, "0 plant wax 1")
    assert planted.offers == ()
    told = [str(event.message) for event in story(lying, 0, Plant(Bean.WAX, 1), planted, 0)]
    assert told == ["You plant wax bean on field 1.", "Your offer stands no more."]


def test_11_5_an_offer_falls_when_nobody_holds_so_many_cards():
    offered = after(state(), "0 offer 2 1 - soy soy", "2 offer 0 1 - red", "0 accept 2 green - red")
    assert offered.offers == ()
    refused(state(), "0 offer 3 1 - soy", "nobody you ask holds that many cards", "11.5")
    assert after(state(), "0 offer - 1 - soy soy soy").offers[0].open == (1,)


def test_11_5_who_cannot_give_is_asked_all_the_same():
    offered = after(state(), "0 offer - 1 - green")
    assert to_move(offered) == (1, 2, 0)
    assert [move for move in moves(offered, 1) if isinstance(move, Accept | Decline)] == [Decline(0)]


def test_11_6_cards_offered_stay_in_the_hand_and_are_known():
    offered = after(state(), "0 offer - 1,3 - soy")
    assert offered.players[0].hand == beans("blue soy chili")
    assert offered.players[0].shown == beans("blue chili")
    again = after(offered, "0 withdraw", "0 offer - 2,3 - green")
    assert again.players[0].shown == beans("blue chili soy")


def test_11_6_what_leaves_the_hand_is_known_no_more():
    traded = after(state(), "0 offer 1 1,3 - soy", "0 offer 1 3 - soy", "1 accept 0 chili 2")
    assert traded.players[0].shown == beans("blue")


def test_11_6_a_standing_offer_is_known_even_if_its_twin_has_left():
    twins = table(TABLE.replace("chili soy soy", "soy soy soy"))
    traded = after(twins, "1 offer 0 3 - wax", "0 offer 1 - red soy", "1 accept 0 red 1")
    assert traded.players[1].shown == beans("soy")


def test_11_7_twenty_offers_a_turn():
    many = state()
    for _ in range(10):
        many = after(many, "0 offer - 1 - soy", "0 offer - 2 - soy")
    assert not any(isinstance(move, Offer) for move in moves(many, 0))
    refused(many, "0 offer - 1 - soy", "you have made 20 offers in this turn", "11.7")
    assert any(isinstance(move, Offer) for move in moves(many, 1))
    assert Withdraw() in moves(many, 0)


def test_offers_are_listed_lazily_and_stay_few():
    listed = moves(state(), 0)
    assert 20 < len(listed) < 60
    assert len(set(listed)) == len(listed) == len(list(listed))
    assert listed[-1] == list(listed)[-1]
    assert listed[2:4] == tuple(listed)[2:4]
