"""The compiled game is the game of rules.py: the same bids, the same stocks, auction by auction."""

from random import Random

import pytest

pytest.importorskip("numba", reason="Numba is not installed: the extra `fast` has it")

import numpy as np

from . import codec, fast
from .batch import Batch
from .rules import GOAL, SEATS, START, Bid, Options, apply, auction, lot, moves, new, outcome, to_move, view

every_number = pytest.mark.parametrize("seats", SEATS)


def bids(rng, seats, crate):
    """Bids of all kinds: close together, tied, far too high."""
    most = rng.choice((1, 3, crate, 2 * crate, codec.HIGHEST))
    return [rng.randint(0, most) for _ in range(seats)]


@every_number
def test_an_auction_is_judged_alike(seats):
    rng = Random(seats)
    for _ in range(5000):
        stocks = [rng.choice((0, rng.randrange(GOAL), START)) for _ in range(seats)]
        crate = max(stocks) or START
        written = bids(rng, seats, crate)
        compiled = np.array(stocks, np.int64)
        fast.auction(crate, compiled, np.array(written, np.int64))
        assert tuple(compiled) == auction(crate, tuple(stocks), written)[0], (stocks, written)


def played(state, written):
    for seat, amount in enumerate(written):
        state = apply(state, seat, Bid(amount))
    return state


@every_number
def test_whole_games_are_played_alike_seen_alike_and_won_alike(seats):
    rng, games = Random(seats), 20
    batch = Batch(games, seats, Options(), longest=30)
    batch.reset(None)
    states, rounds = [new(seats, Options())] * games, [0] * games
    for _ in range(60):
        written = [bids(rng, seats, lot(state)) for state in states]
        ended = list(batch.over | batch.cut)
        batch.step(np.array(written, np.int16))
        for game in range(games):
            states[game] = new(seats, Options()) if ended[game] else played(states[game], written[game])
            rounds[game] = 0 if ended[game] else rounds[game] + 1
            alike(batch, game, states[game], seats)
            assert batch.cut[game] == (rounds[game] == 30 and not batch.over[game])


def alike(batch, game, state, seats):
    result = outcome(state)
    assert batch.over[game] == (result is not None) == (to_move(state) == ())
    shares = [(seats * result.share(seat) - 1) / (seats - 1) if result else 0 for seat in range(seats)]
    assert list(batch.rewards[game]) == pytest.approx(shares)
    for seat in range(seats):
        assert list(batch.features[game, seat]) == codec.features(view(state, seat))
    legal = codec.legal(view(state, 0), moves(state, 0))
    assert list(batch.mask[game, 0].nonzero()[0]) == list(legal)


@every_number
def test_random_games_end_and_the_seed_decides_all(seats):
    assert fast.playouts(300, 7, seats) == fast.playouts(300, 7, seats)
    assert fast.playouts(300, 7, seats) != fast.playouts(300, 8, seats)
    assert 3 * 300 < fast.playouts(300, 7, seats) < 100 * 300


def test_the_dice_are_even():
    dice = np.empty(1, np.uint64)
    fast.seeded(dice, 1)
    counts = np.bincount([fast.below(dice, 0, 21) for _ in range(42_000)], minlength=21)
    assert len(counts) == 21
    assert ((counts - 2000) ** 2 / 2000).sum() < 50  # chi-square with 20 degrees of freedom, one in five thousand
