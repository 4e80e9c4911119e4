"""Looking ahead from an open position, compiled: a search tree, with the exact solver where few tiles are unseen.

The tree holds positions in which somebody has drawn; the draws between them are thrown anew in every game that is
played through it. A game ends below the tree, with what was learned of the position there (value.py); in the basic
rules, of which nothing was learned, it is played to the end. `plain` is the textbook's search: any move below the tree,
and no solver.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from .fast import (
    ACTIONS,
    BASIC,
    ENDING,
    FIELDS,
    HANDS,
    LINES,
    MOST_MOVES,
    OWNER,
    PUT_AWAY,
    RANDOM,
    STAGE,
    SWAP,
    TURN,
    UNSEEN,
    below,
    moves_of,
    play,
    playout,
    settle,
    share,
)
from .few import LIMIT, SEEN, key_of, table_of
from .masks import ALL, Numbers, compiled, count
from .solve import solve, workplace
from .value import Weights, value

Reals = NDArray[np.float64]
Tree = tuple[Numbers, Numbers, Reals, Numbers]  # positions, moves, what became of the moves, and how many there are

KEY, FIRST, MANY, VISITS = range(4)  # of a position: its first move and how many, and how often it was reached
TRIED, WON, LIKELY = range(3)  # of a move: how often, with how many wins, and how good it looks
POSITIONS, EDGES = 0, 1
ROOM, PER_POSITION, PROBES = 16, 20, 8  # 2 ** ROOM places for positions
LENGTH = 40  # decisions of one game, at most
SOLVED = 4  # so many unseen tiles, and the solver takes over from the tree
PLAIN_CURIOSITY, CURIOSITY, MODESTY = 0.7, 1.0, 0.05


@compiled
def looks(move: int) -> float:
    """How good a move looks: what sheds tiles is tried first."""
    return 0.4 if move & (SWAP | PUT_AWAY) else 2.0 * count(move & ALL)


@compiled
def position_of(board: Numbers) -> int:
    seat = board[TURN]
    mine = -1 if board[BASIC] else 0 if board[OWNER] == seat else 1
    unused = board[ACTIONS + seat] | board[ACTIONS + 1 - seat] << 3
    table = table_of(board[HANDS + 1 - seat], unused, board[LINES], board[LINES + 1], mine)
    return key_of(board[STAGE], table, board[HANDS + seat], board[UNSEEN])


@compiled
def found(key: int, positions: Numbers) -> int:
    """The place of a position; of an empty place for it; or -1 if all are taken."""
    for step in range(PROBES):
        place = ((key >> 1) + step) & (len(positions) - 1)
        if positions[place, KEY] == key or positions[place, KEY] == 0:
            return int(place)
    return -1


@compiled
def grow(board: Numbers, key: int, place: int, moves: Numbers, tree: Tree) -> bool:
    """Put a position into the tree, if there is room."""
    positions, edges, fates, size = tree
    n, first = moves_of(board, moves), size[EDGES]
    if place < 0 or first + n > len(edges):
        return False
    total = 0.0
    for at in range(n):
        edges[first + at], total = moves[at], total + looks(moves[at])
    for at in range(n):
        fates[first + at, TRIED], fates[first + at, WON] = 0.0, 0.0
        fates[first + at, LIKELY] = looks(moves[at]) / total
    positions[place, KEY], positions[place, FIRST], positions[place, MANY], positions[place, VISITS] = key, first, n, 0
    size[EDGES] += n
    size[POSITIONS] += 1
    return True


@compiled
def promising(place: int, tree: Tree, plain: bool) -> int:
    """The move to try next: what has won, and what is little tried."""
    positions, _, fates, _ = tree
    first, many, visits = positions[place, FIRST], positions[place, MANY], positions[place, VISITS]
    tried, won = 0.0, 0.0
    for edge in range(first, first + many):
        tried, won = tried + fates[edge, TRIED], won + fates[edge, WON]
    unknown = won / tried - MODESTY if tried else 0.5
    best, choice = -1e9, first
    for edge in range(first, first + many):
        times = fates[edge, TRIED]
        if plain:
            worth = 1e6 if times == 0 else fates[edge, WON] / times + PLAIN_CURIOSITY * sqrt(log(visits + 1.0) / times)
        else:
            worth = fates[edge, WON] / times if times else unknown
            worth += CURIOSITY * fates[edge, LIKELY] * sqrt(visits + 1.0) / (1.0 + times)
        if worth > best:
            best, choice = worth, edge
    return int(choice)


@compiled
def sensible(board: Numbers, moves: Numbers) -> None:
    """Play to the end: mostly what sheds tiles, action tiles when nothing can be laid."""
    while not board[ENDING]:
        n, total = moves_of(board, moves), 0.0
        for at in range(n):
            total += looks(moves[at])
        left, at = below(board, 1 << 30) / (1 << 30) * total, 0
        while at < n - 1 and left >= looks(moves[at]):
            left -= looks(moves[at])
            at += 1
        play(board, moves[at])
        settle(board)


@compiled
def beyond(board: Numbers, moves: Numbers, weights: Weights, sums: Weights, plain: bool) -> float:
    """What seat 0 gets below the tree: as was learned, or without weights in a game to the end."""
    if len(weights):
        expected = value(board, weights, moves, sums)
        return expected if board[TURN] == 0 else 1.0 - expected
    if plain:
        playout(board, moves)
    else:
        sensible(board, moves)
    return share(board, 0)


@compiled
def game(
    root: Numbers,
    board: Numbers,
    path: Numbers,
    moves: Numbers,
    tree: Tree,
    work: Numbers,
    weights: Weights,
    sums: Weights,
    plain: bool,
) -> float:
    """One game through the tree and beyond it; returns what seat 0 got."""
    positions, edges, fates, _ = tree
    board[:RANDOM] = root[:RANDOM]
    settle(board)
    steps = 0
    while True:
        if board[ENDING]:
            result = share(board, 0)
            break
        if not plain and count(board[UNSEEN]) <= SOLVED:
            work[SEEN] = 0
            exact = solve(board, 0.0, 1.0, work)
            result = exact if board[TURN] == 0 else 1.0 - exact
            break
        key = position_of(board)
        place = found(key, positions)
        if place < 0 or positions[place, KEY] != key or steps == LENGTH:
            grow(board, key, place, moves, tree)
            result = beyond(board, moves, weights, sums, plain)
            break
        edge = promising(place, tree, plain)
        path[steps, 0], path[steps, 1], path[steps, 2] = place, edge, board[TURN]
        steps += 1
        play(board, edges[edge])
        settle(board)
    for step in range(steps):
        place, edge = path[step, 0], path[step, 1]
        positions[place, VISITS] += 1
        fates[edge, TRIED] += 1.0
        fates[edge, WON] += result if path[step, 2] == 0 else 1.0 - result
    return result


@compiled
def games(
    root: Numbers, number: int, board: Numbers, tree: Tree, work: Numbers, weights: Weights, plain: bool
) -> float:
    """So many games; returns the share of seat 0. Without weights they are played to the end."""
    path, moves, total = np.empty((LENGTH, 3), np.int64), np.empty(MOST_MOVES, np.int64), 0.0
    sums = np.empty(weights.shape[1], np.float32)
    work[LIMIT] = 1 << 40
    for _ in range(number):
        total += game(root, board, path, moves, tree, work, weights, sums, plain)
    return total / number


@compiled
def judge(board: Numbers, moves: Numbers, chances: Reals, every: bool, work: Numbers) -> bool:
    """Write the exact chance of every move, or of those that may be the best; False if the limit was passed."""
    seat, best, after = board[TURN], 0.0, np.empty(FIELDS, np.int64)
    for at in range(len(moves)):
        after[:] = board
        play(after, moves[at])
        low = 0.0 if every else best
        if after[TURN] == seat:
            chances[at] = solve(after, low, 1.0, work)
        else:
            chances[at] = 1.0 - solve(after, 0.0, 1.0 - low, work)
        if work[SEEN] > work[LIMIT]:
            return False
        best = max(best, chances[at])
        if best >= 1.0 - 1e-9 and not every:
            chances[at + 1 :] = 0.0
            break
    return True


class Room(Struct, frozen=True):
    """What is needed to think: made once, used again for every position."""

    tree: Tree
    work: Numbers


def room() -> Room:
    return Room(tree_for(1 << ROOM), workplace())


def tree_for(places: int) -> Tree:
    """An empty tree with so many places, a power of two, for positions."""
    edges = places * PER_POSITION
    return np.zeros((places, 4), np.int64), np.empty(edges, np.int64), np.empty((edges, 3)), np.zeros(2, np.int64)


def forget(room: Room) -> None:
    """An empty tree."""
    room.tree[0][:], room.tree[3][:] = 0, 0


def tried(board: Numbers, room: Room) -> dict[int, tuple[float, float]]:
    """What the tree knows of the moves in a position: how often each was tried, and how often it won."""
    positions, edges, fates, _ = room.tree
    key = position_of(board)
    place = found(key, positions)
    if place < 0 or positions[place, KEY] != key:
        return {}
    first, many = positions[place, FIRST], positions[place, MANY]
    return {int(edges[edge]): (fates[edge, TRIED], fates[edge, WON]) for edge in range(first, first + many)}
