"""Recorded games still play the same. After a wanted change: `make record`, and read the difference."""

import pytest

from darsena.games import games

from .playthrough import FILES, again


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_playthrough(path):
    assert again(path) == path.read_text()


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_every_game_has_some(game):
    assert 3 <= sum(path.parts[-3] == game.id for path in FILES) <= 12
