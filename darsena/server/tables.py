"""A table: people and bots playing one game. Everything that happens is a row of its log, and the log is the truth.

Disk, memory, screens, in that order: a command is judged, its rows are committed, then taken into memory, then shown.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from ..core import notation, options, record
from ..core.fairness import Draws, commitment
from ..core.game import CHANCE, Event, Game, Outcome, Refused, Seat, Seated, say, tell
from ..core.language import Voice
from ..core.play import Row, settle
from . import metrics
from .storage import Conflict, Deal, Entry, Storage

log = logging.getLogger("darsena")

RECENT = 60  # so many rows can be told without replaying the log
TRIES = 20
PACES = ("calm", "quick")


class Sitter(Struct, frozen=True):
    """A person, or a bot of some level, at a seat."""

    name: str
    contribution: str
    person: str | None = None
    level: str = ""


class New(NamedTuple):
    """A row about to be written."""

    kind: str
    seat: Seat | None = None
    text: str = ""
    person: str | None = None
    step: Step | None = None  # what a move leads to, where that is already known


class Step(NamedTuple):
    """A move with the states around it, kept for those who have not been told yet."""

    before: Any
    seat: Seat
    move: Any
    after: Any


class StaleMove(Refused):
    """This seat has already answered what the move was meant for."""

    def __init__(self) -> None:
        super().__init__(say("you have already moved; the table shows what it led to"))


class Table:
    def __init__(self, deal: Deal, game: Game, storage: Storage, noticed: Callable[[Table], None]) -> None:
        self.deal = deal
        self.game = game
        self.storage = storage
        self.noticed = noticed  # told of every change: whoever plays the bots
        self.options = options.read(game, deal.options)
        self.log: list[Entry] = []
        self.sitters: list[Sitter | None] = [None] * deal.seats
        self.state: Any = None  # until the game starts
        self.outcome: Outcome | None = None
        self.wanted: tuple[Seat, ...] = ()  # whose decision is awaited
        self.commands: set[str] = set()  # so that a retry is not done twice
        self.closed = False
        self.successor = ""  # the code of the rematch
        self.draws = 0
        self.recent: deque[tuple[int, Step | Entry]] = deque(maxlen=RECENT)
        self.watchers: set[asyncio.Event] = set()  # set when there is something new to see
        self.screens: Counter[Seat | None] = Counter()  # how many are open, of each seat and of spectators
        self.cache: dict[Any, Any] = {}  # what was made of the present version; emptied when it changes
        self.faces: dict[str, tuple[Seated, ...]] = {}  # who sits where, by language; emptied when that changes
        self._lock = asyncio.Lock()
        self._queue = 0  # commands that wait for their turn
        self._unshown = False

    @property
    def version(self) -> int:
        return len(self.log)

    @property
    def code(self) -> str:
        return self.deal.code

    @property
    def started(self) -> bool:
        return self.state is not None

    @property
    def over(self) -> bool:
        return self.closed or self.outcome is not None

    @property
    def full(self) -> bool:
        return None not in self.sitters

    @property
    def creator(self) -> str:
        return self.deal.creator

    def seats_of(self, person: str | None) -> list[Seat]:
        return [seat for seat, sitter in enumerate(self.sitters) if sitter and person and sitter.person == person]

    def seated(self, language: str) -> tuple[Seated, ...]:
        """Who sits where, in somebody's language: a bot goes by the name of its level."""
        if language not in self.faces:
            self.faces[language] = tuple([self._seated(seat, language) for seat in range(self.deal.seats)])
        return self.faces[language]

    def _seated(self, seat: Seat, language: str) -> Seated:
        voice, sitter = Voice(language, self.game), self.sitters[seat]
        if sitter is None:
            return Seated(voice(say("empty seat")), away=True)
        if not sitter.level:
            return Seated(sitter.name, away=self.started and not self.screens[seat])
        twins = [other for other in self.sitters[:seat] if other and other.level == sitter.level]
        title = voice(self.game.bots[sitter.level].title)
        return Seated(f"{title} {len(twins) + 1}" if twins else title, bot=True)

    # What people ask for. Each is judged on the present state and becomes rows of the log, or is refused.

    async def sit(self, person: str, name: str, contribution: str, seat: Seat | None = None) -> Seat:
        def decide() -> Iterator[New]:
            self._not_started()
            if self.seats_of(person) and seat is None:
                raise Refused(say("you already sit at this table"))
            free = [number for number, sitter in enumerate(self.sitters) if sitter is None]
            if not free or (seat is not None and seat not in free):
                raise Refused(say("this seat is taken") if free else say("this table is full"))
            sitter = Sitter(name, contribution, person)
            yield New("joined", free[0] if seat is None else seat, msgspec.json.encode(sitter).decode(), person)

        await self._do(decide)
        return self.seats_of(person)[-1]

    async def sit_bot(self, by: str, seat: Seat, level: str) -> None:
        def decide() -> Iterator[New]:
            self._not_started()
            self._only_creator(by)
            if not 0 <= seat < self.deal.seats or self.sitters[seat] is not None:
                raise Refused(say("this seat is taken"))
            if level not in levels(self.game, self.deal.seats):
                raise Refused(say("there is no bot “{name}” for this table", name=level[:40]))
            sitter = Sitter(level, secrets.token_hex(8), level=level)
            yield New("joined", seat, msgspec.json.encode(sitter).decode())

        await self._do(decide)

    async def remove(self, by: str, seat: Seat) -> None:
        """The creator asks somebody to leave before the game starts, or a person leaves."""

        def decide() -> Iterator[New]:
            self._not_started()
            if not 0 <= seat < self.deal.seats or self.sitters[seat] is None:
                raise Refused(say("nobody sits there"))
            if seat not in self.seats_of(by):
                self._only_creator(by)
            if self.seats_of(self.creator) == [seat]:
                raise Refused(say("whoever opened the table stays; close the table instead"))
            yield New("left", seat)

        await self._do(decide)

    async def start(self, by: str) -> None:
        def decide() -> Iterator[New]:
            self._not_started()
            self._only_creator(by)
            if not self.full:
                raise Refused(say("some seats are still empty: invite somebody, or let a bot sit there"))
            yield New("started")
            yield from self._nature(self._new(), 0)

        await self._do(decide)

    async def close(self, by: str) -> None:
        def decide() -> Iterator[New]:
            self._only_creator(by)
            if self.over:
                raise Refused(say("this table is over"))
            yield New("closed")

        await self._do(decide)

    async def play(self, seat: Seat, text: str, command: str, seen: int) -> int:
        """One move, and whatever nature makes of it. Returns the version that shows it."""

        def decide() -> Iterator[New]:
            move = self._judged(seat, text, seen)
            after = self.game.rules.apply(self.state, seat, move)
            yield New("move", seat, notation.write(move), step=Step(self.state, seat, move, after))
            yield from self._nature(after, self.draws)

        version = await self._do(decide, f"{seat}:{command}")
        metrics.MOVES.inc()
        return version

    def attempt(self, seat: Seat, text: str) -> None:
        """Judge a move without playing it: answers "why not?"."""
        self.game.rules.apply(self.state, seat, self._judged(seat, text, self.version))

    def _judged(self, seat: Seat, text: str, seen: int) -> Any:
        if self.closed or not self.started:
            raise Refused(say("nobody plays at this table now"))
        if any(entry.kind == "move" and entry.seat == seat for entry in self.log[max(seen, 0) :]):
            raise StaleMove
        return notation.read(self.game.move_types, text)

    async def follow(self, code: str) -> None:
        """Where the rematch is."""
        await self._do(lambda: iter([New("rematch", text=code)] if not self.successor else []))

    def _not_started(self) -> None:
        if self.started or self.closed:
            raise Refused(say("this table has already started"))

    def _only_creator(self, person: str) -> None:
        if person != self.creator:
            raise Refused(say("only whoever opened the table can do that"))

    def _new(self) -> Any:
        return self.game.rules.new(self.deal.seats, self.options)

    def _nature(self, state: Any, drawn: int) -> Iterator[New]:
        contributions = [sitter.contribution for sitter in self.sitters if sitter]
        _, rows = settle(self.game.rules, state, Draws(self.deal.seed, contributions, drawn))
        yield from (New("move", CHANCE, notation.write(row.move)) for row in rows)

    async def _do(self, decide: Callable[[], Iterable[New]], command: str | None = None) -> int:
        """One command at a time: judge it, write it, take it. Screens are shown what a whole queue has led to."""
        self._queue += 1
        async with self._lock:
            self._queue -= 1
            try:
                return await self._done(decide, command)
            finally:
                if self._unshown and not self._queue:
                    self._show()

    async def _done(self, decide: Callable[[], Iterable[New]], command: str | None) -> int:
        for _ in range(TRIES):
            if command in self.commands:
                return self.version  # a retry of what was already done
            rows = list(decide())
            if not rows:
                return self.version
            entries = self._entries(rows, command)
            try:
                await self.storage.append(self.code, entries)
            except Conflict:
                await self._catch_up()
                continue
            self._take_all(entries, rows[0].step)
            if self.over:
                log.info("table %s is %s", self.code, "closed" if self.closed else "over")
                await self.storage.finish(self.code)
            return self.version
        raise Refused(say("the table is too busy; please try again"))

    def _entries(self, rows: Iterable[New], command: str | None) -> list[Entry]:
        now, version = time.time(), self.version
        return [
            Entry(version + index, row.kind, row.seat, row.text, row.person, None if index else command, now)
            for index, row in enumerate(rows)
        ]

    async def catch_up(self) -> None:
        """Take what another process has written."""
        async with self._lock:
            await self._catch_up()
            self._show()

    async def _catch_up(self) -> None:
        self._take_all(await self.storage.entries(self.code, self.version))

    def _take_all(self, entries: Iterable[Entry], first: Step | None = None) -> None:
        for entry in entries:
            self._take(entry, first)
            first = None
        self._unshown = True
        self.cache.clear()
        if self.started:
            self.outcome = self.game.rules.outcome(self.state)
            self.wanted = () if self.closed else self.game.rules.to_move(self.state)

    def come_and_go(self, seats: Sequence[Seat], change: int) -> None:
        """Somebody opens or closes a screen, and everybody sees who is there."""
        before = [bool(self.screens[seat]) for seat in seats]
        for seat in seats or (None,):  # spectators are counted together
            self.screens[seat] += change
        if before != [bool(self.screens[seat]) for seat in seats]:
            self.faces.clear()
            self.cache.clear()
            self._show()

    def _show(self) -> None:
        """Let every screen look again."""
        self._unshown = False
        for news in self.watchers:
            news.set()
        self.noticed(self)

    def _take(self, entry: Entry, known: Step | None = None) -> None:
        """What a row of the log does to the table."""
        happened: Step | Entry = entry
        match entry.kind:
            case "move":
                happened = known or self._moved(entry)
                self.state = happened.after
                self.draws += entry.seat == CHANCE
            case "joined" if entry.seat is not None:
                self.sitters[entry.seat] = msgspec.json.decode(entry.text, type=Sitter)
            case "left" if entry.seat is not None:
                self.sitters[entry.seat] = None
            case "started":
                self.state = self._new()
            case "closed":
                self.closed = True
            case "rematch":
                self.successor = entry.text
        self.log.append(entry)
        self.recent.append((entry.n, happened))
        if entry.kind != "move":
            self.faces.clear()
        if entry.command:
            self.commands.add(entry.command)

    def _moved(self, entry: Entry) -> Step:
        seat = CHANCE if entry.seat is None else entry.seat
        move = notation.read(self.game.move_types, entry.text)
        return Step(self.state, seat, move, self.game.rules.apply(self.state, seat, move))

    # What people are shown.

    def told(self, viewer: Seat | None, since: int) -> Iterator[Event]:
        """What happened from row `since` on, as this viewer may know it."""
        first = self.recent[0][0] if self.recent else 0
        for _, happened in islice(self.recent, max(0, since - first), None):
            if isinstance(happened, Step):
                yield from self.game.rules.story(*happened, viewer)
            else:
                yield from _told(happened, viewer)

    def record(self) -> record.Record:
        """The game as a text record. The seed is in it only when the game is over."""
        sitters = [sitter for sitter in self.sitters if sitter]
        types = self.game.move_types
        rows = (entry for entry in self.log if entry.kind == "move")
        return record.Record(
            game=self.game.id,
            rules_version=self.deal.rules_version,
            options=options.write(self.options),
            names=tuple(seated.name for seated in self.seated("en")),
            bots={seat: sitter.level for seat, sitter in enumerate(sitters) if sitter.level},
            commitment=self.commitment,
            contributions=tuple(sitter.contribution for sitter in sitters),
            rows=tuple(Row(CHANCE if row.seat is None else row.seat, notation.read(types, row.text)) for row in rows),
            result=record.result(self.outcome),
            seed=self.deal.seed if self.outcome else None,
        )

    @property
    def commitment(self) -> str:
        return commitment(self.deal.seed)


def _told(entry: Entry, viewer: Seat | None) -> Iterator[Event]:
    """What people are told of a row that is no move."""
    match entry.kind:
        case "joined" if entry.seat is not None:
            text = tell(viewer, entry.seat, "You take a seat.", "{who} takes a seat.")
            yield Event(text, entry.seat, "sit")
        case "left":
            yield Event(say("A seat is free again."), entry.seat)
        case "started":
            yield Event(say("The game begins."), sound="start")
        case "closed":
            yield Event(say("The table is closed."))
        case "rematch":
            yield Event(say("A rematch is open."), sound="start")


def levels(game: Game, seats: int) -> list[str]:
    """The bots that can play with so many people, weakest first."""
    return [name for name, level in game.bots.items() if level.seats is None or seats in level.seats]
