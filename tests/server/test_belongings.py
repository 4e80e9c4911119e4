"""One's data: exported whole, forgotten wholly, and what expires by itself. The games stay for the others."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import sqlalchemy as sa
from click.testing import CliRunner

from darsena.cli import main
from darsena.core import record
from darsena.games import games
from darsena.server.belongings import export
from darsena.server.expiry import DAY, expire
from darsena.server.settings import Settings
from darsena.server.storage import METADATA, PEOPLE, TABLES

from .test_accounts import GOOD, alert, enter, register, rows

GAME = next(iter(games().values()))
NEVER = Settings(guest_days=0, idle_days=0)


def everything(app, person):
    """All that the database holds, as one text."""
    tables = METADATA.sorted_tables
    return "\n".join(str(tuple(row)) for table in tables for row in rows(app, person, sa.select(table)))


def id_of(app, person, name):
    [row] = rows(app, person, PEOPLE.select().where(PEOPLE.c.name == name))
    return row.id


def tidy(app, person, now, settings):
    site = app.state.site
    person.portal.call(expire, site.storage, site.harbour, settings, now)


def test_the_export_holds_ones_own_moves_and_nobody_elses(opened, play_on, app):
    people, where = opened
    table = play_on(people[0], where)
    answer = people[0].get("/account/data.json")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert told["person"]["name"] == "Ada"
    [mine] = told["tables"]
    assert mine["opened"]
    assert mine["results"][0]["place"] in range(1, len(people) + 1)
    moves = [entry.text for entry in table.log if entry.kind == "move" and entry.seat == 0]
    assert [row["text"] for row in mine["log"] if row["kind"] == "move"] == moves
    assert "Bo0" not in answer.text


def test_the_export_of_whoever_left_a_seat_tells_nothing_of_whoever_took_it(site, app, play_on):
    """Found by the two worlds at every door."""
    host, gone, heir = site(), site(), site()
    form = {"name": "Ada", "seats": str(GAME.seats[0]), **{f"seat{seat}": "here" for seat in range(2, GAME.seats[0])}}
    where = host.post(f"/new/{GAME.id}", data=form).url.path
    join = re.search(r"/join/\w+", host.get(where).text)[0]
    gone.post(join, data={"name": "Eve"})
    gone.post(f"{where}leave")
    heir.post(join, data={"name": "Bo"})
    host.post(f"{where}start")
    play_on(host, where)
    moves = {person: [row for row in log(person) if row["kind"] == "move"] for person in (gone, heir)}
    assert moves[heir]
    assert not moves[gone]


def log(person):
    [table] = person.get("/account/data.json").json()["tables"]
    return table["log"]


def test_about_nobody_there_is_nothing_to_export(site, app):
    person = site()
    assert person.portal.call(export, app.state.site.storage, "nobody") == {}


def test_the_export_tells_no_secret(site):
    person = site()
    register(person)
    told = person.get("/account/data.json")
    assert told.json()["accounts"][0]["name"] == "Ada"
    assert "argon2" not in told.text


def test_strangers_have_nothing_to_export_or_forget(site):
    assert site().get("/account/data.json").status_code == 403
    assert site().post("/account/forget", data={"sure": "yes"}).status_code == 403


def test_whoever_is_forgotten_is_nowhere_in_the_database(opened, play_on, app):
    people, where = opened
    ada = people[0]
    register(ada, "Ada Lovelace")
    id = id_of(app, ada, "Ada")
    play_on(ada, where)
    ada.post(f"{where}rematch")
    ada.post("/account/forget", data={"sure": "yes", "password": GOOD})
    left = everything(app, ada)
    assert id not in left
    assert "Ada" not in left
    assert "N. N." in left
    assert ada.get("/mine").url.path == "/account"
    assert alert(enter(ada, "Ada Lovelace"))


def test_the_others_keep_the_game_and_its_record_still_proves(opened, play_on, game):
    people, where = opened
    play_on(people[0], where)
    people[0].post("/account/forget", data={"sure": "yes"})
    page = people[1].get(where).text
    assert "Ada" not in page
    assert "N. N." in page
    assert record.verify(record.read(people[1].get(f"{where}record.txt").content, games()), game).fair


def test_a_table_of_somebody_forgotten_can_be_closed_by_the_next(opened):
    people, where = opened
    people[0].post("/account/forget", data={"sure": "yes"})
    assert people[1].post(f"{where}close").url.path == "/"


def test_a_rematch_leaves_the_seat_of_the_forgotten_free(opened, play_on, app):
    people, where = opened
    play_on(people[0], where)
    people[0].post("/account/forget", data={"sure": "yes"})
    again = people[1].post(f"{where}rematch").url.path
    table = people[1].portal.call(app.state.site.harbour.table, again.split("/")[2])
    assert table.sitters.count(None) == 1
    assert not table.started


def test_forgetting_needs_a_yes_and_the_password(site):
    person = site()
    register(person)
    assert alert(person.post("/account/forget", data={"password": GOOD}))
    assert alert(person.post("/account/forget", data={"sure": "yes", "password": "wrong wrong"}))
    assert person.get("/account/data.json").status_code == 200


def test_guests_who_stay_away_are_forgotten_and_accounts_are_not(site, app):
    guest, owner = site(), site()
    where = guest.post(f"/new/{GAME.id}", data={"name": "Passer-by", "seats": str(GAME.seats[0])}).url.path
    register(owner)
    now = app.state.site.people.now()
    tidy(app, guest, now + 399 * DAY, Settings(idle_days=0))
    assert guest.get(where).status_code == 200
    tidy(app, guest, now + 401 * DAY, NEVER)
    assert guest.get(where).status_code == 200
    tidy(app, guest, now + 401 * DAY, Settings(idle_days=0))
    assert guest.get(where).status_code == 403
    assert "Passer-by" not in everything(app, guest)
    assert owner.get("/account/data.json").status_code == 200


def test_whoever_comes_back_counts_as_seen(site, app):
    guest, people = site(), app.state.site.people
    guest.post(f"/play/{GAME.id}")
    start = people.now()
    people.now = lambda: start + 300 * DAY
    guest.get("/mine")
    tidy(app, guest, start + 500 * DAY, Settings(idle_days=0))
    assert guest.get("/account/data.json").status_code == 200


def test_idle_tables_are_closed_and_old_ones_deleted(site, app):
    guest = site()
    where = guest.post(f"/new/{GAME.id}", data={"name": "Ada", "seats": str(GAME.seats[0])}).url.path
    now = app.state.site.people.now()
    tidy(app, guest, now + 59 * DAY, Settings(guest_days=0))
    assert not rows(app, guest, TABLES.select())[0].over
    tidy(app, guest, now + 61 * DAY, Settings(guest_days=0))
    assert rows(app, guest, TABLES.select())[0].over
    tidy(app, guest, now + 61 * DAY, Settings(guest_days=0, table_days=60))
    assert rows(app, guest, TABLES.select()) == []
    app.state.site.harbour._awake.clear()
    assert guest.get(where).status_code == 404


def test_a_host_lists_closes_exports_and_forgets_beside_a_running_server(site, app, tmp_path, monkeypatch):
    monkeypatch.setenv("DARSENA_DATA", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")

    def admin(*words, code=0):
        with ThreadPoolExecutor(1) as thread:  # the command runs a loop of its own
            answer = thread.submit(CliRunner().invoke, main, ["admin", *words]).result()
        assert answer.exit_code == code, answer.output
        return answer.output

    person = site()
    register(person)
    where = person.post(f"/new/{GAME.id}", data={"name": "Ada", "seats": str(GAME.seats[0])}).url.path
    code = where.split("/")[2]
    assert code in admin("list")
    assert "Ada" in admin("list", "--people")
    assert json.loads(admin("export", "ada"))["tables"][0]["code"] == code
    admin("close", code)
    admin("close", code, code=2)
    assert code not in admin("list")
    assert person.post(f"{where}start").status_code == 409  # the server has learned of it
    admin("forget", "nobody here", "--yes", code=2)
    admin("forget", "Ada", "--yes")
    assert "Ada" not in everything(app, person)
