"""The learned judgement of a position, compiled: a small network that `python -m bench.learn` has taught by self-play.

Neurons add up the weights of the features that are there, and one more neuron weighs those that come to above zero.
"""

from __future__ import annotations

from functools import cache
from math import exp
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .features import FEATURES, features
from .masks import Numbers, compiled

Weights = NDArray[np.float32]

NONE, START, OUTPUT = range(FEATURES, FEATURES + 3)  # the rows behind those of the features
ROWS = FEATURES + 3
FILE = Path(__file__).with_name("value.npy")
NOTHING: Weights = np.empty((0, 0), np.float32)  # is learned


@compiled
def expected(seen: Numbers, n: int, weights: Weights, sums: Weights) -> float:
    """The share of the win that goes with these features; leaves in `sums` what the neurons add up to."""
    seen[n : n + 3] = NONE
    sums[:] = weights[START]
    for at in range(0, n, 4):
        one, two, three, four = weights[seen[at]], weights[seen[at + 1]], weights[seen[at + 2]], weights[seen[at + 3]]
        for unit in range(len(sums)):
            sums[unit] += (one[unit] + two[unit]) + (three[unit] + four[unit])
    total = np.float32(0.0)
    for unit in range(len(sums)):
        total += max(sums[unit], np.float32(0.0)) * weights[OUTPUT, unit]
    return 1.0 / (1.0 + exp(-total))


@compiled
def value(board: Numbers, weights: Weights, seen: Numbers, sums: Weights) -> float:
    """The share of the win that the seat to move may expect."""
    return expected(seen, features(board, seen), weights, sums)


@cache
def learned() -> Weights:
    weights: Weights = np.load(FILE).astype(np.float32)
    return weights
