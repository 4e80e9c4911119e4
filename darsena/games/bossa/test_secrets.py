"""What a seat must not know: until the hands are open, the tiles that lie face down for it (§2.5)."""

from random import Random

import pytest
from msgspec.structs import replace

from ...core.game import CHANCE, Seat
from .rules import apply, chance, imagine, new, story, view
from .state import Choose, Draw, Options, Roll, Stage, State
from .tiles import TILES, Tile

EVERYBODY = (0, 1, None)


def disguise(state: State, seat: Seat | None, rng) -> State:
    """The hands that lie face down for a seat get other tiles, from each other and from the unseen ones."""
    hidden = [whose for whose in (0, 1) if not knows(state, seat, whose)]
    tiles = [*state.unseen, *(tile for whose in hidden for tile in state.hands[whose])]
    rng.shuffle(tiles)
    hands = list(state.hands)
    for whose in hidden:
        hands[whose] = tuple(sorted(tiles[: len(hands[whose])]))
        del tiles[: len(hands[whose])]
    return replace(state, hands=tuple(hands), unseen=tuple(sorted(tiles)))


def knows(state: State, seat: Seat | None, whose: Seat) -> bool:
    if state.basic:
        return state.stage is not Stage.DEAL
    if state.owners:
        return True  # the colours are chosen, so all is open
    if not state.lines or state.lines[0].die == state.lines[1].die or seat != whose:
        return False
    return state.turn is not None or (state.lines[0].die > state.lines[1].die) == (seat == 0)


def dealt(rules="advanced"):
    """Seat 0 holds 0.1 0.2 0.3 0.4, seat 1 holds 0.5 0.6 1.0 1.1."""
    state = new(2, Options(rules))
    for tile in TILES[:8]:
        state = apply(state, CHANCE, Draw(tile))
    return state


MINE, THEIRS = TILES[:4], TILES[4:8]


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_2_5_nobody_sees_a_tile_before_the_dice(viewer):
    assert view(dealt(), viewer).hands == (None, None)
    assert len(view(dealt(), viewer).unseen) == 27


def test_2_5_only_the_higher_roller_looks():
    rolled = apply(dealt(), CHANCE, Roll(2, 5))
    assert [view(rolled, viewer).hands for viewer in EVERYBODY] == [(None, None), (None, THEIRS), (None, None)]


def test_2_5_after_the_first_move_is_taken_the_other_looks_too():
    first = apply(apply(dealt(), CHANCE, Roll(2, 5)), 1, Choose("first"))
    assert [view(first, viewer).hands for viewer in EVERYBODY] == [(MINE, None), (None, THEIRS), (None, None)]


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_2_4_then_all_hands_are_open(viewer):
    chosen = apply(apply(dealt(), CHANCE, Roll(2, 5)), 1, Choose("black"))
    assert view(chosen, viewer).hands == (MINE, THEIRS)
    assert len(view(chosen, viewer).unseen) == 19


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_6_1_in_the_basic_rules_hands_are_open_from_the_deal(viewer):
    assert view(dealt("basic"), viewer).hands == (MINE, THEIRS)


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_2_5_the_deal_is_told_without_a_tile(viewer):
    before = new(2, Options())
    for tile in TILES[:3]:
        before = apply(before, CHANCE, Draw(tile))
    told = [list(story(before, CHANCE, Draw(tile), apply(before, CHANCE, Draw(tile)), viewer)) for tile in TILES[3:8]]
    assert told[0]
    assert all(events == told[0] for events in told)


def test_2_5_only_who_looks_is_told_the_own_tiles():
    before, roll = dealt(), Roll(2, 5)
    after = apply(before, CHANCE, roll)
    told = [
        " ".join(str(event.message) for event in story(before, CHANCE, roll, after, viewer)) for viewer in EVERYBODY
    ]
    assert ["0.5" in text for text in told] == [False, True, False]


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_2_1_the_tile_taken_out_is_known_to_nobody(viewer):
    """One of 19 is out after the deal; not even the truth says which."""
    seen = view(dealt("basic"), viewer)
    assert (len(seen.unseen), seen.pile) == (19, 18)
    assert [move.tile for move, _ in chance(apply(dealt("basic"), CHANCE, Roll(5, 2)))] == list(seen.unseen)


def test_2_5_what_is_imagined_differs_where_tiles_are_hidden():
    rolled = apply(dealt(), CHANCE, Roll(5, 2))
    guesses = [imagine(view(rolled, 0), Random(seed)) for seed in range(20)]
    assert all(guess.hands[0] == MINE for guess in guesses)
    assert len({guess.hands[1] for guess in guesses}) > 10
    assert all(not set(guess.hands[1]) & {*MINE} for guess in guesses)
    assert Tile(0, 1) not in guesses[0].unseen
