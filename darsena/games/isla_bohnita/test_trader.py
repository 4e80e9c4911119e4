"""The traders that count in coins: sensible bargains, no waste, whole games."""

from random import Random

import pytest

from ...core.game import Budget
from ...core.play import dice, run
from . import GAME, rules
from .cards import Bean
from .moves import Accept, Decline, Discard, Done, Harvest, Home, Load, Offer, Plant, Raid, Sail, Sell, Yield
from .state import Options
from .test_positions import after, table
from .worth import offer_worth

BUDGET = Budget(seconds=None, nodes=400)
TRADERS = ["kind", "trader", "master"]


def choice(state, seat, level="master"):
    bot = GAME.bots[level].make(seat)
    bot.told(rules.view(state, seat), ())
    return bot.choose(rules.view(state, seat), rules.moves(state, seat), Random(0), BUDGET)


def played(levels, seed, deck="auto"):
    """A whole game: the state before each row, the row, and the last state."""
    bots = [GAME.bots[level].make(seat) for seat, level in enumerate(levels)]
    state, rows = rules.new(len(levels), Options(deck)), []
    for row, next_state in run(rules, state, bots, dice(Random(f"{seed}")), Random(seed), BUDGET):
        rows.append((state, row))
        state = next_state
    return rows, state


MARKET = """
    trade, isla, active 0
    up: red soy
    0: hand blue stink | fields wax4 stink2 | ships green2
    1: hand wax chili red | fields soy3 red2 | ships green2
    2: hand soy green | fields blue3 chili2 | ships green2
    """


def test_a_gainful_trade_is_taken():
    assert isinstance(choice(after(table(MARKET), "0 offer 1 - soy wax"), 1), Accept)


def test_a_gift_that_grows_here_is_taken():
    assert isinstance(choice(after(table(MARKET), "0 offer 1 - soy -"), 1), Accept)


def test_a_bad_trade_is_not_taken():
    for bad in ("0 offer 1 1 - red", "0 offer 2 - red blue", "0 offer 1 2 - -"):
        asked = int(bad.split()[2])
        assert not isinstance(choice(after(table(MARKET), bad), asked), Accept)


def test_a_bad_trade_is_countered_by_one_that_is_better():
    """Stink for a red bean is nothing for seat 1, but there is soy lying there that it grows."""
    answer = choice(after(table(MARKET), "0 offer 1 2 - red"), 1)
    assert isinstance(answer, Offer)
    assert Bean.SOY in answer.want


def test_the_plain_trader_just_declines():
    assert choice(after(table(MARKET), "0 offer 1 2 - red"), 1, "trader") == Decline(0)


def test_what_must_not_be_planted_is_offered_to_who_grows_it():
    offer = choice(table(MARKET), 0)
    assert isinstance(offer, Offer)
    assert set(offer.up) & {Bean.RED, Bean.SOY}
    assert offer.to in (None, 1)


def test_what_lies_there_is_asked_for_in_anothers_turn():
    offer = choice(table(MARKET), 1)
    assert isinstance(offer, Offer)
    assert offer.to == 0
    assert set(offer.want) & {Bean.RED, Bean.SOY}


def test_while_others_answer_it_waits():
    assert choice(after(table(MARKET), "0 offer 1 - soy wax"), 0) is None


def test_the_same_offer_is_not_made_twice():
    state = table(MARKET)
    bot, made = GAME.bots["master"].make(0), []
    while isinstance(move := bot.choose(rules.view(state, 0), rules.moves(state, 0), Random(0), BUDGET), Offer):
        state = rules.apply(state, 0, move)
        made.append((move.to, state.offers[0].give, move.want))
        bot.told(rules.view(state, 0), ())
        for seat in (1, 2):
            if state.offers and seat in state.offers[0].open:
                state = rules.apply(state, seat, Decline(0))
                bot.told(rules.view(state, 0), ())
    assert made
    assert len(made) == len(set(made))


FORCED = """
    plant, isla, active 0
    0: hand soy | fields {} | ships {}
    1: hand wax
    2: hand wax
    """


def test_a_crop_that_brings_its_coin_makes_room_for_the_first_card():
    assert choice(table(FORCED.format("blue3 stink3", "green4@bohnbay")), 0) == Harvest(2)


def test_a_crop_without_a_coin_goes_aboard_before_it_is_lost():
    assert isinstance(choice(table(FORCED.format("wax4 blue3", "-")), 0), Load)


def test_the_first_card_goes_beside_its_like():
    assert choice(table(FORCED.format("soy3 -", "-")), 0) == Plant(Bean.SOY, 1)


def test_a_second_card_that_would_cost_a_field_stays_in_the_hand():
    full = FORCED.format("soy3 wax4", "green2@bohnbay").replace("hand soy", "hand soy chili")
    state = after(table(full), "0 plant soy 1")
    assert choice(state, 0) == Done()


def test_a_burden_is_thrown_away_in_the_duel():
    state = table("plant, isla, active 0\n 0: hand chili wax blue | fields wax4 blue3 | ships green2\n 1: hand wax")
    assert choice(state, 0) == Discard(1)


def test_a_ship_fetches_what_it_carries():
    voyage = "trade, isla, active 0\n bohnbay: wax wax chili\n bohnanco: red wax\n 0: hand soy | ships wax3\n"
    assert choice(table(voyage + "1: hand soy\n 2: hand soy"), 0) == Sail(1, "bohnbay", 2)


def test_a_laden_ship_stays_at_the_island_while_a_pirate_is_about():
    away = "trade, isla, active 0\n 0: hand soy | ships wax4@bohnbay\n 1: hand soy{}\n 2: hand soy"
    assert choice(table(away.format("")), 0) == Home(1)
    assert choice(table(away.format(" | pirate -")), 0) != Home(1)


def test_a_load_is_sold_before_a_raid_takes_the_coin_away():
    raided = "trade, isla, active 0\n 0: hand blue | pirate -\n 1: hand soy | ships {}\n 2: hand soy"
    for load, answer in {"wax5": Sell(1), "wax7": Yield()}.items():
        assert choice(after(table(raided.format(load)), "0 raid 1 1"), 1) == answer


def test_the_beginner_takes_what_the_master_declines():
    state = after(table(MARKET), "0 offer 1 1 - chili")
    assert isinstance(choice(state, 1, "kind"), Accept)
    assert not isinstance(choice(state, 1, "master"), Accept)


def test_the_beginner_makes_room_by_any_harvest():
    state = table(FORCED.format("wax4 blue3", "-"))
    bot, dice_ = GAME.bots["kind"].make(0), Random(1)
    chosen = {bot.choose(rules.view(state, 0), rules.moves(state, 0), dice_, BUDGET) for _ in range(20)}
    assert chosen == {Harvest(1), Harvest(2)}


def test_a_wild_offer_is_judged_too():
    """Somebody asks for more cards of a type than there are, or gives a whole hand of all kinds."""
    full = "trade, isla, active 0\n up: red soy\n 0: hand blue chili stink green soy red wax\n 1: hand {}\n 2: hand soy"
    state = table(full.format("wax×25"))
    wild = ["0 offer 1 - - " + ",".join(["wax"] * 25), "0 offer 1 1,2,3,4,5,6,7 red,soy -"]
    for offer in wild:
        assert choice(after(state, offer), 1) is not None


@pytest.mark.parametrize(
    ("seats", "deck"),
    [
        *[(seats, deck) for seats in (3, 4, 5) for deck in ("base", "isla", "isla+expansion")],
        *[(2, "isla"), (2, "isla+expansion"), (6, "auto"), (7, "auto")],
    ],
)
def test_whole_games_of_all_levels_are_played_to_the_end(seats, deck):
    levels = [list(GAME.bots)[(seat + seats) % len(GAME.bots)] for seat in range(seats)]
    _, state = played(levels, seats, deck)
    outcome = rules.outcome(state)
    assert all(score > 0 for level, score in zip(levels, outcome.scores, strict=True) if level != "random")


def test_the_same_dice_give_the_same_game():
    assert played(["master", "trader", "kind"], 3) == played(["master", "trader", "kind"], 3)


def test_trades_bring_coins_to_both_sides():
    rows, _ = played(["kind", "simple", "trader", "master"], 1)
    gave, took = [], []
    for state, row in rows:
        if isinstance(row.move, Accept):
            offer = next(each for each in state.offers if each.proposer == row.move.proposer)
            gave.append(offer_worth(rules.view(state, offer.proposer), offer, offer.proposer))
            took.append(offer_worth(rules.view(state, row.seat), offer, row.seat))
    assert len(gave) > 15
    assert sum(gave) / len(gave) > 0.1
    assert sum(took) / len(took) > 0.1


def test_the_master_earns_more_than_simple_traders():
    scores = [rules.outcome(played(["simple", "master", "simple", "simple"], seed)[1]).scores for seed in range(5)]
    mine = sum(score[1] for score in scores)
    assert mine > sum(sum(score) - score[1] for score in scores) / 3


def test_a_pirate_visits_the_richest_first():
    rich = "hand soy | ships wax2 | coins {}"
    prey = f"trade, isla, active 0\n 0: hand soy | pirate -\n 1: {rich}\n 2: {rich}"
    assert choice(table(prey.format("red", "red red")), 0) == Raid(2, 1)
    assert choice(table(prey.format("red red", "red")), 0) == Raid(1, 1)
