"""Many games in arrays, for `darsena.envs.vector`: every step is one auction in each of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .codec import MOVES, layout
from .fast import Numbers, auction, compiled, lot_of
from .rules import GOAL, START, Options


class Batch:
    """The arrays are filled anew by every step. Features and mask are those of `codec.py`; all seats share the mask."""

    def __init__(self, games: int, seats: int, options: Options, longest: int) -> None:
        self.longest = longest
        self.features = np.zeros((games, seats, sum(layout(seats).values())), np.int16)
        self.mask = np.zeros((games, 1, MOVES), np.int8)
        self.rewards = np.zeros((games, seats), np.float32)
        self.over = np.zeros(games, np.bool_)
        self.cut = np.zeros(games, np.bool_)
        self._stocks = np.full((games, seats), START, np.int16)
        self._before = np.zeros((games, seats), np.int16)
        self._rounds = np.zeros(games, np.int16)

    def reset(self, seed: int | None) -> None:
        """There is no chance in this game, so the seed decides nothing."""
        self.over[:] = True
        self.step(np.zeros(self.rewards.shape, np.int16))

    def step(self, numbers: NDArray[np.integer]) -> None:
        """Everybody's bid in every game. In a game that is over, a new one begins instead."""
        played = (self._stocks, self._before, self._rounds, self.longest)
        _step(numbers, *played, self.features, self.mask, self.rewards, self.over, self.cut)


@compiled
def _step(
    bids: Numbers,
    stocks: Numbers,
    before: Numbers,
    rounds: Numbers,
    longest: int,
    features: Numbers,
    mask: Numbers,
    rewards: Numbers,
    over: Numbers,
    cut: Numbers,
) -> None:
    games, seats = stocks.shape
    for game in range(games):
        rewards[game] = 0
        if over[game] or cut[game]:
            stocks[game], rounds[game] = START, 0
            over[game] = cut[game] = False
            last = 0
        else:
            last = lot_of(stocks[game])
            before[game] = stocks[game]
            auction(last, stocks[game], bids[game])
            rounds[game] += 1
            over[game] = lot_of(stocks[game]) >= GOAL
            cut[game] = not over[game] and rounds[game] >= longest
        lot = lot_of(stocks[game])
        if over[game]:
            _reward(stocks[game], lot, rewards[game])
        _mark(mask[game, 0], 0 if over[game] else 2 * lot + 1)
        for seat in range(seats):
            _see(features[game, seat], seat, stocks[game], lot, rounds[game], last, before[game], bids[game])


@compiled
def _reward(stocks: Numbers, best: int, rewards: Numbers) -> None:
    """One win for the winners together, paid by the others: zero in all."""
    seats, winners = len(stocks), 0
    for stock in stocks:
        winners += stock == best
    for seat in range(seats):
        share = 1 / winners if stocks[seat] == best else 0.0
        rewards[seat] = (seats * share - 1) / (seats - 1)


@compiled
def _mark(mask: Numbers, legal: int) -> None:
    """Ones up to the highest bid worth thinking of. Ones are all in front, so only the difference is written."""
    place = legal
    while place < len(mask) and mask[place]:
        mask[place] = 0
        place += 1
    place = legal - 1
    while place >= 0 and not mask[place]:
        mask[place] = 1
        place -= 1


@compiled
def _see(
    row: Numbers, me: int, stocks: Numbers, lot: int, rounds: int, last: int, before: Numbers, bids: Numbers
) -> None:
    """As `codec.features` has it, at the beginning of a round."""
    seats = len(stocks)
    row[seats] = lot
    row[2 * seats + 2] = rounds
    row[2 * seats + 3] = last
    for away in range(seats):
        seat = me + away if me + away < seats else me + away - seats
        row[away] = stocks[seat]
        row[2 * seats + 4 + away] = before[seat] if last else 0
        row[3 * seats + 4 + away] = bids[seat] if last else 0
