"""`python -m bench.learn` teaches BOSSA's best bot to judge positions, by what becomes of them when it plays itself.

In each round it plays so many games, at first without having learned anything; then a network learns anew from the
positions of all rounds. What it learns of a position lies halfway between what the search thought of it and how the
game went on from there. Some moves are thrown, so that it learns bad positions too: what comes after them tells nothing
of what came before. Games end one draw before the solver would take over.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from time import process_time
from typing import cast

import numpy as np
from numba import njit

from darsena.games.bossa.fast import (
    CHOOSE,
    ENDING,
    FIELDS,
    MOST_MOVES,
    MOVE,
    RANDOM,
    STAGE,
    TURN,
    UNSEEN,
    below,
    moves_of,
    play,
    settle,
    share,
    start,
)
from darsena.games.bossa.features import MOST, features
from darsena.games.bossa.few import LIMIT, SEEN
from darsena.games.bossa.masks import F, Numbers, count
from darsena.games.bossa.search import (
    FIRST,
    MANY,
    SOLVED,
    TRIED,
    WON,
    Reals,
    Tree,
    found,
    games,
    position_of,
    tree_for,
)
from darsena.games.bossa.solve import solve, workplace
from darsena.games.bossa.value import FILE, NONE, NOTHING, OUTPUT, ROWS, START, Weights, expected

Lessons = tuple[Numbers, Reals]  # positions, and what they are worth to the seat to move

THROWN = 8  # of 64 moves; and in half of the games the first ones, so many at most
LONGEST = 40  # positions of one game
HELD_OUT = 0.05
BATCH, RATE, FADING = 1024, 2e-3, (0.9, 0.999)


def compiled(function: F) -> F:
    """Each time anew: what is kept on the disk does not notice when the game changes, which lies elsewhere."""
    return cast(F, njit(function))


@compiled
def explored(place: int, dice: Numbers, tree: Tree) -> tuple[int, float]:
    """A move that was often tried, and what the one tried most is worth."""
    positions, edges, fates, _ = tree
    first, many, total = positions[place, FIRST], positions[place, MANY], 0.0
    best = first
    for edge in range(first, first + many):
        total += fates[edge, TRIED] ** 2
        best = edge if fates[edge, TRIED] > fates[best, TRIED] else best
    left, edge = below(dice, 1 << 30) / (1 << 30) * total, first
    while edge < first + many - 1 and left >= fates[edge, TRIED] ** 2:
        left -= fates[edge, TRIED] ** 2
        edge += 1
    return edges[edge], fates[best, WON] / fates[best, TRIED]


@compiled
def thought(
    board: Numbers, nodes: int, dice: Numbers, tree: Tree, work: Numbers, weights: Weights
) -> tuple[int, float]:
    """The same after a search."""
    tree[0][:], tree[3][:] = 0, 0
    table = board.copy()
    table[RANDOM] = below(dice, 1 << 30)
    games(board, nodes, table, tree, work, weights, False)
    return explored(found(position_of(board), tree[0]), dice, tree)


@compiled
def self_play(seed: int, nodes: int, tree: Tree, work: Numbers, weights: Weights, boards: Numbers, worth: Reals) -> int:
    """One game; writes its positions and what they are worth, and returns how many there are."""
    board, dice, moves = np.empty(FIELDS, np.int64), np.empty(FIELDS, np.int64), np.empty(MOST_MOVES, np.int64)
    start(board, seed, 0)
    start(dice, -1 - seed, 0)
    settle(board)
    n, sure, thrown = 0, 0, below(dice, 2) * below(dice, THROWN + 1)
    while not board[ENDING] and (board[STAGE] == CHOOSE or count(board[UNSEEN]) > SOLVED + 1):
        many = moves_of(board, moves)
        move = moves[below(dice, many)]
        if board[STAGE] == MOVE and many > 1:
            thrown -= 1
            if thrown < 0:
                likely, hope = thought(board, nodes, dice, tree, work, weights)
                boards[n], worth[n], n = board, hope, n + 1
                if below(dice, 64) < THROWN:
                    sure = n
                else:
                    move = likely
        play(board, move)
        settle(board)
    if not board[ENDING]:
        work[SEEN] = 0
        boards[n], worth[n], n = board, solve(board, 0.0, 1.0, work), n + 1
    first = share(board, 0) if board[ENDING] else worth[n - 1] if board[TURN] == 0 else 1.0 - worth[n - 1]
    for at in range(sure, n):
        worth[at] = (worth[at] + (first if boards[at, TURN] == 0 else 1.0 - first)) / 2
    return n


@compiled
def gradient(lessons: Lessons, order: Numbers, weights: Weights, slope: Weights) -> float:
    """Add up in which direction the weights are wrong; returns the sum of the squared errors."""
    boards, worth = lessons
    seen, sums, squares = np.empty(MOST, np.int64), np.empty(weights.shape[1], np.float32), 0.0
    for at in order:
        n = features(boards[at], seen)
        missed = expected(seen, n, weights, sums) - worth[at]
        error = np.float32(missed)
        squares += missed * missed
        for unit in range(len(sums)):
            slope[OUTPUT, unit] += error * max(sums[unit], np.float32(0.0))
            sums[unit] = error * weights[OUTPUT, unit] if sums[unit] > 0 else np.float32(0.0)
            slope[START, unit] += sums[unit]
        for feature in seen[:n]:
            row = slope[feature]
            for unit in range(len(sums)):
                row[unit] += sums[unit]
    return squares


def played(games: int, seed: int, nodes: int, weights: Weights) -> Lessons:
    """What so many games teach."""
    tree = tree_for(1 << (4 * nodes).bit_length())
    work, kept = workplace(), []
    work[LIMIT] = 1 << 40
    boards, worth = np.empty((LONGEST, FIELDS), np.int64), np.empty(LONGEST)
    for game in range(games):
        n = self_play(seed + game, nodes, tree, work, weights, boards, worth)
        kept.append((boards[:n].copy(), worth[:n].copy()))
    return np.concatenate([each[0] for each in kept]), np.concatenate([each[1] for each in kept])


def taught(lessons: Lessons, width: int, epochs: int, dice: np.random.Generator) -> Weights:
    """The weights that fit, found by Adam; some of the lessons are kept to see how well."""
    weights = (dice.normal(size=(ROWS, width)) * 0.05).astype(np.float32)
    weights[NONE], weights[OUTPUT] = 0, dice.normal(size=width) * 0.3
    slope, mean, spread = np.zeros_like(weights), np.zeros_like(weights), np.zeros_like(weights)
    known = int(len(lessons[1]) * (1 - HELD_OUT))
    batches = known // BATCH
    steps = epochs * batches
    for epoch in range(epochs):
        order, squares = dice.permutation(known)[: batches * BATCH], 0.0
        for step, batch in enumerate(order.reshape(batches, BATCH), 1 + epoch * batches):
            slope[:] = 0
            squares += gradient(lessons, batch, weights, slope)
            slope /= BATCH
            mean += (1 - FADING[0]) * (slope - mean)
            spread += (1 - FADING[1]) * (slope * slope - spread)
            rate = RATE * (1 - step / steps) * (1 - FADING[1] ** step) ** 0.5 / (1 - FADING[0] ** step)
            weights -= rate * mean / (np.sqrt(spread) + 1e-8)
    held = np.arange(known, len(lessons[1]))
    missed = gradient(lessons, held, weights, slope) / len(held)
    print(f"  {known} positions, squared error {squares / max(len(order), 1):.5f}; held out {missed:.5f}")
    return weights.astype(np.float16).astype(np.float32)


def main() -> None:
    parser = ArgumentParser("bench.learn", description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[10_000, 30_000, 40_000], help="of each round")
    parser.add_argument("--nodes", type=int, default=300, help="of the search for each move")
    parser.add_argument("--width", type=int, default=64, help="neurons")
    parser.add_argument("--epochs", type=int, default=8, help="how often a position is looked at")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=FILE)
    asked = parser.parse_args()
    weights, lessons, dice, seed = NOTHING, [], np.random.default_rng(asked.seed), asked.seed << 32
    for number in asked.games:
        begun = process_time()
        lessons.append(played(number, seed, asked.nodes, weights))
        seed += number
        print(f"{number} games in {process_time() - begun:.0f} CPU-s", flush=True)
        begun = process_time()
        boards, worth = (np.concatenate(parts) for parts in zip(*lessons, strict=True))
        weights = taught((boards, worth), asked.width, asked.epochs, dice)
        print(f"  learned in {process_time() - begun:.0f} CPU-s", flush=True)
        np.save(asked.file, weights.astype(np.float16))


if __name__ == "__main__":
    main()
