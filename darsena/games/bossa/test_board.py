"""The board as it is shown, from positions drawn as text."""

import json
import re
from random import Random
from statistics import median

import pytest

from ...core import notation
from ...core.game import CHANCE, Seated
from ...web.components import part
from . import GAME
from .board import own, public
from .rules import apply, chance, moves, new, to_move, view
from .state import Choose, Draw, Options, Roll, Stage
from .test_positions import position
from .test_secrets import MINE, THEIRS, dealt
from .tiles import TILES

SEATED = (Seated("Anna"), Seated("Bruno"))
UNSEEN = [f"u{tile}" for tile in TILES]
SMALL = 1500  # bytes of a median update


def shown(state, seat=0, language="en"):
    """The HTML of each part."""
    legal = () if seat is None else moves(state, seat)
    made = {**public(view(state, None), SEATED), **own(view(state, seat), SEATED, legal)}
    return {name: part(GAME, *value, language) for name, value in made.items()}


def all_of(html, start):
    """The parts whose names begin so, in their order on the board."""
    return "".join([made for name, made in html.items() if re.match(rf"{start}-[\d.]+$", name)])


def heard(html):
    """What somebody who listens to the page is told."""
    return re.findall(r'<span class="sr">([^<]*?)\s*</span>', html)


def offers(html):
    """The moves as buttons, and the words of each list."""
    buttons = re.findall(r'name="move" value="([^"]+)"', html)
    return buttons, [re.findall("<option>([^<]+)", words) for words in html.split("<select")[1:]]


def test_ends_say_what_they_need():
    html = shown(position("1.2 [2] 3.0", hand="0.1"))
    assert heard(html["groups-white"]) == [" groups"]
    assert heard(html["white-0"]) == ["lower end of the white line, closed"]
    assert heard(html["white-4"]) == ["upper end of the white line, needs 4 with two tiles"]


def test_an_end_beside_a_group_of_two_takes_one_tile_or_three():
    gap = shown(position(black="[4] 0.2+1.3", hand="0.1"), language="it")["black-6"]
    assert heard(gap) == ["estremità alta della linea nera, serve 6 con una tessera o tre"]
    assert "1 o 3 tessere" in gap


def test_everything_in_a_line_lies_at_its_value():
    html = shown(position("1.2 [2] 3.0 4.0+0.1", hand="0.2"))
    assert [name for name in html if name.startswith("white-") and html[name]] == [f"white-{n}" for n in range(6)]
    assert 'data-try="lay white up"' in html["white-5"]
    assert 'data-try="stack white 3"' in html["white-3"]


def test_used_action_tiles_lie_face_down():
    html = shown(position(hand="1.0", mine="swap", theirs=""))
    assert [name for name in html if "used" in html[name] and "-0-" in name] == [
        "used-0-redraw",
        "used-0-stack",
        "deed-0-redraw",
        "deed-0-stack",
    ]
    assert 'data-verb="swap"' in html["deed-0-swap"]
    assert all(html[f"used-1-{action}"] for action in ("redraw", "swap", "stack"))


def test_covers_lie_on_their_group():
    group = shown(position("[3] 4.0/1.3+3.2/2.2+2.0", hand="0.1"))["white-4"]
    assert "over-2" in group
    assert re.findall(r'data-flip="(\d\.\d)"', group) == ["2.0", "2.2"]
    assert heard(group) == ["4: 4.0, one tile, covered by 1.3, 3.2, covered by 2.0, 2.2"]


def test_a_line_tells_its_owner_and_its_groups():
    html = shown(position("1.1 2.0 [3] 4.0", hand="0.1"))
    assert "yours" in html["owner-white"]
    assert "Anna" in html["owner-white"]
    assert "3 of 6" in html["groups-white"]


def test_in_the_basic_rules_nobody_owns_a_line():
    html = shown(position("1.1 2.0 [3] 4.0", hand="0.1", basic=True))
    assert html["owner-white"] == ""
    assert "of 6" not in html["groups-white"]


def test_what_everybody_sees_can_be_pressed_by_nobody():
    html = "".join(shown(position(hand="1.0 2.0"), None).values())
    assert "data-offers" not in html
    assert "<form" not in html
    assert html.count("<button") == html.count(" disabled ")


def test_who_waits_for_a_turn_is_offered_nothing_but_may_ask():
    html = shown(position(hand="1.0 2.0"), 1)
    assert "data-offers" in html["every"]
    assert offers(html["every"]) == ([], [])
    assert "to-1" in html["turn"]
    assert "Anna is to move." in html["waits-0"]


def test_a_move_changes_little():
    rng, sizes = Random(6), []
    for _ in range(4):
        state, before = new(2, Options()), None
        while seats := to_move(state):
            [seat] = seats
            legal = [move for move, _ in chance(state)] if seat == CHANCE else moves(state, seat)
            state = apply(state, seat, rng.choice(legal))
            if to_move(state) != (CHANCE,):  # draws are told together with what comes before them
                after = shown(state, 0, "fr")
                changed = {name: html for name, html in after.items() if before and html != before[name]}
                sizes.append(len(json.dumps(changed, ensure_ascii=False).encode()))
                before = after
    assert median(sizes) < SMALL


def test_every_legal_move_is_also_a_button_or_in_the_lists():
    state = position("[3] 4.0", "[5]", hand="1.1 2.2 5.0", other="0.3 0.4")
    buttons, [mine, theirs] = offers(shown(state)["every"])
    swaps = [f"swap {own} {other}" for own in mine for other in theirs]
    assert sorted(buttons + swaps) == sorted(map(notation.write, moves(state, 0)))


def test_the_table_counts_what_is_unseen():
    html = shown(position(hand="1.0", other="0.1", unseen="2.0 2.1 6.0"))
    assert re.findall("<b>([^<]+)", "".join(map(html.get, UNSEEN))) == ["2.0", "2.1", "6.0"]
    assert [html[f"w{pips}"] for pips in range(7)] == [*"0020001"]
    assert [html[f"b{pips}"] for pips in range(7)] == [*"2100000"]
    assert html["unseen"] == "3"


@pytest.fixture
def rolled():
    """Seat 1 has rolled higher and looks at its tiles."""
    return apply(dealt(), CHANCE, Roll(2, 5))


def test_2_3_who_rolled_higher_chooses_with_the_own_tiles_in_sight(rolled):
    html = shown(rolled, 1)
    assert re.findall(r'value="(choose \w+)"', html["setup"]) == ["choose white", "choose black", "choose first"]
    assert all(f'data-flip="{tile}"' in html["secret-1"] for tile in THEIRS)
    assert all_of(html, "white") == all_of(html, "black") == html["every"] == ""


@pytest.mark.parametrize("viewer", [0, None])
def test_2_5_nobody_else_gets_a_tile_before_the_hands_are_open(rolled, viewer):
    html = shown(rolled, viewer)
    assert "Bruno rolled higher" in html["setup"]
    unseen = [html.pop(name) for name in UNSEEN]
    assert all(unseen)  # all 27, whoever has them
    assert not re.search(r"\d\.\d", "".join(html.values()))
    assert "4 tiles, face down" in html["backs-1"]


def test_2_3_then_the_other_chooses_the_line(rolled):
    html = shown(apply(rolled, 1, Choose("first")), 0)
    assert "Bruno has the first move" in html["setup"]
    assert re.findall(r'value="(choose \w+)"', html["setup"]) == ["choose white", "choose black"]
    assert all(f'data-flip="{tile}"' in html["secret-0"] for tile in MINE)
    assert not any(f'data-flip="{tile}"' in "".join(html.values()) for tile in THEIRS)


def test_2_4_both_hands_are_open_once_the_line_is_chosen(rolled):
    state = apply(rolled, 1, Choose("black"))
    assert state.stage is Stage.DRAW
    html = shown(apply(state, CHANCE, Draw(state.unseen[0])), None)
    assert all(html[f"tile-0-{tile}"] for tile in MINE)
    assert all(html[f"tile-1-{tile}"] for tile in THEIRS)
    assert html["setup"] == ""
