"""What the rows of its log do to a table. A table is nothing but what they have done."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from ..core import notation, options, record
from ..core.game import CHANCE, Seat
from ..core.play import Row, Undo, replay
from . import clocks, talk, wishes
from .rows import Given, Sitter, Step, read
from .storage import Entry

if TYPE_CHECKING:
    from .tables import Table


def take(table: Table, entry: Entry, known: Step | None = None) -> None:
    """One more row; `known` is what a move leads to, where that was already computed."""
    if entry.kind in talk.KINDS:
        table.talk.take(entry)
        _written(table, entry)
        return
    happened: Step | Entry = entry
    match entry.kind:
        case "move":
            happened = known or _step(table, entry)
            table.state = happened.after
            table.moves.append(entry)
            table.latest[entry.seat] = entry
            table.draws += entry.seat == CHANCE  # never fewer again: no draw comes twice
        case "undo":
            _go_back(table, int(entry.text))
        case "invited" if entry.person:
            table.invited[entry.person] = read(entry)
        case "sorry" if entry.person:
            table.invited.pop(entry.person, None)
        case "joined" if entry.seat is not None:
            table.sitters[entry.seat] = read(entry)
            table.invited.pop(entry.person or "", None)
        case "handed" if entry.seat is not None:
            _hand_over(table, entry.seat, read(entry))
        case "left" if entry.seat is not None:
            _leave(table, entry.seat)
        case "started":
            table.state, table.mixed = table.new(), entry.text.split()
        case "given":
            table.given = msgspec.json.decode(entry.text, type=Given)
            table.draws = -sum(seat == CHANCE for seat, _ in table.given.rows)  # these are not drawn here
        case "hints":
            table.hints = True
        case "closed":
            table.closed = True
        case "takeover" | "resigned" | "returned" if entry.seat is not None:
            _stand_in(table, entry.seat, entry)
        case "creator" if entry.person:
            table.creator = entry.person
        case "paused" | "resumed":
            table.paused = entry.kind == "paused"
        case "silenced" if entry.seat is not None:
            table.talk.silenced |= {entry.seat}
        case "unsilenced" if entry.seat is not None:
            table.talk.silenced -= {entry.seat}
        case "watched" | "unwatched":
            table.watched = entry.kind == "watched"
        case "rematch":
            table.successor = entry.text
        case "asked" | "agreed" if entry.person:
            wish = wishes.read(entry.text)
            table.questions[wish] = (*table.questions.get(wish, ()), entry.person)
        case "declined" | "withdrawn":
            table.questions.pop(wishes.read(entry.text), None)
    if table.started:
        _want(table, entry)
    if table.times.clock != "none" or entry.kind == "timed":
        thinking = [seat for seat in table.since if seat != CHANCE and not table.bot(seat)]
        table.times = clocks.after(table.times, entry, thinking)
    if table.questions:
        _settle_questions(table, entry)
    table.recent.append((entry.n, happened))
    if entry.kind != "move":
        table.faces.clear()
    _written(table, entry)


def _written(table: Table, entry: Entry) -> None:
    table.log.append(entry)
    if entry.seat is not None and entry.seat != CHANCE and not table.bot(entry.seat):
        table.presence.gone[entry.seat] = max(table.presence.gone[entry.seat], entry.time)
    if entry.command:
        table.commands.add(entry.command)


def move_in(table: Table, entry: Entry) -> Row:
    """The move that a row of the log tells."""
    move = notation.read(table.game.move_types, entry.text)
    return Row(CHANCE if entry.seat is None else entry.seat, move)


def told_again(table: Table) -> Iterator[Row | Undo]:
    """The moves of its log, and how many were taken back when: as a record tells them."""
    standing: list[int] = []
    for entry in table.log:
        if entry.kind == "move":
            standing.append(entry.n)
            yield move_in(table, entry)
        elif entry.kind == "undo":
            place = bisect_left(standing, int(entry.text))
            yield Undo(len(standing) - place)
            del standing[place:]


def _step(table: Table, entry: Entry) -> Step:
    seat, move = move_in(table, entry)
    return Step(table.state, seat, move, table.game.rules.apply(table.state, seat, move))


def _go_back(table: Table, row: int) -> None:
    """To before the move in this row of the log."""
    step = table.step(row)
    del table.moves[bisect_left(table.moves, row, key=lambda entry: entry.n) :]
    table.latest = {entry.seat: entry for entry in table.moves}
    rows = (move_in(table, entry) for entry in table.moves)
    table.state = step.before if step else replay(table.game.rules, table.new(), rows)


def _want(table: Table, entry: Entry) -> None:
    """Whoever was wanted before and has not moved is wanted since then; the others since this row."""
    known = {seat: time for seat, time in table.since.items() if entry.kind != "move" or seat != entry.seat}
    table.since = {seat: known.get(seat, entry.time) for seat in table.wanting()}


def _stand_in(table: Table, seat: Seat, entry: Entry) -> None:
    """A bot plays for a person, or the person is back."""
    if sitter := table.sitters[seat]:
        table.sitters[seat] = structs.replace(sitter, standin=entry.text, resigned=entry.kind == "resigned")
    if entry.kind == "returned":
        table.back[seat] = entry.n


def _leave(table: Table, seat: Seat) -> None:
    before, table.sitters[seat] = table.sitters[seat], None
    table.talk.hand_over(seat, before.person if before else None, None)


def _hand_over(table: Table, seat: Seat, to: Sitter) -> None:
    """A guest has an account now, or somebody is forgotten; a table is then left to the first of the others."""
    before, table.sitters[seat] = table.sitters[seat], to
    table.talk.hand_over(seat, before.person if before else None, to.person)
    if before and (before.person or "") == table.creator:  # of the forgotten nothing is known afterwards
        others = (sitter.human for sitter in table.sitters if sitter and sitter.human)
        table.creator = to.person or next(others, "")


def _settle_questions(table: Table, entry: Entry) -> None:
    """Forget what is no longer asked after this row."""
    sitter = None if entry.seat is None or entry.seat == CHANCE else table.sitters[entry.seat]
    bot = sitter is None or bool(sitter.bot) or sitter.program
    table.questions = {wish: who for wish, who in table.questions.items() if not wishes.moot(wish, entry, bot)}


def recorded(table: Table) -> record.Record:
    """The game at a table as a text record. The seed is in it only when the game is over."""
    sitters = [sitter for sitter in table.sitters if sitter]
    return record.Record(
        game=table.game.id,
        rules_version=table.deal.rules_version,
        options=options.write(table.options),
        names=tuple(seated.name for seated in table.seated("en")),
        bots={seat: sitter.bot for seat, sitter in enumerate(sitters) if sitter.bot},
        commitment=table.commitment,
        contributions=tuple(table.contributions),
        rows=tuple(told_again(table)),
        result=record.result(table.outcome),
        seed=table.deal.seed if table.outcome else None,
        given=len(table.given.rows) if table.given else 0,
    )
