"""Talking at a table and watching it on a television, in a real browser: two languages, a phone, a large screen."""

import pytest
from playwright.sync_api import expect

from darsena.core.language import LANGUAGES
from darsena.games import games

from .test_browser import both_themes, complaints, every_game, open_table, sit, started

GAME = next(iter(games().values()))


def together(ada, bo, game=GAME):
    """Two people, the second with another language, and everybody else a bot."""
    open_table(ada, game, **{f"seat{seat}": next(iter(game.bots)) for seat in range(2, game.seats[0])})
    sit(ada, bo, "Bo")
    ada.locator("form[action=start] button").click()
    for page in (ada, bo):
        expect(page.locator("form[action=start]")).to_have_count(0)


def test_two_people_without_a_common_language_talk(person):
    ada, bo = person(), person("it", phone=True)
    together(ada, bo)
    ada.locator(".shows-chat").check()
    ada.get_by_role("button", name="Well played!").click()
    ada.get_by_label("Message to all at the table").fill("hello <b>there</b>")
    ada.keyboard.press("Enter")
    expect(ada.locator("#talk li")).to_have_count(2)
    expect(ada.locator("#say")).to_have_value("")
    expect(bo.locator(".topbar .unread")).to_have_text("2")
    bo.get_by_role("link", name="Chat").click()
    expect(bo.locator(".topbar .unread")).to_be_hidden()
    expect(bo.locator("#talk li")).to_have_text(["Ada Ben giocato!", "Ada hello <b>there</b>"])
    assert bo.locator("#talk svg.emote use").get_attribute("href").endswith("#e-well-played")

    bo.get_by_role("button", name="Grazie!").press("Enter")
    expect(ada.locator("#talk li").last).to_have_text("Bo Thank you!")
    expect(ada.locator("#live")).to_contain_text("Bo Thank you!")
    bo.locator("#peers summary").click()
    bo.get_by_role("button", name="Silenzia Ada per me").click()
    expect(bo.locator("#talk li")).to_have_text(["Bo Grazie!"])
    ada.reload()
    expect(ada.locator("#talk li")).to_have_count(3)


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "laptop"])
def test_without_javascript_a_message_is_posted(person, phone):
    ada, bo = person(), person("fr", javascript=False, phone=phone)
    open_table(ada, GAME, **{f"seat{seat}": next(iter(GAME.bots)) for seat in range(2, GAME.seats[0])})
    sit(ada, bo, "Bo")
    bo.goto(f"{bo.url.split('#')[0]}#chat")
    bo.fill("#say", "by hand")
    bo.locator("form.words button").click()
    expect(bo.locator("#talk")).to_contain_text("by hand")
    expect(ada.locator("#talk")).to_have_text("Bo by hand")


@both_themes
@every_game
def test_axe_finds_nothing_in_the_chat(person, game, dark):
    ada, bo, *_ = started(person, game, dark=dark)
    ada.emulate_media(reduced_motion="reduce")
    ada.locator(".shows-chat").check()
    ada.get_by_role("button", name="Good luck!").click()
    expect(ada.locator("#talk li")).to_have_count(1)
    ada.locator("#peers summary").click()
    found = complaints(ada)
    bo.emulate_media(reduced_motion="reduce")
    bo.set_viewport_size({"width": 360, "height": 740})
    expect(bo.locator("#talk li")).to_have_count(1)
    bo.goto(f"{bo.url.split('#')[0]}#chat")
    found += complaints(bo)
    for language in LANGUAGES:
        bo.goto(f"{bo.url.split('?')[0].split('#')[0]}?lang={language}#chat")
        assert bo.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not found


@both_themes
@every_game
def test_a_television_follows_the_table_and_has_nothing_to_press(person, game, dark):
    ada, *_ = started(person, game, dark=dark)
    ada.locator("details.menu > summary").click()
    large = person(dark=dark)
    large.set_viewport_size({"width": 1920, "height": 1080})
    large.emulate_media(reduced_motion="reduce")
    large.goto(ada.locator("a[href$='/tv']").get_attribute("href"))
    expect(large.locator(".board")).to_be_visible()
    assert (
        large.locator("button, input, select, .btn").evaluate_all(
            "all => all.filter((each) => each.checkVisibility()).length"
        )
        == 0
    )
    assert large.evaluate("parseFloat(getComputedStyle(document.querySelector('.log li')).fontSize)") >= 22
    for side in ("Width", "Height"):
        assert large.evaluate(f"document.documentElement.scroll{side} - inner{side}") <= 0
    assert not complaints(large)
    ada.get_by_role("button", name="Ask for a pause").click()
    expect(large.locator("#log")).to_contain_text("asks for a pause")
