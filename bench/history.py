"""Does some order explain what everybody saw? The log is the witness: it is one order, and all answers must fit it.

`problems` looks at what people asked at one table and were answered, and at its log:

- what was accepted is in the log exactly once, by the seat that asked; what was refused is not in it at all;
- whoever asked after somebody else was answered comes after them in the log, and is shown no older version;
- what was refused is refused by the rules at some moment between question and answer; if the same was sent again and
  done after all, before it was done.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from darsena.core import notation
from darsena.core.game import CHANCE, Game, Refused, Seat
from darsena.server.storage import Entry


class Command(NamedTuple):
    """What somebody asked, and what they were told. Without an answer, both `version` and `refused` are empty."""

    seat: Seat
    id: str
    text: str
    seen: int
    sent: float
    answered: float = inf
    version: int | None = None
    refused: str = ""


class Done(NamedTuple):
    """An accepted command, with the row that it became."""

    command: Command
    row: int


def problems(
    game: Game, new: Any, log: Sequence[Entry], asked: Iterable[Command], excuses: Container[str] = ()
) -> list[str]:
    """Everything in the answers that the log does not explain; `new` is the state at the start.

    `excuses` are reasons for a refusal that have nothing to do with the game.
    """
    asked = list(asked)
    done_after_all = {key(command) for command in asked if command.version}
    early: list[Command] = []
    others: list[Command] = []
    for each in asked:
        (early if each.refused and key(each) in done_after_all else others).append(each)
    commands = _joined(others)
    rows = defaultdict(list)
    for entry in log:
        if entry.command:
            rows[entry.command].append(entry)
    found = [problem for command in commands for problem in _misplaced(game, rows, log, command)]
    done = [Done(command, rows[key(command)][0].n) for command in commands if command.version and rows[key(command)]]
    found += _out_of_order(done)
    refused = [each for each in [*commands, *early] if each.refused and each.refused not in excuses]
    found += _without_reason(game, new, log, done, refused)
    return found


def key(command: Command) -> str:
    return f"{command.seat}:{command.id}"


def _joined(asked: Iterable[Command]) -> list[Command]:
    """A command that was sent several times is one: asked when it was first sent, done when it was first answered."""
    found: dict[str, Command] = {}
    for command in sorted(asked, key=lambda command: command.answered):
        first = found.setdefault(key(command), command)
        found[key(command)] = first._replace(sent=min(first.sent, command.sent))
    return list(found.values())


def _misplaced(
    game: Game, rows: Mapping[str, Sequence[Entry]], log: Sequence[Entry], command: Command
) -> Iterator[str]:
    mine = rows.get(key(command), ())
    if len(mine) > 1:
        yield f"{command} was done {len(mine)} times"
    if command.refused and mine:
        yield f"{command} was refused and is in row {mine[0].n}"
    if command.version is not None and not mine:
        yield f"{command} was accepted and is lost"
    for row in mine[:1]:
        text = notation.write(notation.read(game.move_types, command.text))
        if (row.seat, row.text) != (command.seat, text):
            yield f"{command} became {row}"
        if command.version is not None and not row.n < command.version <= len(log):
            yield f"{command} shows row {row.n} of {len(log)}"


def _out_of_order(done: Sequence[Done]) -> Iterator[str]:
    earliest = inf
    for command, row in sorted(done, key=lambda each: -each.row):  # from the last row to the first
        if earliest < command.sent:
            yield f"{command} in row {row} was asked after a later row had been answered"
        earliest = min(earliest, command.answered)
    for command, _ in done:
        later = [each.command.version or 0 for each in done if each.command.sent > command.answered]
        if min(later, default=inf) < (command.version or 0):
            yield f"after {command} somebody was shown the older version {min(later)}"


def _without_reason(
    game: Game, new: Any, log: Sequence[Entry], done: Sequence[Done], refused: Sequence[Command]
) -> Iterator[str]:
    """The refused commands that no state of the log would have refused while they waited."""
    try:
        states = dict(_states(game, new, log))
    except Refused as refusal:
        yield f"the log cannot have happened: {refusal.message}"
        return
    for command in refused:
        before = [each.row + 1 for each in done if each.command.answered < command.sent]
        after = [each.row for each in done if each.command.sent > command.answered or key(each.command) == key(command)]
        first, last = max(before, default=0), min(after, default=len(log))
        moments = [version for version in states if first <= version <= last]
        if not any(_refuses(game, states[version], log[:version], command) for version in moments):
            yield f"{command} was refused, but nothing between rows {first} and {last} was against it"


def _states(game: Game, new: Any, log: Sequence[Entry]) -> Iterator[tuple[int, Any]]:
    """The state at every version at which a command can have been judged: after nature has moved, too."""
    state, started = new, False
    for entry in log:
        if entry.kind == "started":
            started = True
        elif entry.kind == "move":
            seat = CHANCE if entry.seat is None else entry.seat
            state = game.rules.apply(state, seat, notation.read(game.move_types, entry.text))
        if started and game.rules.to_move(state) != (CHANCE,):
            yield entry.n + 1, state


def _refuses(game: Game, state: Any, log: Sequence[Entry], command: Command) -> bool:
    if any(entry.kind == "move" and entry.seat == command.seat for entry in log[max(command.seen, 0) :]):
        return True  # they had already moved
    try:
        game.rules.apply(state, command.seat, notation.read(game.move_types, command.text))
    except (Refused, ValueError):
        return True
    return False
