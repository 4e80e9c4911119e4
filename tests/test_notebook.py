"""Views that draw themselves."""

import pytest

from darsena import show
from darsena.games import games


@pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.id)
def test_a_view_is_drawn_as_text_and_as_html(game):
    state = game.rules.new(game.seats[0], game.options())
    drawn = show(game, game.rules.view(state, 0), names=["<b>Ada</b>", "Bo"])
    assert repr(drawn)
    html = drawn._repr_html_()
    assert html.startswith("<pre")
    assert "<b>" not in html
