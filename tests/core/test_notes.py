"""Games written down by hand: forgiving about form, strict about rules, and every refusal with its line."""

import pytest

from darsena.core.game import CHANCE
from darsena.core.notes import read
from darsena.core.record import BadRecord

from ..tiny import TINY, Pass, Roll

GAMES = {TINY.id: TINY}
TEXT = """\
# at the kitchen table
game: tiny
  players: Ada , Bo
options: start=3

* roll 3
0 pass
# Bo thinks
* roll 1
"""


def refused(text):
    with pytest.raises(BadRecord) as caught:
        read(text, GAMES)
    return caught.value


def test_a_game_written_by_hand_is_read():
    notes = read(TEXT, GAMES)
    assert notes.names == ("Ada", "Bo")
    assert notes.options == {"start": "3", "loud": "no"}
    assert notes.rows == ((CHANCE, Roll(3)), (0, Pass()), (CHANCE, Roll(1)))


def test_options_may_be_left_out():
    assert read("game: tiny\nplayers: Ada, Bo", GAMES).options == {"start": "0", "loud": "no"}


@pytest.mark.parametrize(
    ("was", "now", "line", "why"),
    [
        ("game: tiny", "game: chess", 2, "there is no game “chess”"),
        ("game: tiny", "players: Eve", 3, "twice"),
        ("  players: Ada , Bo", "", 4, "“players:” is missing"),
        ("Ada , Bo", "Ada", 3, "not for 1 players"),
        ("Ada , Bo", "Ada, ", 3, "a name needs at least one letter"),
        ("start=3", "start=4", 4, "can be"),
        ("0 pass", "1 pass", 7, "not now"),
        ("0 pass", "7 pass", 7, "no seat here"),
        ("0 pass", "0 castle", 7, "there is no move “castle”"),
        ("* roll 1", "* roll one", 9, "not a whole number"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(was, now, line, why):
    refusal = refused(TEXT.replace(was, now))
    assert refusal.line == line
    assert why in str(refusal)


def test_nothing_is_no_game():
    assert refused("").line == 1
