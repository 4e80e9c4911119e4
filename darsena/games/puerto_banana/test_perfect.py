"""Uniform bids below the lot are perfect play for two: the whole game solved backwards, and no reply gains.

A round of two adds the lot to the sum of the stocks (after a tie one less, if the lot is odd), and the lot is never
below 10. So sums only grow, no position comes back, and each value follows from those of larger sums.
"""

from functools import cache
from itertools import accumulate
from random import Random

import pytest

from ...core.game import Budget
from .bots import LEVELS
from .perfect import chance
from .rules import GOAL, State, auction, outcome, view


def share(mine, other):
    """What the end of a game is worth to the first of two."""
    return 0.5 if mine == other else float(mine > other)


def over(mine, other):
    return max(mine, other) >= GOAL


def results(mine, other):
    """The first stock after a round, for every lead of the first bid from 1 - lot up to the first hopeless one."""
    lot = max(mine, other)
    behind = [mine + gap for gap in range(lot - 1, 0, -1)]  # the other leads by less than the lot, and can pay
    ahead = [mine + lot - gap for gap in range(1, mine + lot + 1)]
    return behind, mine + lot // 2, [*ahead, mine]


@cache
def reachable():
    """All positions of two players that some bids can lead to from 10-10, by the sum of their stocks."""
    found = {20: {10}}
    for total in range(20, 2 * GOAL - 1):
        for mine in found.get(total, ()):
            if not over(mine, total - mine):
                lot = max(mine, total - mine)
                found.setdefault(total + lot, set()).update(range(total + lot + 1))
                found.setdefault(total + lot // 2 * 2, set()).add(mine + lot // 2)
    return {total: sorted(m for m in some if not over(m, total - m)) for total, some in found.items()}


@cache
def solved():
    """Of every reachable position, its value when both play uniformly below the lot, and the most a reply gains."""
    value = {total: [share(m, total - m) for m in range(total + 1)] for total in range(20, 3 * GOAL)}
    gains = {}
    for total in sorted(reachable(), reverse=True):
        for mine in reachable()[total]:
            replies = payoffs(mine, total - mine, value)
            lot = max(mine, total - mine)
            value[total][mine] = sum(replies[:lot]) / lot
            gains[mine, total - mine] = max(replies) - value[total][mine]
    return value, gains


def payoffs(mine, other, value):
    """What each bid 0, 1, 2, ... earns on average against uniform play below the lot. Bids beyond earn as the last."""
    lot = max(mine, other)
    behind, tied, ahead = results(mine, other)
    line = value[mine + other + lot]
    earned = [line[m] for m in behind]
    earned.append(value[mine + other + lot // 2 * 2][tied])
    earned += [line[m] for m in ahead]
    earned += [line[mine]] * (lot - 1)  # so far ahead, that any lead is hopeless
    sums = [0.0, *accumulate(earned)]
    return [(high - low) / lot for low, high in zip(sums, sums[lot:], strict=False)]


def test_the_certificate_knows_the_rules():
    """The stocks after a round of two are those the rules give, whatever the bids above and below the lead."""
    rng, positions = Random(1), [(m, total - m) for total, some in reachable().items() for m in some]
    for _ in range(300):
        mine, other = rng.choice(positions)
        lot = max(mine, other)
        behind, tied, ahead = results(mine, other)
        for lead, expected in enumerate([*behind, tied, *ahead, mine, mine], 1 - lot):
            low = rng.randrange(3 * lot)
            stocks, _ = auction(lot, (mine, other), (low + max(lead, 0), low + max(-lead, 0)))
            assert stocks[0] == expected
            assert sum(stocks) == mine + other + (lot if lead else lot // 2 * 2)


def test_sums_only_grow_in_a_game_of_two():
    assert min(total for total, some in reachable().items() if some) == 20
    assert all(max(m, total - m) >= 10 for total, some in reachable().items() for m in some)


def test_ends_are_worth_their_share():
    for mine, other in [(200, 3), (250, 250), (210, 230)]:
        assert share(mine, other) == outcome(State((mine, other), (None, None))).share(0)


def test_no_reply_gains_against_the_perfect_bot():
    _, gains = solved()
    assert len(gains) == 38_612
    assert max(gains.values()) < 1e-9


@pytest.mark.parametrize(
    ("mine", "other", "expected"),
    [(10, 10, 0.5), (20, 10, 0.52976), (60, 40, 0.56012), (150, 100, 0.67), (199, 1, 1)],
)
def test_values_that_are_known(mine, other, expected):
    value, _ = solved()
    assert value[mine + other][mine] == pytest.approx(expected, abs=5e-6)
    assert value[mine + other][other] == pytest.approx(1 - expected, abs=5e-6)


def test_the_chances_that_hints_tell_are_the_proven_ones():
    value, gains = solved()
    assert all(chance(mine, other) == pytest.approx(value[mine + other][mine], abs=1e-9) for mine, other in gains)


def test_the_perfect_bot_plays_what_was_proven():
    seen = view(State((7, 12), (None, None)), 0)
    bids = [LEVELS["perfect"].make(0).choose(seen, (), Random(seed), Budget()).amount for seed in range(3000)]
    assert set(bids) == set(range(12))
    assert max(map(bids.count, range(12))) < 1.35 * min(map(bids.count, range(12)))
