"""The same deal at several tables: the same draws, no word of them before all are over, and a fair comparison."""

import re
from random import Random

import pytest

from darsena.core import notation, record
from darsena.core.game import CHANCE, Refused
from darsena.games import games
from darsena.server import series
from darsena.server.settings import Settings

GAME = next(game for game in games().values() if series.dealt(game))
SEATS = GAME.seats[0]


@pytest.fixture
def settings(tmp_path):
    return Settings(data=str(tmp_path), bot_workers=0)  # nobody moves but by these tests


@pytest.fixture
def company(site, app):
    """Two tables of one deal, everybody seated by the page of the series, and started: people by table and seat."""
    first = site()
    form = {"name": "P0", "seats": str(SEATS), "tables": "2", "watch": "yes"}
    where = first.post(f"/new/{GAME.id}", data=form).url.path
    people = [first]
    for number in range(1, 2 * SEATS):
        people.append(site())
        side = re.search(r'name="team" value="(\d+)"', people[-1].get(where).text)[1]
        people[-1].post(f"{where}/sit", data={"name": f"P{number}", "team": side})
    tables = first.portal.call(series.tables_of, app.state.site.harbour, where.split("/")[2])
    return where, people, tables


def begun(company):
    where, people, _ = company
    people[0].post(f"{where}/start")
    return company


def person_at(company, place, seat):
    _, people, tables = company
    return people[int(tables[place].sitters[seat].name[1:])]


def played(person, table, seed):
    async def to_the_end():
        rng = Random(seed)
        while not table.over:
            seat = table.wanted[0]
            move = notation.write(rng.choice(table.game.rules.moves(table.state, seat)))
            await table.play(seat, move, f"r{table.version}", table.version)

    person.portal.call(to_the_end)


def draws(table):
    return [entry.text for entry in table.moves if entry.seat == CHANCE]


def test_the_same_moves_meet_the_same_draws_at_every_table(company):
    _, people, (one, two) = begun(company)
    assert one.started
    assert two.started
    assert one.state == two.state
    assert draws(one) == draws(two) != []
    assert one.commitment == two.commitment
    played(people[0], one, 1)
    played(people[0], two, 1)
    assert draws(one) == draws(two)
    assert one.outcome == two.outcome
    assert all(record.verify(table.record(), GAME).fair for table in (one, two))


def test_everybody_has_added_to_the_draws_and_teams_sit_one_seat_further_at_each_table(company):
    _, _, tables = begun(company)
    for side in range(SEATS):
        assert [series.seat_of(table, side) for table in tables] == [side, (side + 1) % SEATS]
        assert [series.team(table, series.seat_of(table, side)) for table in tables] == [side, side]
    assert tables[0].contributions == tables[1].contributions == series.mixed(tables)
    assert len(set(tables[0].contributions)) == SEATS
    words = [sitter.contribution for table in tables for sitter in table.sitters]
    assert not set(words) & set(tables[0].contributions)


def test_nothing_is_told_of_the_draws_until_all_are_over(company, site):
    where, people, (one, two) = begun(company)
    stranger, seed = site(), one.deal.seed.hex()
    played(people[0], one, 1)
    mine, other = person_at(company, 0, 0), person_at(company, 1, 0)
    home = f"/t/{one.code}"
    for path in ("/record.txt", "/replay/0", "/replay/0?seat=all", "/replay/0?check=yes"):
        answer = mine.get(f"{home}{path}")
        assert answer.status_code == 409
        assert "still played at another table" in answer.text
        assert other.get(f"{home}{path}").status_code in (403, 409)
    assert mine.post(f"{home}/replay/0/whatif", data={"seat": "0", "others": "bots"}).status_code == 409
    for person in (other, stranger):
        assert person.get(f"{home}/").status_code == 403
        assert person.get(f"/watch/{one.deal.watch_code}/").status_code == 404
        assert person.get(f"/watch/{one.deal.watch_code}/tv").status_code == 404
    pages = [mine.get(f"{home}/").text, other.get(f"/t/{two.code}/").text, other.get(where).text]
    assert not any(seed in page or "replay/0" in page for page in pages)
    assert "How it went" not in other.get(where).text
    played(people[0], two, 2)
    assert seed in mine.get(f"{home}/record.txt").text
    assert "How it went" in other.get(where).text
    assert other.get(f"{home}/replay/0?seat=all").status_code == 200
    assert stranger.get(f"{home}/replay/0").status_code == 403


def test_the_comparison_is_by_the_seats_of_the_deal(company):
    where, people, tables = begun(company)
    for seed, table in enumerate(tables):
        played(people[0], table, seed)
    rows = series.compared(tables, "en")
    for seat, row in enumerate(rows):
        assert [cell.name for cell in row] == [table.sitters[seat].name for table in tables]
        assert [cell.score for cell in row] == [table.outcome.scores[seat] for table in tables]
        assert sum(cell.above for cell in row) == pytest.approx(0)
    totals = series.totals(rows)
    assert sum(won for _, won, _ in totals) == pytest.approx(len(tables))
    for side, won, above in totals:
        mine = [(table.outcome, series.seat_of(table, side)) for table in tables]
        assert won == pytest.approx(sum(outcome.share(seat) for outcome, seat in mine))
        means = [sum(table.outcome.scores[seat] for table in tables) / len(tables) for _, seat in mine]
        assert above == pytest.approx(
            sum(outcome.scores[seat] - mean for (outcome, seat), mean in zip(mine, means, strict=True))
        )
    page = people[0].get(where).text
    assert all(sitter.name in page for table in tables for sitter in table.sitters)


def test_nobody_sits_twice_and_nobody_comes_in_by_another_door(site, app):
    ada = site()
    where = ada.post(f"/new/{GAME.id}", data={"name": "Ada", "seats": str(SEATS), "tables": "2"}).url.path
    one, two = ada.portal.call(series.tables_of, app.state.site.harbour, where.split("/")[2])
    assert "already sit at a table" in ada.post(f"{where}/sit", data={"name": "Ada", "team": "0"}).text
    assert site().get(f"/join/{two.deal.join_code}").url.path == where
    assert "sit down on its page" in site().post(f"/join/{two.deal.join_code}", data={"name": "Bo"}).text
    assert "start together" in ada.post(f"/t/{one.code}/start").text
    assert "still empty" in ada.post(f"{where}/start").text
    level, bo = next(iter(GAME.bots)), site()
    bo.post(f"{where}/sit", data={"name": "Bo", "team": "0"})
    for deed in ("fill", "start", "close"):
        assert "only whoever opened" in bo.post(f"{where}/{deed}", data={"level": level}).text
        assert site().post(f"{where}/{deed}").status_code == 403
    ada.post(f"{where}/fill", data={"level": level})
    assert one.full
    assert two.full
    ada.post(f"{where}/close")
    assert one.closed
    assert two.closed


def test_bots_fill_tables_where_somebody_sits_and_the_others_are_closed(site, app):
    ada = site()
    where = ada.post(f"/new/{GAME.id}", data={"name": "Ada", "seats": str(SEATS), "tables": "2"}).url.path
    one, two = ada.portal.call(series.tables_of, app.state.site.harbour, where.split("/")[2])
    ada.post(f"{where}/fill", data={"level": next(iter(GAME.bots))})
    ada.post(f"{where}/start")
    assert one.started
    assert two.closed
    assert two.sitters == [None] * SEATS
    assert one.contributions == series.mixed([one])


def test_what_a_crash_has_left_is_started_with_the_same_contributions(company):
    _, people, (one, two) = company
    words = series.mixed([one, two])
    people[0].portal.call(one.start, one.creator, words)
    people[0].portal.call(series.start, [one, two], one.creator)
    assert two.contributions == one.contributions == words
    with pytest.raises(Refused):
        people[0].portal.call(series.start, [one, two], one.creator)


def test_only_games_with_a_deal_have_it(site):
    for game in games().values():
        page, dealt = site().get(f"/new/{game.id}").text, series.dealt(game)
        assert ('name="tables"' in page) == dealt
        form = {"name": "Ada", "seats": str(game.seats[0]), "tables": "2" if not dealt else "99"}
        assert site().post(f"/new/{game.id}", data=form).status_code == 400
