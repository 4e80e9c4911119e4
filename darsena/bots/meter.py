"""A budget while it is spent: a search asks a Meter whether it may go on."""

from __future__ import annotations

from math import inf
from time import monotonic

from ..core.game import Budget

PART = 0.8  # of the time allowed; the rest is for the way home
ENOUGH = 100_000  # positions, where a budget sets no limit at all


class Meter:
    """Counts the positions that a search has made, and looks at the clock only where time is limited."""

    def __init__(self, budget: Budget) -> None:
        unlimited = budget.seconds is None and budget.nodes is None
        self.nodes = 0
        self._most = ENOUGH if unlimited else inf if budget.nodes is None else budget.nodes
        self._end = None if budget.seconds is None else monotonic() + PART * budget.seconds

    def spend(self, nodes: int = 1) -> None:
        self.nodes += nodes

    @property
    def empty(self) -> bool:
        return self.nodes >= self._most or (self._end is not None and monotonic() >= self._end)
