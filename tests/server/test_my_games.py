"""My games: what goes on and whose turn it is, what is over and how it ended."""

import re
from itertools import chain, pairwise

import pytest
from msgspec.structs import asdict

from darsena.core.game import Outcome, say
from darsena.core.language import LANGUAGES, Voice
from darsena.server.my_games import ago
from darsena.server.results import place, results
from darsena.server.storage import RESULTS, TABLES


def outcome(winners, scores):
    return Outcome(winners, scores, say("over"))


def test_the_winners_are_first_and_equal_scores_share_a_place():
    ended = outcome((2,), (5, 9, 9, 5))
    assert [place(ended, seat) for seat in range(4)] == [3, 2, 1, 3]


def test_a_shared_victory_has_only_first_places():
    assert [place(outcome((0, 1), (7, 7)), seat) for seat in range(2)] == [1, 1]


def test_a_table_that_was_closed_has_no_results():
    assert results("code", None, ["p0", None], 1.0) == []


@pytest.mark.parametrize(
    ("seconds", "words"), [(5, "for 1 minute"), (3599, "for 59 minutes"), (7200, "for 2 hours"), (1e6, "for 11 days")]
)
def test_times_are_told_roughly(seconds, words):
    assert Voice("en")(ago(seconds)) == words


def test_whoever_is_unknown_has_no_games(site):
    assert site().get("/mine", follow_redirects=False).status_code == 303


def test_running_tables_say_whose_turn_it_is(opened, app):
    people, where = opened
    table = people[0].portal.call(app.state.site.harbour.table, where.split("/")[2])
    for seat, person in enumerate(people):
        page = person.get("/mine").text
        assert f'href="{where}"' in page
        assert ("tag now" in page) == (seat in table.wanted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_finished_games_show_place_and_record(opened, play_on, language):
    people, where = opened
    table = play_on(people[0], where)
    for seat, person in enumerate(people):
        page = person.get(f"/mine?lang={language}").text
        assert f'href="{where}record.txt"' in page
        assert ("#i-cup" in page) == (seat in table.outcome.winners)
    assert people[0].get(f"{where}record.txt").status_code == 200


def test_finished_games_are_paged_newest_first(opened, app):
    people, where = opened
    site, person = app.state.site, people[0]

    async def forty_five():
        me = (await site.harbour.table(where.split("/")[2])).sitters[0].person
        deal = await site.storage.deal(where.split("/")[2])
        for n in range(45):
            codes = {"code": f"c{n}", "join_code": f"j{n}", "watch_code": f"w{n}", "over": True}
            known = asdict(deal)
            await site.storage.write(TABLES.insert().values(**{**known, **codes}))
            result = {"code": f"c{n}", "seat": 0, "person": me, "place": 1, "share": 1.0, "score": "7"}
            await site.storage.write(RESULTS.insert().values(**result, finished=float(n)))

    person.portal.call(forty_five)
    pages = [re.findall(r'href="/t/c(\d+)/"', person.get(f"/mine?page={page}").text) for page in (1, 2, 3, 4)]
    assert [len(page) for page in pages] == [20, 20, 5, 0]
    assert all(int(newer) > int(older) for newer, older in pairwise(chain(*pages)))


def test_a_game_that_ended_as_the_server_fell_is_written_down_at_the_next_start(opened, play_on, app):
    people, where = opened
    site, code = app.state.site, where.split("/")[2]
    play_on(people[0], where)

    async def fallen():
        kept = TABLES.update().values(over=False, keeper="gone")
        await site.storage.write(RESULTS.delete(), kept)
        await site.keeper.adopt()
        return await site.storage.read(RESULTS.select()), await site.storage.deal(code)

    rows, deal = people[0].portal.call(fallen)
    assert [row.seat for row in rows] == list(range(deal.seats))
    assert deal.over


def test_a_rematch_moves_everybody_one_seat_further(opened, play_on, app):
    people, where = opened
    before = play_on(people[0], where)
    again = people[0].post(f"{where}rematch").url.path
    after = people[0].portal.call(app.state.site.harbour.table, again.split("/")[2])
    names = [sitter.name for sitter in before.sitters]
    assert [sitter.name for sitter in after.sitters] == [*names[1:], names[0]]
