"""Regret matching: how to choose when others choose at the same time.

In rock-paper-scissors no single choice is good: whatever you always play, somebody beats it. What is good is a mixture,
and a simple rule finds it. After each round ask of every choice "how much more would I have earned with it?" and add
that up: its regret. Next time play each choice in proportion to its positive regret. The choices keep changing, but
their average over all rounds approaches an equilibrium: a mixture against which no reply earns more than the game is
worth (for two players whose gains are each other's losses; elsewhere it is still hard to exploit).

`equilibrium` does this for a whole table of payoffs. `Regrets` does it one experience at a time, as a search needs it:
there only the payoff of the choice that was tried is known, and the others have to be guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

EXPLORING = 0.2  # the part of the tries that goes to all choices alike
RARE = 0.4  # choices that the average plays less often than so many times the even share were only tries


def matched(regrets: Sequence[float]) -> list[float]:
    """How often to play each choice: in proportion to its positive regret; all alike where nothing is regretted."""
    positive = [max(0.0, regret) for regret in regrets]
    total = sum(positive)
    return [regret / total for regret in positive] if total else [1 / len(positive)] * len(positive)


def equilibrium(payoffs: Sequence[Sequence[float]], rounds: int = 2000) -> tuple[list[float], list[float]]:
    """Mixtures for both sides of a game in which the first gains what the second loses: payoffs[mine][theirs].

    Regrets below zero are forgotten and later rounds count more, which makes the averages settle sooner.
    """
    others = [[-row[column] for row in payoffs] for column in range(len(payoffs[0]))]
    mine, theirs = [0.0] * len(payoffs), [0.0] * len(others)
    my_sum, their_sum = list(mine), list(theirs)
    for weight in range(1, rounds + 1):
        _learn(mine, matched(theirs), payoffs)
        _learn(theirs, matched(mine), others)
        my_sum = [total + weight * part for total, part in zip(my_sum, matched(mine), strict=True)]
        their_sum = [total + weight * part for total, part in zip(their_sum, matched(theirs), strict=True)]
    return [part / sum(my_sum) for part in my_sum], [part / sum(their_sum) for part in their_sum]


def _learn(regrets: list[float], against: Sequence[float], payoffs: Sequence[Sequence[float]]) -> None:
    """Add what each choice would have earned more than the present mixture."""
    earned = [_average(row, against) for row in payoffs]
    value = _average(earned, matched(regrets))
    regrets[:] = [max(0.0, regret + gain - value) for regret, gain in zip(regrets, earned, strict=True)]


class Regrets:
    """Regret matching from experience: try a choice, learn what it earned, and so on.

    What the other choices would have earned is guessed by their averages so far. The one that was tried is corrected
    by its surprise, the more the rarer it is tried; so the guesses are right on average.
    """

    def __init__(self, choices: int) -> None:
        self.visits = 0
        self._regrets = [0.0] * choices
        self._played = [0.0] * choices  # the sum of the mixtures
        self._means, self._counts = [0.0] * choices, [0] * choices
        self._mixture = matched(self._regrets)

    def pick(self, rng: Random) -> int:
        if rng.random() < EXPLORING:
            return rng.randrange(len(self._mixture))
        return _draw(self._mixture, rng)

    def learn(self, choice: int, earned: float) -> None:
        chance = EXPLORING / len(self._mixture) + (1 - EXPLORING) * self._mixture[choice]
        guesses = list(self._means)
        guesses[choice] += (earned - guesses[choice]) / chance
        value = _average(guesses, self._mixture)
        self._regrets = [max(0.0, old + guess - value) for old, guess in zip(self._regrets, guesses, strict=True)]
        self._counts[choice] += 1
        self._means[choice] += (earned - self._means[choice]) / self._counts[choice]
        self._mixture = matched(self._regrets)
        self.visits += 1
        self._played = [old + self.visits * part for old, part in zip(self._played, self._mixture, strict=True)]

    def mixture(self) -> list[float]:
        """The average of all mixtures, later ones counting more: what to play in the end."""
        return matched(self._played)

    def best(self, rng: Random) -> int:
        """A choice by that average; those it hardly ever plays are left out."""
        average = self.mixture()
        least = min(max(average), RARE / len(average))
        return _draw([part if part >= least else 0.0 for part in average], rng)


def _average(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum([value * weight for value, weight in zip(values, weights, strict=True)])


def _draw(weights: Sequence[float], rng: Random) -> int:
    return rng.choices(range(len(weights)), cum_weights=list(accumulate(weights)))[0]
