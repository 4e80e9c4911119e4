"""The move generator counted out from fixed positions, and compared with one that is slow and plain."""

from itertools import chain, combinations, product
from random import Random

import pytest

from ...core.game import CHANCE
from ...core.notation import write
from .moves import moves
from .rules import apply, chance, new, to_move
from .state import ActionTile, Lay, Options, Redraw, Stack, Stage, Swap
from .test_positions import position
from .tiles import Colour


def naive(state, seat):
    """Every subset of the hand is tried on every end and every group, as the rulebook puts it."""
    hand, theirs, unused = state.hands[seat], state.hands[1 - seat], state.actions[seat]
    for colour, line in zip(Colour, state.lines, strict=True):
        values = {line.die: None}
        values |= {line.die - n: len(group.tiles) for n, group in enumerate(line.down, 1)}
        values |= {line.die + n: len(group.tiles) for n, group in enumerate(line.up, 1)}
        for tiles in subsets(hand):
            pips = [getattr(tile, colour.value) for tile in tiles]
            if 0 in pips:
                continue
            if sum(pips) == max(values) + 1 and beside(values[max(values)], len(tiles), state.basic):
                yield f"lay {colour.value} up {' '.join(map(str, tiles))}"
            if sum(pips) == min(values) - 1 and beside(values[min(values)], len(tiles), state.basic):
                yield f"lay {colour.value} down {' '.join(map(str, tiles))}"
            if ActionTile.STACK in unused and values.get(sum(pips)) == len(tiles):
                yield f"stack {colour.value} {sum(pips)} {' '.join(map(str, tiles))}"
    if ActionTile.SWAP in unused:
        yield from (f"swap {own} {other}" for own, other in product(hand, theirs))
    if ActionTile.REDRAW in unused and len(state.unseen) > 1:
        yield from (f"redraw {tile}" for tile in hand)


def subsets(hand):
    return chain.from_iterable(combinations(hand, size) for size in range(1, len(hand) + 1))


def beside(neighbour, size, basic):
    """Whether so many tiles may lie beside a die (None) or a group."""
    if neighbour is None:
        return size in (1, 2)
    return size - neighbour in ((0, 1) if basic else (-1, 1))


def nodes(state, depth):
    """How many lines of play there are: `depth` decisions, with every draw of nature in between."""
    if not to_move(state) or depth == 0:
        return 1
    if to_move(state) == (CHANCE,):
        return sum(nodes(apply(state, CHANCE, move), depth) for move, _ in chance(state))
    [seat] = to_move(state)
    found = moves(state, seat)
    assert sorted(map(write, found)) == sorted(naive(state, seat))
    return sum(nodes(apply(state, seat, move), depth - 1) for move in found)


OPENING = position(
    "[2]", "[5]", "0.4 0.6 1.0 2.2 3.1", "0.1 1.1 1.4 3.0",
    theirs="redraw stack", unseen="0.3 1.2 2.1",
)  # fmt: skip
MIDDLE = position(
    "1.0 [2] 3.1", "[4] 0.2+0.3 0.6", "1.2 2.2 4.0 5.1", "0.1 1.4 2.0",
    mine="swap stack", theirs="redraw", unseen="0.5 1.1 3.0 4.2",
)  # fmt: skip
LATE = position(
    "[5] 2.2+4.1 1.0+2.1+4.2 2.0+6.0", "0.2+1.1 [4] 0.5/1.5", "1.4 3.2 3.3", "0.6 1.2 2.4 5.0",
    mine="stack", theirs="swap", unseen="0.1 0.3 3.0 4.0 5.1",
)  # fmt: skip
EASY = position(
    "1.0 [2] 3.1 4.1", "[4] 0.2+0.3", "0.6 1.2 4.0 5.1", "0.1 1.4 2.0 2.2",
    mine="swap stack", theirs="redraw", unseen="0.5 1.1 3.0 4.2", basic=True,
)  # fmt: skip

COUNTED = {
    "opening": (OPENING, [31, 1053, 11563]),
    "middle": (MIDDLE, [15, 304, 11471]),
    "late": (LATE, [6, 206, 1277, 8474]),
    "basic": (EASY, [21, 749, 33050]),
}


@pytest.mark.parametrize(("state", "counted"), COUNTED.values(), ids=COUNTED)
def test_4_2_the_lines_of_play_are_counted(state, counted):
    assert [nodes(state, depth) for depth in range(1, len(counted) + 1)] == counted


@pytest.mark.parametrize("rules", ["advanced", "basic"])
def test_4_2_both_generators_agree_in_random_plays(rules):
    for seed in range(60):
        rng, state = Random(seed), new(2, Options(rules))
        while seats := to_move(state):
            if state.stage is Stage.MOVE:
                assert sorted(map(write, moves(state, seats[0]))) == sorted(naive(state, seats[0]))
            possible = [move for move, _ in chance(state)] or moves(state, seats[0])
            state = apply(state, seats[0], rng.choice(possible))


def test_4_2_no_move_is_listed_twice():
    for state, _ in COUNTED.values():
        found = moves(state, 0)
        assert len(found) == len(set(found))
        assert {type(move) for move in found} <= {Lay, Stack, Swap, Redraw}
