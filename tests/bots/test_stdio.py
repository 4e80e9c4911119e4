"""Bots that are programs of their own, well-behaved and not, at tables of every game."""

import os
import shutil
import sys
from pathlib import Path
from random import Random
from select import select
from textwrap import dedent

import pytest
from click.testing import CliRunner

from darsena.arena import simulate, without
from darsena.bots import stdio
from darsena.cli import main
from darsena.core.game import Budget, Outcome, say
from darsena.games import find, games

if not hasattr(os, "killpg"):
    pytest.skip("programs are run as bots on POSIX systems only", allow_module_level=True)

EXAMPLES = Path(__file__).parents[2] / "examples"
every_game = pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.id)
GAME = find(
    next(name for name, game in games().items() if game.rules.to_move(game.rules.new(2, game.options())) == (0, 1))
)

FINE = """
    import json, sys
    for line in sys.stdin:
        question = json.loads(line)
        print(question["moves"][0] if question["wanted"] else "-", flush=True)
"""


@pytest.fixture
def program(tmp_path):
    def write(code):
        (tmp_path / "bot.py").write_text(dedent(code))
        return f"cmd:{sys.executable} {tmp_path}/bot.py"

    return write


def report_of(game, bot, games=2, seats=None):
    others = ["random"] * ((seats or game.seats[0]) - 1)
    return simulate(game, [bot, *others], games=games, seed="7")


@every_game
def test_a_well_behaved_program_plays_any_game(game, program):
    report = report_of(game, program(FINE), games=1)
    assert report.unfinished == 0
    assert report.bots[0].why is None


@every_game
def test_the_example_in_python_plays_any_game(game):
    assert report_of(game, str(EXAMPLES / "bot.py"), games=1).bots[0].why is None


@every_game
@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_example_in_javascript_plays_any_game(game):
    assert report_of(game, str(EXAMPLES / "bot.js"), games=1).bots[0].why is None


@every_game
def test_with_more_players_it_is_asked_out_of_turn_too(game, program):
    assert report_of(game, program(FINE), games=1, seats=game.seats[-1]).bots[0].why is None


def test_the_same_seed_gives_the_same_games():
    bot = str(EXAMPLES / "bot.py")
    assert report_of(GAME, bot) == report_of(GAME, bot)


def test_it_is_told_what_its_seat_is_told(program, tmp_path):
    seen = tmp_path / "told.txt"
    bot = program(f"""
        import json, sys
        for line in sys.stdin:
            question = json.loads(line)
            with open({str(seen)!r}, "a") as file:
                print(*question["told"], sep="\\n", file=file)
            print(question["moves"][0], flush=True)
    """)
    report_of(GAME, bot, games=1)
    assert "You " in seen.read_text()


MISBEHAVED = {
    "hangs": ("import time\ntime.sleep(600)", "it did not answer in time"),
    "crashes": ("raise RuntimeError('no idea')", "it broke off: RuntimeError: no idea"),
    "ends": ("raise SystemExit(3)", "it broke off: exit 3"),
    "floods": ("while True: print('x' * 10000)", "longer than 4096"),
    "floods with lines": ("while True: print('x', flush=True)", ""),
    "prints garbage": ("input()\nprint('garbage', flush=True)\ninput()", "“garbage” is no move"),
    "prints nothing readable": (
        "import sys\ninput()\nsys.stdout.buffer.write(b'\\xff\\x00\\n')\nsys.stdout.flush()\ninput()",
        "no move",
    ),
    "passes though wanted": ("input()\nprint('-', flush=True)\ninput()", "“-” is no move"),
    "eats memory": ("input()\nx = bytearray(1 << 31)", "it broke off: MemoryError"),
}


@pytest.mark.parametrize(("code", "reason"), MISBEHAVED.values(), ids=MISBEHAVED)
def test_whoever_misbehaves_forfeits_with_a_reason_and_the_game_goes_on(program, monkeypatch, code, reason):
    if "sleep" in code:
        monkeypatch.setattr(stdio, "FIRST_SECONDS", 0.5)
    report = report_of(GAME, program(code), games=1)
    assert report.unfinished == 0
    assert reason in str(report.bots[0].why)
    assert report.bots[0].wins == 0
    assert report.bots[1].wins == 1


def test_an_illegal_move_forfeits_with_the_rules_own_reason(program):
    for game in games().values():
        code = """
            import sys
            for line in sys.stdin:
                print(MOVE, flush=True)
        """
        illegal = {"Lay": "lay white up 6.0", "Plant": "plant blue 9", "Bid": "bid -1"}
        [move] = [text for name, text in illegal.items() if name in [kind.__name__ for kind in game.move_types]]
        report = report_of(game, program(code.replace("MOVE", repr(move))), games=1)
        assert str(report.bots[0].why)
        assert report.bots[0].wins == 0


def test_a_program_that_answers_twice_forfeits(program):
    bot = program("""
        import json, sys
        for line in sys.stdin:
            move = json.loads(line)["moves"][0]
            print(f"{move}\\n{move}", flush=True)
    """)
    assert str(report_of(GAME, bot, games=1).bots[0].why) == "it answered with more than one line"


def test_a_program_that_speaks_unasked_forfeits(program):
    code = """
        import json, sys, time
        for line in sys.stdin:
            print(json.loads(line)["moves"][0], flush=True)
            time.sleep(0.1)
            print("by the way", flush=True)
    """
    bot, rng, budget = stdio.StdioBot(stdio.command(program(code)), GAME, 0), Random(0), Budget()
    state = GAME.rules.new(2, GAME.options())
    view, moves = GAME.rules.view(state, 0), GAME.rules.moves(state, 0)
    bot.choose(view, moves, rng, budget)
    assert bot.forfeit is None
    assert select([bot.process.stdout], [], [], 10)[0]
    bot.choose(view, moves, rng, budget)
    assert str(bot.forfeit) == "it spoke without being asked"


def test_a_program_that_is_not_there_forfeits():
    assert "cannot be started" in str(report_of(GAME, "cmd:/nowhere/at/all", games=1).bots[0].why)


def test_when_it_is_over_no_process_is_left(program, tmp_path):
    pids = tmp_path / "pids.txt"
    bot = program(f"import os\nopen({str(pids)!r}, 'a').write(f'{{os.getpid()}} ')\n" + dedent(FINE))
    report_of(GAME, bot)
    assert pids.read_text().split()
    for pid in pids.read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


def test_the_win_of_whoever_forfeits_goes_to_the_others():
    outcome = Outcome((0,), (9, 5, 7), say("most"))
    assert without(outcome, [0]).winners == (1, 2)
    assert without(outcome, [1]).winners == (0,)
    assert without(outcome, [0, 1, 2]).winners == ()


def test_the_command_line_takes_a_program_and_says_why_it_forfeits(program):
    words = ["simulate", GAME.id, "--bots", program("pass"), "random", "--games", "1", "--lang", "en"]
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 0, answer.output
    assert "forfeited 1 game: it broke off" in answer.output
