"""Moves per CPU-second of this process: a busy machine makes a run longer, not the figure smaller."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import NamedTuple


class Rate(NamedTuple):
    name: str
    moves: float  # per CPU-second, the median of all repeats
    slowest: float
    fastest: float
    length: float  # moves of one game


def rate(name: str, play: Callable[[], int], seconds: float, repeats: int) -> Rate:
    """`play` plays one game and returns the number of its moves."""
    _timed(play, seconds / 5)  # warm
    runs = [_timed(play, seconds) for _ in range(repeats)]
    rates = [moves / spent for _, moves, spent in runs]
    length = sum(moves for _, moves, _ in runs) / sum(games for games, _, _ in runs)
    return Rate(name, median(rates), min(rates), max(rates), length)


def _timed(play: Callable[[], int], seconds: float) -> tuple[int, int, float]:
    games, moves, start = 0, 0, process_time()
    while (spent := process_time() - start) < seconds or not games:
        games, moves = games + 1, moves + play()
    return games, moves, spent
