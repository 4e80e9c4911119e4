"""The board as it is shown, from positions drawn as text."""

import re

import pytest

from ...core.game import CHANCE, Seated
from ...web.components import part
from . import GAME
from .board import own
from .rules import apply, moves, view
from .state import Choose, Draw, Roll, Stage
from .test_positions import position
from .test_secrets import MINE, THEIRS, dealt

SEATED = (Seated("Anna"), Seated("Bruno"))


def shown(state, seat=0, language="en"):
    """The HTML of each part."""
    legal = () if seat is None else moves(state, seat)
    made = own(view(state, seat), SEATED, legal)
    return {name: part(GAME, *value, language) for name, value in made.items()}


def heard(html):
    """What somebody who listens to the page is told."""
    return re.findall(r'<span class="sr">([^<]*?)\s*</span>', html)


def places(html):
    """The moves that end at each place, by its id."""
    return dict(re.findall(r'id="([^"]+)" data-moves="([^"]*)"', html))


def test_ends_say_what_they_need():
    white = heard(shown(position("1.2 [2] 3.0", hand="0.1"))["white"])
    assert white[0] == " groups"
    assert "lower end of the white line, closed" in white
    assert "upper end of the white line, needs 4 with two tiles" in white


def test_an_end_beside_a_group_of_two_takes_one_tile_or_three():
    black = shown(position(black="[4] 0.2+1.3", hand="0.1"), language="it")["black"]
    assert "estremità alta della linea nera, serve 6 con una tessera o tre" in heard(black)
    assert "1 o 3 tessere" in black


def test_moves_are_found_where_they_end():
    state = position("[3]", "[5]", hand="1.0 2.2 4.0", other="0.3", mine="stack")
    assert places(shown(state)["white"]) == {"white-down": "lay white down 2.2", "white-up": "lay white up 4.0"}
    assert places(shown(state)["black"]) == {"black-down": "", "black-up": ""}


def test_groups_can_be_pressed_only_with_stack():
    state = position("[3] 4.1", hand="4.0 0.1", mine="stack")
    assert places(shown(state)["white"])["white-4"] == "stack white 4 4.0"
    assert "white-4" not in places(shown(position("[3] 4.1", hand="4.0 0.1", mine=""))["white"])


def test_their_tiles_carry_the_swaps_and_the_pile_the_redraws():
    html = shown(position(hand="1.0 2.0", other="0.3"))
    assert 'data-moves="swap 1.0 0.3|swap 2.0 0.3"' in html["far"]
    assert places(html["deeds"])["pile"] == "redraw 1.0|redraw 2.0"


def test_used_action_tiles_lie_face_down():
    html = shown(position(hand="1.0", mine="swap", theirs=""))
    assert html["deeds"].count("used") == 4  # two, by class and by word
    assert re.findall(r'data-verb="(\w+)"', html["deeds"]) == ["swap"]
    assert html["far"].count(", used") == 3


def test_covers_lie_on_their_group():
    white = shown(position("[3] 4.0/1.3+3.2/2.2+2.0", hand="0.1"))["white"]
    assert "over-2" in white
    assert re.findall(r'data-flip="(\d\.\d)"', white) == ["2.0", "2.2"]
    assert any("4: 4.0, one tile, covered by 1.3, 3.2, covered by 2.0, 2.2" in text for text in heard(white))


def test_a_line_tells_its_owner_and_its_groups():
    state = position("1.1 2.0 [3] 4.0", hand="0.1")
    assert "yours" in shown(state)["white"]
    assert "3 of 6" in shown(state)["white"]
    assert "Anna" in shown(state, None)["white"]


def test_in_the_basic_rules_nobody_owns_a_line():
    html = shown(position("1.1 2.0 [3] 4.0", hand="0.1", basic=True))
    assert "of 6" not in html["white"]
    assert "yours" not in html["white"]


def test_only_who_sits_there_can_press_anything():
    html = "".join(shown(position(hand="1.0 2.0"), None).values())
    assert "data-moves" not in html
    assert "data-pick" not in html
    assert "<form" not in html


def test_an_end_out_of_turn_can_be_asked_but_offers_nothing():
    html = shown(position(hand="1.0 2.0"), 1)
    assert places(html["white"]) == {"white-down": "", "white-up": ""}
    assert "data-pick" in html["near"]
    assert "Anna is to move." in html["dock"]


def test_every_legal_move_is_also_a_button():
    state = position("[3] 4.0", "[5]", hand="1.1 2.2 5.0", other="0.3")
    values = re.findall(r'name="move" value="([^"]+)"', shown(state)["dock"])
    assert len(values) == len(set(values)) == len(moves(state, 0))


def test_the_table_counts_what_is_unseen():
    html = shown(position(hand="1.0", other="0.1", unseen="2.0 2.1 6.0"))["unseen"]
    assert re.findall(r'class="in">([^<]+)', html) == ["2.0", "2.1", "6.0"]
    assert re.findall(r'class="tot">(\d)', html) == [*"0020001", *"2100000", "3"]


@pytest.fixture
def rolled():
    """Seat 1 has rolled higher and looks at its tiles."""
    return apply(dealt(), CHANCE, Roll(2, 5))


def test_2_3_who_rolled_higher_chooses_with_the_own_tiles_in_sight(rolled):
    html = shown(rolled, 1)
    assert re.findall(r'value="(choose \w+)"', html["setup"]) == ["choose white", "choose black", "choose first"]
    assert all(f'data-flip="{tile}"' in html["near"] for tile in THEIRS)
    assert html["white"] == html["black"] == html["dock"] == ""


@pytest.mark.parametrize("viewer", [0, None])
def test_2_5_nobody_else_gets_a_tile_before_the_hands_are_open(rolled, viewer):
    html = shown(rolled, viewer)
    assert "Bruno rolled higher" in html["setup"]
    del html["unseen"]  # names all 27, whoever has them
    assert not re.search(r"\d\.\d", "".join(html.values()))
    assert "4 tiles, face down" in html["near"]


def test_2_3_then_the_other_chooses_the_line(rolled):
    html = shown(apply(rolled, 1, Choose("first")), 0)
    assert "Bruno has the first move" in html["setup"]
    assert re.findall(r'value="(choose \w+)"', html["setup"]) == ["choose white", "choose black"]
    assert all(f'data-flip="{tile}"' in html["near"] for tile in MINE)
    assert not any(f"{tile}" in html["far"] for tile in THEIRS)


def test_2_4_both_hands_are_open_once_the_line_is_chosen(rolled):
    state = apply(rolled, 1, Choose("black"))
    assert state.stage is Stage.DRAW
    html = shown(apply(state, CHANCE, Draw(state.unseen[0])), None)
    assert all(f'data-flip="{tile}"' in html["far"] + html["near"] for tile in (*MINE, *THEIRS))
    assert html["setup"] == ""
