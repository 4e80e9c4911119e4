"""What was learned: the features are those that the plain rules show, and their sum is better than a guess."""

from itertools import islice
from random import Random
from statistics import mean, pvariance

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from msgspec.structs import replace  # noqa: E402

from ...core.game import CHANCE  # noqa: E402
from . import features as known  # noqa: E402
from . import rules  # noqa: E402
from .boards import board_of  # noqa: E402
from .lines import Group, Line, Side, allowed  # noqa: E402
from .masks import WIDEST  # noqa: E402
from .solve import solve  # noqa: E402
from .state import GOAL, ActionTile, Options, Stage  # noqa: E402
from .test_solve import endgames, room  # noqa: E402
from .tiles import HIGHEST, PLACES, Colour, Tile, groups, pips_of, with_  # noqa: E402
from .value import FILE, NONE, OUTPUT, ROWS, START, expected, learned, value  # noqa: E402


def positions(number):
    """Of random games, in which somebody is to move."""
    for seed in range(number):
        rng, state = Random(seed), rules.new(2, Options())
        while seats := rules.to_move(state):
            if state.stage is Stage.MOVE:
                yield state
            [seat] = seats
            moves = [move for move, _ in rules.chance(state)] if seat == CHANCE else rules.moves(state, seat)
            state = rules.apply(state, seat, rng.choice(moves))


def features(state):
    seen = np.empty(known.MOST, np.int64)
    return sorted(seen[: known.features(board_of(state), seen)].tolist())


def lines_of(state):
    """The line of the seat to move, and the other one, with their colours."""
    both = list(zip(Colour, state.lines, strict=True))
    return both if state.owners[0] == state.turn else both[::-1]


def mirrored(tile):
    return Tile(tile.black, tile.white)


def name(state, tile):
    return PLACES[tile if state.owners[0] == state.turn else mirrored(tile)]


def bits(found):
    """The features of groups, each a value and a number of tiles."""
    return {WIDEST * (value - 1) + size - 1 for value, size in found if 0 < value <= HIGHEST and size <= WIDEST}


def at_ends(line):
    found = [(value, size) for side in Side for value, beside in [line.end(side)] for size in allowed(beside, False)]
    return {(value, size) for value, size in found if 0 < value <= HIGHEST and size <= WIDEST}


def lying(line):
    return {(value, len(group.tiles)) for value, group in line.groups()}


def makes(hand, colour):
    return set(groups(tuple(pips for pips in pips_of(hand, colour) if pips)))


def playable(state, seat, hand, line, colour):
    stacks = lying(line) if ActionTile.STACK in state.actions[seat] else set()
    return makes(hand, colour) & (at_ends(line) | stacks)


def wins(state, seat, hand):
    """Whether one group wins at once."""
    return any(
        size == len(hand) or (owner == seat and len(line) == GOAL - 1 and (value, size) in at_ends(line))
        for (colour, line), owner in zip(zip(Colour, state.lines, strict=True), state.owners, strict=True)
        for value, size in playable(state, seat, hand, line, colour)
    )


def of_seat(state, seat):
    hand, first = state.hands[seat], known.SEATS + (0 if seat == state.turn else known.SEAT)
    yield from (first + known.HAND + name(state, tile) for tile in hand)
    yield first + known.SIZE + len(hand)
    yield first + known.ACTION + sum(1 << list(ActionTile).index(action) for action in state.actions[seat])
    for at, (colour, line) in enumerate(lines_of(state)):
        can, far = makes(hand, colour), at * known.KINDS_OF_GROUPS
        stacks = can & lying(line) if ActionTile.STACK in state.actions[seat] else set()
        yield from (first + known.MADE + far + bit for bit in bits(can))
        yield from (first + known.FITTING + far + bit for bit in bits(can & at_ends(line)))
        yield from {first + known.LAYING + at * WIDEST + size - 1 for _, size in can & at_ends(line)}
        yield from {first + known.STACKING + at * WIDEST + size - 1 for _, size in stacks}
    if wins(state, seat, hand):
        yield first + known.WON
    drawn = [with_(hand, tile) for tile in state.unseen]
    sizes = [
        {size for colour, line in lines_of(state) for _, size in playable(state, seat, hand, line, colour)}
        for hand in drawn
    ]
    times = (
        sum(map(bool, sizes)),
        sum(bool(each - {1}) for each in sizes),
        sum(wins(state, seat, hand) for hand in drawn),
    )
    for at, n in enumerate(times):
        yield first + known.DRAWS + at * (known.PARTS + 1) - (-n * known.PARTS // len(drawn))


def plain(state):
    """The features, by the rules that judge every move."""
    yield from (known.UNSEEN_TILES + name(state, tile) for tile in state.unseen)
    yield known.HIDDEN + len(state.unseen)
    for at, (_, line) in enumerate(lines_of(state)):
        yield known.GROWN + at * (GOAL + 1) + len(line)
        yield from (known.OPEN + at * known.KINDS_OF_GROUPS + bit for bit in bits(at_ends(line)))
        yield from (known.LAID + at * known.KINDS_OF_GROUPS + bit for bit in bits(lying(line)))
    for seat in range(2):
        yield from of_seat(state, seat)


def test_the_features_are_those_that_the_plain_rules_show(plays):
    for state in positions(plays):
        assert features(state) == sorted(plain(state))
        assert len(features(state)) <= known.MOST - 3  # what fills up the last four has room


def exchanged(state):
    """The same with both colours exchanged."""

    def tiles(some):
        return tuple(sorted(map(mirrored, some)))

    def side(some):
        return tuple(Group(tiles(group.tiles), tuple(map(tiles, group.covers))) for group in some)

    return replace(
        state,
        unseen=tiles(state.unseen),
        hands=tuple(map(tiles, state.hands)),
        lines=tuple(Line(line.die, side(line.down), side(line.up)) for line in reversed(state.lines)),
        owners=state.owners[::-1],
    )


def test_with_both_colours_exchanged_a_position_is_worth_the_same():
    for state in positions(5):
        assert exchanged(state) != state
        assert features(exchanged(state)) == features(state)


def test_the_network_adds_up_the_weights_of_the_features():
    dice = np.random.default_rng(1)
    weights = dice.normal(size=(ROWS, 24)).astype(np.float32)
    sums, seen = np.empty(24, np.float32), np.zeros(99, np.int64)
    weights[NONE] = 0
    for n in range(1, 90):
        some = dice.integers(known.FEATURES, size=n)
        seen[:n] = some
        hidden = weights[some].sum(axis=0, dtype=np.float64) + weights[START]
        plainly = 1 / (1 + np.exp(-(np.maximum(hidden, 0) @ weights[OUTPUT])))
        assert expected(seen, n, weights, sums) == pytest.approx(plainly, abs=1e-4)


def test_the_file_fits_the_network_and_is_small():
    assert learned().shape[0] == ROWS
    assert np.isfinite(learned()).all()
    assert not learned()[NONE].any()
    assert FILE.stat().st_size < 200_000


def judged(board):
    return value(board, learned(), np.empty(known.MOST, np.int64), np.empty(learned().shape[1], np.float32))


@pytest.mark.parametrize("unseen", [5, 7])
def test_it_knows_much_of_endings_that_the_solver_knows_exactly(unseen):
    work = room()
    boards = [board_of(state) for state in endgames(unseen, 150) if state.stage is Stage.MOVE]
    exact = [solve(board, 0.0, 1.0, work) for board in boards]
    missed = mean((judged(board) - chance) ** 2 for board, chance in zip(boards, exact, strict=True))
    assert missed < pvariance(exact) / 2


def test_early_it_expects_as_much_for_both():
    first = [state for state in islice(positions(200), 3000) if len(state.unseen) == 18]
    assert 0.4 < mean(judged(board_of(state)) for state in first) < 0.6
