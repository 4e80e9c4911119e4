"""Lessons in the browser: each to its end, in each language, by keyboard and names, and without JavaScript."""

import re
from importlib import import_module

import pytest
from markupsafe import escape
from playwright.sync_api import expect

from darsena.core.language import LANGUAGES, Voice
from darsena.core.lesson import READ
from darsena.games import games

from .test_browser import both_themes, complaints

every_game = pytest.mark.parametrize("name", games())
every_language = pytest.mark.parametrize("language", LANGUAGES)


def steps(name):
    return import_module(f"{games()[name].package}.lesson").LESSON.steps


def answers(name, count=None):
    return [step.moves[0] if step.moves else READ for step in steps(name)][:count]


@every_game
@every_language
def test_a_lesson_is_followed_to_its_end_by_plain_forms(site, name, language):
    person, voice = site(language), Voice(language, games()[name])
    page = person.get(f"/learn/{name}")
    for step in steps(name):
        assert page.status_code == 200
        assert escape(voice(step.text)) in page.text
        if step.moves:
            page = person.post(str(page.url), data={"move": step.moves[0]})
        else:
            page = person.get(f"/learn/{name}", params=[*page.url.params.multi_items(), ("did", READ)])
    assert f'action="/play/{name}"' in page.text


@every_game
def test_another_move_is_answered_with_why_not(site, name):
    number = next(number for number, step in enumerate(steps(name)) if step.moves)
    where = f"/learn/{name}"
    query = [("did", answer) for answer in answers(name, number)]
    later = next(step.moves[0] for step in reversed(steps(name)) if step.moves)
    page = site().post(where, params=query, data={"move": later})
    assert page.status_code == 409
    assert 'role="alert"' in page.text
    assert site().post(where, params=query, data={"move": "nonsense"}).status_code == 409


def test_an_address_changed_by_hand_begins_again(site):
    name = next(iter(games()))
    page = site().get(f"/learn/{name}?did=nonsense")
    assert not page.url.query
    assert site().get("/learn/nothing").status_code == 404


def test_the_boats_lead_to_the_lessons(site):
    page = site().get("/").text
    assert all(f'href="/learn/{name}"' in page for name in games())


@every_game
@both_themes
def test_axe_finds_nothing_in_a_lesson(person, name, dark):
    page, found = person(dark=dark), []
    for count in range(len(steps(name)) + 1):
        page.goto(f"/learn/{name}?" + "&".join(f"did={answer}" for answer in answers(name, count)))
        if count in (0, 1, 3, len(steps(name))):
            found += complaints(page)
        for width, height in ((360, 740), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not found


def test_the_language_changes_in_the_middle_of_a_lesson(person):
    name = next(iter(games()))
    page = person(url=f"/learn/{name}?did={READ}")
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="Italiano").click()
    expect(page.locator("#teacher-title")).to_contain_text("passo 2 di")


def do(page, move):
    """Make a move as the markup offers it: pick pieces and press a place, press a button, or type it."""
    place, button = page.locator(f'[data-moves*="{move}"]'), page.locator(f'button[name=move][value="{move}"]')
    if page.evaluate("matchMedia('(scripting: enabled)').matches") and place.count():
        for word in move.split():
            piece = page.locator(f'[data-pick="{word}"], [data-verb="{word}"]')
            if piece.count():
                piece.first.click()
        place.first.click()
    elif button.count():
        choices = page.locator("#board details").filter(has=button)
        if choices.count():
            choices.first.locator("summary").first.click()
        button.first.click()
    else:
        page.locator("form.move input[type=text][name=word]").first.fill(move.split()[-1])
        page.locator("form.move button:visible").last.click()


@every_game
@pytest.mark.parametrize("javascript", [True, False], ids=["script", "plain"])
def test_a_lesson_is_followed_to_its_end_on_the_board(person, name, javascript):
    page = person(url=f"/learn/{name}", javascript=javascript)
    for number, step in enumerate(steps(name), 1):
        expect(page.locator("#teacher-title")).to_contain_text(f"step {number} of")
        if step.moves:
            do(page, step.moves[0])
        else:
            page.get_by_role("link", name="Go on").click()
    expect(page.locator("#teacher-title")).to_contain_text("You know how it goes")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*/")


def test_what_the_lesson_does_not_want_is_answered_on_the_page(person):
    name = next(iter(games()))
    number = next(number for number, step in enumerate(steps(name)) if step.moves)
    page = person(url=f"/learn/{name}?" + "&".join(f"did={answer}" for answer in answers(name, number)))
    wanted = steps(name)[number].moves
    others = page.locator("button[name=move]").evaluate_all("all => all.map((each) => each.value)")
    page.locator(f'button[name=move][value="{next(each for each in others if each not in wanted)}"]').click()
    expect(page.get_by_role("alert")).to_contain_text("the lesson wants to show something else")
    page.problems.clear()  # a browser complains of 409


@every_language
def test_whatever_else_there_is_to_read_is_linked_from_the_rules(site, language):
    person = site(language)
    links = [
        link for name in games() for link in re.findall(rf'"(/learn/{name}/\w+)"', person.get(f"/rules/{name}").text)
    ]
    assert links
    for link in links:
        assert person.get(link).status_code == 200
    assert person.get(f"/learn/{next(iter(games()))}/rules").status_code == 404
