"""The rules, number by number. The refusals are in test_refusals.py, the choice of colours in test_setup.py."""

import pytest

from ...core import notation
from ...core.game import CHANCE, IllegalMove
from . import GAME
from .lines import ends
from .moves import moves
from .rules import apply, chance, outcome, to_move, view
from .state import Draw, Ending, Lay, Stack, Stage
from .test_positions import BLACK, DOWN, UP, WHITE, line, position, tile, tiles
from .tiles import TILES, Colour, counts


def read(text):
    return notation.read(GAME.move_types, text)


def play(state, *texts):
    """Seat 0, nature, seat 1, nature, ... as the state wants them."""
    for text in texts:
        state = apply(state, to_move(state)[0], read(text))
    return state


def legal(state, text):
    """Whether `apply` accepts a move, and `moves` agrees; tiles are drawn ascending here."""
    move = read(text)
    try:
        apply(state, 0, move)
    except IllegalMove:
        assert move not in moves(state, 0)
        return False
    assert move in moves(state, 0)
    return True


def needs(state, colour, side):
    """What an end takes next: the value and the numbers of tiles."""
    [found] = [end for end in ends(state.lines, state.basic) if (end.colour, end.side) == (colour, side)]
    return found.value, found.sizes


# 1 Pieces


def test_1_1_there_is_a_tile_for_every_pair_of_one_to_six_pips():
    assert len(TILES) == len(set(TILES)) == 27
    assert all(1 <= tile.white + tile.black <= 6 for tile in TILES)


@pytest.mark.parametrize("colour", Colour)
def test_1_1_low_pips_are_common_and_high_ones_rare(colour):
    assert counts(TILES, colour) == (6, 5, 4, 3, 2, 1)
    assert sum(tile.pips(colour) == sum((tile.white, tile.black)) for tile in TILES) == 6


def test_1_2_a_tile_counts_in_one_colour_and_never_as_the_sum():
    two_and_three = position("[1]", "[2]", "2.3 5.0")
    assert legal(two_and_three, "lay white up 2.3")
    assert legal(two_and_three, "lay black up 2.3")
    assert not legal(position("[4]", "[4]", "2.3 0.1"), "lay white up 2.3")


def test_1_2_a_tile_without_pips_of_the_colour_does_not_even_count_as_nought():
    assert not legal(position("[3]", hand="4.1 0.4", other="0.1"), "lay white up 0.4 4.1")
    assert legal(position("[3]", hand="4.1 0.4", other="0.1"), "lay white up 4.1")


def test_1_3_each_player_has_three_action_tiles_and_each_works_once():
    state = position(hand="6.0 5.0", other="5.1 0.6")
    assert all(legal(state, text) for text in ("swap 6.0 5.1", "redraw 6.0"))
    after = play(state, "swap 6.0 5.1", "draw 1.1", "redraw 1.1", "draw 1.2", "draw 1.3")
    assert [len(unused) for unused in after.actions] == [2, 2]
    assert not any(isinstance(move, type(read("swap 5.1 6.0"))) for move in moves(after, 0))


# 3 Lines


def test_3_1_upwards_the_values_rise_and_downwards_they_fall():
    state = position("[3]", hand="4.0 2.0 5.0 1.0")
    assert (needs(state, WHITE, UP)[0], needs(state, WHITE, DOWN)[0]) == (4, 2)
    after = play(state, "lay white up 4.0", "draw 3.0", "swap 0.1 2.0")
    assert (needs(after, WHITE, UP)[0], needs(after, WHITE, DOWN)[0]) == (5, 2)


def test_3_2_a_group_is_worth_the_sum_of_its_pips_and_may_pass_six():
    state = position("[6]", hand="3.1 4.0 3.0")
    assert legal(state, "lay white up 3.1 4.0")
    assert not legal(state, "lay white up 3.1 3.0")


def test_3_2_nothing_is_lower_than_one():
    assert needs(position(black="[1]"), BLACK, DOWN) == (0, ())
    assert needs(position(black="[1]"), BLACK, UP) == (2, (1, 2))


def test_3_3_either_player_lays_on_either_line_and_values_may_lie_in_both():
    state = position("[3]", "[3]", "0.4 4.0 6.0", "1.4 5.0")
    assert legal(state, "lay white up 4.0")
    assert legal(state, "lay black up 0.4")
    assert legal(position("[3] 4.0", "[3]", "0.4 6.0", "1.4 5.0"), "lay black up 0.4")


def test_3_4_beside_the_die_lie_one_or_two_tiles():
    state = position("[3]", hand="4.0 1.0 3.0 1.1 2.0")
    assert legal(state, "lay white up 4.0")
    assert legal(state, "lay white up 1.0 3.0")
    assert not legal(state, "lay white up 1.0 1.1 2.0")


def test_3_5_beside_a_group_lies_one_tile_more_or_one_fewer():
    beside_two = position("[4] 2.0+3.0", hand="6.0 5.1 1.0 4.0 1.1 1.2")
    assert legal(beside_two, "lay white up 6.0")
    assert not legal(beside_two, "lay white up 1.0 5.1")
    assert legal(beside_two, "lay white up 1.0 1.1 4.0")
    assert not legal(beside_two, "lay white up 1.0 1.1 1.2 4.0")


def test_3_5_beside_one_tile_lie_exactly_two():
    beside_one = position("[3] 4.0", hand="5.0 2.0 3.0 6.0")
    assert needs(beside_one, WHITE, UP) == (5, (2,))
    assert legal(beside_one, "lay white up 2.0 3.0")
    assert not legal(beside_one, "lay white up 5.0")


# The worked examples


def test_example_one_tile_on_six_then_two_tiles_on_seven():
    state = play(position("[5]", hand="6.0 1.0", other="3.1 4.0"), "lay white up 6.0")
    assert needs(state, WHITE, UP) == (7, (2,))
    assert Lay(WHITE, UP, tiles("3.1 4.0")) in moves(play(state, "draw 0.2"), 1)


def test_example_two_tiles_on_six_then_three_on_seven():
    state = play(position("[5]", hand="2.2 4.1 0.3", other="1.0 2.1 4.2"), "lay white up 2.2 4.1")
    assert needs(state, WHITE, UP) == (7, (3,))
    assert Lay(WHITE, UP, tiles("1.0 2.1 4.2")) in moves(play(state, "draw 0.2"), 1)


def test_example_black_two_goes_down_with_one_tile_only():
    assert needs(position(black="[2]"), BLACK, DOWN) == (1, (1,))


def test_example_below_a_single_two_the_end_is_dead():
    assert needs(position(black="0.2 [3]"), BLACK, DOWN) == (1, ())


# 4 A turn


def test_4_1_a_turn_begins_with_a_draw_into_the_open_hand():
    state = position(hand="6.0", stage=Stage.DRAW)
    assert to_move(state) == (CHANCE,)
    after = play(state, "draw 0.6")
    assert to_move(after) == (0,)
    assert view(after, 1).hands[0] == tiles("0.6 6.0")
    assert tile("0.6") not in after.unseen


def test_4_1_every_unseen_tile_is_equally_likely():
    state = position(hand="6.0", stage=Stage.DRAW)
    assert list(chance(state)) == [(Draw(tile), 1) for tile in state.unseen]


def test_4_2_a_move_lays_one_group_and_there_is_no_passing():
    after = play(position("[3]", hand="4.0 6.0"), "lay white up 4.0")
    assert after.hands[0] == tiles("6.0")
    assert after.lines[0] == line("[3] 4.0")
    assert to_move(play(after, "draw 1.1")) == (1,)


def test_4_2_tiles_may_be_named_in_any_order():
    state = position("[6]", hand="3.1 4.0 0.5")
    assert play(state, "lay white up 4.0 3.1") == play(state, "lay white up 3.1 4.0")


def test_4_3_redraw_puts_a_tile_out_of_the_game_and_draws_another():
    after = play(position(hand="6.0 5.0"), "redraw 6.0")
    assert to_move(after) == (CHANCE,)
    assert Draw(tile("6.0")) not in [move for move, _ in chance(after)]
    after = play(after, "draw 1.1")
    assert after.hands[0] == tiles("1.1 5.0")
    assert view(after, None).out == tiles("6.0")
    assert to_move(play(after, "draw 1.2")) == (1,)


def test_4_3_redraw_may_take_the_tile_just_drawn():
    assert legal(play(position(hand="6.0", stage=Stage.DRAW), "draw 0.6"), "redraw 0.6")


def test_4_3_redraw_may_take_the_last_tile_of_the_pile_but_none_from_an_empty_one():
    assert legal(position(hand="6.0", unseen="1.1 1.2"), "redraw 6.0")
    assert not legal(position(hand="6.0", unseen="1.1"), "redraw 6.0")


def test_4_4_swap_exchanges_any_two_tiles():
    after = play(position(hand="6.0 5.0", other="0.6 0.5"), "swap 5.0 0.6")
    assert after.hands == (tiles("0.6 6.0"), tiles("0.5 5.0"))


def test_4_4_with_swap_nobody_is_stuck():
    state = position("[6] 3.0+4.0", "[6] 0.3+0.4", "1.0", "2.0", mine="swap")
    assert [notation.write(move) for move in moves(state, 0)] == ["swap 1.0 2.0"]


def test_4_5_stack_covers_a_group_with_as_many_tiles_of_the_same_value():
    state = position("[3] 4.0 2.0+3.0", hand="4.1 1.0 3.1 5.0 6.0")
    assert legal(state, "stack white 4 4.1")
    assert not legal(state, "stack white 4 1.0 3.1")
    assert not legal(state, "stack white 5 5.0")
    assert legal(position("[3] 4.0 2.0+3.0", hand="4.1 1.0 6.0"), "stack white 5 1.0 4.1")


def test_4_5_stack_reaches_every_group_of_both_lines_below_the_die_too():
    state = position("1.0 2.0 [3]", "[3] 0.4", "1.1 2.1 1.4 6.0")
    stacked = {notation.write(move) for move in moves(state, 0) if isinstance(move, Stack)}
    assert stacked == {"stack white 1 1.1", "stack white 1 1.4", "stack white 2 2.1", "stack black 4 1.4"}


def test_4_5_a_stack_changes_nothing_for_the_neighbours_and_adds_no_group():
    before = position("[3] 4.0", hand="4.1 6.0")
    after = play(before, "stack white 4 4.1")
    assert after.lines[0] == line("[3] 4.0/4.1")
    assert needs(after, WHITE, UP) == needs(before, WHITE, UP)
    assert len(after.lines[0]) == len(before.lines[0]) == 1


def test_4_5_a_group_may_be_covered_twice_and_the_second_stack_matches_the_group():
    state = position("[3] 4.0/4.1", hand="4.2 6.0")
    assert play(state, "stack white 4 4.2").lines[0] == line("[3] 4.0/4.1/4.2")


def test_4_6_an_action_tile_takes_the_place_of_the_move_and_is_turned_down():
    after = play(position("[3]", hand="4.0 6.0", other="0.6"), "swap 6.0 0.6", "draw 1.1")
    assert to_move(after) == (1,)
    assert [action.value for action in after.actions[0]] == ["redraw", "stack"]
    assert len(after.actions[1]) == 3


def test_4_7_the_players_take_turns():
    state = position("[3]", "[3]", "4.0 6.0", "0.4 0.6", stage=Stage.DRAW)
    seats, texts = [], ["draw 1.1", "lay white up 4.0", "draw 1.2", "lay black up 0.4", "draw 1.3"]
    for text in texts:
        seats += to_move(state)
        state = play(state, text)
    assert [*seats, *to_move(state)] == [CHANCE, 0, CHANCE, 1, CHANCE, 0]


# 5 End


def test_5_1_whoever_has_no_tile_left_wins():
    state = play(position("[3]", hand="4.0", other="1.0"), "lay white up 4.0")
    assert state.ending is Ending.LAST_TILE
    assert outcome(state).winners == (0,)
    assert to_move(state) == ()


def test_5_1_comes_before_six_groups():
    """Seat 0 lays the sixth group of the other's line, and with it the own last tiles."""
    theirs = "[1] 0.2 0.1+1.2 0.4 1.1+1.4 2.1+2.2+0.3"
    state = play(position(black=theirs, hand="1.3 2.4", other="3.1"), "lay black up 1.3 2.4")
    assert len(state.lines[1]) == 6
    assert (state.ending, outcome(state).winners) == (Ending.LAST_TILE, (0,))


def test_5_2_six_groups_win_for_the_owner_of_the_line_whoever_lays_the_sixth():
    own = "[1] 2.0 1.0+2.1 4.0 1.1+4.1 1.2+2.2+3.0"
    state = play(position(own, hand="3.1 4.2 6.0", other="1.3"), "lay white up 3.1 4.2")
    assert (state.ending, outcome(state).winners) == (Ending.SIX_GROUPS, (0,))
    theirs = "[1] 0.2 0.1+1.2 0.4 1.1+1.4 2.1+2.2+0.3"
    state = play(position(black=theirs, hand="1.3 2.4 6.0", other="3.1"), "lay black up 1.3 2.4")
    assert (state.ending, outcome(state).winners) == (Ending.SIX_GROUPS, (1,))


def test_5_2_a_stack_is_no_group():
    state = position("[1] 2.0 1.0+2.1 4.0 1.1+4.1 1.2+2.2+3.0", hand="2.3 6.0", other="1.3")
    assert play(state, "stack white 2 2.3").ending is None


def test_5_3_whoever_can_do_nothing_after_drawing_loses_at_once():
    state = position("[6]", "[6]", "1.0", "2.0", mine="stack", unseen="1.1 1.2", stage=Stage.DRAW)
    state = play(state, "draw 1.1")
    assert (state.ending, outcome(state).winners) == (Ending.STUCK, (1,))
    assert moves(state, 0) == ()


def test_5_3_a_usable_action_tile_must_be_used():
    state = position("[6]", "[6]", "1.0", "2.0", mine="redraw", stage=Stage.DRAW)
    state = play(state, "draw 1.1")
    assert {notation.write(move) for move in moves(state, 0)} == {"redraw 1.0", "redraw 1.1"}


def test_5_3_redraw_with_an_empty_pile_does_not_help():
    state = position("[6]", "[6]", "1.0", "2.0", mine="redraw", unseen="1.1 1.2", stage=Stage.DRAW)
    assert play(state, "draw 1.1").ending is Ending.STUCK


def test_5_4_when_the_pile_is_empty_more_tiles_lose():
    state = position("[3]", hand="4.0 1.0 1.1", other="5.0", unseen="1.2")
    state = play(state, "lay white up 4.0")
    assert (state.ending, outcome(state).winners) == (Ending.EMPTY_PILE, (1,))


def test_5_4_equal_hands_are_a_draw():
    state = play(position("[3]", hand="4.0 1.0", other="5.0", unseen="1.2"), "lay white up 4.0")
    assert outcome(state).winners == (0, 1)
    assert outcome(state).share(0) == outcome(state).share(1) == 0.5


def test_5_5_the_moments_after_the_draw_only_being_stuck_counts():
    """The pile is empty after the draw, yet the turn is played to its end."""
    state = position("[3]", hand="4.0 1.0", other="5.0", unseen="1.1 1.2", stage=Stage.DRAW)
    state = play(state, "draw 1.1")
    assert state.ending is None
    assert play(state, "lay white up 4.0").ending is Ending.EMPTY_PILE


def test_5_5_six_groups_come_before_the_empty_pile():
    own = "[1] 2.0 1.0+2.1 4.0 1.1+4.1 1.2+2.2+3.0"
    state = position(own, hand="3.1 4.2 6.0 0.1", other="1.3", unseen="0.6")
    assert play(state, "lay white up 3.1 4.2").ending is Ending.SIX_GROUPS


def test_5_5_redraw_is_judged_after_its_draw():
    state = position(hand="6.0 5.0", other="1.0", unseen="1.1 1.2")
    assert play(state, "redraw 6.0").ending is None
    assert play(state, "redraw 6.0", "draw 1.1").ending is Ending.EMPTY_PILE


def test_5_5_the_next_player_is_not_examined_before_drawing():
    state = position("[3]", "[6]", "4.0 1.0", "1.1", theirs="", unseen="0.1 0.2 3.0 3.1")
    state = play(state, "lay white up 4.0")
    assert state.ending is None
    assert play(state, "draw 0.1").ending is Ending.STUCK


# 6 The basic rules


def test_6_1_the_rest_holds_in_the_basic_rules_too():
    state = position("[3]", hand="4.0", other="1.0", basic=True)
    assert play(state, "lay white up 4.0").ending is Ending.LAST_TILE
    stuck = position("[6]", "[6]", "1.0", "2.0", mine="", basic=True, stage=Stage.DRAW)
    assert play(stuck, "draw 1.1").ending is Ending.STUCK


def test_6_2_in_the_basic_rules_a_group_has_as_many_tiles_as_its_neighbour_or_one_more():
    beside_two = position("[4] 2.0+3.0", hand="6.0 5.1 1.0 4.0 1.1 1.2", basic=True)
    assert not legal(beside_two, "lay white up 6.0")
    assert legal(beside_two, "lay white up 1.0 5.1")
    assert legal(beside_two, "lay white up 1.0 1.1 4.0")
    assert needs(position("[3] 4.0", basic=True), WHITE, UP) == (5, (1, 2))


def test_6_3_in_the_basic_rules_a_line_may_grow_longer_than_six_groups():
    state = position("[1] 2.0 3.0 4.0 5.0 6.0", hand="3.1 4.1 0.5", other="0.6 0.3", basic=True)
    state = play(state, "lay white up 3.1 4.1")
    assert (len(state.lines[0]), state.ending) == (6, None)
    assert needs(state, WHITE, UP) == (8, (2, 3))
