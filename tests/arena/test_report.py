"""Figures and reports: shares, intervals and ratings that are known, and pages that say them."""

from html.parser import HTMLParser
from random import Random

import pytest

from darsena.arena import interval
from darsena.arena.league import Played, league
from darsena.arena.pages import command, html, markdown, write_section
from darsena.arena.ratings import ANCHOR, against, clustered, ratings, share
from darsena.arena.report import report
from darsena.core.language import LANGUAGES, Voice
from darsena.games import games

GAME = next(iter(games().values()))
WEAK, STRONG = tuple(GAME.bots)[:2]


def duel(deal, winner, loser):
    return Played(deal, (winner, loser), (1.0, 0.0), 10)


def series(wins, losses):
    won = [duel(deal, "a", "b") for deal in range(wins)]
    return won + [duel(wins + deal, "b", "a") for deal in range(losses)]


def test_independent_games_give_wilsons_interval():
    found = clustered([(1, 1)] * 60 + [(0, 1)] * 40)
    assert (found.value, found.of) == (0.6, 100)
    assert (found.low, found.high) == pytest.approx(interval(60, 100), abs=0.002)


def test_games_that_share_their_luck_are_worth_less():
    """Ten games that always end alike say no more than one."""
    shared = clustered([(10, 10)] * 6 + [(0, 10)] * 4)
    alone = clustered([(1, 1)] * 6 + [(0, 1)] * 4)
    assert (shared.low, shared.high) == pytest.approx((alone.low, alone.high))


def test_deals_played_from_both_sides_are_worth_more():
    """Where each deal is won by whoever sits first, one win of two on every deal is no luck at all."""
    even = clustered([(1, 2)] * 19 + [(2, 2)])
    assert even.high - even.low < 0.15 < interval(21, 40)[1] - interval(21, 40)[0]


def test_the_interval_holds_the_truth_about_as_often_as_it_says():
    rng, held = Random(2), 0
    for _ in range(400):
        chances = [rng.choice((0.2, 0.8)) for _ in range(40)]
        found = clustered((sum(rng.random() < chance for _ in range(5)), 5) for chance in chances)
        held += found.low <= 0.5 <= found.high
    assert 0.91 < held / 400 < 0.985


def test_nothing_played_has_no_share():
    assert clustered([]) is None
    assert share([], "a") is None


def test_a_share_counts_the_games_in_which_a_bot_sat():
    rows = [*series(3, 1), duel(9, "b", "c")]
    assert share(rows, "a").value == 0.75
    assert against(rows, "b", "c").value == 1
    assert against(rows, "a", "c") is None


def test_against_another_seats_count_alike():
    """Two of one kind against one of another win twice as often if all are equally good."""
    rows = [Played(n, ("a", "a", "b"), shares, 1) for n, shares in enumerate([(1, 0, 0), (0, 1, 0), (0, 0, 1)])]
    assert against(rows, "a", "b").value == 0.5


def test_ten_wins_to_one_are_about_400_points():
    rows = [duel(n, *("ab" if n % 11 else "ba")) for n in range(3300)]
    found = ratings(rows, ["b", "a"])
    assert found["b"].points == ANCHOR
    assert found["a"].points - found["b"].points == pytest.approx(400, abs=40)


def test_equals_are_rated_alike_and_more_games_are_surer():
    few, many = (ratings(series(n, n), ["a", "b"]) for n in (20, 400))
    assert abs(many["a"].points - many["b"].points) < 30
    assert many["a"].give < few["a"].give


def test_twins_at_a_table_share_one_rating():
    rows = [Played(n, ("a", "a", "b"), (0.0, 0.0, 1.0) if n % 3 == 0 else (1.0, 0.0, 0.0), 1) for n in range(300)]
    assert set(ratings(rows, ["a", "b"])) == {"a", "b"}


@pytest.fixture
def found():
    rows = [Played(deal, (STRONG, WEAK), (1.0, 0.0) if deal % 5 else (0.0, 1.0), 12) for deal in range(50)]
    return report(league(GAME, (WEAK, STRONG)), rows)


def test_the_report_says_who_won_how_often(found):
    [size] = found.sizes
    assert {standing.bot: standing.share.value for standing in size.standings} == {WEAK: 0.2, STRONG: 0.8}
    assert (size.games, size.unfinished, size.mean_moves) == (50, 0, 12)


def test_games_that_did_not_end_are_counted():
    rows = [Played(0, (WEAK, STRONG), (0.0, 0.0), 20_000), duel(1, WEAK, STRONG)]
    assert report(league(GAME, (WEAK, STRONG)), rows).sizes[0].unfinished == 1


def test_the_section_names_levels_figures_and_the_command(found):
    text = markdown(found, GAME)
    assert f"| `{STRONG}` |" in text
    assert "80.0%" in text
    assert command(found) in text
    assert found.date in text


def test_a_section_is_replaced_and_the_rest_stays(found, tmp_path):
    file = tmp_path / "strength.md"
    file.write_text(f"# Strength\n\nBefore.\n\n<!-- {GAME.id} -->\nold\n<!-- end of {GAME.id} -->\n\nAfter.\n")
    write_section(file, GAME.id, markdown(found, GAME))
    text = file.read_text()
    assert text.startswith("# Strength\n\nBefore.\n\n<!--")
    assert text.endswith("-->\n\nAfter.\n")
    assert "old" not in text
    write_section(file, GAME.id, markdown(found, GAME))
    assert file.read_text() == text


def test_a_section_without_a_place_comes_last(found, tmp_path):
    file = tmp_path / "strength.md"
    write_section(file, GAME.id, markdown(found, GAME))
    assert markdown(found, GAME) in file.read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_and_in_every_language(language, found):
    class Whole(HTMLParser):
        def __init__(self):
            super().__init__()
            self.open = []

        def handle_starttag(self, tag, attrs):
            if tag != "meta":
                self.open.append(tag)

        def handle_startendtag(self, tag, attrs):
            pass

        def handle_endtag(self, tag):
            assert self.open.pop() == tag

    page, parser = html(found, GAME, Voice(language, GAME)), Whole()
    parser.feed(page)
    assert parser.open == []
    assert "80.0%" in page
    assert "<svg" in page
    assert f'lang="{language}"' in page
