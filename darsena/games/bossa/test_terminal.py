"""The drawing for a terminal."""

from random import Random

import pytest

from ...core.game import CHANCE
from ...core.language import LANGUAGES, Voice
from . import GAME
from .rules import apply, chance, moves, new, to_move, view
from .state import Options
from .terminal import draw
from .test_positions import position
from .test_secrets import dealt


def drawn(state, seat=0, language="en", names=("Ada", "Bo")):
    return list(draw(view(state, seat), Voice(language, GAME, names, seat)))


def test_a_line_goes_from_low_to_high_with_its_die_in_brackets():
    text = drawn(position("1.2 [2] 1.0+2.1/3.3+0.3", hand="6.0"))
    assert text[:8] == [
        "White line (you)",
        "    1   [2]   3",
        "   1.2       1.0",
        "             2.1",
        "  on 3: 0.3 and 3.3",
        "  down: closed",
        "  up: 4 with one tile or three",
        "",
    ]


def test_hands_show_whose_move_it_is_and_which_action_tiles_are_left():
    text = drawn(position(hand="6.0 1.1", other="0.6", theirs="swap"))
    assert "> you              1.1 6.0                      [Redraw, Swap, Stack]" in text
    assert "  Bo               0.6                          [Swap]" in text


def test_what_lies_face_down_is_not_drawn():
    assert [line for line in drawn(dealt()) if "?.? ?.? ?.? ?.?" in line] == [
        line for line in drawn(dealt()) if "[Redraw" in line
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["advanced", "basic"])
def test_no_drawing_is_wider_than_80_columns(language, rules):
    for seed in range(10):
        rng, state = Random(seed), new(2, Options(rules))
        while seats := to_move(state):
            possible = [move for move, _ in chance(state)] if seats == (CHANCE,) else moves(state, seats[0])
            state = apply(state, seats[0], rng.choice(possible))
            assert all(len(line) <= 80 for line in drawn(state, None, language, ["Bartolomeo Colombo"] * 2))
