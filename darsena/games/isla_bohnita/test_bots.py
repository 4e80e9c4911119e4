"""The simple trader: better than chance, and worth trading with."""

from collections import Counter
from random import Random

import pytest

from ...core.game import Budget
from ...core.play import dice, run
from . import GAME, rules
from .bots_simple import Simple
from .cards import Bean
from .moves import Accept, Sell, Yield
from .state import Beans, Options
from .test_positions import after, beans, table
from .values import held, planted, received, worth


def played(levels, seed, deck="auto"):
    """A whole game between these: the kinds of moves each seat made, and how it ended."""
    bots = [GAME.bots[level].make(seat) for seat, level in enumerate(levels)]
    rng = Random(seed)
    rows = list(run(rules, rules.new(len(levels), Options(deck)), bots, dice(rng), rng))
    return Counter((row.seat, type(row.move)) for row, _ in rows), rules.outcome(rows[-1][1])


@pytest.mark.parametrize(
    ("seats", "deck", "rows", "scores"),
    [
        (2, "isla", 807, (30, 33)),
        (3, "base", 794, (23, 22, 14)),
        (4, "isla", 890, (11, 18, 12, 11)),
        (6, "isla+expansion", 1225, (4, 12, 11, 12, 11, 9)),
    ],
)
def test_it_plays_as_it_always_did(seats, deck, rows, scores):
    """It is a yardstick: whoever changes it changes what every other bot was measured with."""
    bots = [Simple(seat) for seat in range(seats)]
    played = list(run(rules, rules.new(seats, Options(deck)), bots, dice(Random(7)), Random(0)))
    assert (len(played), rules.outcome(played[-1][1]).scores) == (rows, scores)


def test_it_takes_nobody_alike_for_itself():
    state = table("""
        trade, isla, active 0
        up: soy wax
        0: hand
        1: hand
        2: hand red chili
    """)
    moves = rules.moves(state, 1)
    assert Simple(1).choose(rules.view(state, 1), moves, Random(1), Budget()) in (None, *moves)


def test_a_random_player_takes_each_move_as_the_dice_say():
    bot, rng = GAME.bots["random"].make(0), Random(5)
    assert [bot.choose(None, "abcdef", rng, None) for _ in range(8)] == [*"ecfcfffe"]


def test_it_beats_any_random_player():
    for seed in range(3):
        _, outcome = played(["simple", "random", "random", "simple"], seed)
        assert min(outcome.scores[0], outcome.scores[3]) > max(outcome.scores[1], outcome.scores[2])


@pytest.mark.parametrize(
    ("seats", "deck"), [(2, "isla"), (2, "isla+expansion"), (3, "base"), (4, "isla"), (5, "base"), (7, "auto")]
)
def test_it_plays_every_deck_to_the_end_and_earns(seats, deck):
    _, outcome = played(["simple"] * seats, 1, deck)
    assert min(outcome.scores) > 0


def test_they_complete_trades_with_each_other():
    counts, _ = played(["simple"] * 4, 0)
    assert sum(counts[seat, Accept] for seat in range(4)) > 20


def test_it_takes_a_good_offer_and_declines_a_bad_one():
    offered = table(
        """
        trade, isla, active 0
        up: red soy
        0: hand blue | fields wax1 -
        1: hand wax red | fields soy3 red1
        2: hand soy
        """
    )
    for row, kind in {"0 offer 1 - soy wax": "accept", "0 offer 1 1 - red": "decline"}.items():
        state = after(offered, row)
        chosen = Simple(1).choose(rules.view(state, 1), rules.moves(state, 1), Random(0), None)
        assert type(chosen).__name__.lower() in (kind, "offer")
        assert (kind == "accept") == isinstance(chosen, Accept)


def test_it_sells_before_a_raid_takes_the_coin_away():
    raided = "trade, isla, active 0\n 0: hand blue | pirate -\n 1: hand soy | ships {}\n 2: hand soy"
    for load, answer in {"wax5": Sell(1), "wax7": Yield()}.items():
        state = after(table(raided.format(load)), "0 raid 1 1")
        assert Simple(1).choose(rules.view(state, 1), rules.moves(state, 1), Random(0), None) == answer


def test_beans_are_worth_their_share_of_the_next_step():
    assert worth(Bean.BLUE, 4) == 1
    assert worth(Bean.BLUE, 5) == 1.5
    assert worth(Bean.BLUE, 20) == 4
    assert worth(Bean.GARDEN, 1) == 1


def test_a_bean_beside_its_like_is_worth_more_than_one_that_costs_a_field():
    fields = (Beans(Bean.RED, 1), Beans(Bean.BLUE, 3))
    assert planted(fields, Bean.RED)[0] == 0.5
    assert received(fields, beans("soy")) < 0
    assert held(fields, Bean.SOY, 1) < held(fields, Bean.SOY, 4) < 0
