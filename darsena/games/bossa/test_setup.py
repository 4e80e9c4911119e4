"""The deal, the dice and the choice (§2)."""

import pytest

from ...core.game import CHANCE, Refused
from .moves import moves
from .rules import apply, chance, new, to_move, view
from .state import Draw, Options, Roll, Stage
from .test_rules import play
from .test_secrets import dealt
from .tiles import TILES


def test_2_1_each_player_takes_four_tiles_and_eighteen_remain_as_the_pile():
    state = dealt()
    assert [len(hand) for hand in state.hands] == [4, 4]
    assert state.hands == (TILES[:4], TILES[4:8])
    assert (len(state.unseen), view(state, None).pile) == (19, 18)


def test_2_1_every_tile_is_equally_likely_and_none_comes_twice():
    state = apply(new(2, Options()), CHANCE, Draw(TILES[0]))
    assert list(chance(state)) == [(Draw(tile), 1) for tile in TILES[1:]]


def test_2_1_the_game_is_for_two():
    with pytest.raises(Refused):
        new(3, Options())


def test_2_2_the_dice_begin_the_lines_whoever_threw_them():
    state = play(dealt(), "roll 2 5", "choose white")
    assert [line.die for line in state.lines] == [2, 5]
    assert state.owners == (1, 0)


def test_2_2_all_36_rolls_are_equally_likely():
    assert list(chance(dealt())) == [(Roll(white, black), 1) for white in range(1, 7) for black in range(1, 7)]


def test_2_2_equal_dice_are_shown_and_thrown_again():
    state = play(dealt(), "roll 4 4")
    assert state.stage is Stage.ROLL
    assert to_move(state) == (CHANCE,)
    assert [line.die for line in view(state, None).lines] == [4, 4]
    assert to_move(play(state, "roll 4 3")) == (0,)


@pytest.mark.parametrize(("roll", "higher"), [("roll 5 2", 0), ("roll 2 5", 1)])
def test_2_3_the_higher_roller_chooses(roll, higher):
    state = play(dealt(), roll)
    assert to_move(state) == (higher,)
    assert [move.wish for move in moves(state, higher)] == ["white", "black", "first"]
    assert moves(state, 1 - higher) == ()


def test_2_3_choosing_a_colour_leaves_the_first_move_to_the_other():
    state = play(dealt(), "roll 5 2", "choose black")
    assert (state.owners, state.turn) == ((1, 0), 1)


def test_2_3_choosing_the_first_move_leaves_the_colour_to_the_other():
    state = play(dealt(), "roll 5 2", "choose first")
    assert to_move(state) == (1,)
    assert [move.wish for move in moves(state, 1)] == ["white", "black"]
    state = play(state, "choose white")
    assert (state.owners, state.turn) == ((1, 0), 0)


def test_2_4_hands_are_open_before_the_first_draw():
    state = play(dealt(), "roll 5 2", "choose white")
    assert state.stage is Stage.DRAW
    assert view(state, None).hands == state.hands


def test_6_1_in_the_basic_rules_there_is_no_choice_and_the_higher_roll_moves_first():
    state = play(dealt("basic"), "roll 2 5")
    assert (state.stage, state.turn, state.owners) == (Stage.DRAW, 1, ())
