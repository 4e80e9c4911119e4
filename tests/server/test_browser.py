"""Every page in a real browser, for any game: nothing for axe to complain of, tables that live, a clean end."""

import re
import signal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from darsena.core.language import LANGUAGES
from darsena.games import games

expect.set_options(timeout=30_000)
both_themes = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
every_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())
any_game = pytest.mark.parametrize("game", [*games().values()][:1])  # for what is the same with all


def complaints(page):
    found = Axe().run(page).response["violations"]
    return [(page.url, each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found]


def open_table(page, game, **places):
    """A table of the smallest size; all seats are for friends unless a place says otherwise."""
    page.goto(f"/new/{game.id}")
    page.fill("#name", "Ada")
    for field, value in places.items():
        page.select_option(f"#{field}", value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*/**")
    return page.url


def sit(host, guest, name):
    guest.goto(host.input_value("#link"))
    guest.fill("#name", name)
    guest.locator("main button.go").click()
    guest.wait_for_url("**/t/*/**")


def started(person, game, **how):
    people = [person(**how) for _ in range(game.seats[0])]
    open_table(people[0], game)
    for number, guest in enumerate(people[1:]):
        sit(people[0], guest, f"Bo {number}")
    people[0].locator("form[action=start] button").click()
    for page in people:
        expect(page.locator("form[action=start]")).to_have_count(0)
        expect(page.locator(".board")).to_be_visible()
    return people


@both_themes
def test_axe_finds_nothing_on_the_pages_around_a_table(person, dark):
    page, found = person(dark=dark), []
    found += complaints(page)
    for game in games().values():
        for path in (f"/rules/{game.id}", f"/new/{game.id}"):
            page.goto(path)
            found += complaints(page)
    page.goto("/t/nosuch/")
    found += complaints(page)
    page.problems.clear()  # a browser complains of 404
    open_table(page, next(iter(games().values())))
    found += complaints(page)
    guest = person(dark=dark, phone=True, url=page.input_value("#link"))
    found += complaints(guest)
    page.goto("/device")
    found += complaints(page)
    page.goto(page.input_value("#link"))
    found += complaints(page)
    page.goto("/")
    found += complaints(page)
    assert not found


@both_themes
@every_game
def test_axe_finds_nothing_at_a_table(person, game, dark):
    page, *_ = started(person, game, dark=dark)
    page.emulate_media(reduced_motion="reduce")
    found = complaints(page)
    page.locator("details.menu > summary").click()
    found += complaints(page)
    page.set_viewport_size({"width": 360, "height": 740})
    page.keyboard.press("Escape")
    found += complaints(page)
    page.goto(f"{page.url.split('#')[0]}#record")
    found += complaints(page)
    assert not found


@both_themes
@every_game
def test_axe_finds_nothing_where_somebody_watches(person, game, dark):
    host, *_ = started(person, game, dark=dark)
    host.click("details.menu summary")
    watching = person(dark=dark, url=host.locator("a[href*='/watch/']:not([href$='tv'])").get_attribute("href"))
    watching.emulate_media(reduced_motion="reduce")
    expect(watching.locator(".board")).to_be_visible()
    assert not complaints(watching)


@every_game
def test_a_device_for_all_has_a_curtain(person, game):
    page = person()
    open_table(page, game, **{f"seat{seat}": "here" for seat in range(1, game.seats[0])})
    curtain = page.get_by_role("dialog")
    expect(curtain).to_be_visible()
    assert not complaints(page)
    curtain.get_by_role("button").click()
    expect(curtain).to_be_hidden()


@every_game
@pytest.mark.parametrize("phone", [True, False], ids=["phone", "laptop"])
def test_nothing_runs_off_the_side(person, game, phone):
    page = person(phone=phone)
    page.locator(f"form[action='/play/{game.id}'] button").click()
    page.wait_for_url("**/t/*/")
    for path in (page.url, "/", f"/rules/{game.id}", f"/new/{game.id}"):
        for language in LANGUAGES:
            page.goto(f"{path}?lang={language}")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (path, language)


def test_the_room_fills_while_one_looks(person):
    game = next(iter(games().values()))
    ada, bo = person(), person("it", phone=True)
    open_table(ada, game)
    sit(ada, bo, "<b>Bo</b> \N{SNOWMAN}")
    expect(ada.locator("#part-seats")).to_contain_text("<b>Bo</b> \N{SNOWMAN}")
    expect(ada.locator("#log")).to_contain_text("<b>Bo</b>")
    ada.locator("form[action=remove] button").first.click()
    expect(bo.locator("h1")).to_contain_text("Non")
    bo.problems.clear()  # a browser complains of 403


def test_the_link_is_copied(person):
    ada = person()
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_table(ada, next(iter(games().values())))
    ada.get_by_role("button", name="Copy").click()
    expect(ada.get_by_role("button", name="Copied")).to_be_visible()
    assert ada.evaluate("navigator.clipboard.readText()") == ada.input_value("#link")
    expect(ada.locator(".invite img")).to_have_count(0)
    expect(ada.locator(".invite")).to_contain_text("--lan")


def test_the_skip_link_leads_to_the_main_part(person):
    page = person()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the main part")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#board")).to_be_focused()


def test_the_server_ends_within_two_seconds_and_screens_come_back(person, fragile):
    people = started(person, next(iter(games().values())), at=fragile)
    took = fragile.stop()
    assert fragile.process.returncode == -signal.SIGTERM  # as asked, nothing had to be cut off
    for page in people:
        expect(page.locator("body")).to_have_class(re.compile("offline"))
    fragile.start()
    for page in people:
        expect(page.locator("body")).not_to_have_class(re.compile("offline"))
        page.problems.clear()  # a browser complains of connections that fail
    assert took < 2


TOAST = """([rules, live]) => { document.body.dataset.rules = rules; document.body.dataset.why = 'Why?';
    return import(document.querySelector(live).src).then(({ toast }) => toast('No.', '1.1')); }"""


@every_game
def test_a_refusal_leads_to_its_rule(person, game):
    page = person()
    page.evaluate(TOAST, [f"/rules/{game.id}", "script[src*='live.js']"])
    page.goto(page.get_by_role("alert").get_by_role("link", name="Why?").get_attribute("href"))
    expect(page.locator('[id="1.1"]')).to_be_in_viewport()


@every_game
def test_the_rules_are_searched(person, game):
    page = person(url=f"/rules/{game.id}")
    every = page.locator("article .rule:visible").count()
    page.get_by_role("checkbox", name="Only our rulings").check()
    ours = page.locator("article .rule:visible").count()
    assert ours == page.locator("article .ruling").count() < every
    page.get_by_role("checkbox", name="Only our rulings").uncheck()
    page.get_by_role("searchbox", name="Search the rules").fill("zzz")
    expect(page.get_by_role("status").filter(has_text="Found: 0")).to_be_visible()
    assert page.locator("article > *:visible").count() == 0
    page.get_by_role("searchbox").fill("")
    assert page.locator("article .rule:visible").count() == every
