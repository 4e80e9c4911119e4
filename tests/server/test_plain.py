"""A game without a board of its own is played on the plain one, from its folder alone."""

import re

import pytest

from darsena.games import games

from ..tiny import TINY


@pytest.fixture
def table(site, monkeypatch):
    monkeypatch.setitem(games(), TINY.id, TINY)
    people = [site(), site()]
    where = people[0].post(f"/new/{TINY.id}", data={"name": "Ada", "seats": "2", "start": "3"}).url.path
    people[1].post(re.search(r"/join/\w+", people[0].get(where).text)[0], data={"name": "Bo"})
    people[0].post(f"{where}start")
    return people, where


def buttons(page):
    return re.findall(r'name="move" value="([^"]+)"', page.text)


def test_a_whole_game_by_its_buttons(table):
    people, where = table
    for _ in range(40):
        for person in people:
            takes = [move for move in buttons(person.get(where)) if move.startswith("take")]
            if takes:
                person.post(f"{where}move", data={"move": takes[0]})
    page = people[0].get(where).text
    assert "has won" in page or "have won" in page
    assert people[0].get(f"{where}record.txt").text.startswith("darsena record 1")


def test_a_move_can_be_typed_and_a_wrong_one_is_refused(table):
    people, where = table
    wrong = people[0].post(f"{where}move", data={"word": "dance"})
    assert wrong.status_code == 409
    assert 'role="alert"' in wrong.text
    assert people[0].post(f"{where}move", data={"word": "take left"}).status_code == 200


def test_it_shows_the_view_and_whose_turn_it_is(table):
    people, where = table
    assert "scores: (3, 3)" in people[0].get(where).text
    assert "Your turn" in people[0].get(where).text
    assert "Waiting for Ada" in people[1].get(where).text


def test_its_options_are_in_the_form(site, monkeypatch):
    monkeypatch.setitem(games(), TINY.id, TINY)
    form = site().get(f"/new/{TINY.id}").text
    assert 'name="start" value="3"' in form
    assert 'name="loud" value="yes"' in form
    refused = site().post(f"/new/{TINY.id}", data={"name": "Ada", "seats": "3", "loud": "yes"})
    assert refused.status_code == 400
    assert "not for 3 players" in refused.text
