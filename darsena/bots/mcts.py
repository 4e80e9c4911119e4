"""Monte Carlo tree search: play many imagined games, and remember what worked.

One imagined game goes like this.

1. *Imagine.* A bot sees a view, not the state. `rules.imagine` deals the unseen at random, in agreement with the view:
   one world that may be the true one. Every game gets a world of its own, so a move has to be good in many of them.
2. *Choose.* Whoever is to move chooses by experience: often what earned most so far, sometimes what was tried little.
   The experience is kept by **what the mover sees**, not by the state. So nobody in the search uses secrets they do not
   know; two worlds that look the same to a seat share one memory; and a bid that was sealed before stays sealed.
3. *Roll on.* Nature's moves are drawn by their weights. At the first sight of something new the game is played on
   without thought, to the end or for a few moves, and what it brought is noted.
4. *Learn.* Every choice on the way is told what its seat earned.

In the end the move that was tried most is played. A seat that decides alone chooses by UCB1; seats that decide at the
same time choose by regret matching (`regret`), and then the answer is drawn from a mixture, since anything else could
be read and beaten.

With a budget of nodes (positions made) the same dice give the same move on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt
from random import Random
from typing import Any

from ..core.game import Budget, Seat
from ..core.play import AnyRules, dice, settle
from .meter import Meter
from .regret import Regrets

Worth = Callable[[Any, Seat], float]  # what a state promises a seat, from 0 (lost) to 1 (won)
Policy = Callable[[Any, Seat, Sequence[Any], Random], Any]  # how imagined players move without thought

EXPLORE = 0.7  # how much a choice that was tried little is preferred
WIDEN = 2.0  # after n visits so many times the root of n choices are compared; long lists open slowly
ALONE, TOGETHER = 200, 24  # of a longer list of moves so many are compared; fewer of those made at the same time
DEEPEST = 200  # moves remembered in one imagined game
LONGEST = 1000  # moves played without thought; a game that is longer counts as undecided


def anything(state: Any, seat: Seat, moves: Sequence[Any], rng: Random) -> Any:
    return rng.choice(moves)


def mcts(
    rules: AnyRules,
    view: Any,
    seat: Seat,
    moves: Sequence[Any],
    rng: Random,
    budget: Budget,
    *,
    worth: Worth | None = None,
    policy: Policy = anything,
    rollout: int = LONGEST,
    key: Callable[[Any, Seat], Hashable] | None = None,
    explore: float = EXPLORE,
) -> Any:
    """The best move found for `seat`, whose view and moves these are; None to let it be, when it is not its turn.

    `worth` judges a game that is cut off after `rollout` moves without thought (and may be all a game needs:
    rollout=0). `policy` moves the imagined players there. `key` is what a seat remembers a situation by, if the view
    tells too much for any situation to come twice; seats for which it is equal must have the same moves.
    """
    search = _Search(rules, rng, Meter(budget), worth, policy, rollout, key or rules.view, explore)
    return search.best(view, seat, moves)


class Bandit:
    """UCB1: what a choice earned on average, and a bonus that shrinks each time it is tried."""

    def __init__(self, choices: int, explore: float) -> None:
        self.visits = 0
        self._explore = explore
        self._counts, self._sums = [0] * choices, [0.0] * choices

    def pick(self, rng: Random) -> int:
        open_now = min(len(self._counts), 1 + int(WIDEN * sqrt(self.visits)))
        if 0 in (counts := self._counts[:open_now]):
            return counts.index(0)
        bonus = self._explore * sqrt(log(self.visits))
        return max(range(open_now), key=lambda n: self._sums[n] / counts[n] + bonus / sqrt(counts[n]))

    def learn(self, choice: int, earned: float) -> None:
        self.visits += 1
        self._counts[choice] += 1
        self._sums[choice] += earned

    def best(self, rng: Random) -> int:
        return max(range(len(self._counts)), key=lambda n: (self._counts[n], self._sums[n]))


class Node:
    """What one seat has experienced in one situation: the choices it has, in an order of chance, and their record."""

    __slots__ = ("arms", "moves")

    def __init__(self, moves: Sequence[Any], rng: Random, explore: float, *, together: bool) -> None:
        most = min(len(moves), TOGETHER if together else ALONE)
        self.moves = rng.sample(moves, most)
        self.arms: Bandit | Regrets = Regrets(most) if together else Bandit(most, explore)


class _Search:
    def __init__(
        self,
        rules: AnyRules,
        rng: Random,
        meter: Meter,
        worth: Worth | None,
        policy: Policy,
        rollout: int,
        key: Callable[[Any, Seat], Hashable],
        explore: float,
    ) -> None:
        self.rules, self.rng, self.meter, self.nature = rules, rng, meter, dice(rng)
        self.worth, self.policy, self.rollout, self.key, self.explore = worth, policy, rollout, key, explore
        self.tree: dict[tuple[Seat, Hashable], Node] = {}

    def best(self, view: Any, seat: Seat, moves: Sequence[Any]) -> Any:
        wanted = self.rules.to_move(self.rules.imagine(view, self.rng))
        choices = list(moves) if seat in wanted else [None, *moves]
        if len(choices) == 1:
            return choices[0]
        root = Node(choices, self.rng, self.explore, together=seat in wanted and len(wanted) > 1)
        while root.arms.visits == 0 or not self.meter.empty:
            self._game(self.rules.imagine(view, self.rng), seat, root)
        return root.moves[root.arms.best(self.rng)]

    def _game(self, state: Any, seat: Seat, node: Node) -> None:
        """One imagined game: along what is remembered, one step beyond, and on without thought."""
        path: list[tuple[Node, Seat, int]] = []
        wanted = self.rules.to_move(state)
        together = set(wanted) if len(wanted) > 1 else set()
        while True:
            choice = node.arms.pick(self.rng)
            path.append((node, seat, choice))
            together.discard(seat)
            state = self._after(state, seat, node.moves[choice])
            wanted = self.rules.to_move(state)
            if not wanted or len(path) == DEEPEST:
                break
            if len(wanted) > 1:
                together = set(wanted)
            seat = wanted[0]
            here = (seat, self.key(state, seat))
            if here not in self.tree:
                moves = self.rules.moves(state, seat)
                self.tree[here] = Node(moves, self.rng, self.explore, together=seat in together)
                break
            node = self.tree[here]
        earned = self._finish(state)
        for node, seat, choice in path:
            node.arms.learn(choice, earned(seat))

    def _after(self, state: Any, seat: Seat, move: Any) -> Any:
        if move is None:
            return state
        state, drawn = settle(self.rules, self.rules.apply(state, seat, move), self.nature)
        self.meter.spend(1 + len(drawn))
        return state

    def _finish(self, state: Any) -> Callable[[Seat], float]:
        """What each seat gets when nobody thinks any more."""
        for _ in range(self.rollout):
            wanted = self.rules.to_move(state)
            if not wanted:
                break
            move = self.policy(state, wanted[0], self.rules.moves(state, wanted[0]), self.rng)
            state = self._after(state, wanted[0], move)
        if ending := self.rules.outcome(state):
            return ending.share
        if self.worth is None:
            return lambda seat: 0.5
        judge, reached = self.worth, state
        return lambda seat: judge(reached, seat)
