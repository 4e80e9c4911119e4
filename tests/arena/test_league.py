"""Leagues: everybody meets everybody on the same deals, and what was played is never played again."""

from collections import Counter
from itertools import combinations

import msgspec
import pytest

from darsena.arena.league import Played, Seating, compete, kept, league, line_ups, plan
from darsena.core.game import CHANCE, Refused
from darsena.core.play import run
from darsena.games import games

GAME = next(game for game in games().values() if len(game.bots) > 2)
FEWEST, NAMES = GAME.seats[0], tuple(GAME.bots)[:2]


def quiet(*_):
    pass


def competed(wished, file, games=8, jobs=1, done=quiet):
    return compete(wished, file, games=games, jobs=jobs, begun=quiet, done=done)


@pytest.fixture
def wished():
    return league(GAME, NAMES, seed="dock", nodes=20)


def test_without_names_all_levels_meet():
    assert league(GAME).bots == tuple(GAME.bots)
    assert league(GAME).seats == (FEWEST,)


def test_a_bot_goes_by_its_name_with_or_without_the_game():
    assert league(GAME, [f"{GAME.id}/{NAMES[0]}", NAMES[1], NAMES[0]]).bots == NAMES


def test_what_cannot_be_played_is_refused():
    with pytest.raises(Refused, match="there is no bot “hal”"):
        league(GAME, ["hal", NAMES[0]])
    with pytest.raises(Refused, match="two bots or more"):
        league(GAME, NAMES[:1])
    with pytest.raises(Refused):
        league(GAME, NAMES, seats=[GAME.seats[-1] + 1])


def test_line_ups_are_all_choices_and_fill_the_table():
    assert line_ups("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups("ab", 3) == [("a", "b", "a"), ("a", "b", "b")]
    assert line_ups("ab", 4) == [("a", "b", "a", "b")]
    for seats in (2, 3, 4, 6):
        count = Counter(name for names in line_ups("abcd", seats) for name in names)
        assert len(set(count.values())) == 1  # nobody sits more often than another


def test_everybody_sits_everywhere_equally_often():
    wished = league(GAME, seats=[FEWEST])
    seen = Counter((seat, bot) for row in plan(wished, 100) for seat, bot in enumerate(row.seated))
    assert len(set(seen.values())) == 1
    assert len(seen) == FEWEST * len({bot for _, bot in seen})


def test_every_deal_is_played_by_all_line_ups_from_all_seats():
    wished = league(GAME, seats=[FEWEST])
    first = [row.seated for row in plan(wished, 1)]
    able = {name for row in first for name in row}
    assert {frozenset(row) for row in first} == set(map(frozenset, combinations(able, FEWEST)))
    assert [row.seated for row in plan(wished, 2 * len(first))] == first * 2
    assert {row.deal for row in plan(wished, 2 * len(first))} == {0, 1}


@pytest.mark.parametrize("asked", [1, 25, 61, 100])
def test_the_smallest_number_played_asks_for_the_same_games(asked):
    """A report can name the command that repeats it, though every table size rounds up on its own."""
    wished = league(GAME, seats=GAME.seats)
    games = list(plan(wished, asked))
    fewest = min(Counter(len(row.seated) for row in games).values())
    assert list(plan(wished, fewest)) == games


def test_the_number_of_processes_changes_nothing(wished, tmp_path):
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    assert competed(wished, alone) == competed(wished, shared, jobs=2)
    assert alone.read_bytes() == shared.read_bytes()


def test_nature_is_the_same_for_all_seatings_of_a_deal(tmp_path, monkeypatch):
    """The first thing nature may do comes out equal, whoever sits where."""
    dealt = []

    def watched(rules, state, bots, nature, rng, budget):
        dealt.append(nature([(face, 1) for face in range(10**9, 10**9 + 1000)]))
        return run(rules, state, bots, nature, rng, budget)

    monkeypatch.setattr("darsena.arena.run", watched)
    wished = league(GAME, seats=[FEWEST], seed="dock", nodes=1)
    first = len(list(plan(wished, 1)))
    competed(wished, tmp_path / "file", games=2 * first)
    assert len(set(dealt[:first])) == 1
    assert len(set(dealt)) == 2
    assert CHANCE not in dealt


def test_the_same_command_goes_on_where_it_stopped(wished, tmp_path):
    whole, file = tmp_path / "whole", tmp_path / "file"
    rows = competed(wished, whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:4]) + lines[4][:10])  # stopped in the middle of a line
    played = []
    assert competed(wished, file, done=lambda: played.append(1)) == rows
    assert len(played) == len(rows) - 3
    assert file.read_bytes() == whole.read_bytes()


def test_more_games_are_added_to_those_there_are(wished, tmp_path):
    file = tmp_path / "file"
    few = competed(wished, file, games=4)
    played = []
    assert competed(wished, file, games=8, done=lambda: played.append(1))[:4] == few
    assert len(played) == 4


def test_how_many_are_done_is_told_before_playing(wished, tmp_path):
    competed(wished, tmp_path / "file", games=4)
    told = []
    compete(wished, tmp_path / "file", games=8, begun=lambda *counts: told.append(counts), done=quiet)
    assert told == [(4, 8)]


def test_the_results_of_another_league_are_left_alone(wished, tmp_path):
    file = tmp_path / "file"
    competed(wished, file)
    before = file.read_bytes()
    with pytest.raises(Refused, match="another league"):
        competed(msgspec.structs.replace(wished, seed="other"), file)
    assert file.read_bytes() == before


def test_a_line_of_the_file_reads_back(wished, tmp_path):
    [row, *_] = competed(wished, tmp_path / "file")
    assert isinstance(row, Played)
    assert kept(wished, tmp_path / "file")[Seating(row.deal, row.seated)] == row
    assert sum(row.shares) == pytest.approx(1)
