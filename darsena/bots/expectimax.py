"""Expectimax: look at everything that can still happen, and know the answer.

The value of a position is a share in the win for every seat. Where the game is over, the outcome says it. Where nature
moves, it is the average over her moves by their weights. Where a seat moves, it is the value of the move that is best
for that seat: with two players this is exact play; with more, everybody is taken to play for themselves.

Positions reached in two ways are looked at once: the *transposition table* remembers their values. States are frozen
values with a hash, so the table is a dict, and whoever keeps it from move to move gets the next answer sooner.

It is for the ends of games in which everything is open and one seat decides at a time. Where several are wanted the
first of them decides first, as at a table, and moves out of turn are left out. A game that is not small enough gives no
answer within the budget; then search by `mcts`, or look only `depth` moves ahead and let `worth` judge what is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..core.game import CHANCE, Budget, Seat
from ..core.play import AnyRules
from .meter import Meter

Shares = tuple[float, ...]
Key = tuple[Any, int | None]
DEEPEST = 120  # moves ahead; a game that can go on for longer is not one to solve


class Solved(NamedTuple):
    """What a position is worth to each seat, and the move to make: none where the game is over or nature moves."""

    shares: Shares
    move: Any = None


class _TooMuch(Exception):
    """The budget is spent, or the end is too far away."""


def expectimax(
    rules: AnyRules,
    state: Any,
    seats: int,
    budget: Budget,
    *,
    depth: int | None = None,
    worth: Callable[[Any, Seat], float] | None = None,
    table: dict[Key, Solved] | None = None,
) -> Solved | None:
    """The value of `state` and its best move; None when the budget does not reach to the end.

    With `depth`, positions so many moves ahead (nature's included) are judged by `worth`, or counted as even.
    """
    search = _Search(rules, seats, Meter(budget), worth, {} if table is None else table)
    try:
        return search.solve(state, depth, 0)
    except _TooMuch:
        return None


class _Search:
    def __init__(
        self,
        rules: AnyRules,
        seats: int,
        meter: Meter,
        worth: Callable[[Any, Seat], float] | None,
        table: dict[Key, Solved],
    ) -> None:
        self.rules, self.seats, self.meter, self.worth, self.table = rules, seats, meter, worth, table

    def solve(self, state: Any, depth: int | None, deep: int) -> Solved:
        known = self.table.get((state, depth))
        if known is None:
            known = self.table[state, depth] = self._solve(state, depth, deep)
        return known

    def _solve(self, state: Any, depth: int | None, deep: int) -> Solved:
        if ending := self.rules.outcome(state):
            return Solved(tuple([ending.share(seat) for seat in range(self.seats)]))
        if depth == 0:
            return Solved(self._judged(state))
        if self.meter.empty or deep == DEEPEST:
            raise _TooMuch
        wanted = self.rules.to_move(state)
        return self._average(state, depth, deep) if wanted == (CHANCE,) else self._best(state, wanted[0], depth, deep)

    def _best(self, state: Any, seat: Seat, depth: int | None, deep: int) -> Solved:
        best: Solved | None = None
        for move in self.rules.moves(state, seat):
            shares = self._after(state, seat, move, depth, deep)
            if best is None or shares[seat] > best.shares[seat]:
                best = Solved(shares, move)
            if shares[seat] == 1:  # nothing is better than a sure win
                break
        assert best is not None  # whoever is to move has a move
        return best

    def _average(self, state: Any, depth: int | None, deep: int) -> Solved:
        total, sums = 0, [0.0] * self.seats
        for move, weight in self.rules.chance(state):
            total += weight
            for seat, share in enumerate(self._after(state, CHANCE, move, depth, deep)):
                sums[seat] += weight * share
        return Solved(tuple([share / total for share in sums]))

    def _after(self, state: Any, seat: Seat, move: Any, depth: int | None, deep: int) -> Shares:
        self.meter.spend()
        after = self.rules.apply(state, seat, move)
        return self.solve(after, None if depth is None else depth - 1, deep + 1).shares

    def _judged(self, state: Any) -> Shares:
        if self.worth is None:
            return (1 / self.seats,) * self.seats
        return tuple([self.worth(state, seat) for seat in range(self.seats)])
