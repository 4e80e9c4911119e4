"""What if? A new table goes on from any position of a finished game, is marked, and its record says so."""

import random
import re
import secrets

from darsena.core import notation, record
from darsena.server import replay
from darsena.server.app import create

from .test_replay import finished  # noqa: F401


def what_if(person, where, n, seat=0, others="friends"):
    return person.post(f"{where}replay/{n}/whatif", data={"seat": str(seat), "others": others})


def test_a_table_goes_on_from_a_position(finished, app):  # noqa: F811
    people, where, table = finished
    seen = replay.of_table(table)
    n = len(replay.ends(seen)) // 2
    page = what_if(people[0], where, n, others="bots")
    assert f"What if: from {table.code}, move {n}" in page.text
    again = people[0].portal.call(app.state.site.harbour.table, page.url.path.split("/")[2])
    rows = [entry.text for entry in again.log if entry.kind == "move"]
    assert rows[: replay.ends(seen)[n]] == [notation.write(row.move) for row in seen.rows[: replay.ends(seen)[n]]]
    assert again.deal.seed != table.deal.seed


def test_its_record_verifies_and_survives_a_restart(finished, app, settings):  # noqa: F811
    people, where, table = finished
    n = len(replay.ends(replay.of_table(table))) // 2
    here = what_if(people[0], where, n).url.path
    join = re.search(r"/join/\w+", people[0].get(here).text)[0]
    for person in people[1:]:
        person.post(join, data={"name": "Bo"})
    people[0].post(f"{here}start")

    async def play(site):
        again, rng = await site.harbour.table(here.split("/")[2]), random.Random(3)
        while not again.over:
            seat = again.wanted[0]
            move = rng.choice(list(again.game.rules.moves(again.state, seat)))
            await again.play(seat, notation.write(move), secrets.token_hex(8), again.version)
        return again

    again = people[0].portal.call(play, app.state.site)
    written = again.record()
    assert written.given == replay.ends(replay.of_table(table))[n]
    proof = record.verify(written, again.game)
    assert proof.fair
    assert proof.draws == again.draws
    assert "position of another" in people[0].get(here).text
    assert people[0].get(f"{here}replay/{n}").status_code == 200

    async def woken():
        other = create(settings).state.site
        return (await other.harbour.table(again.code)).record()

    assert people[0].portal.call(woken) == written


def test_nothing_goes_on_from_the_end_or_from_nowhere(finished):  # noqa: F811
    people, where, table = finished
    last = len(replay.ends(replay.of_table(table))) - 1
    assert what_if(people[0], where, last).status_code == 409
    assert what_if(people[0], where, last + 1).status_code == 404
    assert what_if(people[0], where, 0, seat=9).status_code == 404
    assert people[0].post(f"{where}replay/x/whatif", data={"seat": "0"}).status_code == 400


def test_a_running_game_has_no_what_if(opened):
    people, where = opened
    assert what_if(people[0], where, 0).status_code == 409


def test_a_record_from_elsewhere_goes_on_too(site, game):
    person = site()
    home = person.post("/replay", data={"text": replay.example(game)}).url.path.rsplit("/", 1)[0]
    page = person.post(f"{home}/2/whatif", data={"seat": "1", "others": "friends"})
    assert page.status_code == 200
    assert "What if: from" in page.text
