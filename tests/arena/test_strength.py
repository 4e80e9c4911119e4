"""docs/strength.md and the levels say the same."""

import re
from pathlib import Path

import pytest

from darsena.games import games

PAGE = (Path(__file__).parents[2] / "docs" / "strength.md").read_text("utf-8")
every_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


def section(game):
    return PAGE.partition(f"<!-- {game.id} -->")[2].partition(f"<!-- end of {game.id} -->")[0]


@every_game
def test_levels_carry_the_ratings_that_were_measured(game):
    measured = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| (\d+) ± ", section(game), re.MULTILINE))
    if measured:
        assert {name: int(points) for name, points in measured.items()} == {
            name: level.rating for name, level in game.bots.items()
        }


@every_game
def test_a_game_without_a_section_promises_nothing(game):
    rated = [level.rating for level in game.bots.values() if level.rating is not None]
    assert section(game) or rated == [1000] * len(rated)
