"""Bots at tables think in processes of their own, so that a slow or broken one never holds up the server.

A worker that overruns its time is ended and replaced; a safe move is played for its seat instead.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import random
import secrets
from collections import OrderedDict
from collections.abc import Container, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from ..core import notation, options
from ..core.game import CHANCE, Budget, Refused, Seat
from ..core.hints import Hint, hints
from ..games import find, games
from .tables import Table

log = logging.getLogger("darsena")

GRACE = 2.0  # seconds beyond the budget before a worker is ended
AGAIN = 5.0  # seconds until a table is tried again that could not be written to
REMEMBERED = 200  # bots whose memory a worker keeps
PAUSES = {"calm": (0.7, 1.6), "quick": (0.0, 0.0)}  # seconds before a bot moves, like a person


class Question(Struct, frozen=True):
    """What a worker needs to think: the log so far, and who is asked: a bot of some level, or without one for hints."""

    table: str
    game: str
    rules: int  # their version
    options: dict[str, str]
    seats: int
    moves: tuple[tuple[Seat, str], ...]
    seat: Seat
    level: str
    seconds: float
    seed: int


Answer = str | None | tuple[Hint, ...]


class Memory:
    """A bot at its table: it has been told everything up to some row of the log."""

    def __init__(self, question: Question) -> None:
        self.game = find(question.game, question.rules)
        self.state = self.game.rules.new(question.seats, options.read(self.game, question.options))
        self.bot = self.game.bots[question.level].make(question.seat) if question.level else None
        self.seat = question.seat
        self.moves: tuple[tuple[Seat, str], ...] = ()

    def listen(self, moves: tuple[tuple[Seat, str], ...]) -> None:
        rules = self.game.rules
        for seat, text in moves[len(self.moves) :]:
            move = notation.read(self.game.move_types, text)
            before, self.state = self.state, rules.apply(self.state, seat, move)
            if self.bot:
                self.bot.told(rules.view(self.state, self.seat), rules.story(before, seat, move, self.state, self.seat))
        self.moves = moves

    def answer(self, question: Question) -> Answer:
        rules = self.game.rules
        moves = rules.moves(self.state, self.seat)
        view = rules.view(self.state, self.seat)
        rng, budget = random.Random(question.seed), Budget(question.seconds)
        if self.bot is None:
            return hints(self.game, question.seats, self.seat, view, moves, rng, budget)
        move = self.bot.choose(view, moves, rng, budget)
        return None if move is None else notation.write(move)


def think(pipe: Connection) -> None:
    """The life of a worker process: ready, then question and answer, until the server has gone."""
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        games()
        pipe.send(None)
        memories: OrderedDict[tuple[str, Seat, str], Memory] = OrderedDict()
        while question := pipe.recv():
            pipe.send(_remembered(memories, question).answer(question))


def _remembered(memories: OrderedDict[tuple[str, Seat, str], Memory], question: Question) -> Memory:
    """What the bot in question knows, brought up to date; those not asked for longest are forgotten."""
    key = (question.table, question.seat, question.level)
    memory = memories.pop(key, None)
    if memory is None or memory.moves != question.moves[: len(memory.moves)]:
        memory = Memory(question)
    memory.listen(question.moves)
    memories[key] = memory
    if len(memories) > REMEMBERED:
        memories.popitem(last=False)
    return memory


class Worker:
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=think, args=(theirs,), name="bots", daemon=True)
        self.process.start()
        theirs.close()
        self.pipe.recv()  # ready: what follows is thinking time

    def ask(self, question: Question) -> Any:
        """The worker's answer; TimeoutError if it overruns, EOFError if it dies."""
        self.pipe.send(question)
        if not self.pipe.poll(question.seconds + GRACE):
            raise TimeoutError
        return self.pipe.recv()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Thinkers:
    """The worker processes, each asked one question at a time; the first starts with the first question."""

    def __init__(self, count: int) -> None:
        self._free: asyncio.LifoQueue[Worker | None] = asyncio.LifoQueue()
        self._all: set[Worker] = set()
        for _ in range(count):
            self._free.put_nowait(None)

    async def ask(self, question: Question) -> Any:
        """A move as text, or None; or hints. Raises TimeoutError or EOFError when the bot fails."""
        idle = await self._free.get()
        worker = idle if idle is not None else await asyncio.to_thread(Worker)
        self._all.add(worker)
        try:
            answer = await asyncio.to_thread(worker.ask, question)
        except (TimeoutError, EOFError, OSError):
            self._all.discard(worker)
            await asyncio.to_thread(worker.end)
            self._free.put_nowait(None)
            raise
        self._free.put_nowait(worker)
        return answer

    def close(self) -> None:
        for worker in self._all:
            worker.end()


class Players:
    """Plays the bots' seats of every table that is awake: a bot is one more watcher of its seat."""

    def __init__(self, thinkers: Thinkers, seconds: float, kept: Container[str]) -> None:
        self.thinkers, self.seconds = thinkers, seconds
        self.kept = kept  # the tables whose bots are played here; those of others are played elsewhere
        self._playing: dict[str, asyncio.Task[None]] = {}

    def look(self, table: Table) -> None:
        """Called after every change: let the bots move that are wanted or may want to."""
        if table.code not in self._playing and self._asked(table):
            task = asyncio.create_task(self._play(table))
            self._playing[table.code] = task
            task.add_done_callback(lambda _: self._playing.pop(table.code, None))

    def close(self) -> None:
        for task in self._playing.values():
            task.cancel()

    def _asked(self, table: Table) -> list[Seat]:
        """The bots that may move now, those whose decision is wanted first."""
        bots = [seat for seat in range(table.deal.seats) if table.bot(seat)]
        if not bots or table.over or not table.started or table.paused or table.wanted == (CHANCE,):
            return []
        if table.code not in self.kept or _asleep(table):
            return []
        wanted = [seat for seat in table.wanted if seat in bots]
        others = [seat for seat in bots if seat not in wanted]
        return wanted + [seat for seat in others if table.game.rules.moves(table.state, seat)]

    async def _play(self, table: Table) -> None:
        declined: dict[Seat, int] = {}  # who let it be, and at which version
        while True:
            seats = [seat for seat in self._asked(table) if declined.get(seat) != table.version]
            if not seats:
                return
            seat, version = seats[0], table.version
            move = await self._choice(table, seat)
            if move is None:
                declined[seat] = version
                continue
            await asyncio.sleep(random.uniform(*PAUSES[table.deal.pace]))
            try:
                await table.play(seat, move, f"bot{version}", version, bot=True)
            except Refused:
                continue  # the table has changed meanwhile; look again
            except SQLAlchemyError as problem:
                log.error("table %s: the database refused: %s", table.code, problem)
                await asyncio.sleep(AGAIN)

    async def _choice(self, table: Table, seat: Seat) -> str | None:
        level = table.bot(seat)
        try:
            move: str | None = await self.thinkers.ask(question(table, seat, level, self.seconds))
            return move
        except (TimeoutError, EOFError, OSError) as failure:
            log.warning("table %s: bot %s failed (%r), a safe move is played", table.code, level, failure)
            return self._safe(table, seat)

    def _safe(self, table: Table, seat: Seat) -> str | None:
        """Any legal move, for a bot that failed; none where none is wanted."""
        if seat not in table.wanted:
            return None
        legal: Sequence[Any] = table.game.rules.moves(table.state, seat)
        return notation.write(random.choice(legal))


def question(table: Table, seat: Seat, level: str, seconds: float) -> Question:
    """What a bot of this level should play now; without a level, which hints there are."""
    moves = tuple((CHANCE if entry.seat is None else entry.seat, entry.text) for entry in table.moves)
    seed, deal = secrets.randbits(32), table.deal
    return Question(
        table.code, deal.game, deal.rules_version, deal.options, deal.seats, moves, seat, level, seconds, seed
    )


def _asleep(table: Table) -> bool:
    """Nobody plays here any more, and nobody looks on: the bots wait for the next visit."""
    return all(table.bot(seat) for seat in range(table.deal.seats)) and not table.presence.anybody
