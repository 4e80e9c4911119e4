"""The bots play by the rules, and stronger levels beat weaker ones."""

from random import Random

import pytest

from ...core.game import Budget
from ...core.play import dice, run
from . import GAME, rules
from .bots import LEVELS
from .rules import SEATS, Bid, Options, State, apply, new, outcome, view
from .sharp import prospect

QUICK = Budget(seconds=None, nodes=400)


def played(names, seed, budget=QUICK):
    """The log of one game between these levels, and its last state."""
    rng, start = Random(seed), new(len(names), Options())
    bots = [LEVELS[name].make(seat) for seat, name in enumerate(names)]
    rows, states = zip(*run(rules, start, bots, dice(rng), rng, budget), strict=True)
    return rows, states[-1]


def wins(names, games):
    """The share of games that the first of these levels wins, from every seat in turn."""
    total = 0.0
    for seed in range(games):
        seat = seed % len(names)
        around = [*names[1 : seat + 1], names[0], *names[seat + 1 :]]
        total += outcome(played(around, seed)[1]).share(seat)
    return total / games


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_plays_every_table_it_is_for(name):
    for seats in LEVELS[name].seats or SEATS:
        _, state = played([name] * seats, seed=seats)
        assert outcome(state)


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_dice_give_the_same_game(name):
    assert played([name] * 2, seed=5) == played([name] * 2, seed=5)


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_survives_wild_tables(name):
    level = LEVELS[name]
    for stocks, bids in [((0, 1), (10**999, 0)), ((199, 0), (3, 10**300))]:
        before = State(stocks, (None, None))
        after = apply(apply(before, 0, Bid(bids[0])), 1, Bid(bids[1]))
        bot = level.make(1)
        bot.told(view(after, 1), ())
        for state in (before, after):
            if moves := rules.moves(state, 1):
                apply(state, 1, bot.choose(view(state, 1), moves, Random(1), Budget(0, 1)))


def test_stronger_levels_win_more():
    assert wins(["ratio", "random"], 200) > 0.7
    assert wins(["sharp", "random"], 60) > 0.75
    assert wins(["sharp", "ratio"], 60) > 0.9
    assert wins(["sharp", "ratio", "ratio", "ratio"], 60) > 0.8
    assert wins(["sharp", "ratio", "random", "ratio", "random", "ratio"], 60) > 0.5


@pytest.mark.parametrize(
    ("names", "bids"),
    [
        (
            ["random", "ratio", "sharp", "ratio"],
            "14 14 18 12 31 21 27 16 47 32 52 24 30 48 78 52 95 57 81 58 121 95 120 78 244 152 273 144 245 182 326 225",
        ),
        (["perfect", "sharp"], "7 1 15 0 13 1 29 21 7 37 84 90 57 188"),
    ],
)
def test_the_yardsticks_never_change(names, bids):
    """What is measured with them stays comparable: the same dice give the same bids in every version."""
    rows, _ = played(names, seed=11)
    assert " ".join(str(row.move.amount) for row in rows) == bids


def test_there_is_somebody_for_everybody_at_every_table():
    for seats in SEATS:
        assert len([level for level in LEVELS.values() if level.seats is None or seats in level.seats]) >= 4


def test_the_novice_is_never_in_danger_and_easily_beaten():
    seen = view(new(4, Options()), 0)
    assert all(LEVELS["novice"].make(0).choose(seen, (), Random(n), QUICK).amount <= seen.lot for n in range(50))
    assert wins(["parrot", "novice", "novice"], 60) > 0.6


def test_the_parrot_expects_what_it_just_saw():
    """After bids of five times the lot it bids near them, after bids of half the lot it does not."""
    bids = {}
    for ratio in (0.5, 5):
        state = new(3, Options())
        for seat in range(3):
            state = apply(state, seat, Bid(round(ratio * 10) + seat))
        seen = view(state, 0)
        bids[ratio] = max(LEVELS["parrot"].make(0).choose(seen, (), Random(n), QUICK).amount for n in range(10))
    assert bids[0.5] < 2 * seen.lot < bids[5]


def test_the_perfect_one_is_for_two():
    assert LEVELS["perfect"].seats == range(2, 3)
    assert GAME.bots["perfect"].seats[0] == 2


def test_sharp_thinks_no_longer_than_it_may():
    class Counting(Random):
        drawn = 0

        def random(self):
            self.drawn += 1
            return super().random()

    rng, bot, state = Counting(1), LEVELS["sharp"].make(0), new(6, Options())
    bot.choose(view(state, 0), (), rng, Budget(seconds=0))
    short, rng.drawn = rng.drawn, 0
    bot.choose(view(state, 0), (), rng, Budget(seconds=None))
    assert short < rng.drawn / 3


def test_sharp_learns_the_level_of_the_table():
    """Whoever expects three bids around five times the lot bids near them, not near the lot."""
    state, bot = new(4, Options()), LEVELS["sharp"].make(0)
    for _ in range(6):
        for seat, ratio in enumerate((1, 5, 5, 5)):
            state = apply(state, seat, Bid(ratio * rules.lot(state) + seat))
        bot.told(view(state, 0), ())
        state = State((10,) * 4, (None,) * 4, state.account, state.earlier)
    bids = [bot.choose(view(state, 0), (), Random(seed), QUICK).amount for seed in range(20)]
    assert sorted(bids)[10] > 30


def test_prospects_are_shares():
    assert prospect((10, 10), 0) == 0.5
    assert prospect((20, 10, 10), 0) == pytest.approx(4 / 6)
    assert prospect((0, 0, 0), 1) == pytest.approx(1 / 3)
    assert [prospect((210, 250, 250), seat) for seat in range(3)] == [0, 0.5, 0.5]
