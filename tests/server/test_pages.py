"""Pages and forms: every one in every language, and whatever strange people send is refused with a sentence."""

import re

import pytest

from darsena.core.language import LANGUAGES
from darsena.games import games
from darsena.server.limits import Buckets

every_language = pytest.mark.parametrize("language", LANGUAGES)


def alert(answer):
    found = re.search(r'role="alert".*?<span>(.*?)</span>', answer.text, re.DOTALL)
    return found[1] if found else ""


@every_language
def test_the_harbour_shows_every_game(site, language):
    page = site(language).get("/")
    assert page.status_code == 200
    assert f'<html lang="{language}"' in page.text
    assert all(game.title in page.text for game in games().values())


def test_a_language_is_chosen_by_a_link_and_kept(site):
    person = site("en")
    assert person.get("/?lang=it").url.path == "/"
    assert '<html lang="it"' in person.get("/").text
    assert '<html lang="it"' in person.get("/?lang=xx").text


def test_choosing_a_language_never_leads_elsewhere(site):
    answer = site().get("//evil.example/?lang=it", follow_redirects=False)
    assert not answer.headers.get("location", "/").startswith("//")


@every_language
def test_rules_have_an_address_for_each_rule(site, game, language):
    page = site(language).get(f"/rules/{game.id}")
    assert page.status_code == 200
    assert 'id="r-1-1"' in page.text
    assert game.credits.split(",")[0] in page.text.replace("&#39;", "'")


def test_play_now_is_one_click(site, game):
    page = site().post(f"/play/{game.id}")
    assert page.status_code == 200
    assert re.fullmatch(r"/t/\w+/", page.url.path)


@every_language
def test_every_page_of_a_table_exists_in_every_language(opened, language):
    people, where = opened
    assert people[0].get(f"{where}?lang={language}").status_code == 200
    assert f'<html lang="{language}"' in people[0].get(where).text


@pytest.mark.parametrize(
    ("name", "accepted"),
    [
        ("Ada", True),
        ("  Ada  ", True),
        ("<script>alert(1)</script>", True),
        ("", False),
        ("   ", False),
        ("A" * 10_000, False),
        ("Ada\u202eboss", False),
        ("Ada\nBo", False),
        ("\u200b", False),
    ],
)
def test_names_are_clean_or_refused(site, game, name, accepted):
    answer = site().post(f"/new/{game.id}", data={"name": name, "seats": str(game.seats[0])})
    assert answer.status_code == (200 if accepted else 400)
    assert bool(alert(answer)) is not accepted
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("seats", ["", "0", "99", "-1", "two", "3.5", "٣"])
def test_impossible_numbers_of_seats_are_refused(site, game, seats):
    answer = site("it").post(f"/new/{game.id}", data={"name": "Ada", "seats": seats})
    assert answer.status_code == 400
    assert alert(answer)


def test_unknown_bots_and_options_are_refused(site, game):
    seats = str(game.seats[0])
    assert alert(site().post(f"/new/{game.id}", data={"name": "Ada", "seats": seats, "seat1": "bot:nobody"}))


def test_joining_by_link_and_starting(opened):
    people, where = opened
    for person in people:
        assert person.get(where).status_code == 200
    assert "Bo0" in people[0].get(where).text


def test_a_full_table_offers_to_watch(opened, site):
    people, where = opened
    guest = site()
    menu = people[0].get(where).text
    watch = re.search(r"/watch/\w+/", menu)[0]
    assert guest.get(watch).status_code == 200
    assert guest.post(f"{watch.replace('watch', 't')}move", data={"word": "x"}).status_code in (403, 404)


def test_nobody_sits_twice_by_the_join_link(site, game):
    ada = site()
    where = ada.post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0])}).url.path
    join = re.search(r"/join/\w+", ada.get(where).text)[0]
    assert ada.post(join, data={"name": "Ada again"}).url.path == where
    assert "Ada again" not in ada.get(where).text


def test_a_stranger_sees_no_private_table(opened, site):
    _, where = opened
    assert site().get(where).status_code == 403
    assert site().get("/t/nosuchxx/").status_code == 404
    assert site().get("/join/nosuchxx").status_code == 404
    assert site().get("/watch/nosuchxx/").status_code == 404


@pytest.mark.parametrize("cookie", ["", "x", "a.b.c", "IjEyMzQi.forged", "ü" * 50, "x" * 4000])
def test_forged_cookies_are_nobody(opened, site, cookie):
    _, where = opened
    guest = site()
    assert guest.get(where, headers={"cookie": f"darsena={cookie}".encode()}).status_code == 403


def test_a_personal_link_continues_on_another_device(opened, site):
    people, where = opened
    link = re.search(r'value="http[^"]*(/device/[^"]+)"', people[0].get("/device").text)[1]
    phone = site()
    assert "Ada" in phone.get(link).text
    assert phone.get(where).status_code == 403  # merely looking at the link changes nothing
    phone.post(link)
    assert phone.get(where).status_code == 200
    assert phone.get(f"{link}x").status_code == 403


def test_only_the_creator_starts_removes_and_closes(site, game):
    ada, bo = site(), site()
    where = ada.post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0])}).url.path
    bo.post(re.search(r"/join/\w+", ada.get(where).text)[0], data={"name": "Bo"})
    for deed in ("start", "close"):
        assert bo.post(f"{where}{deed}").status_code == 409
    assert bo.post(f"{where}remove", data={"seat": "0"}).status_code == 409
    ada.post(f"{where}remove", data={"seat": "1"})
    assert bo.get(where).status_code == 403
    ada.post(f"{where}close")
    assert ada.post(f"{where}start").status_code == 409


def test_a_table_with_empty_seats_does_not_start(site, game):
    ada = site("fr")
    where = ada.post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0])}).url.path
    answer = ada.post(f"{where}start")
    assert answer.status_code == 409
    assert alert(answer)


def test_a_bot_sits_at_an_empty_seat(site, game):
    ada = site()
    where = ada.post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0])}).url.path
    level = next(iter(game.bots))
    for seat in range(1, game.seats[0]):
        ada.post(f"{where}sit", data={"seat": str(seat), "level": level})
    assert ada.post(f"{where}start").status_code == 200


def test_requests_from_other_sites_are_refused(opened):
    people, where = opened
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        assert people[0].post(f"{where}close", headers=headers).status_code == 403
    assert people[0].get(where).status_code == 200


def test_large_bodies_are_refused(site, game):
    assert site().post(f"/new/{game.id}", data={"name": "x" * 100_000}).status_code == 413


def test_floods_are_refused(site, app, game):
    app.state.site.deeds = Buckets(rate=0, burst=3)
    statuses = [site().post(f"/new/{game.id}", data={}).status_code for _ in range(5)]
    assert statuses == [400, 400, 400, 429, 429]


def test_headers_are_strict(site):
    headers = site().get("/").headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_pages_have_no_inline_script_or_style(opened, site):
    people, where = opened
    for page in (site().get("/"), people[0].get(where)):
        assert not re.search(r"<script(?![^>]*src=)", page.text)
        assert not re.search(r"\sstyle=|\son\w+=", page.text)


def test_health_and_metrics(site):
    assert site().get("/health").json()["status"] == "ok"
    assert site().get("/metrics").status_code == 403  # a test client is not on loopback


def test_files_are_only_ours(site, game):
    assert site().get("/static/style.css").status_code == 200
    for path in ("/static/..%2f..%2fpyproject.toml", "/static/components.py", f"/games/{game.id}/rules.py"):
        assert site().get(path).status_code == 404


@pytest.mark.parametrize("path", ["/nothing", "/t/%00/", "/rules/none", "/new/none", "/device/none", "/qr/none.svg"])
def test_unknown_addresses_get_a_page(site, path):
    answer = site("it").get(path)
    assert answer.status_code in (403, 404)
    assert '<html lang="it"' in answer.text
