"""A bot in any language: a process that is given one line and answers with one line. docs/bots.md describes both.

It runs with limits on time, memory and output. A bot that hangs, breaks off, floods, answers with what is no legal move
or speaks without being asked has forfeited: its process is ended, and any legal move is played in its place.
"""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec

from ..core import notation
from ..core.game import Bot, Budget, Event, Game, IllegalMove, Message, Refused, Seat, say
from ..core.language import Voice
from ..core.names import quote

COMMAND = "cmd:"
NOTHING = "-"
FIRST_SECONDS, SECONDS = 10.0, 2.0  # for the first answer, while it starts; for every other one
MEMORY = 1 << 30
FILES = 16 << 20  # what it may write to any file, its complaints among them
LINE = 4096  # the longest answer
TOLD = 1000  # so many of the latest sentences are kept for it
RUNNERS = {".py": sys.executable, ".js": "node", ".mjs": "node"}


class Forfeit(Refused):
    """Why a bot is out."""


def command(name: str) -> list[str] | None:
    """The command in `cmd:python bot.py`, or for a file named with its folder, `./bot.py`; None where it is a level."""
    if name.startswith(COMMAND):
        return shlex.split(name.removeprefix(COMMAND)) or None
    if os.sep not in name or not Path(name).is_file():
        return None
    runner = RUNNERS.get(Path(name).suffix)
    return [name] if runner is None else [runner, name]


class StdioBot(Bot):
    def __init__(self, words: Sequence[str], game: Game, seat: Seat, seconds: float = SECONDS) -> None:
        self.words, self.game, self.seat, self.seconds = words, game, seat, seconds
        self.forfeit: Message | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.sentences: list[str] = []
        self.voice = Voice("en", game, you=seat)

    def told(self, view: Any, events: Iterable[Event]) -> None:
        self.sentences += [self.voice(event.message) for event in events]
        del self.sentences[:-TOLD]

    def choose(self, view: Any, moves: Sequence[Any], rng: Random, budget: Budget) -> Any | None:
        if self.forfeit is None:
            try:
                return self._judged(view, moves, self._ask(view, moves, rng, budget))
            except Forfeit as forfeit:
                self.forfeit = forfeit.message
                self.close()
        return rng.choice(moves) if self._wanted(view) else None

    def _ask(self, view: Any, moves: Sequence[Any], rng: Random, budget: Budget) -> str:
        seconds = self.seconds if budget.seconds is None else budget.seconds
        question = {
            "game": self.game.id,
            "seat": self.seat,
            "wanted": self._wanted(view),
            "seconds": seconds,
            "seed": rng.getrandbits(32),
            "told": self.sentences,
            "view": view,
            "moves": [notation.write(move) for move in moves],
        }
        self.sentences = []
        end = monotonic() + (seconds if self.process else FIRST_SECONDS)
        process = self.process or self._start()
        if _ready(process.stdout, selectors.EVENT_READ, 0) and _read(process):
            raise Forfeit(say("it spoke without being asked"))
        self._write(process, msgspec.json.encode(question) + b"\n", end)
        return self._answer(process, end)

    def _start(self) -> subprocess.Popen[bytes]:
        self.complaints = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the process)
        pipe = subprocess.PIPE
        try:
            self.process = process = subprocess.Popen(
                self.words, stdin=pipe, stdout=pipe, stderr=self.complaints, start_new_session=True
            )
        except OSError as error:
            raise Forfeit(say("it cannot be started: {why}", why=error.strerror or "")) from None
        _limit(process.pid)
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
        return process

    def _write(self, process: subprocess.Popen[bytes], text: bytes, end: float) -> None:
        assert process.stdin is not None
        while text:
            if not _ready(process.stdin, selectors.EVENT_WRITE, end - monotonic()):
                raise Forfeit(say("it did not read in time"))
            try:
                text = text[os.write(process.stdin.fileno(), text) :]
            except BrokenPipeError:
                raise self._broke_off(process) from None

    def _answer(self, process: subprocess.Popen[bytes], end: float) -> str:
        line = b""
        while not line.endswith(b"\n"):
            if not _ready(process.stdout, selectors.EVENT_READ, end - monotonic()):
                raise Forfeit(say("it did not answer in time"))
            if not (more := _read(process)):
                raise self._broke_off(process)
            line += more
            if len(line) > LINE:
                raise Forfeit(say("its answer is longer than {n} letters", n=LINE))
        if line.count(b"\n") > 1:
            raise Forfeit(say("it answered with more than one line"))
        return line.decode(errors="replace").strip()

    def _broke_off(self, process: subprocess.Popen[bytes]) -> Forfeit:
        """With the last thing it complained about, which mostly says why; else with its exit code."""
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)
        self.complaints.seek(0, os.SEEK_END)
        self.complaints.seek(max(0, self.complaints.tell() - LINE))
        lines = self.complaints.read().decode(errors="replace").strip().splitlines()
        return Forfeit(say("it broke off: {why}", why=quote(lines[-1] if lines else f"exit {process.returncode}", 100)))

    def _judged(self, view: Any, moves: Sequence[Any], answer: str) -> Any | None:
        """The move in the answer, if it is one that the rules allow here."""
        if answer == NOTHING and not self._wanted(view):
            return None
        try:
            move = notation.read(self.game.move_types, answer)
            if move not in moves:
                rules = self.game.rules
                rules.apply(rules.imagine(view, Random(0)), self.seat, move)  # what is legal shows no secret
        except IllegalMove as refusal:
            raise Forfeit(say("“{move}” is not legal: {why}", move=quote(answer), why=refusal.message)) from None
        except Refused as refusal:
            raise Forfeit(say("“{answer}” is no move: {why}", answer=quote(answer), why=refusal.message)) from None
        return move

    def _wanted(self, view: Any) -> bool:
        rules = self.game.rules
        return self.seat in rules.to_move(rules.imagine(view, Random(0)))

    def close(self) -> None:
        """End the process and all it has started."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for stream in (self.process.stdin, self.process.stdout, self.complaints):
            assert stream is not None
            stream.close()
        self.process.wait()
        self.process = None


def _ready(stream: Any, event: int, seconds: float) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(stream, event)
        return bool(selector.select(max(0.0, seconds)))


def _read(process: subprocess.Popen[bytes]) -> bytes:
    """What is there to read; nothing where the process has ended."""
    assert process.stdout is not None
    return os.read(process.stdout.fileno(), LINE + 1)


def _limit(pid: int) -> None:
    """Less memory and smaller files than anything reasonable needs, where the system can be told so."""
    import resource

    if hasattr(resource, "prlimit"):
        resource.prlimit(pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (FILES, FILES))
