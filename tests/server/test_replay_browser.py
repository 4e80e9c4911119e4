"""Seeing a game again in a real browser: keys, links, the slider, playing by itself, and without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from darsena.core import record
from darsena.games import games

from ..core.test_record import played
from .test_browser import any_game, both_themes, complaints

every_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


def brought(page, game):
    """The page of a record from elsewhere."""
    page.goto("/replay")
    page.fill("#text", record.write(played(game, game.seats[0])))
    page.get_by_role("button", name="See it").click()
    page.wait_for_url("**/replay/*/0")
    return page


def heading(page):
    return page.locator("#tape-title")


@every_game
def test_keys_turn_the_pages(person, game):
    page = brought(person(), game)
    page.keyboard.press("ArrowRight")
    expect(heading(page)).to_contain_text("Move 1 of")
    page.keyboard.press("ArrowRight")
    expect(heading(page)).to_contain_text("Move 2 of")
    page.keyboard.press("ArrowLeft")
    expect(heading(page)).to_contain_text("Move 1 of")
    assert page.url.endswith("/1")
    page.keyboard.press("End")
    expect(page.get_by_role("link", name="One move on")).to_have_count(0)
    page.keyboard.press("Home")
    expect(heading(page)).to_contain_text("Move 0 of")


@any_game
def test_a_link_leads_to_the_position_it_was_copied_from(person, game):
    page = brought(person(), game)
    page.get_by_role("link", name="Bo").click()
    expect(page.locator("body")).to_have_class(re.compile("me-2"))
    page.keyboard.press("ArrowRight")
    expect(heading(page)).to_contain_text("Move 1 of")
    friend = person(url=page.url)
    expect(friend.locator("body")).to_have_class(re.compile("me-2"))
    assert friend.locator("#board").inner_text() == page.locator("#board").inner_text()
    assert friend.locator("#board use").count() == page.locator("#board use").count()


def test_it_plays_by_itself_and_stops(person):
    page = brought(person(), next(iter(games().values())))
    page.evaluate("document.documentElement.dataset.speed = 'fast'")
    page.keyboard.press("Space")
    expect(heading(page)).to_contain_text("Move 3 of")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play by itself")).to_be_visible()


def test_the_slider_leads_anywhere(person):
    page = brought(person(phone=True), next(iter(games().values())))
    page.locator("#seek").fill("4")
    expect(heading(page)).to_contain_text("Move 4 of")
    assert page.url.endswith("/4")


@any_game
def test_without_javascript_it_is_pages_and_links(person, game):
    page = brought(person(javascript=False), game)
    page.get_by_role("link", name="One move on").click()
    page.get_by_role("link", name="All revealed").click()
    expect(heading(page)).to_contain_text("Move 1 of")
    page.get_by_role("button", name="Check moves and draws").click()
    expect(page.get_by_role("status").filter(has_text="legal")).to_be_visible()
    page.get_by_role("button", name="Go", exact=True).click()
    expect(heading(page)).to_contain_text("Move 1 of")


@both_themes
@every_game
def test_axe_finds_nothing_in_a_replay(person, game, dark):
    page = brought(person(dark=dark), game)
    found = complaints(page)
    page.goto(f"{page.url.rsplit('/', 1)[0]}/5?seat=all&check=yes")
    found += complaints(page)
    page.set_viewport_size({"width": 360, "height": 740})
    found += complaints(page)
    page.goto("/replay")
    found += complaints(page)
    assert not found


@every_game
def test_nothing_in_a_replay_runs_off_the_side(person, game):
    page = brought(person(phone=True), game)
    for language in ("en", "it", "fr"):
        for eyes in ("0", "all"):
            page.goto(f"{page.url.split('?')[0]}?seat={eyes}&lang={language}")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (eyes, language)
