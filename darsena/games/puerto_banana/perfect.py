"""The game of two, solved: the chance to win when both bid any number below the lot, each equally likely.

Then leading by 1, 2, ... up to the lot less one and a tie are all equally likely, and trailing comes to the same as
leading (SOLVED.en.md). A round adds the lot to the sum of the stocks, so each chance follows from those of larger sums.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate

from .rules import GOAL, START

LARGEST = 3 * GOAL  # more than two ships can hold after a round


def chance(mine: int, other: int) -> float:
    """Of the first of two, neither of whom has reached the goal."""
    line = _lines()[mine + other]
    return line[mine + 1] - line[mine]


@cache
def _lines() -> dict[int, list[float]]:
    """For each sum of the stocks the chances by one's own stock, added up from 0 on: a mean is then a difference."""
    lines: dict[int, list[float]] = {}
    for total in range(LARGEST, 2 * START - 1, -1):
        lines[total] = [0.0, *accumulate([_chance(mine, total - mine, lines) for mine in range(total + 1)])]
    return lines


def _chance(mine: int, other: int, lines: dict[int, list[float]]) -> float:
    if max(mine, other) >= GOAL:
        return 0.5 if mine == other else float(mine > other)
    lot = max(mine, other)
    apart, level = lines[mine + other + lot], lines[mine + other + lot // 2 * 2]
    half = mine + lot // 2
    return (apart[mine + lot] - apart[mine + 1] + level[half + 1] - level[half]) / lot
