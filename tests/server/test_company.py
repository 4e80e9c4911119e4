"""Life at a table in a real browser, for any game: taking back, asking, a bot that stands in, coming back."""

import re
import socket
import threading
import time

import pytest
import uvicorn
from playwright.sync_api import expect

from darsena.server.app import create
from darsena.server.asking import AWAY
from darsena.server.settings import Settings

from .shore import Sundial
from .test_browser import any_game, complaints, every_game, started


class Harbour:
    """A server in this process, so that its clock can be set."""

    def __init__(self, data):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.now, self.url = Sundial(), f"http://127.0.0.1:{port}"
        app = create(Settings(data=str(data), port=port), self.now)
        self.server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning", ws="websockets-sansio"))
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.05)

    def stop(self):
        self.server.should_exit = True
        self.thread.join()


@pytest.fixture
def harbour(tmp_path):
    made = Harbour(tmp_path)
    yield made
    made.stop()


def menu(page, name):
    page.locator("details.menu > summary").click()
    page.get_by_role("button", name=name).click()


def answers(page, name):
    page.locator(".notes").get_by_role("button", name=name).click()


@any_game
def test_a_pause_is_asked_for_and_agreed_to(person, game):
    ada, *others = started(person, game)
    menu(ada, "Ask for a pause")
    expect(ada.locator(".notes")).to_contain_text("You ask for a pause.")
    for page in others:
        expect(page.locator(".notes")).to_contain_text("Ada asks for a pause.")
        answers(page, "Yes")
    for page in (ada, *others):
        expect(page.locator(".notes")).to_contain_text("The game is paused.")
    assert not complaints(others[0])
    answers(others[0], "Go on")
    for page in (ada, *others[1:]):
        answers(page, "Yes")
    expect(ada.locator(".notes")).to_have_count(0)


@any_game
def test_a_clock_is_asked_for_and_runs_on_the_screen(person, game):
    ada, *others = started(person, game)
    ada.locator("details.menu > summary").click()
    ada.locator("#other-clock > summary").click()
    ada.select_option("#clock", "days")
    ada.get_by_role("button", name="Ask", exact=True).click()
    for page in others:
        answers(page, "Yes")
    hands = ada.locator(".hands time[data-until]")
    expect(hands.first).to_have_text(re.compile(r"^(3 d 0 h|2 d 23 h)$"))


@every_game
def test_a_move_is_taken_back_by_consent(person, game):
    """Whoever moves first asks; where that needs nobody, it is done at once."""
    people = started(person, game)
    ada = next(page for page in people if "my-turn" in page.locator("body").get_attribute("class"))
    lines = ada.locator("#log li")
    before = lines.count()
    button = ada.locator("form.move button[name=move]:visible").first
    if button.count():
        button.click()
    else:
        ada.locator("form.move input[type=text]").first.fill("1")
        ada.locator("form.move button:not([type=button]):visible").last.click()
    expect(lines.nth(before)).to_be_visible()
    menu(ada, "Take back my last move")
    taken = ada.locator("#log").get_by_text("You take back a move.")
    asked = ada.locator(".notes").get_by_text("You ask to take back a move.")
    expect(taken.or_(asked).first).to_be_visible()
    if asked.count():
        for page in people:
            if page is not ada:
                answers(page, "Yes")
    expect(taken).to_be_visible()


@any_game
def test_who_resigns_sees_that_a_bot_plays_on(person, game):
    ada, *others = started(person, game)
    ada.locator("details.menu > summary").click()
    ada.locator("#resigning > summary").click()
    ada.get_by_role("button", name="Yes, resign").click()
    expect(ada.locator(".notes")).to_contain_text("You have resigned")
    expect(ada.get_by_role("button", name="I am back")).to_have_count(0)
    for page in others:
        expect(page.locator(".notes")).to_contain_text("Ada has resigned")


@every_game
def test_a_vote_a_takeover_and_a_return(harbour, person, game):
    ada, bo = started(person, game, at=harbour)
    where = bo.url
    bo.goto("/")
    expect(ada.get_by_role("button", name=re.compile("Let a bot play for Bo"), include_hidden=True)).to_have_count(1)
    harbour.now.time += AWAY
    menu(ada, re.compile("Let a bot play for Bo"))
    expect(ada.locator(".notes")).to_contain_text("A bot plays for Bo 0.")
    bo.goto(where)
    expect(bo.locator(".notes")).to_contain_text("A bot plays for you.")
    answers(bo, "I am back")
    expect(bo.locator(".notes")).to_have_count(0)
    expect(ada.locator("#log")).to_contain_text("Bo 0 is back.")


@any_game
def test_without_javascript_it_works_by_plain_forms(person, game):
    ada, *_ = started(person, game)
    plain = ada.context.browser.new_context(java_script_enabled=False, storage_state=ada.context.storage_state())
    page = plain.new_page()
    page.goto(ada.url)
    page.locator("details.menu > summary").click()
    page.get_by_role("button", name="Ask for a pause").click()
    expect(page.locator(".notes")).to_contain_text("You ask for a pause.")
    page.get_by_role("button", name="Never mind").click()
    expect(page.locator(".notes")).to_have_count(0)
    plain.close()
