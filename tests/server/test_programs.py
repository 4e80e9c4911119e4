"""Programs as persons: their tokens, who owns them, and what becomes of them."""

from darsena.games import games
from darsena.server import programs, streams
from darsena.server.storage import LOG, PEOPLE, PROGRAMS

from .ears import bearing, program, token_on
from .test_accounts import alert, register, rows

GAME = next(iter(games().values()))


def test_a_token_is_shown_once_and_kept_as_a_hash(site, app):
    owner = site()
    token = program(owner)
    person, _, secret = token.partition(".")
    assert secret not in owner.get("/account/bots").text
    [row] = rows(app, owner, PROGRAMS.select())
    assert secret not in str(tuple(row))
    assert row.person == person
    assert owner.get("/api/me", headers=bearing(token)).json() == {"name": "Robo"}


def test_wrong_tokens_and_cookies_are_nobody(site):
    owner = site()
    token = program(owner)
    assert owner.get("/api/me").status_code == 401  # the cookie says nothing
    for wrong in ("", "x", ".", token[:-1], f"{token}x", token.replace(".", ""), "é.é", "a.b.c"):
        answer = owner.get("/api/me", headers={"authorization": f"Bearer {wrong}".encode()})
        assert answer.status_code == 401
        assert "token" in answer.json()["error"]
        assert answer.headers["www-authenticate"] == "Bearer"
    assert owner.get("/api/me", headers={"authorization": f"Basic {token}"}).status_code == 401


def test_a_new_token_makes_the_old_one_void_and_ends_its_streams(one, monkeypatch):
    with one.ear() as ear:
        ear.line()
        person = one.token.partition(".")[0]
        token = token_on(one.owner.post(f"/account/bots/{person}/token"))
        monkeypatch.setattr(streams, "ALIVE", 0.01)
        one.start()  # wakes the stream, which now looks again after that short a while
        while ear.raw():
            pass
    assert one.bot.get("/api/me").status_code == 401
    assert one.bot.get("/api/me", headers=bearing(token)).status_code == 200


def test_only_the_owner_renews_or_deletes(one, site):
    person, stranger = one.token.partition(".")[0], site()
    register(stranger, "Eve")
    for deed in ("token", "delete"):
        assert stranger.post(f"/account/bots/{person}/{deed}").status_code == 404
        assert site().post(f"/account/bots/{person}/{deed}").status_code == 403
    assert one.bot.get("/api/me").status_code == 200


def test_bots_are_made_by_people_with_an_account_and_not_without_end(site):
    guest, owner = site(), site()
    guest.post(f"/play/{GAME.id}")
    assert guest.get("/account/bots").url.path == "/account"
    assert guest.post("/account/bots", data={"name": "Robo"}).status_code == 403
    program(owner)
    assert "not free" in alert(owner.post("/account/bots", data={"name": " ROBO "}))
    for number in range(1, programs.MOST):
        assert owner.post("/account/bots", data={"name": f"Robo {number}"}).status_code == 200
    assert 'name="name"' not in owner.get("/account/bots").text
    assert owner.post("/account/bots", data={"name": "Robo X"}).status_code == 400
    assert "Robo X" not in owner.get("/account/bots").text


def test_whoever_is_forgotten_takes_their_bots_along(one, app):
    one.start()
    stream = f"/api/tables/{one.code}/stream"
    with one.ear() as ear:
        ear.line()
        one.owner.post("/account/forget", data={"sure": "yes", "password": "three boats at noon"})
        while ear.raw():
            pass
    assert one.bot.get(stream).status_code == 401
    assert not rows(app, one.host, PROGRAMS.select())
    everything = [str(tuple(row)) for table in (PEOPLE, LOG) for row in rows(app, one.host, table.select())]
    assert not [row for row in everything if "Robo" in row]


def test_the_export_names_the_bots_without_their_tokens(site, app):
    owner = site()
    program(owner)
    told = owner.get("/account/data.json")
    assert [each["name"] for each in told.json()["programs"]] == ["Robo"]
    [row] = rows(app, owner, PROGRAMS.select())
    assert row.token not in told.text
