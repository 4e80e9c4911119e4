"""Bots at tables: they answer, and one that hangs or breaks is ended while the table goes on."""

import re
import sys
import time
from textwrap import dedent

import pytest

from darsena.core import notation
from darsena.server.bots import Question, Thinkers

from .loop import run

SLEEPY = """
    import time
    from msgspec.structs import replace
    from darsena.bots.random import RANDOM
    from darsena.core.game import Level, say
    from tests.tiny import TINY

    class Sleeper:
        def __init__(self, seat): pass
        def told(self, view, events): pass
        def choose(self, view, moves, rng, budget): time.sleep(60)

    class Breaker(Sleeper):
        def choose(self, view, moves, rng, budget): raise SystemExit

    levels = {"sleeper": Sleeper, "breaker": Breaker}
    bots = {name: Level(make, say("x"), say("y")) for name, make in levels.items()} | {"random": RANDOM}
    GAME = replace(TINY, package="sleepy", bots=bots)
"""


@pytest.fixture
def thinkers(tmp_path, monkeypatch):
    """A worker that knows a game with bad bots."""
    (tmp_path / "sleepy.py").write_text(dedent(SLEEPY))
    info = tmp_path / "sleepy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sleepy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[darsena.games]\nsleepy = sleepy:GAME\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return lambda: Thinkers(1)


def question(level):
    return Question("t", "sleepy", 1, {}, 2, ((-1, "roll 1"),), 0, level, 0.1, 1)


@pytest.mark.parametrize(("level", "failure"), [("sleeper", TimeoutError), ("breaker", EOFError)])
def test_a_bot_that_hangs_or_breaks_is_ended_and_the_next_one_answers(thinkers, level, failure):
    async def story():
        workers = thinkers()
        try:
            start = time.monotonic()
            with pytest.raises(failure):
                await workers.ask(question(level))
            took = time.monotonic() - start
            return took, await workers.ask(question("random"))
        finally:
            workers.close()

    took, answer = run(story())
    assert took < 50
    assert answer.split()[0] in ("take", "pass", "shout")


def test_every_level_plays_at_a_table(site, game):
    """One person and bots: after the person's moves the bots have moved too."""
    ada = site()
    seats = game.seats[0]
    for level, made in game.bots.items():
        if made.seats is not None and seats not in made.seats:
            continue
        bots = {f"seat{seat}": f"bot:{level}" for seat in range(1, seats)}
        form = {"name": "Ada", "seats": str(seats), "pace": "quick", **bots}
        where = ada.post(f"/new/{game.id}", data=form).url.path
        with ada.websocket_connect(f"ws://harbour{where}live") as screen:
            for _ in range(200):
                update = screen.receive_json()
                if any(seat > 1 and sound not in ("sit", "") for seat, sound, _ in update.get("log", [])):
                    break
                if update.get("turn"):
                    page = ada.get(where).text
                    found = re.findall(r'name="move" value="([^"]+)"|data-moves="([^"|]+)', page)
                    pad = re.search(r'type="hidden" name="word" value="(\w+)"', page)
                    move = f"{pad[1]} 1" if pad else next(filter(None, found[0]))
                    screen.send_json({"id": f"m{time.time_ns()}", "move": move, "seen": update["v"]})
            else:
                pytest.fail(f"{level} does not move")


def test_after_an_undo_the_bots_think_anew(site, game, app, caplog):
    """What they remember is rebuilt from the moves that stand."""
    ada, level = site(), next(iter(game.bots))
    bots = {f"seat{seat}": f"bot:{level}" for seat in range(1, game.seats[0])}
    form = {"name": "Ada", "seats": str(game.seats[0]), "pace": "quick", **bots}
    where = ada.post(f"/new/{game.id}", data=form).url.path
    table = ada.portal.call(app.state.site.harbour.table, where.split("/")[2])

    def kinds():
        return [entry.kind for entry in table.log]

    with ada.websocket_connect(f"ws://harbour{where}live") as screen:
        for number, deed in enumerate(["move", "move", "undo", "move", "undo", "move"]):
            while not table.turn([0]):
                screen.receive_json()
            move = notation.write(game.rules.moves(table.state, 0)[0])
            count = kinds().count(deed)
            ask = {"move": move} if deed == "move" else {"deed": "undo"}
            screen.send_json({"id": f"a{number}", "seen": table.version, **ask})
            while kinds().count(deed) == count:
                screen.receive_json()
        while not table.turn([0]):
            screen.receive_json()
    assert kinds().count("undo") == 2
    assert "failed" not in caplog.text
