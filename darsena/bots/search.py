"""Search for any game: a toolkit that knows none.

A game answers nine questions (`core.game.Rules`), and that is all a search needs to look ahead:

- `mcts` plays imagined games from what a seat sees: for large games, hidden hands, dice, sealed bids.
- `expectimax` looks at everything to the end: for small ones, such as the last moves of large ones.
- `equilibrium` and `Regrets` mix choices that are made at the same time.
- `Searcher` is a bot out of the box. A level of a game whose rules are the module `rules` is one line:

      Level(partial(Searcher, rules), say("Pilot"), say("imagines many games and plays what worked"))

What a game knows better than chance it hands over: `worth` (who is ahead?) and `policy` (what would one play without
thought?). Both make a search much stronger than more time does.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ..core.game import Bot, Budget, Seat
from ..core.play import AnyRules
from .expectimax import Solved, expectimax
from .mcts import LONGEST, Policy, Worth, anything, mcts
from .meter import Meter
from .regret import Regrets, equilibrium

__all__ = ["Meter", "Regrets", "Searcher", "Solved", "anything", "equilibrium", "expectimax", "mcts"]


class Searcher(Bot):
    """Plays any game by Monte Carlo tree search."""

    def __init__(
        self,
        rules: AnyRules,
        seat: Seat,
        *,
        worth: Worth | None = None,
        policy: Policy = anything,
        rollout: int = LONGEST,
    ) -> None:
        self.rules, self.seat = rules, seat
        self.worth, self.policy, self.rollout = worth, policy, rollout

    def choose(self, view: Any, moves: Sequence[Any], rng: Random, budget: Budget) -> Any:
        return mcts(
            self.rules,
            view,
            self.seat,
            moves,
            rng,
            budget,
            worth=self.worth,
            policy=self.policy,
            rollout=self.rollout,
        )
