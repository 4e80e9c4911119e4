"""A game whose rules change while tables go on: each is played on under the rules it was begun with, or not at all."""

import re
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from starlette.testclient import TestClient

from darsena.cli import main
from darsena.core import notation, record
from darsena.games import find, games
from darsena.server import replay
from darsena.server.app import create
from darsena.server.bots import Memory, Question
from darsena.server.harbour import Harbour

from ..games.plays import Kind, play
from .shore import at_harbour, every_game, legal, played, started
from .test_wire import table_at

GAME = next(iter(games().values()))


class Stricter:
    """The same rules, except that nobody may do anything: what no game begun under the old ones survives."""

    def __init__(self, rules):
        self.rules = rules

    def __getattr__(self, name):
        return getattr(self.rules, name)

    def apply(self, state, seat, move):
        raise AssertionError("a running game is judged by rules that came later")


def newer(game, *, remembers):
    """The next version of a game, which may still know the one before."""
    earlier = {game.rules_version: game} if remembers else {}
    return replace(game, rules=Stricter(game.rules), rules_version=game.rules_version + 1, earlier=earlier)


@every_game
def test_a_running_game_goes_on_under_its_rules(tmp_path, monkeypatch, game):
    """Awake or waked after the upgrade, and the record of it is verified by the same rules."""

    async def story(harbour):
        table = await started(harbour, game)
        await played(table, 3, Random(1))
        state, code, version = table.state, table.code, table.version
        monkeypatch.setitem(games(), game.id, newer(game, remembers=True))
        again = await Harbour(harbour.storage, lambda table: None).table(code)
        assert (again.state, again.game) == (state, game)
        seat = again.wanted[0]
        assert await again.play(seat, legal(again, seat, Random(2)), "next", version) > version
        await played(again, 3, Random(3))
        told = record.read(record.write(again.record()).encode(), games())
        assert record.verify(told, games()[game.id]).outcome == again.outcome
        assert replay.of_text(record.write(told))[0].game is game
        fresh = await harbour.open(games()[game.id], game.seats[0], game.options(), "p0")
        assert fresh.deal.rules_version == game.rules_version + 1

    at_harbour(tmp_path, story)


def test_a_record_is_told_again_under_its_rules(tmp_path, monkeypatch):
    file, level = tmp_path / "game.txt", next(iter(GAME.bots))
    words = ["play", GAME.id, "--people", "0", "--bots", level, "--seats", str(GAME.seats[0]), "--record", str(file)]
    assert CliRunner().invoke(main, words).exit_code == 0
    told = CliRunner().invoke(main, ["replay", str(file)]).output
    monkeypatch.setitem(games(), GAME.id, newer(GAME, remembers=True))
    assert CliRunner().invoke(main, ["replay", str(file)]).output == told
    monkeypatch.setitem(games(), GAME.id, newer(GAME, remembers=False))
    assert "version 1 of the rules" in CliRunner().invoke(main, ["replay", str(file), "--lang", "en"]).output


def test_bots_think_in_the_rules_of_their_table(monkeypatch):
    monkeypatch.setitem(games(), GAME.id, newer(GAME, remembers=True))
    level, kind, rng = next(iter(GAME.bots)), Kind(GAME, GAME.seats[0], GAME.options()), Random(1)
    moves, state = [], kind.new()
    for before, (seat, move), _ in play(kind, rng):
        if 0 in GAME.rules.to_move(before):
            state = before
            break
        moves.append((seat, notation.write(move)))
    question = Question("t", GAME.id, GAME.rules_version, {}, kind.seats, tuple(moves), 0, level, 0.1, 1)
    memory = Memory(question)
    memory.listen(question.moves)
    assert notation.read(GAME.move_types, memory.answer(question)) in GAME.rules.moves(state, 0)


def test_a_game_that_is_not_known_any_more_waits_and_disturbs_nobody(app, settings, site, monkeypatch):
    ada = site()
    form = {"name": "Ada", "seats": str(GAME.seats[0])}
    lost = ada.post(f"/new/{GAME.id}", data=form).url.path
    before = table_at(app, ada, lost).log
    monkeypatch.setitem(games(), GAME.id, newer(GAME, remembers=False))
    other = next(game for game in games().values() if game.id != GAME.id)
    kept = ada.post(f"/new/{other.id}", data={**form, "seats": str(other.seats[0])}).url.path
    with TestClient(create(settings), base_url="http://harbour", cookies=dict(ada.cookies)) as later:
        refused = later.get(lost)
        assert (refused.status_code, "version 1 of the rules" in refused.text) == (409, True)
        for page in ("/", "/mine", "/account/data.json"):
            assert later.get(page).status_code == 200
            assert kept.split("/")[2] in later.get(page).text
        assert later.get(kept).status_code == 200
    monkeypatch.undo()
    with TestClient(create(settings), base_url="http://harbour", cookies=dict(ada.cookies)) as back:
        assert re.search(r"/join/\w+", back.get(lost).text)
        assert table_at(back.app, back, lost).log == before


def test_a_host_closes_a_table_that_cannot_be_played(settings, site, monkeypatch):
    ada = site()
    code = ada.post(f"/new/{GAME.id}", data={"name": "Ada", "seats": str(GAME.seats[0])}).url.path.split("/")[2]
    monkeypatch.setitem(games(), GAME.id, newer(GAME, remembers=False))
    monkeypatch.setenv("DARSENA_DATA", settings.data)
    monkeypatch.setenv("LC_ALL", "C")
    told = admin("list").output
    assert code in told
    assert "cannot be played here" in told
    assert admin("close", code).exit_code == 0
    assert admin("list").output == ""
    assert admin("close", code).exit_code == 2


def admin(*words):
    with ThreadPoolExecutor(1) as thread:  # the command runs a loop of its own
        return thread.submit(CliRunner().invoke, main, ["admin", *words]).result()


@every_game
def test_earlier_versions_are_the_same_game_and_say_which_they_are(game):
    assert {earlier.id for earlier in game.earlier.values()} <= {game.id}
    assert all(earlier.rules_version == version < game.rules_version for version, earlier in game.earlier.items())
    assert find(game.id, game.rules_version) is game


@pytest.mark.parametrize("version", [0, 2, 99])
def test_a_version_that_is_not_known_is_refused_with_a_sentence(version):
    with pytest.raises(Exception, match=f"version {version} of the rules"):
        find(GAME.id, version)
