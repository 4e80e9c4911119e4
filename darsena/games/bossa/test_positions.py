"""Positions drawn as text, for the tests of this folder.

A line is drawn from low to high with its die in brackets: `2.1 [3] 2.2+2.0/4.1+0.1` has a group of one tile below the
die and a group of two above it, which is covered once. A hand is its tiles: `0.1 3.1`.
"""

from .lines import Group, Line, Side
from .state import ActionTile, Stage, State
from .tiles import TILES, Colour, Tile

WHITE, BLACK, UP, DOWN = Colour.WHITE, Colour.BLACK, Side.UP, Side.DOWN


def tile(text):
    return Tile(*map(int, text.split(".")))


def tiles(text, separator=None):
    return tuple(sorted(tile(word) for word in text.split(separator)))


def group(text):
    laid, *covers = text.split("/")
    return Group(tiles(laid, "+"), tuple(tiles(cover, "+") for cover in covers))


def line(text):
    down, die, up = text.replace("]", "[").split("[")
    return Line(int(die), tuple(group(word) for word in reversed(down.split())), tuple(map(group, up.split())))


def actions(text):
    return tuple(ActionTile(word) for word in text.split())


def position(
    white="[3]",
    black="[3]",
    hand="",
    other="0.1",
    *,
    mine="redraw swap stack",
    theirs="redraw swap stack",
    unseen=None,
    basic=False,
    stage=Stage.MOVE,
):
    """Seat 0, who owns white, is to move with `hand`. The tiles not named are unseen, or out of the game."""
    lines, hands = (line(white), line(black)), (tiles(hand), tiles(other))
    laid = [tile for each in lines for _, one in each.groups() for part in (one.tiles, *one.covers) for tile in part]
    free = tuple(tile for tile in TILES if tile not in [*laid, *hands[0], *hands[1]])
    left = free if unseen is None else tiles(unseen)
    assert set(left) <= set(free), "a tile is there twice"
    owners = () if basic else (0, 1)
    return State(basic, stage, left, hands, (actions(mine), actions(theirs)), lines, 0, owners)


def test_a_drawing_is_read():
    drawn = line("1.2 [3] 2.2+2.1/4.0+0.1 5.0")
    assert drawn.down == (Group(tiles("1.2")),)
    assert drawn.up == (Group(tiles("2.1 2.2"), (tiles("0.1 4.0"),)), Group(tiles("5.0")))
    assert [value for value, _ in drawn.groups()] == [2, 4, 5]


def test_a_line_draws_itself_like_that():
    text = "1.2 [3] 2.1+2.2/0.1+4.0 5.0"
    assert str(line(text)) == text
