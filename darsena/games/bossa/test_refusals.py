"""Whatever is not allowed is refused with a sentence of its own and the number of its rule; nothing changes."""

import pytest

from ...core.game import CHANCE, IllegalMove
from . import GAME
from .rules import apply
from .state import Stage
from .test_positions import position
from .test_rules import play, read
from .test_secrets import dealt

UNKNOWN = "there is no tile {}: a tile has one to six pips in all"
SOME = position("[5] 2.2+4.1", "0.2 [3]", "1.0 2.1 4.2 0.5 0.6", "3.1 1.1")
USED = position("[5] 6.0", "[3]", "1.0 5.1", "3.1", mine="")

DRAWING = position(hand="6.0", stage=Stage.DRAW)

REFUSALS = [
    # a group
    (SOME, "lay white up 7.0", UNKNOWN.format("7.0"), "1.1"),
    (SOME, "lay white up 0.0", UNKNOWN.format("0.0"), "1.1"),
    (SOME, "lay white up 3.0", "3.0 is not in your hand", "4.2"),
    (SOME, "lay white up 3.1", "3.1 is not in your hand", "4.2"),
    (SOME, "lay white up", "choose at least one tile", "4.2"),
    (SOME, "lay white up 2.1 2.1", "there is only one 2.1, and you chose it more than once", "1.1"),
    (SOME, "lay white up 0.5 2.1", "0.5 has no white pips", "1.2"),
    (SOME, "lay black up 1.0", "1.0 has no black pips", "1.2"),
    (SOME, "lay white up 2.1 4.2", "white goes on upwards with 7; your tiles make 6", "3.1"),
    (SOME, "lay white down 2.1", "white goes on downwards with 4; your tiles make 2", "3.1"),
    (position("[6] 3.1+4.0", hand="6.0 2.1"), "lay white up 2.1 6.0",
     "white 8 beside a group of two takes one tile or three; you chose two", "3.5"),
    (position("[5] 6.0", hand="1.0 2.1 4.2"), "lay white up 1.0 2.1 4.2",
     "white 7 beside a group of one takes two tiles; you chose three", "3.5"),
    (position("[5]", hand="1.0 2.1 3.2"), "lay white up 1.0 2.1 3.2",
     "white 6 beside the die takes one tile or two; you chose three", "3.4"),
    (position("[4] 2.0+3.0", hand="6.0 1.0", basic=True), "lay white up 6.0",
     "white 6 beside a group of two takes two tiles or three; you chose one", "6.2"),
    (position(black="[1]", hand="0.5 1.0"), "lay black down 0.5", "black is closed downwards: no value is lower than 1",
     "3.2"),
    (SOME, "lay black down 2.1",
     "this end is closed: black 1 would take two tiles, and so many cannot make 1", "3.5"),
    # action tiles
    (USED, "redraw 1.0", "your action tile Redraw is used up: each works once in a game", "1.3"),
    (USED, "swap 1.0 3.1", "your action tile Swap is used up: each works once in a game", "1.3"),
    (USED, "stack white 6 5.1", "your action tile Stack is used up: each works once in a game", "1.3"),
    (SOME, "redraw 3.0", "3.0 is not in your hand", "4.3"),
    (SOME, "redraw 4.4", UNKNOWN.format("4.4"), "1.1"),
    (position(hand="6.0", unseen="1.1", basic=True), "redraw 6.0",
     "the pile is empty: Redraw would have nothing to draw", "4.3"),
    (SOME, "swap 3.0 3.1", "3.0 is not in your hand", "4.4"),
    (SOME, "swap 1.0 3.0", "you cannot take 3.0: it is not in the hand of Who(seat=1)", "4.4"),
    (SOME, "swap 1.0 9.9", UNKNOWN.format("9.9"), "1.1"),
    (SOME, "stack white 5 4.2", "white 5 is the die, and nothing is stacked on a die", "4.5"),
    (SOME, "stack white 9 4.2", "white has no such group: it goes from 5 to 6", "4.5"),
    (SOME, "stack black 1 2.1", "black has no such group: it goes from 2 to 3", "4.5"),
    (SOME, "stack white 6 4.2", "white 6 is a group of two: stack as many on it; you chose one", "4.5"),
    (SOME, "stack white 6 1.0 2.1", "a stack on white 6 makes 6; yours makes 3", "4.5"),
    (SOME, "stack white 6 0.5 2.1", "0.5 has no white pips", "1.2"),
    (SOME, "stack white 6 3.0 3.1", "3.0 is not in your hand", "4.5"),
    # at the wrong time
    (SOME, "choose white", "the lines and the first move are settled already", "2.3"),
    (SOME, "draw 1.2", "drawing and rolling happen by themselves", "4.1"),
    (SOME, "roll 1 2", "drawing and rolling happen by themselves", "4.1"),
    (position(hand="6.0", basic=True), "choose white", "in the basic rules there is nothing to choose", "6.1"),
    (play(dealt(), "roll 5 2"), "redraw 0.1", "choose first: the white line, the black line, or the first move", "2.3"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "text", "sentence", "rule"), REFUSALS, ids=[row[1] for row in REFUSALS])
def test_a_refusal_says_what_is_missing(state, text, sentence, rule):
    with pytest.raises(IllegalMove) as refused:
        apply(state, 0, read(text))
    assert (str(refused.value.message), refused.value.rule) == (sentence, rule)


FIRST = play(dealt(), "roll 5 2", "choose first")
TURNS = [
    (SOME, 1, "redraw 3.1", "it is not your turn", "4.7"),
    (SOME, CHANCE, "draw 1.2", "it is not your turn", "4.7"),
    (SOME, 2, "redraw 3.1", "there is no seat 3 at this table", "4.7"),
    (dealt(), 0, "choose white", "wait: the tiles are dealt and the dice are thrown first", "2.1"),
    (play(dealt(), "roll 5 2"), 1, "choose white", "wait: Who(seat=0) chooses first", "2.3"),
    (FIRST, 1, "choose first",
     "the first move is taken by Who(seat=0): choose the white line or the black line", "2.3"),
    (FIRST, 1, "redraw 0.5", "choose first: the white line or the black line", "2.3"),
    (DRAWING, 0, "redraw 6.0", "it is not your turn", "4.7"),
    (play(position("[3]", hand="4.0"), "lay white up 4.0"), 1, "redraw 0.1", "the game is over", "5.5"),
    (DRAWING, CHANCE, "draw 6.0", "6.0 is on the table already and cannot be drawn", "2.1"),
    (DRAWING, CHANCE, "draw 6.1", UNKNOWN.format("6.1"), "1.1"),
    (DRAWING, CHANCE, "roll 1 2", "this is not for nature to do now", "4.1"),
    (dealt(), CHANCE, "roll 7 2", "a die shows 1 to 6", "1.3"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "seat", "text", "sentence", "rule"), TURNS, ids=[row[3] for row in TURNS])
def test_who_is_out_of_turn_is_told_so(state, seat, text, sentence, rule):
    with pytest.raises(IllegalMove) as refused:
        apply(state, seat, read(text))
    assert (str(refused.value.message), refused.value.rule) == (sentence, rule)


def test_a_giant_number_does_not_fill_the_sentence():
    with pytest.raises(IllegalMove) as refused:
        apply(SOME, 0, read(f"lay white up {'9' * 900}.0"))
    assert len(str(refused.value.message)) < 80


def test_every_refusal_cites_a_rule_that_exists():
    for *_, rule in [*REFUSALS, *TURNS]:
        assert f"\n{rule} " in GAME.rulebook("en")
