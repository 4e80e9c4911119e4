"""A real process in a real terminal: what is typed in secret is not shown, and Ctrl-C loses nothing."""

import os
import select
import subprocess
import sys
import time

import pytest

from darsena.core import notation, record
from darsena.games import games

pty = pytest.importorskip("pty")
PATIENCE = 180
LAUNCH = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # from here on Ctrl-C comes from this terminal
from darsena.cli import main
main(prog_name="darsena")
"""


class Terminal:
    """A process at the other end of a terminal."""

    def __init__(self, *words, **env):
        ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, *map(str, words)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm", "COLUMNS": "200", **env},
        )
        os.close(theirs)
        self.ours, self.seen = ours, ""

    def wait_for(self, text):
        """Read until the text has appeared; what came before it is returned and forgotten."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, f"no {text!r} in {self.seen!r}"
            if select.select([self.ours], [], [], 0.1)[0]:
                self.seen += os.read(self.ours, 4096).decode()
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, text):
        os.write(self.ours, text.encode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.ours)


def simultaneous():
    for game in games().values():
        start = game.rules.new(game.seats[0], game.options())
        if len(game.rules.to_move(start)) > 1:
            return game, notation.write(game.rules.moves(start, 0)[-1])
    pytest.skip("no game has secret moves at its start")


def test_what_is_decided_in_secret_is_not_shown(tmp_path):
    game, move = simultaneous()
    seats = game.seats[0]
    with Terminal(
        "play", game.id, "--people", seats, "--seats", seats, "--pace", "0", DARSENA_DATA=str(tmp_path)
    ) as one:
        one.wait_for("presses Enter.")
        one.type("\n")
        one.wait_for("or ? for help)")
        one.type(f"{move}\n")
        shown = one.wait_for("presses Enter.")
        assert move not in shown


def test_ctrl_c_leaves_cleanly_and_keeps_the_record(tmp_path):
    game, move = simultaneous()
    with Terminal("play", game.id, "--pace", "0", DARSENA_DATA=str(tmp_path)) as one:
        one.wait_for("or ? for help)")
        one.type(f"{move}\n")
        one.wait_for("or ? for help)")
        time.sleep(1)  # Python does not hear a Ctrl-C between its prompt and its reading
        one.type("\x03")
        one.wait_for("The record is kept in")
        assert one.process.wait(PATIENCE) == 130
        assert "Traceback" not in one.seen
    [file] = (tmp_path / "records").iterdir()
    found = record.read(file.read_bytes(), games())
    assert record.verify(found, game).moves > 0


def test_a_long_simulation_can_be_stopped():
    game = next(iter(games().values()))
    bots = [next(iter(game.bots))] * game.seats[0]
    with Terminal("simulate", game.id, "--games", "1000000", "--jobs", "2", "--bots", *bots) as one:
        one.wait_for("%")
        one.type("\x03")
        assert one.process.wait(PATIENCE) == 130
        assert "Traceback" not in one.seen
