"""A hint in a real browser: asked for, read, and played."""

import pytest
from playwright.sync_api import expect

from darsena.core import hints
from darsena.games import games

from .test_browser import complaints

WITH_HINTS = [game for game in games().values() if hints.given(game, game.seats[0])]


@pytest.mark.parametrize("game", WITH_HINTS, ids=lambda game: game.id)
def test_a_hint_is_asked_for_and_played(person, game):
    page = person(phone=True)
    page.goto(f"/new/{game.id}")
    page.fill("#name", "Ada")
    for seat in range(1, game.seats[0]):
        page.select_option(f"#seat{seat}", f"bot:{next(iter(game.bots))}")
    page.select_option("#pace", "quick")
    page.check("[name=hints]")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*/**")
    page.get_by_role("button", name="Hint").click()
    shown = page.locator("details.hints")
    expect(shown.get_by_role("heading", name="Hint")).to_be_focused()
    assert not complaints(page)
    lines = page.locator("#log li").count()
    shown.get_by_role("button", name="Play this").first.click()
    expect(shown).to_have_count(0)
    expect(page.locator("#log li").nth(lines)).to_be_attached()
