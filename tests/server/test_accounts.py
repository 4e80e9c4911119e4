"""Accounts: a guest becomes somebody who can come back, and nobody learns which names exist."""

import json
import re

import pytest
from argon2 import PasswordHasher

from darsena.core.language import LANGUAGES
from darsena.games import games
from darsena.server.accounts import key
from darsena.server.limits import Buckets
from darsena.server.storage import ACCOUNTS, LOG, PEOPLE, TABLES

GAME = next(iter(games().values()))
GOOD = "three boats at noon"


def register(person, name="Ada", password=GOOD):
    return person.post("/account/register", data={"name": name, "password": password})


def enter(person, name="Ada", password=GOOD, **more):
    return person.post("/account/enter", data={"name": name, "password": password, "along": "yes", **more})


def alert(answer):
    found = re.search(r'role="alert".*?<span>(.*?)</span>', answer.text, re.DOTALL)
    return found[1] if found else ""


def rows(app, person, query):
    return person.portal.call(app.state.site.storage.read, query)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_exists_in_every_language(site, language):
    person = site(language)
    assert person.get("/account").status_code == 200
    register(person)
    assert "Ada" in person.get("/account").text


def test_a_guest_with_an_account_keeps_their_tables_and_finds_them_elsewhere(site):
    guest, elsewhere = site(), site()
    where = guest.post(f"/play/{GAME.id}").url.path
    register(guest)
    assert guest.get(where).status_code == 200
    assert elsewhere.get(where).status_code == 403
    assert enter(elsewhere).url.path == "/mine"
    assert where in elsewhere.get("/mine").text
    assert elsewhere.get(where).status_code == 200


def test_the_password_is_kept_only_as_a_hash(site, app):
    person = site()
    register(person)
    [row] = rows(app, person, ACCOUNTS.select())
    assert row.password.startswith("$argon2id$")
    assert GOOD not in str(tuple(row))


def test_logging_in_takes_a_guests_tables_along(site, app):
    home, phone = site(), site()
    register(home)
    where = phone.post(f"/play/{GAME.id}").url.path
    enter(phone)
    assert phone.get(where).status_code == 200
    assert where in home.get("/mine").text
    [me] = rows(app, home, PEOPLE.select())
    assert {row.creator for row in rows(app, home, TABLES.select())} == {me.id}
    assert {row.person for row in rows(app, home, LOG.select()) if row.person} == {me.id}
    assert home.post(f"{where}close").url.path == "/"  # whoever opened it may close it, from any device


def test_a_table_that_sleeps_knows_its_people_too(site, app):
    home, phone = site(), site()
    register(home)
    where = phone.post(f"/new/{GAME.id}", data={"name": "Guest", "seats": str(GAME.seats[0])}).url.path
    enter(phone)
    app.state.site.harbour._awake.clear()
    assert home.get(where).status_code == 200


def test_an_open_screen_stays_open_when_its_guest_logs_in(site, app):
    home, phone = site(), site()
    register(home)
    where = phone.post(f"/play/{GAME.id}").url.path
    held = home.portal.call(app.state.site.harbour.table, where.split("/")[2])
    enter(phone)
    assert [sitter.person for sitter in held.sitters if sitter.person] == [held.creator]
    with phone.websocket_connect(f"ws://harbour{where}live") as screen:
        assert json.loads(screen.receive_text())


def test_on_a_shared_device_the_guests_tables_can_stay(site):
    club, home = site(), site()
    register(home)
    where = club.post(f"/play/{GAME.id}").url.path
    club.post("/account/enter", data={"name": "Ada", "password": GOOD})
    assert club.get(where).status_code == 403


def test_a_wrong_name_and_a_wrong_password_hear_the_same(site, app, monkeypatch):
    person, checked = site(), []
    register(site())
    verify = PasswordHasher.verify
    monkeypatch.setattr(PasswordHasher, "verify", lambda *asked: checked.append(asked[1][:30]) or verify(*asked))
    answers = [enter(person, "Ada", "not this one"), enter(person, "Nobody", GOOD)]
    assert [answer.status_code for answer in answers] == [400, 400]
    assert alert(answers[0]) == alert(answers[1]) != ""
    assert answers[0].text == answers[1].text
    assert len(checked) == 2  # both cost one check,
    assert len(set(checked)) == 1  # of the same price


@pytest.mark.parametrize("password", ["", "short", "x" * 201, "ada-ada-ada"])
def test_bad_passwords_are_refused(site, password):
    assert alert(register(site(), "Ada-Ada-Ada", password))


def test_names_that_look_alike_are_one_name(site):
    register(site(), "Ada")
    assert key(" \N{FULLWIDTH LATIN CAPITAL LETTER A}DA ") == key("ada")
    assert alert(register(site(), " \N{FULLWIDTH LATIN CAPITAL LETTER A}DA "))
    assert enter(site(), "aDa").url.path == "/mine"


def test_nobody_registers_twice(site):
    person = site()
    register(person)
    assert alert(register(person, "Other")) == ""  # the form is not even on the page
    assert "Other" not in person.get("/account").text


def test_logging_out_forgets_the_device_and_nothing_else(site):
    person = site()
    where = person.post(f"/play/{GAME.id}").url.path
    register(person)
    assert person.post("/account/leave").url.path == "/"
    assert person.get(where).status_code == 403
    enter(person)
    assert person.get(where).status_code == 200


def test_a_guest_cannot_log_out(site):
    guest = site()
    guest.post(f"/play/{GAME.id}")
    assert guest.post("/account/leave").status_code == 403


def test_a_new_password_logs_out_every_other_device(site):
    here, there = site(), site()
    register(here)
    where = here.post(f"/play/{GAME.id}").url.path
    enter(there)
    link = re.search(r'value="http[^"]*(/device/[^"]+)"', there.get("/device").text)[1]
    assert alert(here.post("/account/password", data={"old": "wrong wrong", "password": "another good one"}))
    here.post("/account/password", data={"old": GOOD, "password": "another good one"})
    assert here.get(where).status_code == 200
    assert there.get(where).status_code == 403
    with there.websocket_connect(f"ws://harbour{where}live") as screen:
        assert screen.receive()["code"] == 4403
    assert site().post(link).status_code == 403  # nor do older links help
    assert alert(enter(there))
    assert enter(there, password="another good one").url.path == "/mine"


def test_tries_are_limited(site, app):
    register(site())
    app.state.site.accounts.by_address = Buckets(rate=0, burst=3)
    person = site()
    for _ in range(3):
        assert "belong together" in alert(enter(person, password="guess guess"))
    assert "too fast" in alert(enter(person))


def test_tries_for_one_name_are_limited_wherever_they_come_from(site, app):
    register(site())
    accounts = app.state.site.accounts
    accounts.by_name = Buckets(rate=0, burst=3)
    for _ in range(3):
        enter(site(), password="guess guess")
    assert "too fast" in alert(enter(site(), "ADA"))
    assert "belong together" in alert(enter(site(), "Bo"))
