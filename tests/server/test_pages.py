"""Pages and forms: every one in every language, and whatever strange people send is refused with a sentence."""

import re

import pytest
from markupsafe import escape
from starlette.testclient import TestClient

from darsena.core.language import LANGUAGES, Voice
from darsena.games import games
from darsena.server.app import create
from darsena.server.limits import Buckets
from darsena.server.settings import Settings, from_environment, to_environment

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


@every_language
def test_bots_to_be_seated_go_by_their_names_in_the_language_of_the_host(site, game, language):
    host, seats = site(language), game.seats[0]
    page = host.post(f"/new/{game.id}", data={"name": "Ada", "seats": str(seats)}).text
    for level in game.levels(seats).values():
        assert escape(Voice(language, game)(level.label)) in page


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
    assert 'id="1.1"' in page.text
    assert game.credits.split(",")[0] in page.text.replace("&#39;", "'")


@every_language
def test_bots_are_offered_with_their_ratings(site, game, language):
    page, voice = site(language).get(f"/new/{game.id}").text, Voice(language, game)
    for level in game.bots.values():
        rated = "" if level.rating is None else f" ({level.rating})"
        assert escape(f"{voice(level.title)}{rated}") in page


def test_a_free_seat_of_a_room_is_offered_to_bots_with_their_ratings(site, game):
    room = site().post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0])}).text
    rated = [level for level in game.bots.values() if level.rating and (level.seats is None or 2 in level.seats)]
    assert rated
    assert all(f"({level.rating})</option>" in room for level in rated)


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


def test_floods_are_refused(app, site, game):
    app.state.site.deeds = Buckets(rate=0, burst=5)
    statuses = [site().post(f"/new/{game.id}", data={}).status_code for _ in range(7)]
    assert statuses == [400] * 5 + [429] * 2


def test_whoever_looks_too_often_is_told_to_wait(app, site):
    app.state.site.looks = Buckets(rate=0, burst=5)
    assert [site().get("/").status_code for _ in range(7)] == [200] * 5 + [429] * 2


def test_an_address_that_no_database_takes_is_not_found(site):
    for path in ("/t/a%00b/", "/join/%00", "/watch/%00/", "/t/%00/record.txt"):
        assert site().get(path).status_code == 404


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


def room(site, game, **form):
    """A room with its creator, and the link to join it."""
    host = site()
    where = host.post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0]), **form}).url.path
    return host, where, re.search(r"/join/\w+", host.get(where).text)[0]


def test_people_at_one_device_have_names_of_their_own(site, game):
    names = {"seat1": "here", "name1": "Bo <i>"}
    page = site().post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0]), **names})
    assert "Bo &lt;i&gt;" in page.text
    page = site().post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0]), "seat1": "here"})
    assert "Ada 2" in page.text
    assert alert(site().post(f"/new/{game.id}", data={"name": "Ada", "seats": "2", "seat1": "here", "name1": "\u202e"}))


@pytest.mark.parametrize(
    "name", ['"><img src=x onerror=1>', "'-alert(1)-'", "{{7*7}}", "{0.__class__}", "</title><b>", "a;b=c"]
)
def test_a_name_is_only_ever_text(site, game, name):
    host, where, join = room(site, game, name=name)
    guest = site()
    guest.post(join, data={"name": name})
    link = re.search(r'value="http[^"]*(/device/[^"]+)"', host.get("/device").text)[1]
    for text in (host.get(where).text, guest.get(where).text, site().get(join).text, site().get(link).text):
        assert escape(name) in text
        assert name not in text or name == escape(name)


def test_a_record_holds_names_as_lines_of_text(site, game):
    """No name can add a line to a record."""
    assert alert(site().post(f"/new/{game.id}", data={"name": "Ada\r\n[Result 1]", "seats": str(game.seats[0])}))


@pytest.mark.parametrize(
    "path", ["/%0d%0aSet-Cookie:%20x=1?lang=it", "/\\evil.example/?lang=it", "/%2f%2fevil.example?theme=dark"]
)
def test_no_header_is_made_from_an_address(site, path):
    answer = site().get(path, follow_redirects=False)
    assert answer.headers.get("set-cookie", "").startswith(("lang=", "theme="))
    assert re.match(r"/[^/\\]", answer.headers["location"])


def test_nobody_joins_after_the_start(opened, site):
    people, where = opened
    late = site()
    deal = re.search(r"/watch/\w+/", people[0].get(where).text)
    assert deal
    assert late.post(f"{where}move", data={"word": "x"}).status_code == 403
    assert late.post(f"{where}rematch").status_code == 403
    assert late.get(f"{where}record.txt").status_code == 403


def test_a_room_that_has_started_is_full(site, game):
    host, where, join = room(site, game)
    for number in range(1, game.seats[0]):
        host.post(f"{where}sit", data={"seat": str(number), "level": next(iter(game.bots))})
    host.post(f"{where}start")
    answer = site("it").post(join, data={"name": "Late"})
    assert answer.status_code == 400
    assert alert(answer)


def test_whoever_opened_the_table_closes_it_instead_of_leaving(site, game):
    host, where, _ = room(site, game)
    for deed, form in (("leave", {}), ("remove", {"seat": "0"})):
        assert alert(host.post(f"{where}{deed}", data=form))
    host.post(f"{where}close")
    for deed in ("leave", "move", "start", "sit", "remove", "rematch"):
        assert host.post(f"{where}{deed}", data={"seat": "1", "level": "x"}).status_code == 409


def test_a_guest_leaves_before_the_start_and_not_after(opened, site, game):
    _, where, join = room(site, game)
    guest = site()
    assert guest.post(join, data={"name": "Bo"}).url.path == where
    assert guest.post(f"{where}leave").url.path == "/"
    assert guest.post(f"{where}leave").status_code == 403
    people, playing = opened
    assert "Leave this table" not in people[1].get(playing).text


@pytest.mark.parametrize("deed", ["move", "lift", "sit", "remove", "nothing", "..", "%00"])
def test_strange_deeds_are_refused(opened, deed):
    people, where = opened
    for form in (
        {},
        {"seat": "99"},
        {"seat": "-1"},
        {"word": ["x"] * 500},
        {"move": "\0"},
        {"seat": "1", "level": "\0"},
    ):
        assert people[0].post(f"{where}{deed}?seen=x&seat=x", data=form).status_code in (200, 404, 405, 409)


def test_damaged_forms_are_refused(site, game):
    person, path = site(), f"/new/{game.id}"
    broken = {"content-type": "multipart/form-data; boundary=x"}
    assert person.post(path, content=b"--x\r\nnonsense", headers=broken).status_code == 400
    assert (
        person.post(
            path, content=b"\xff\xfe=%ff&name=%00", headers={"content-type": "application/x-www-form-urlencoded"}
        ).status_code
        == 400
    )
    assert person.post(path, files={"name": ("x.txt", b"Ada")}, data={"seats": str(game.seats[0])}).status_code == 400
    assert person.post(path, content=b"x", headers={"origin": "http://["}).status_code == 403


def test_settings_reach_the_workers_as_they_are():
    chosen = Settings(data="/srv/Games", public_tables=True, smtp_password="SeCret", bot_seconds=0.5)
    assert from_environment(to_environment(chosen)) == chosen


def test_where_others_reach_the_server_links_are_pictures_too(tmp_path, game):
    app = create(Settings(data=str(tmp_path), public_url="http://192.0.2.7:8000"))
    with TestClient(app, base_url="http://harbour") as host:
        where = host.post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0])}).url.path
        for page, link in ((host.get(where).text, "/join/"), (host.get("/device").text, "/device/")):
            assert f'value="http://192.0.2.7:8000{link}' in page
            picture = host.get(re.search(r'<img class="qr" src="([^"]+)"', page)[1])
            assert picture.headers["content-type"].startswith("image/svg")
            assert b"<svg" in picture.content


def test_where_only_this_machine_reaches_the_server_there_is_no_picture(site, game):
    host, where, _ = room(site, game)
    assert "darsena --lan" in host.get(where).text
    assert 'class="qr"' not in host.get(where).text + host.get("/device").text
