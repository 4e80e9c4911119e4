"""Figures: right for one's own games, and in a club for those that its members played together."""

import csv
import re
from io import StringIO

import pytest

from darsena.core.language import LANGUAGES
from darsena.games import games
from darsena.server.statistics import Played, by_kind, by_person, ratings
from darsena.server.storage import CLUBS, MEMBERS

from .test_accounts import alert, enter, register, rows

GAME = next(iter(games().values()))


def seats(code, *people, game="bay"):
    """A game over: the first wins, and so on."""
    return [
        Played(code, game, len(people), seat, person, seat + 1, 0.0 if seat else 1.0, "5", 1.0)
        for seat, person in enumerate(people)
    ]


def test_figures_are_kept_by_game_and_number_of_players():
    ada = [*seats("a", "ada", "bo"), *seats("b", "bo", "ada"), *seats("c", "ada", "bo", "cy")]
    own = by_kind(each for each in ada if each.person == "ada")
    assert (own["bay", 2].games, own["bay", 2].wins, own["bay", 2].mean_place) == (2, 1.0, 1.5)
    assert (own["bay", 3].games, own["bay", 3].share) == (1, 1.0)
    assert by_person(ada)["bo"].wins == 1.0
    assert own["bay", 2].even == 1.0


def test_whoever_wins_is_rated_above_whoever_loses():
    rated = ratings([*seats("a", "ada", "bo", "cy"), *seats("b", "ada", "cy", "bo"), *seats("c", "bo", "cy")])
    assert rated["ada"] > rated["bo"] > rated["cy"]


def test_a_game_against_bots_alone_rates_nobody():
    assert ratings(seats("a", "ada", None, None)) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_ones_own_figures_are_shown_with_a_chart_and_a_table(opened, play_on, language):
    people, where = opened
    play_on(people[0], where)
    page = people[0].get(f"/statistics?lang={language}").text
    assert '<svg class="bars"' in page
    assert '<th scope="row">' in page


def test_without_games_there_is_nothing_to_draw(site):
    person = site()
    person.post(f"/play/{GAME.id}")
    assert "<svg class" not in person.get("/statistics").text.split("<main")[1].split('class="btns"')[0]
    assert site().get("/statistics").url.path == "/account"


@pytest.fixture
def club(opened):
    """All at the table are members: the people, the table and the club's address."""
    people, where = opened
    home = people[0].post("/clubs", data={"name": "Tuesday"}).url.path
    link = re.search(r"/club/join/\w+", people[0].get(home).text)[0]
    for number, person in enumerate(people[1:]):
        person.post(link, data={"name": f"Bo{number}"})
    return people, where, home


def test_a_club_shows_what_its_members_played_together(club, play_on, game):
    people, where, home = club
    assert "<svg class" not in people[0].get(home).text.split("<main")[1].split('class="copy"')[0]
    play_on(people[0], where)
    for person in people:
        page = person.get(home).text
        assert game.title in page
        assert '<svg class="bars"' in page
        assert all(name in page for name in ("Ada", "Bo0"))


def test_the_file_of_a_club_has_one_row_for_each_member_at_a_table(club, play_on, game):
    people, where, home = club
    table = play_on(people[0], where)
    lines = list(csv.DictReader(StringIO(people[1].get(f"{home}games.csv").text)))
    assert [line["seat"] for line in lines] == [str(seat + 1) for seat in range(len(people))]
    assert {line["game"] for line in lines} == {game.id}
    assert [line["name"] for line in lines if line["place"] == "1"] == [
        table.sitters[seat].name for seat in sorted(table.outcome.winners)
    ]


def test_games_with_others_than_members_do_not_count(club, site):
    people, _, home = club
    solo = people[0].post(f"/play/{GAME.id}").url.path
    assert solo.startswith("/t/")
    assert len(people[0].get(f"{home}games.csv").text.splitlines()) == 1


def test_strangers_see_no_club(club, site):
    _, _, home = club
    stranger = site()
    for path in (home, f"{home}games.csv"):
        assert stranger.get(path).status_code == 403
    assert stranger.post(f"{home}leave").status_code == 403
    assert stranger.get("/club/none/").status_code == 404
    assert stranger.get("/club/join/none").status_code == 404


def test_whoever_leaves_sees_it_no_more_and_the_last_one_ends_it(club, app):
    people, _, home = club
    for person in people:
        person.post(f"{home}leave")
        assert person.get(home).status_code in (403, 404)
    assert rows(app, people[0], CLUBS.select()) == []


def test_whoever_is_forgotten_is_no_member(club, app):
    people, _, home = club
    people[0].post("/account/forget", data={"sure": "yes"})
    assert len(rows(app, people[1], MEMBERS.select())) == len(people) - 1
    assert "Ada" not in people[1].get(home).text


def test_a_guest_who_logs_in_stays_a_member(club, site):
    people, _, home = club
    register(site(), "Cy")
    enter(people[1], "Cy")
    assert people[1].get(home).status_code == 200


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\u202eb"])
def test_clubs_have_clean_names(site, name):
    person = site()
    person.post(f"/play/{GAME.id}")
    assert alert(person.post("/clubs", data={"name": name}))


def test_a_name_is_no_formula_in_the_file(site, app):
    from darsena.server.clubs import sheet

    assert "'=1+1" in sheet(seats("a", "ada", "bo"), {"ada": "=1+1", "bo": "Bo"})
