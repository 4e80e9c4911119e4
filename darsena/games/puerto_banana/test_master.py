"""The harbour master reads habits, keeps its own dark, and beats fields of plain bidders."""

from random import Random

import pytest

from ...core.game import Budget
from ...core.play import dice, run
from . import rules
from .field import FIELDS, Habitual, ratio
from .master import Habit, Master, Round
from .rules import Bid, Options, State, apply, new, outcome, view

SOME = Budget(seconds=None, nodes=1500)


def habit(bids, lots, stocks, tops):
    """What is known of seat 0 after these bids, when seat 1 bid highest each time before."""
    seen = Habit()
    for bid, lot, stock, top in zip(bids, lots, stocks, tops, strict=True):
        seen.see(bid, Round(lot, (stock, lot), (7.0, top, 3.0)).units(0))
    return seen


def believed(seen):
    """The scale that is believed most."""
    weights = seen.weights()
    return max(weights, key=weights.get)[0]


def test_it_finds_what_somebody_measures_by():
    lots, stocks, tops = (10, 14, 26, 31, 60), (10, 3, 20, 8, 44), (10, 31, 18, 70, 55)
    assert believed(habit([round(1.5 * lot) for lot in lots], lots, stocks, tops)) == "lot"
    assert believed(habit([round(1.1 * stock) for stock in stocks], lots, stocks, tops)) == "stock"
    assert believed(habit([round(0.9 * top) for top in tops], lots, stocks, tops)) == "top"


def test_exact_habits_are_told_from_vague_ones():
    lots = (10, 14, 26, 31, 60, 62, 90)
    exact = habit([2 * lot for lot in lots], lots, lots[::-1], lots[::-1]).weights()
    parts = (0.4, 2.2, 0.9, 3.0, 0.3, 1.4, 0.6)
    vague = habit([round(part * lot) for part, lot in zip(parts, lots, strict=True)], lots, lots, lots).weights()
    assert max(exact, key=exact.get)[1] < max(vague, key=vague.get)[1]


def rounds(bot, ratios, count):
    """A bot that has watched so many rounds of bids at these ratios of the lot, and the table after them."""
    state = new(len(ratios), Options())
    for _ in range(count):
        for seat, part in enumerate(ratios):
            state = apply(state, seat, Bid(round(part * rules.lot(state))))
        bot.told(view(state, bot.seat), ())
        state = State((10,) * len(ratios), (None,) * len(ratios), state.account, state.earlier)
    return state


def test_it_bids_where_the_table_does():
    bot = Master(0)
    state = rounds(bot, (1, 5, 5.2, 4.8), 5)
    bids = sorted(bot.choose(view(state, 0), (), Random(seed), SOME).amount for seed in range(15))
    assert bids[7] > 30


def test_it_does_not_repeat_itself():
    bot, table = Master(0), view(new(4, Options()), 0)
    assert len({bot.choose(table, (), Random(seed), SOME).amount for seed in range(20)}) > 5


def test_it_knows_people_again_in_the_next_game():
    bot = Master(0)
    rounds(bot, (1, 3, 3), 4)
    fresh = new(3, Options())
    bot.told(view(apply(fresh, 1, Bid(30)), 0), ())
    assert len(bot.habits[1].logs["lot"]) == 4
    assert bot.last is None
    bids = sorted(bot.choose(view(fresh, 0), (), Random(seed), SOME).amount for seed in range(15))
    assert bids[7] > 20


def test_the_budget_of_nodes_is_kept(monkeypatch):
    asked = []

    def counted(*of):
        asked.append(1)
        return rules.auction(*of)

    monkeypatch.setattr("darsena.games.puerto_banana.master.auction", counted)
    for nodes in (1, 100, 1000):
        asked.clear()
        Master(0).choose(view(new(6, Options()), 0), (), Random(1), Budget(seconds=None, nodes=nodes))
        assert len(asked) <= nodes + 1000 // 4


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_it_beats_plain_bidders(seats):
    """A few sessions of the tuning field; how strong it is says docs/strength.md."""
    total = 0.0
    for number in range(8):
        rng = Random(f"{seats}/{number}")
        bots = [Habitual(seat, rng.choice(FIELDS["harbour"])) for seat in range(seats)]
        bots[number % seats] = Master(number % seats)
        for _ in range(3):
            *_, (_, state) = run(rules, new(seats, Options()), bots, dice(rng), rng, SOME)
            total += outcome(state).share(number % seats)
    assert total / 24 > 0.5


@pytest.mark.parametrize("field", FIELDS)
def test_habits_bid_by_the_rules(field):
    for number, some in enumerate(FIELDS[field]):
        rng = Random(number)
        bots = [Habitual(0, some), *(Habitual(seat, ratio(1, 0.5)) for seat in (1, 2))]
        *_, (_, state) = run(rules, new(3, Options()), bots, dice(rng), rng, SOME)
        assert outcome(state)


def test_the_fields_share_no_habit():
    assert not set(FIELDS["sea"]) & set(FIELDS["harbour"])
