"""Puerto Banana compiled: auctions on arrays, thousands of games at a time.

It is `rules.py` over again, so a test plays the same games in both. Bids are at most those of `codec.py`. Every game
has its own dice: 64 bits, never zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .rules import GOAL, START

F = TypeVar("F", bound=Callable[..., Any])
Numbers = NDArray[Any]

SCRAMBLE, SPREAD = np.uint64(0x2545F4914F6CDD1D), np.uint64(0x9E3779B97F4A7C15)
RIGHT, LEFT, AGAIN, UPPER, ONE = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32), np.uint64(1)


def compiled(function: F) -> F:
    """Compiled when it is first called, and kept on the disk for the next process."""
    return cast(F, njit(cache=True, nogil=True, error_model="numpy")(function))


@compiled
def below(dice: Numbers, game: int, n: int) -> int:
    """The next random number of a game, less than n: xorshift64*, and its upper half as a fraction of n."""
    bits = dice[game]
    bits ^= bits >> RIGHT
    bits ^= bits << LEFT
    bits ^= bits >> AGAIN
    dice[game] = bits
    return int((((bits * SCRAMBLE) >> UPPER) * np.uint64(n)) >> UPPER)


@compiled
def seeded(dice: Numbers, seed: int) -> None:
    """Dice for every game that have nothing to do with one another."""
    for game in range(len(dice)):
        bits = np.uint64(seed) * SPREAD + np.uint64(game + 1) * SCRAMBLE
        for _ in range(3):
            bits = (bits ^ (bits >> UPPER)) * SPREAD
        dice[game] = bits | ONE


@compiled
def lot_of(stocks: Numbers) -> int:
    """§2.1, §2.2"""
    lot = int(stocks[0])
    for seat in range(1, len(stocks)):
        lot = max(lot, int(stocks[seat]))
    return lot if lot else START


@compiled
def auction(lot: int, stocks: Numbers, bids: Numbers) -> None:
    """§4, as in `rules.auction`: the stocks after one auction take the place of those before it."""
    seats = len(stocks)
    out = 0  # those who have overbid, one bit each
    while True:
        first, high, low, highest, lower = 0, -1, -1, 0, 0
        for seat in range(seats):
            if out >> seat & 1:
                continue
            bid = int(bids[seat])
            if bid > high:
                first, high, low, highest, lower = seat, bid, high, 1, highest
            elif bid == high:
                highest += 1
            elif bid > low:
                low, lower = bid, 1
            elif bid == low:
                lower += 1
        if highest > 1:  # §4.8
            low, lower, share = high, highest, lot
            break
        if low < 0:  # §4.7
            stocks[first] += lot
            return
        share = high - low
        if share <= stocks[first] + lot:  # §4.2
            stocks[first] += lot - share  # §4.1
            break
        if seats > 2:  # §4.4, §4.5
            stocks[first] = 0
        out |= 1 << first
    if lower > 1:  # §4.3
        share //= lower
    for seat in range(seats):
        if bids[seat] == low and not out >> seat & 1:
            stocks[seat] += share


@compiled
def playout(stocks: Numbers, bids: Numbers, dice: Numbers, game: int, most: int) -> int:
    """One game of random bids up to twice the lot, from these stocks on: how many auctions it took."""
    for played in range(most):
        lot = lot_of(stocks)
        if lot >= GOAL:  # §5.1
            return played
        for seat in range(len(stocks)):
            bids[seat] = below(dice, game, 2 * lot + 1)
        auction(lot, stocks, bids)
    return most


@compiled
def playouts(games: int, seed: int, seats: int = 4, most: int = 1000) -> int:
    """So many games from the beginning: the number of auctions in all of them."""
    stocks, bids = np.empty(seats, np.int64), np.empty(seats, np.int64)
    dice = np.empty(1, np.uint64)
    seeded(dice, seed)
    auctions = 0
    for _ in range(games):
        stocks[:] = START
        auctions += playout(stocks, bids, dice, 0, most)
    return auctions


@compiled
def auctions(stocks: Numbers, bids: Numbers) -> None:
    """One auction in every game: a row of stocks and a row of bids for each."""
    for game in range(len(stocks)):
        auction(lot_of(stocks[game]), stocks[game], bids[game])
