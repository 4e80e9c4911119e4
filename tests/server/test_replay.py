"""Finished tables and records from elsewhere, seen again by plain pages."""

import random
import re
import secrets
from importlib import import_module

import pytest

from darsena.core import notation, record
from darsena.core.game import CHANCE
from darsena.core.language import LANGUAGES
from darsena.server import replay

from ..core.test_record import played

every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def finished(app, opened):
    """A table whose game was played to its end: its people, its address, and the table itself."""
    people, where = opened

    async def play():
        table, rng = await app.state.site.harbour.table(where.split("/")[2]), random.Random(1)
        while not table.over:
            seat = table.wanted[0]
            move = rng.choice(list(table.game.rules.moves(table.state, seat)))
            await table.play(seat, notation.write(move), secrets.token_hex(8), table.version)
        return table

    return people, where, people[0].portal.call(play)


def said(page):
    return re.search(r"data-said>(.*?)</p>", page.text, re.DOTALL)[1]


@every_language
def test_every_position_has_a_page_for_everybodys_eyes(finished, language):
    people, where, table = finished
    seen = replay.of_table(table)
    last = len(replay.ends(seen)) - 1
    for n in {0, 1, last // 2, last}:
        for eyes in ("", "?seat=0", "?seat=1", "?seat=all"):
            page = people[0].get(f"{where}replay/{n}{eyes}", headers={"accept-language": language})
            assert page.status_code == 200
            assert f'<html lang="{language}"' in page.text
            assert said(page)
            assert 'name="move"' not in page.text


def test_the_positions_are_what_the_screens_showed(finished):
    _, _, table = finished
    seen = replay.of_table(table)
    rules = table.game.rules
    for n in range(len(replay.ends(seen)) - 1):
        assert CHANCE not in rules.to_move(replay.position(seen, n).state)
    assert replay.position(seen, len(replay.ends(seen)) - 1).state == table.state


def test_there_is_no_position_beyond_the_last_and_no_seat_beyond_the_table(finished):
    people, where, _ = finished
    for path in ("replay/99999", "replay/-1", "replay/x", "replay/0?seat=9", "replay/0?seat=-1"):
        assert people[0].get(where + path).status_code == 404


def test_a_number_asked_for_by_the_form_leads_to_its_page(finished):
    people, where, _ = finished
    assert people[0].get(f"{where}replay?n=3&seat=1").url.path.endswith("/replay/3")


def test_a_running_game_is_not_shown(opened):
    people, where = opened
    assert people[0].get(f"{where}replay/0?seat=1").status_code == 409


def test_strangers_see_it_again_only_where_people_may_look_on(finished, site):
    _, where, table = finished
    assert table.deal.watched
    assert site().get(f"{where}replay/0?seat=all").status_code == 200


def test_a_table_without_spectators_is_seen_again_only_by_its_people(site, game):
    ada = site()
    data = {"name": "Ada", "seats": str(game.seats[0])} | {f"seat{n}": "here" for n in range(1, game.seats[0])}
    where = ada.post(f"/new/{game.id}", data=data).url.path
    ada.post(f"{where}close")
    assert ada.get(f"{where}replay/0").status_code == 200
    assert site().get(f"{where}replay/0").status_code == 403


def test_the_check_is_one_button(finished):
    people, where, table = finished
    assert "check=yes" not in people[0].get(f"{where}replay/0").text
    page = people[0].get(f"{where}replay/0?check=yes").text
    assert "moves of the players are legal" in page
    assert (table.commitment in page) == bool(table.draws)


def test_a_chart_has_a_line_for_each_seat_and_a_link_for_each_change(finished):
    people, where, table = finished
    page = people[0].get(f"{where}replay/1?seat=0").text
    lines = len(replay.curves(replay.of_table(table))) * table.deal.seats
    assert len(re.findall(r'<polyline class="s"', page)) >= lines
    for link in re.findall(r'<th scope="row"><a href="([^"]+)"', page)[:3]:
        assert people[0].get(link).status_code == 200


@every_language
def test_a_record_from_elsewhere_is_seen_and_checked(site, game, language):
    text = record.write(played(game, game.seats[0]))
    person = site(language)
    page = person.post("/replay", files={"file": ("game.txt", text.encode())})
    assert page.url.path.endswith("/0")
    assert "Ada" in page.text
    assert "check=yes" in page.text or 'name="check"' in page.text
    pasted = person.post("/replay", data={"text": text.replace("\n", "\r\n")})
    assert pasted.url == page.url


def test_a_game_written_by_hand_is_seen_and_has_nothing_to_check(site, game):
    person = site()
    page = person.post("/replay", data={"text": replay.example(game)})
    assert page.url.path.endswith("/0")
    assert "written down by hand" in page.text
    assert "written down by hand" in person.get(f"{page.url.path}?check=yes").text


@pytest.mark.parametrize(
    ("language", "line"), [("en", "line 4:"), ("it", "riga 4:"), ("fr", "ligne 4\xa0:")], ids=["en", "it", "fr"]
)
def test_a_damaged_record_is_refused_with_its_line_in_ones_language(site, game, language, line):
    text = record.write(played(game, game.seats[0])).replace("options:", "option:", 1)
    answer = site(language).post("/replay", data={"text": text})
    assert answer.status_code == 400
    assert line in answer.text
    assert "   4  option:" in answer.text


def test_a_forged_draw_or_move_is_refused(site, game):
    text = record.write(played(game, game.seats[0]))
    first = text.index("\n\n") + 2
    answer = site().post("/replay", data={"text": text[:first] + text[text.index("\n", first) + 1 :]})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"hello", b"x" * 61_000, b"<script>alert(1)</script>"])
def test_what_is_no_record_is_refused(site, data):
    answer = site().post("/replay", files={"file": ("game.txt", data)})
    assert answer.status_code == 400
    assert "<script>alert" not in answer.text


def test_only_so_many_records_are_kept(site, app, game, monkeypatch):
    monkeypatch.setattr("darsena.server.imports.MOST", 2)
    lines = replay.example(game).split("\n")
    places = [site().post("/replay", data={"text": "\n".join(lines[: len(lines) - n])}).url.path for n in range(3)]
    assert len(set(places)) == 3
    assert [site().get(place).status_code for place in places] == [404, 200, 200]


def test_too_many_records_at_once_are_refused(site, app):
    person = site()
    answers = [person.post("/replay", data={"text": "hello"}) for _ in range(31)]
    assert "too fast" in answers[-1].text


def test_the_moves_that_decided_it_are_named_and_linked(finished):
    people, where, table = finished
    page = people[0].get(f"{where}replay/0?seat=0").text
    named = replay.moments(replay.of_table(table))
    assert 1 <= len(named) <= 3
    assert list(named) == sorted(named, key=lambda moment: moment.n)
    for moment in named:
        assert f'<a href="{where}replay/{moment.n}?seat=0">Move {moment.n}</a>' in page


def test_how_well_everybody_stands_adds_up_to_one(game):
    seats, standing = game.seats[0], import_module(f"{game.package}.replay").standing
    state = game.rules.new(seats, game.options())
    for seat, move in played(game, seats).rows:
        state = game.rules.apply(state, seat, move)
        parts = standing(game.rules.view(state, None))
        assert len(parts) == seats
        assert min(parts) >= 0
        assert sum(parts) == pytest.approx(1)
