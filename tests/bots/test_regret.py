"""Regret matching finds the mixtures that are known."""

from random import Random

import pytest

from darsena.bots.regret import Regrets, equilibrium, matched

ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
MATCHING_PENNIES = [[1, -1], [-1, 1]]
UNEVEN_PENNIES = [[3, -1], [-1, 1]]  # heads is worth more to the first: both play it one time in three


def best_reply(payoffs, mixture):
    """The most that the first can earn against a mixture of the second."""
    return max(sum(gain * part for gain, part in zip(row, mixture, strict=True)) for row in payoffs)


def test_positive_regrets_are_matched():
    assert matched([3, -2, 1]) == [0.75, 0, 0.25]
    assert matched([-1, 0]) == [0.5, 0.5]


@pytest.mark.parametrize(
    ("payoffs", "mixture"),
    [
        (ROCK_PAPER_SCISSORS, [1 / 3] * 3),
        (MATCHING_PENNIES, [1 / 2] * 2),
        (UNEVEN_PENNIES, [1 / 3, 2 / 3]),
        ([[1, 0], [3, 2]], [0, 1]),  # the second choice is always better
    ],
)
def test_equilibria_are_found(payoffs, mixture):
    mine, _ = equilibrium(payoffs)
    assert mine == pytest.approx(mixture, abs=0.01)


def test_no_reply_gains_much_in_any_small_game():
    rng = Random(4)
    for _ in range(10):
        payoffs = [[rng.uniform(-1, 1) for _ in range(4)] for _ in range(3)]
        mine, theirs = equilibrium(payoffs)
        others = [[-row[column] for row in payoffs] for column in range(4)]
        assert best_reply(payoffs, theirs) + best_reply(others, mine) < 0.01


@pytest.mark.parametrize(("payoffs", "mixture"), [(ROCK_PAPER_SCISSORS, [1 / 3] * 3), (UNEVEN_PENNIES, [1 / 3, 2 / 3])])
def test_experience_alone_leads_there_too(payoffs, mixture):
    rng, first, second = Random(1), Regrets(len(payoffs)), Regrets(len(payoffs))
    for _ in range(20_000):
        mine, theirs = first.pick(rng), second.pick(rng)
        first.learn(mine, payoffs[mine][theirs])
        second.learn(theirs, -payoffs[mine][theirs])
    assert first.mixture() == pytest.approx(mixture, abs=0.05)
    assert second.mixture() == pytest.approx(mixture, abs=0.05)


def test_hardly_ever_played_choices_are_left_out_in_the_end():
    rng, arms = Random(1), Regrets(3)
    for _ in range(500):
        choice = arms.pick(rng)
        arms.learn(choice, float(choice == 2))
    assert {arms.best(rng) for _ in range(200)} == {2}
