"""A first lesson in a game: what to do in prepared positions, and why. Where it stands follows from the answers so far.

The learner has seat 0. Rows are written as in a record: `1 bid 11`, `* draw 3.1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from . import notation
from .game import CHANCE, Game, Message, Refused, Seat, say
from .record import NATURE

LEARNER: Seat = 0
READ = notation.NOTHING  # the answer to a step in which there is only something to read


class Step(Struct, frozen=True):
    text: Message  # what to do, or to know
    moves: tuple[str, ...] = ()  # any of these is what the lesson wants; none: there is only something to read
    after: Message | None = None  # what is said when it is done
    then: tuple[str, ...] = ()  # what the others and nature do next
    at: Any = None  # a prepared state, where the step does not go on from the last one


class Lesson(Struct, frozen=True):
    names: tuple[str, ...]  # of the others, from seat 1 on
    steps: tuple[Step, ...]
    start: tuple[str, ...] = ()  # the rows that lead from a new game to the first step


class Happened(Struct, frozen=True):
    """A move of the lesson with the states around it."""

    before: Any
    seat: Seat
    move: Any
    after: Any


class Reached(Struct, frozen=True):
    """Where somebody is in a lesson."""

    number: int  # of the step to do next; as many as there are steps when the lesson is over
    state: Any
    happened: tuple[Happened, ...]  # since the answer before last: the last answer, and what the others did


class NotWanted(Refused):
    """A legal move that the lesson does not ask for."""

    def __init__(self) -> None:
        super().__init__(say("That is allowed, but here the lesson wants to show something else."))


def follow(game: Game, lesson: Lesson, answers: Sequence[str]) -> Reached:
    """The lesson after these answers; refused where one of them is not what its step wanted."""
    if len(answers) > len(lesson.steps):
        raise Refused(say("This lesson has no such step."))
    start = game.rules.new(1 + len(lesson.names), game.options())
    state, happened = _rows(game, start, lesson.start)
    for step, answer in zip(lesson.steps, answers, strict=False):
        state = state if step.at is None else step.at
        done: tuple[Happened, ...] = ()
        if step.moves or answer != READ:
            state, done = _played(game, state, LEARNER, judged(game, step, state, answer))
        state, others = _rows(game, state, step.then)
        happened = (*done, *others)
    if len(answers) < len(lesson.steps) and (prepared := lesson.steps[len(answers)].at) is not None:
        state = prepared
    return Reached(len(answers), state, happened)


def judged(game: Game, step: Step, state: Any, text: str) -> Any:
    """The move that these words are, if the step wants it: that is, if it leads where one of its moves leads."""
    move = notation.read(game.move_types, text)
    after = game.rules.apply(state, LEARNER, move)
    wanted = (notation.read(game.move_types, each) for each in step.moves)
    if all(game.rules.apply(state, LEARNER, each) != after for each in wanted):
        raise NotWanted
    return move


def _rows(game: Game, state: Any, rows: Iterable[str]) -> tuple[Any, tuple[Happened, ...]]:
    happened: tuple[Happened, ...] = ()
    for row in rows:
        seat, _, text = row.partition(" ")
        move = notation.read(game.move_types, text)
        state, done = _played(game, state, CHANCE if seat == NATURE else int(seat), move)
        happened += done
    return state, happened


def _played(game: Game, state: Any, seat: Seat, move: Any) -> tuple[Any, tuple[Happened, ...]]:
    after = game.rules.apply(state, seat, move)
    return after, (Happened(state, seat, move, after),)
