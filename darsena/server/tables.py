"""A table: people and bots playing one game. Everything that happens is a row of its log, and the log is the truth.

Disk, memory, screens, in that order: a command is judged, its rows are committed, then taken into memory, then shown.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import takewhile, zip_longest
from typing import Any

import msgspec

from ..core import notation, options
from ..core.fairness import Draws, commitment
from ..core.game import Event, Game, Outcome, Refused, Seat, Seated, say
from ..core.language import Voice
from ..core.play import Row, replay
from ..core.record import Record
from . import clocks, metrics
from .effects import recorded, take
from .presence import Looking, Presence
from .results import results
from .rows import Given, New, Sitter, Step, by_nature, told
from .storage import Conflict, Deal, Entry, Storage
from .talk import Talk
from .wishes import Wish

log = logging.getLogger("darsena")

RECENT = 60  # so many rows can be told without replaying the log
TRIES = 20
TOGETHER = 16  # so many commands may wait to be shown together
PACES = ("calm", "quick")


class StaleMove(Refused):
    """This seat has already answered what the move was meant for."""

    def __init__(self) -> None:
        super().__init__(say("you have already moved; the table shows what it led to"))


class Table:
    def __init__(
        self,
        deal: Deal,
        game: Game,
        storage: Storage,
        noticed: Callable[[Table], None],
        now: Callable[[], float] = time.time,
    ) -> None:
        self.deal, self.game, self.storage, self.now = deal, game, storage, now
        self.noticed = noticed  # told of every change: whoever plays the bots
        self.options = options.read(game, deal.options)
        self.log: list[Entry] = []
        self.moves: list[Entry] = []  # those of its rows that are moves and stand
        self.latest: dict[Seat | None, Entry] = {}  # the last of them, by seat
        self.sitters: list[Sitter | None] = [None] * deal.seats
        self.state: Any = None  # until the game starts
        self.outcome: Outcome | None = None
        self.wanted: tuple[Seat, ...] = ()  # whose decision is awaited
        self.asked: frozenset[Seat] = frozenset()  # ...where people decide
        self.since: dict[Seat, float] = {}  # ...and from when on
        self.questions: dict[Wish, tuple[str, ...]] = {}  # what is asked of all, and who agrees, the asker first
        self.commands: set[str] = set()  # so that a retry is not done twice
        self.creator, self.watched = deal.creator, deal.watched
        self.invited: dict[str, Sitter] = {}  # programs that may come, by the person they are
        self.hints = False  # whether people may ask for them
        self.advice: dict[Seat, Any] = {}  # what they were told, by seat
        self.paused = self.closed = False
        self.successor = ""  # the code of the rematch
        self.draws = 0
        self.times = clocks.fresh("none", deal.seats, deal.created)
        self.presence = Presence(deal.seats, now())
        self.back = [-1] * deal.seats  # the row since which a seat's moves are its person's own
        self.mixed: list[str] = []  # the contributions of a series, once it has started
        self.given: Given | None = None  # the position it goes on from, if it is no new game
        self.talk = Talk()  # what people say; none of it is in `recent`
        self.recent: deque[tuple[int, Step | Entry]] = deque(maxlen=RECENT)
        self.watchers: set[Callable[[], None]] = set()  # called when there is something new to see
        self.cache: dict[Any, Any] = {}  # what was made of the present; another one when that changes
        self.faces: dict[Any, Any] = {}  # what was made of all but the moves; emptied when anything else happens
        self._lock = asyncio.Lock()
        self._queue = 0  # commands that are not answered yet
        self._unshown = 0  # commands done that the screens do not show yet
        self._shown = asyncio.Event()

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
    def contributions(self) -> list[str]:
        """What each seat adds to the draws; in a series, what all who sit there at its tables add."""
        return self.mixed or [sitter.contribution for sitter in self.sitters if sitter]

    def seats_of(self, person: str | None) -> list[Seat]:
        return [seat for seat, sitter in enumerate(self.sitters) if sitter and person and sitter.person == person]

    def wanted_since(self, seat: Seat) -> float | None:
        """From when on the person at this seat has been asked to decide; None while nobody waits for them."""
        sitter = self.sitters[seat]
        return None if self.over or sitter is None or sitter.bot else self.since.get(seat)

    def bot(self, seat: Seat) -> str:
        """The level of the bot that plays at a seat; nothing where a person plays, or nobody."""
        sitter = self.sitters[seat] if 0 <= seat < self.deal.seats else None
        return sitter.bot if sitter else ""

    def turn(self, seats: Iterable[Seat]) -> bool:
        """Whether a person at one of these seats is asked to decide."""
        return not self.asked.isdisjoint(seats)

    def passed_on(self, people: Container[str | None]) -> list[New]:
        """The row that makes the first of these people the creator; nothing where there are none."""
        heirs = [(seat, sitter) for seat, sitter in enumerate(self.sitters) if sitter and sitter.person in people]
        return [New("creator", seat, person=sitter.person) for seat, sitter in heirs[:1]]

    def seated(self, language: str) -> tuple[Seated, ...]:
        """Who sits where, in somebody's language: a bot goes by the name of its level."""
        found: tuple[Seated, ...] | None = self.faces.get(language)
        if found is None:
            found = self.faces[language] = tuple([self._seated(seat, language) for seat in range(self.deal.seats)])
        return found

    def _seated(self, seat: Seat, language: str) -> Seated:
        voice, sitter = Voice(language, self.game), self.sitters[seat]
        if sitter is None:
            return Seated(voice(say("empty seat")), away=True)
        if not sitter.level:
            away = self.started and not self.presence.here(seat)
            return Seated(sitter.name, bool(sitter.standin) or sitter.program, away and not sitter.standin)
        twins = [other for other in self.sitters[:seat] if other and other.level == sitter.level]
        title = voice(self.game.bots[sitter.level].title)
        return Seated(f"{title} {len(twins) + 1}" if twins else title, bot=True)

    def voice(self, language: str, you: Seat | None = None) -> Voice:
        return Voice(language, self.game, [each.name for each in self.seated(language)], you)

    # What people ask for. Each is judged on the present state and becomes rows of the log, or is refused.

    async def sit(
        self,
        person: str,
        name: str,
        contribution: str,
        seat: Seat | None = None,
        *,
        program: bool = False,
        series: str = "",
    ) -> Seat:
        def decide() -> Iterator[New]:
            self.not_started()
            if self.deal.series != series:
                raise Refused(say("this table belongs to a series: sit down on its page"))
            if self.seats_of(person) and seat is None:
                raise Refused(say("you already sit at this table"))
            free = [number for number, sitter in enumerate(self.sitters) if sitter is None]
            if not free or (seat is not None and seat not in free):
                raise Refused(say("this seat is taken") if free else say("this table is full"))
            sitter = Sitter(name, contribution, person, program=program)
            yield New("joined", free[0] if seat is None else seat, msgspec.json.encode(sitter).decode(), person)

        await self.do(decide)
        return self.seats_of(person)[-1]

    async def sit_bot(self, by: str, seat: Seat, level: str) -> None:
        def decide() -> Iterator[New]:
            self.not_started()
            self.only_creator(by)
            if not 0 <= seat < self.deal.seats or self.sitters[seat] is not None:
                raise Refused(say("this seat is taken"))
            if level not in self.game.levels(self.deal.seats):
                raise Refused(say("there is no bot “{name}” for this table", name=level[:40]))
            sitter = Sitter(level, secrets.token_hex(8), level=level)
            yield New("joined", seat, msgspec.json.encode(sitter).decode())

        await self.do(decide)

    async def remove(self, by: str, seat: Seat) -> None:
        """The creator asks somebody to leave before the game starts, or a person leaves."""

        def decide() -> Iterator[New]:
            self.not_started()
            if not 0 <= seat < self.deal.seats or self.sitters[seat] is None:
                raise Refused(say("nobody sits there"))
            if seat not in self.seats_of(by):
                self.only_creator(by)
            if self.seats_of(self.creator) == [seat]:
                others = {sitter.human for sitter in self.sitters if sitter and sitter.human} - {self.creator}
                if not others:
                    raise Refused(say("nobody else is here; close the table instead"))
                yield from self.passed_on(others)
            yield New("left", seat)

        await self.do(decide)

    async def start(self, by: str, contributions: Sequence[str] = ()) -> None:
        def decide() -> Iterator[New]:
            self.not_started()
            self.only_creator(by)
            if self.deal.series and not contributions:
                raise Refused(say("all tables of the series start together"))
            if not self.full:
                raise Refused(say("some seats are still empty: invite somebody, or let a bot sit there"))
            rows = self.given.rows if self.given else ()
            taken = (Row(seat, notation.read(self.game.move_types, text)) for seat, text in rows)
            state = replay(self.game.rules, self.new(), taken)
            yield New("started", text=" ".join(contributions))
            yield from (New("move", seat, text) for seat, text in rows)
            yield from self._nature(state, 0, contributions)

        await self.do(decide)

    async def close(self, by: str) -> None:
        def decide() -> Iterator[New]:
            self.only_creator(by)
            if self.over:
                raise Refused(say("this table is over"))
            yield New("closed")

        await self.do(decide)

    async def play(self, seat: Seat, text: str, command: str, seen: int, *, bot: bool = False) -> int:
        """One move, and whatever nature makes of it. Returns the version that shows it."""

        def decide() -> Iterator[New]:
            if bool(bot) != bool(self.bot(seat)):
                raise Refused(say("a bot plays for you: take your seat back first"))
            move = self._judged(seat, text, seen)
            after = self.game.rules.apply(self.state, seat, move)
            yield New("move", seat, notation.write(move), step=Step(self.state, seat, move, after))
            yield from self._nature(after, self.draws)

        version = await self.do(decide, f"{seat}:{command}")
        metrics.MOVES.inc()
        return version

    def attempt(self, seat: Seat, text: str) -> None:
        """Judge a move without playing it: answers "why not?"."""
        self.game.rules.apply(self.state, seat, self._judged(seat, text, self.version))

    def _judged(self, seat: Seat, text: str, seen: int) -> Any:
        if self.closed or not self.started:
            raise Refused(say("nobody plays at this table now"))
        if self.paused:
            raise Refused(say("the game is paused"))
        if any(entry.kind == "move" and entry.seat == seat for entry in self.log[max(seen, 0) :]):
            raise StaleMove
        if self.taken_back(seen):
            raise Refused(say("a move has just been taken back; look again"))
        return notation.read(self.game.move_types, text)

    def wanting(self) -> tuple[Seat, ...]:
        return () if self.closed or self.paused else self.game.rules.to_move(self.state)

    def taken_back(self, seen: int) -> bool:
        """Whether what somebody has seen is no longer so."""
        return any(entry.kind == "undo" for entry in self.log[max(seen, 0) :])

    async def hand_over(self, person: str, to: str | None, name: str = "") -> None:
        """The seats of a guest who has an account now, or of somebody who is forgotten."""

        def decide() -> Iterator[New]:
            if person in self.invited:
                yield New("sorry", text=msgspec.json.encode(self.invited[person]).decode(), person=person)
            for seat, sitter in enumerate(self.sitters):
                if sitter and sitter.person == person:
                    after = msgspec.structs.replace(sitter, person=to, name=name or sitter.name)
                    yield New("handed", seat, msgspec.json.encode(after).decode(), to)

        await self.do(decide)

    async def follow(self, code: str) -> None:
        """Where the rematch is."""
        await self.do(lambda: iter([New("rematch", text=code)] if not self.successor else []))

    def not_started(self) -> None:
        if self.started or self.closed:
            raise Refused(say("this table has already started"))

    def only_creator(self, person: str) -> None:
        if person != self.creator:
            raise Refused(say("only whoever opened the table can do that"))

    def new(self) -> Any:
        return self.game.rules.new(self.deal.seats, self.options)

    def _nature(self, state: Any, draws: int, contributions: Sequence[str] = ()) -> Iterator[New]:
        yield from by_nature(self.game.rules, state, Draws(self.deal.seed, contributions or self.contributions, draws))

    async def do(self, decide: Callable[[], Iterable[New]], command: str | None = None) -> int:
        """One command at a time: judge it, write it, take it. Screens are shown what a whole queue has led to."""
        self._queue += 1
        try:
            async with self._lock:
                version = await self._done(decide, command)
        finally:
            self._queue -= 1
            if self._unshown and (not self._queue or self._unshown >= TOGETHER):
                self._show()
        if self._unshown:
            await self._shown.wait()
        return version

    async def _done(self, decide: Callable[[], Iterable[New]], command: str | None) -> int:
        for _ in range(TRIES):
            if command in self.commands:
                return self.version  # a retry of what was already done
            try:
                rows = list(decide())
            except Refused:
                if self.storage.postgres and await self._catch_up():
                    continue  # it was judged on what is no longer the present
                raise
            if not rows:
                return self.version
            entries = self._entries(rows, command)
            try:
                await self.storage.append(self.code, entries)
            except Conflict as conflict:
                self._take_all(conflict.entries)
                if self.log[entries[0].n : entries[-1].n + 1] != entries:  # else they are on the disk all the same
                    continue
            else:
                self._take_all(entries, [row.step for row in rows])
            if self.over:
                log.info("table %s is %s", self.code, "closed" if self.closed else "over")
                await self.settle()
            return self.version
        raise Refused(say("the table is too busy; please try again"))

    async def settle(self) -> None:
        """Write down that it is over, and how everybody fared."""
        people = [sitter.person if sitter else None for sitter in self.sitters]
        outcome = None if self.given else self.outcome  # a game that others began is nobody's result
        await self.storage.finish(self.code, results(self.code, outcome, people, self.log[-1].time))

    def _entries(self, rows: Iterable[New], command: str | None) -> list[Entry]:
        now, version = self.now(), self.version
        return [
            Entry(version + index, row.kind, row.seat, row.text, row.person, None if index else command, now)
            for index, row in enumerate(rows)
        ]

    async def catch_up(self, news: Sequence[Entry] = ()) -> None:
        """Take what another process has written: as it tells, if nothing is missing between."""
        async with self._lock:
            if news and news[0].n <= self.version:
                if unknown := news[self.version - news[0].n :]:
                    self._take_all(unknown)
            else:
                await self._catch_up()
            if self._unshown:
                self._show()

    async def _catch_up(self) -> bool:
        """True if there was anything new."""
        entries = await self.storage.entries(self.code, self.version)
        if entries:
            self._take_all(entries)
        return bool(entries)

    def _take_all(self, entries: Sequence[Entry], steps: Iterable[Step | None] = ()) -> None:
        for entry, step in zip_longest(entries, steps):
            take(self, entry, step)
        self._unshown += 1
        self._shown.clear()
        self.cache = {}
        if self.started:
            self.outcome = self.game.rules.outcome(self.state)
            self.wanted = tuple(self.since)
            self.asked = frozenset([seat for seat in self.wanted if not self.bot(seat)])

    def come_and_go(self, seats: Sequence[Seat], change: int) -> None:
        """Somebody opens or closes a screen, and everybody sees who is there."""
        if self.presence.count(seats, change, self.now()):
            self._show_faces()
        else:
            self.noticed(self)  # bots may sleep until somebody looks

    def meet(self, elsewhere: Looking) -> None:
        """The other processes say who looks on there."""
        if self.presence.meet(elsewhere, self.now()):
            self._show_faces()

    def _show_faces(self) -> None:
        self.faces.clear()
        self._show()

    def _show(self) -> None:
        self._unshown = 0
        self._shown.set()
        self.look()
        self.noticed(self)

    def look(self) -> None:
        """Let every screen look again."""
        self.cache = {}
        for watcher in self.watchers:
            watcher()

    # What people are shown.

    def step(self, row: int) -> Step | None:
        """The move in a row of the log, while it is remembered with its states."""
        happened = next((happened for n, happened in reversed(self.recent) if n == row), None)
        return happened if isinstance(happened, Step) else None

    def fresh(self, since: int) -> list[tuple[int, Step | Entry]]:
        """The rows from `since` on, as far as they are remembered."""
        return list(takewhile(lambda row: row[0] >= since, reversed(self.recent)))[::-1]

    def story(self, happened: Step | Entry, viewer: Seat | None) -> Iterable[Event]:
        """What this viewer may be told of a row."""
        return self.game.rules.story(*happened, viewer) if isinstance(happened, Step) else told(happened, viewer)

    def told(self, viewer: Seat | None, since: int) -> Iterator[Event]:
        """What happened from row `since` on, as this viewer may know it."""
        for _, happened in self.fresh(since):
            yield from self.story(happened, viewer)

    def record(self) -> Record:
        return recorded(self)

    @property
    def commitment(self) -> str:
        return commitment(self.deal.seed)
