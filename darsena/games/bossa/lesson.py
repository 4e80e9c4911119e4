"""The first lesson: choosing a colour, laying groups, an action tile, and the last tiles."""

from __future__ import annotations

from ...core.game import say
from ...core.lesson import Lesson, Step
from .lines import Group, Line
from .state import MOVE, STACK, SWAP, ActionTile, State
from .tiles import TILES, Tile, Tiles

BURDEN = Tile(0, 6)  # put away by Redraw


def _tiles(text: str) -> Tiles:
    return tuple(sorted(Tile(*map(int, word.split("."))) for word in text.split()))


def _late() -> State:
    """Seat 0 has two tiles left, and Stack."""
    white = Line(3, (Group(_tiles("2.1")),), (Group(_tiles("2.0 2.2")), Group(_tiles("5.1")), Group(_tiles("1.0 5.0"))))
    black = Line(2, (Group(_tiles("3.1")),), (Group(_tiles("0.3")), Group(_tiles("1.1 1.3")), Group(_tiles("0.5"))))
    hands = _tiles("0.1 2.3"), _tiles("1.2 4.0 4.1")
    laid = [tile for line in (white, black) for _, group in line.groups() for tile in group.tiles]
    unseen = tuple([tile for tile in TILES if tile not in (*laid, *hands[0], *hands[1], BURDEN)])
    return State(False, MOVE, unseen, hands, ((SWAP, STACK), tuple(ActionTile)), (white, black), 0, (0, 1))


LESSON = Lesson(
    names=("Bo",),
    start=(
        *("* draw 2.0", "* draw 2.2", "* draw 5.1", "* draw 0.6"),
        *("* draw 1.3", "* draw 3.1", "* draw 0.3", "* draw 4.0"),
        "* roll 3 2",
    ),
    steps=(
        Step(
            say(
                "A tile has white pips, black pips, or both, and counts by one colour at a time. From a white die and "
                "a black die two lines will grow. You win by laying your last tile, when your own line has six "
                "groups, or when your opponent cannot move."
            ),
        ),
        Step(
            say(
                "You rolled higher, so you choose: a line to own, or the first move. Your tiles are strong in white: "
                "choose white. Bo will then begin."
            ),
            ("choose white",),
            say("The white line is yours. Bo lays a black 3 beside the black die of 2, and you have drawn a tile."),
            ("* draw 1.1", "1 lay black up 0.3", "* draw 1.0"),
        ),
        Step(
            say(
                "Lines go up by one to the right and down by one to the left, and both of you lay on both lines. Your "
                "white line needs a 4 next to its 3. Beside a die a group has one tile or two: lay two and be rid of "
                "both. Take 2.0 and 2.2 to the white 4."
            ),
            ("lay white up 2.0 2.2",),
            say("Two tiles left your hand at once, and you draw only one each turn. That is how a hand shrinks."),
            ("* draw 4.1", "1 lay black up 1.1 1.3", "* draw 0.1"),
        ),
        Step(
            say(
                "Now the rule that makes the game: a group has exactly one tile more or one tile fewer than its "
                "neighbour. Beside your pair the white 5 takes one tile or three. Lay 5.1."
            ),
            ("lay white up 5.1",),
            say("The white 6 will need two tiles now, since your 5 is a single one."),
            ("* draw 2.1", "1 lay white down 2.1", "* draw 0.2"),
        ),
        Step(
            say(
                "You must move: lay, or use one of your three action tiles, each once in a game. Your 0.6 will hardly "
                "ever fit. Use Redraw: put 0.6 away and draw another."
            ),
            ("redraw 0.6",),
            say("Swap exchanges a tile with your opponent’s hand. You will see the third one, Stack, in a moment."),
            ("* draw 0.4", "* draw 0.5", "1 lay black up 0.5", "* draw 5.0"),
        ),
        Step(
            say("The white 6 wants two tiles with six white pips together. You have drawn the right one: 1.0 and 5.0."),
            ("lay white up 1.0 5.0",),
            say("Four groups lie in your line. With six of them you would win, whoever lays the last."),
        ),
        Step(
            say(
                "Some turns later: two tiles are left in your hand, and no end takes both. Stack puts tiles upon a "
                "group, as many and worth as much. The black 4 is made of two tiles, and 0.1 and 2.3 make 1 + 3 in "
                "black: stack them there."
            ),
            ("stack black 4 0.1 2.3",),
            say("No tiles left: you have won. Count what is still unseen, and block the end your opponent waits for."),
            at=_late(),
        ),
    ),
)
