"""A game played, as a text that people can read and anybody can check. The format is described in docs/record.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from msgspec import Struct

from . import fairness, notation, options
from .game import CHANCE, Game, Message, Outcome, Refused, Seat, say
from .names import clean, quote
from .play import Row, Undo, walk

FORMAT = "darsena record 1"
NATURE = "*"
UNDO = "undo"
HASH = "[0-9a-f]{64}"
WORD = "[!-~]{1,100}"  # visible ASCII, no spaces
MAX_SIZE = 16 * 2**20


class BadRecord(Refused):
    """A record that cannot be believed: which line, and why."""

    def __init__(self, line: int, message: Message) -> None:
        self.line = line
        super().__init__(say("line {line}: {why}", line=line, why=message))


class Record(Struct, frozen=True):
    game: str
    rules_version: int
    options: Mapping[str, str]
    names: tuple[str, ...]
    bots: Mapping[Seat, str]  # the level that played a seat, where a bot did
    commitment: str
    contributions: tuple[str, ...]
    rows: tuple[Row | Undo, ...]
    result: str  # "winners 0 scores 17 13", or "unfinished"
    seed: bytes | None = None  # revealed when the game is over
    given: int = 0  # so many of the first rows were taken over from another game; nothing was drawn for them


class Proof(Struct, frozen=True):
    """What checking a record has shown."""

    moves: int
    draws: int  # those of nature's moves that were not given
    state: Any
    outcome: Outcome | None
    fair: bool  # every draw followed from the seed that was committed to


def result(outcome: Outcome | None) -> str:
    if outcome is None:
        return "unfinished"
    return " ".join(map(str, ["winners", *outcome.winners, "scores", *outcome.scores]))


def write(record: Record) -> str:
    lines = [*_head(record), ""]
    lines += map(_line, record.rows)
    lines += ["", f"outcome: {record.result}"]
    if record.seed is not None:
        lines.append(f"seed: {record.seed.hex()}")
    text = "\n".join(lines) + "\n"
    return f"{text}digest: {_digest(text)}\n"


def _line(row: Row | Undo) -> str:
    if isinstance(row, Undo):
        return f"{UNDO} {row.moves}"
    return f"{NATURE if row.seat == CHANCE else row.seat} {notation.write(row.move)}"


def _head(record: Record) -> Iterator[str]:
    yield FORMAT
    yield f"game: {record.game}"
    yield f"rules: {record.rules_version}"
    yield " ".join(["options:", *(f"{name}={word}" for name, word in record.options.items())])
    yield f"seats: {len(record.names)}"
    yield from (f"name {seat}: {name}" for seat, name in enumerate(record.names))
    yield from (f"bot {seat}: {level}" for seat, level in record.bots.items())
    yield f"commitment: {record.commitment}"
    yield from (f"contribution {seat}: {word}" for seat, word in enumerate(record.contributions))
    if record.given:
        yield f"given: {record.given}"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def read(data: bytes, games: Mapping[str, Game]) -> Record:
    """The record in a file, byte for byte as it was written; anything else is refused with its line."""
    if len(data) > MAX_SIZE:
        raise BadRecord(1, say("a record has at most {most} bytes, and this file has more", most=MAX_SIZE))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise BadRecord(data[: error.start].count(b"\n") + 1, say("this is not UTF-8 text")) from None
    record = _Reader(text).record(games)
    _same(write(record), text)
    return record


def _same(expected: str, text: str) -> None:
    """Refuse what differs from how we write it, and what was changed after it was written."""
    theirs, ours = text.split("\n"), expected.split("\n")
    for line, (found, right) in enumerate(zip(theirs, ours, strict=False), 1):
        if found != right and right.startswith("digest: "):
            raise BadRecord(line, say("the digest does not fit: something in this record was changed"))
        if found != right:
            raise BadRecord(line, say("this should read “{right}”", right=quote(right)))
    if len(theirs) != len(ours):
        raise BadRecord(min(len(theirs), len(ours)), say("the record should end with its digest line"))


def verify(record: Record, game: Game) -> Proof:
    """Play the record again: every move legal, every draw the one the seed gives, the outcome as written."""
    game = game.earlier.get(record.rules_version, game)
    if record.rules_version != game.rules_version:
        raise BadRecord(3, say("this record needs rules version {n}", n=record.rules_version))
    state = game.rules.new(len(record.names), options.read(game, record.options))
    draws = None if record.seed is None else fairness.Draws(record.seed, record.contributions)
    first = len(list(_head(record))) + 2
    steps = walk(game.rules, state, record.rows)
    for line in range(first, first + len(record.rows)):
        try:
            before, row, state = next(steps)
            drawn = line >= first + record.given and isinstance(row, Row) and row.seat == CHANCE
            if draws and drawn and Row(CHANCE, draws(game.rules.chance(before))) != row:
                raise Refused(say("the seed gives another draw here"))
        except Refused as refusal:
            raise BadRecord(line, refusal.message) from None
    outcome = game.rules.outcome(state)
    end = first + len(record.rows) + 1
    if record.result != result(outcome):
        raise BadRecord(end, say("the moves lead to “{outcome}”", outcome=result(outcome)))
    if record.seed is not None and fairness.commitment(record.seed) != record.commitment:
        raise BadRecord(end + 1, say("this seed is not the one that was committed to"))
    moves = sum(row.seat != CHANCE for row in record.rows if isinstance(row, Row))
    chances = sum(row.seat == CHANCE for row in record.rows[record.given :] if isinstance(row, Row))
    return Proof(moves, chances, state, outcome, fair=draws is not None)


class _Reader:
    """Reads a record line by line, and knows which line it is at."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 0

    def record(self, games: Mapping[str, Game]) -> Record:
        if self.lines[0] != FORMAT:
            raise BadRecord(1, say("this is not a record: it should begin with “{format}”", format=FORMAT))
        self.at = 1
        name = self.field("game")
        if name not in games:
            raise self.wrong(say("there is no game “{name}”; there are: {games}", name=quote(name), games=tuple(games)))
        game = games[name]
        version = self.whole("rules")
        game = game.earlier.get(version, game)
        words = dict(pair.split("=", 1) for pair in self.field("options").split() if "=" in pair)
        with self.here():
            chosen = options.read(game, words)
        seats = self.whole("seats")
        if seats not in game.seats:
            raise self.wrong(say("{game} is not for {n} players", game=game.title, n=seats))
        with self.here():
            game.rules.new(seats, chosen)
        names = tuple(self.name(seat) for seat in range(seats))
        bots = {seat: self.matching(f"bot {seat}", WORD) for seat in range(seats) if self.ahead(f"bot {seat}: ")}
        commitment = self.matching("commitment", HASH)
        contributions = tuple(self.matching(f"contribution {seat}", WORD) for seat in range(seats))
        given = self.whole("given") if self.ahead("given: ") else 0
        self.blank()
        rows = tuple(self.rows(game, seats))
        if given > len(rows):
            raise self.wrong(say("{n} rows are given, and there are fewer", n=given))
        self.blank()
        result = self.field("outcome")
        seed = bytes.fromhex(self.matching("seed", HASH)) if self.ahead("seed: ") else None
        self.matching("digest", HASH)
        return Record(name, version, words, names, bots, commitment, contributions, rows, result, seed, given)

    def rows(self, game: Game, seats: int) -> Iterator[Row | Undo]:
        seat_words = {NATURE: CHANCE} | {str(seat): seat for seat in range(seats)}
        while self.at < len(self.lines) and self.lines[self.at]:
            seat, _, move = self.next().partition(" ")
            if seat == UNDO:
                yield self.undo(move)
                continue
            if seat not in seat_words:
                raise self.wrong(say("“{seat}” is no seat here", seat=quote(seat)))
            with self.here():
                row = Row(seat_words[seat], notation.read(game.move_types, move))
            yield row

    def undo(self, count: str) -> Undo:
        if not re.fullmatch("[1-9][0-9]{0,6}", count):
            raise self.wrong(say("“{word}” is not a whole number in plain digits, like 1000", word=quote(count)))
        return Undo(int(count))

    def field(self, name: str) -> str:
        line = self.next()
        label, found, value = line.partition(":")
        if label != name or not found or (value and value[0] != " "):
            raise self.wrong(say("“{name}:” is expected here", name=name))
        return value[1:]

    def name(self, seat: Seat) -> str:
        with self.here():
            return clean(self.field(f"name {seat}"))

    def whole(self, name: str) -> int:
        return int(self.matching(name, "[0-9]{1,6}"))

    def matching(self, name: str, pattern: str) -> str:
        value = self.field(name)
        if not re.fullmatch(pattern, value):
            raise self.wrong(say("“{value}” is no {name}", value=quote(value), name=name))
        return value

    def blank(self) -> None:
        if self.next():
            raise self.wrong(say("an empty line is expected here"))

    def ahead(self, start: str) -> bool:
        return self.at < len(self.lines) and self.lines[self.at].startswith(start)

    def next(self) -> str:
        self.at += 1
        if self.at > len(self.lines):
            raise BadRecord(len(self.lines), say("the record breaks off here"))
        return self.lines[self.at - 1]

    @contextmanager
    def here(self) -> Iterator[None]:
        """What is refused inside is refused with this line."""
        try:
            yield
        except Refused as refusal:
            raise self.wrong(refusal.message) from None

    def wrong(self, message: Message) -> BadRecord:
        return BadRecord(self.at, message)
