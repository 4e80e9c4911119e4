"""What cards are worth, in sentences."""

from itertools import pairwise

from msgspec.structs import replace

from ...core.game import Seat
from .cards import KINDS, Bean, coins
from .rules import view
from .state import Beans, OpenOffer
from .test_positions import after, beans, table
from .worth import CANNOT, Holding, best_way, holding_of, offer_worth, outlook, plan, prospect, turns_left

QUIET = """
    trade, isla, active 0
    up: red soy
    0: hand red stink | fields wax4 blue3 | ships green2
    1: hand wax red chili | fields soy3 red1 | ships green2
    2: hand soy green blue | fields blue3 chili2 | ships green2
    """


def seen(text: str, seat: Seat = 0, **changes):
    return view(replace(table(text), **changes), seat)


def offer(text: str, seat: Seat = 0):
    """An offer as it lies on the table after this move of the quiet position."""
    return after(table(QUIET), f"{seat} offer {text}").offers[0]


def test_ripe_beans_are_worth_what_they_bring():
    ahead = outlook(seen(QUIET))
    for bean, kind in KINDS.items():
        most = max(step for step in kind.steps if step)
        assert ahead.field[bean][most] == ahead.ship[bean][most] == coins(bean, most)


def test_one_more_bean_is_never_worth_less():
    ahead = outlook(seen(QUIET))
    for steps in [*ahead.field.values(), *ahead.ship.values()]:
        assert all(few <= more for few, more in pairwise(steps))


def test_beans_are_never_worth_less_than_they_bring_now():
    ahead = outlook(seen(QUIET))
    assert all(ahead.field[bean][n] >= coins(bean, n) for bean, kind in KINDS.items() for n in range(kind.cards))


def test_there_is_time_at_the_beginning_and_none_at_the_end():
    begin, end = seen(QUIET), seen(QUIET + "exhausted: 2\n pile: red\n")
    assert turns_left(begin) > 6
    assert turns_left(end) < 0.5
    assert outlook(begin).field[Bean.WAX][4] > 0.5
    assert outlook(end).field[Bean.WAX][4] == 0


def test_a_bean_of_which_none_is_to_come_is_not_waited_for():
    hoarded = seen(QUIET.replace("fields blue3 chili2", "fields blue3 - | coins wax×15"))
    assert outlook(hoarded).field[Bean.WAX][4] < outlook(seen(QUIET)).field[Bean.WAX][4]


def test_a_bean_goes_beside_its_like():
    ahead = outlook(seen(QUIET))
    way = best_way(ahead, (Beans(Bean.WAX, 4), Beans(Bean.RED, 1)), (None,), Bean.RED)
    assert (way.field, way.room) == (1, False)
    assert way.gain > 0


def test_a_crop_without_a_coin_goes_aboard_rather_than_to_waste():
    ahead = outlook(seen(QUIET))
    way = best_way(ahead, (Beans(Bean.WAX, 4), Beans(Bean.BLUE, 3)), (None,), Bean.SOY)
    assert way.room
    assert way.ship == 0


def test_a_single_bean_is_not_planned_away_while_it_is_protected():
    """§6.5"""
    ahead = outlook(seen(QUIET))
    way = best_way(ahead, (Beans(Bean.WAX, 4), Beans(Bean.BLUE, 1)), (), Bean.SOY)
    assert way.field == 0


def test_the_order_of_planting_is_thought_through():
    """A second bean on one field protects the single one on another (§6.5), so that the order matters."""
    ahead, fields = outlook(seen(QUIET)), (Beans(Bean.STINK, 1), None)
    first = best_way(ahead, fields, (), Bean.BLUE)
    second = best_way(ahead, first.fields, (), Bean.BLUE)
    third = best_way(ahead, second.fields, (), Bean.GREEN)
    best = plan(ahead, fields, (), beans("blue blue green"))
    assert best.gain >= first.gain + second.gain + third.gain
    assert best.gain >= plan(ahead, first.fields, (), beans("blue green")).gain + first.gain


def test_a_burden_at_the_front_of_the_hand_costs_more_than_one_at_the_back():
    ahead, fields = outlook(seen(QUIET)), (Beans(Bean.WAX, 4), Beans(Bean.BLUE, 3))
    early, late = Holding(fields, (), beans("stink wax wax wax")), Holding(fields, (), beans("wax wax wax stink"))
    assert prospect(ahead, early) < prospect(ahead, late)


def test_an_offer_may_be_good_for_both():
    deal = offer("1 - soy wax")
    assert offer_worth(seen(QUIET, 0), deal, 0) > 0
    assert offer_worth(seen(QUIET, 0), deal, 1) > 0
    assert offer_worth(seen(QUIET, 1), deal, 1) > 0


def test_an_offer_may_be_good_for_one_only():
    deal = offer("2 - - blue")
    assert offer_worth(seen(QUIET, 2), deal, 2) < 0 < offer_worth(seen(QUIET, 0), deal, 0)


def test_a_gift_that_would_cost_a_field_is_a_burden():
    deal = offer("2 - soy -")
    assert offer_worth(seen(QUIET), deal, 2) < 0 < offer_worth(seen(QUIET), deal, 1)


def test_whoever_does_not_have_the_cards_cannot_accept():
    deal = offer("- - soy green")
    assert offer_worth(seen(QUIET, 1), deal, 1) == CANNOT
    assert offer_worth(seen(QUIET, 2), deal, 2) > CANNOT


def test_turned_up_cards_are_the_active_players_to_plant():
    assert holding_of(seen(QUIET, 0)).now == beans("red soy")
    assert holding_of(seen(QUIET, 1)).now == ()


def test_an_offer_is_judged_without_having_been_made():
    imagined = OpenOffer(1, 0, beans("wax"), (), beans("soy"), (0,))
    assert offer_worth(seen(QUIET, 0), imagined, 0) > 0
