"""One thread that writes: all jobs that wait at the same time share one commit.

They wait in the loop, which hands them over together and leaves a thread that is busy alone.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Generic, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError, SQLAlchemyError

PATIENCE = 20.0  # seconds that jobs wait for a database that restarts
AGAIN = 0.2  # seconds between two tries
PAUSE, LONGEST = 0.001, 0.004  # seconds after a commit, for each job beyond its first and at most: more will come

T = TypeVar("T")
Commit = Callable[[sa.Connection, Sequence[T]], Sequence[Exception | None]]  # of each job: what went wrong, if anything


class _Job(NamedTuple, Generic[T]):
    """What waits for the disk, and who waits for it."""

    what: T
    done: asyncio.Future[None]


class Writer(Generic[T]):
    """Belongs to one loop."""

    def __init__(self, engine: sa.Engine, commit: Commit[T]) -> None:
        self.engine, self.commit = engine, commit
        self.closing = threading.Event()
        self._connection: sa.Connection | None = None
        self._waiting: list[_Job[T]] = []
        self._busy = False  # a batch is being written, or is about to be handed over
        self._batches: SimpleQueue[list[_Job[T]]] = SimpleQueue()  # an empty one is the last
        self._thread = threading.Thread(target=self._write, name="log writer", daemon=True)

    def open(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self.closing.set()
        self._hand_over()
        self._batches.put([])
        self._thread.join()

    async def write(self, what: T) -> None:
        """On disk when this returns."""
        loop = asyncio.get_running_loop()
        job = _Job(what, loop.create_future())
        self._waiting.append(job)
        if not self._busy:
            self._busy = True
            loop.call_soon(self._hand_over)
        await job.done

    def _hand_over(self) -> None:
        jobs, self._waiting = self._waiting, []
        self._busy = bool(jobs)
        if jobs:
            self._batches.put(jobs)

    def _answer(self, jobs: Sequence[_Job[T]], problems: Sequence[Exception | None]) -> None:
        """Tell everybody who waits, and see who has come meanwhile."""
        for job, problem in zip(jobs, problems, strict=True):
            if job.done.done():  # whoever waited has gone
                continue
            if problem is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(problem)
        asyncio.get_running_loop().call_later(min(PAUSE * (len(jobs) - 1), LONGEST), self._hand_over)

    # In the thread

    def _write(self) -> None:
        while jobs := self._batches.get():
            problems = self._written(jobs)
            jobs[0].done.get_loop().call_soon_threadsafe(self._answer, jobs, problems)
        self._give_up()

    def _written(self, jobs: Sequence[_Job[T]]) -> list[Exception | None]:
        """For each job nothing, or what went wrong with it. A database that restarts is waited for.

        What it had written when the connection broke is a conflict now, and whoever wrote it finds their own rows.
        """
        until = time.monotonic() + PATIENCE
        while True:
            problems = self._tried(jobs)
            if not any(map(lost, problems)) or time.monotonic() > until or self.closing.wait(AGAIN):
                return problems

    def _tried(self, jobs: Sequence[_Job[T]]) -> list[Exception | None]:
        try:
            self._connection = self._connection or self.engine.connect()
            return list(self.commit(self._connection, [job.what for job in jobs]))
        except Exception as error:  # whatever it is: whoever waits is told, and the others are still served
            self._undo(error)
            if len(jobs) > 1:  # one bad job must not take the others with it
                return [problem for job in jobs for problem in self._tried([job])]
            return [error]

    def _undo(self, error: Exception) -> None:
        try:
            if self._connection:
                self._connection.rollback()
        except SQLAlchemyError:
            self._give_up()
        if lost(error):
            self._give_up()

    def _give_up(self) -> None:
        """The next job gets another connection."""
        given_up, self._connection = self._connection, None
        if given_up:
            with suppress(SQLAlchemyError):
                given_up.invalidate()
                given_up.close()


def lost(problem: Exception | None) -> bool:
    """Whether PostgreSQL could not be reached, or has ended the connection: it may be back in a moment."""
    if not isinstance(problem, OperationalError) or not hasattr(problem.orig, "sqlstate"):
        return False
    state = getattr(problem.orig, "sqlstate", None)
    return state is None or str(state).startswith(("08", "57"))
