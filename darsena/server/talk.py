"""What people say at a table besides playing: short messages, and emotes that everybody reads in their own language.

Rows of the log like everything else, but no move waits for them, no game depends on them, and only the newest are kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from ..core.game import Message, Refused, Seat, Who, say
from ..core.language import Voice
from ..core.names import quote, remark
from .limits import TooFast
from .rows import New
from .storage import Entry

if TYPE_CHECKING:
    from .tables import Table

KINDS = frozenset({"chat", "emote", "reported", "muted", "unmuted"})
DEEDS = frozenset({"say", "emote", "mute", "unmute", "report", "silence", "unsilence"})
KEPT = 200  # lines for screens
MOST = 3000  # rows of one table
BURST, SPAN = 5, 15.0  # so many rows of one person in any so many seconds
EMOTES = {
    "hello": say("Hello!"),
    "good-luck": say("Good luck!"),
    "well-played": say("Well played!"),
    "thanks": say("Thank you!"),
    "haha": say("Ha ha!"),
    "oops": say("Oops!"),
    "thinking": say("Let me think…"),
    "ready": say("Whenever you are ready!"),
}
Line = tuple[int, str, str, str]  # the number of a seat, an emote or "", a name, what is said


class Talk:
    """What has been said at a table, as far as it is remembered."""

    def __init__(self) -> None:
        self.lines: deque[Entry] = deque(maxlen=KEPT)
        self.rows = 0  # how many there were
        self.silenced: frozenset[Seat] = frozenset()  # who may not write here
        self.muted: dict[str, frozenset[Seat]] = {}  # whom somebody does not want to read
        self.times: dict[str, deque[float]] = {}  # when each person last wrote

    def take(self, entry: Entry) -> None:
        """One more row."""
        self.rows += 1
        if entry.person is None:
            return
        self.times.setdefault(entry.person, deque(maxlen=BURST)).append(entry.time)
        match entry.kind:
            case "muted":
                self.muted[entry.person] = self.hushed(entry.person) | {int(entry.text)}
            case "unmuted":
                self.muted[entry.person] = self.hushed(entry.person) - {int(entry.text)}
            case _:
                self.lines.append(entry)

    def hushed(self, person: str | None) -> frozenset[Seat]:
        return self.muted.get(person or "", frozenset())

    def hand_over(self, seat: Seat, person: str | None, to: str | None) -> None:
        """Somebody has an account now; or nobody sits here any more, and what was said from here goes with them."""
        muted = self.muted.pop(person or "", frozenset())
        if to:
            self.muted[to] = self.hushed(to) | muted
            return
        self.lines = deque([entry for entry in self.lines if entry.seat != seat], maxlen=KEPT)
        self.silenced -= {seat}
        self.muted = {each: seats - {seat} for each, seats in self.muted.items()}


# What people ask for


def message(table: Table, person: str, seat: Seat | None, text: str) -> Iterator[New]:
    yield New("chat", _writing(table, person, seat), remark(text), person)


def emote(table: Table, person: str, seat: Seat | None, key: str) -> Iterator[New]:
    if key not in EMOTES:
        raise Refused(say("“{word}” is not one of {words}", word=quote(key), words=tuple(EMOTES)))
    yield New("emote", _writing(table, person, seat), key, person)


def mute(table: Table, person: str, text: str, kind: str = "muted") -> Iterator[New]:
    """Somebody does not want to read somebody else, or does again. Nobody else learns of it."""
    other = _other(table, person, text)
    if (other in table.talk.hushed(person)) != (kind == "muted"):
        yield New(kind, _slowly(table, person, None), str(other), person)


def report(table: Table, person: str, text: str) -> Iterator[New]:
    """A note to whoever opened the table, and to nobody else."""
    other = _other(table, person, text)
    if table.creator == person or other in table.seats_of(table.creator):
        raise Refused(say("this goes to whoever opened the table; mute them instead"))
    yield New("reported", _slowly(table, person, None), str(other), person)


def silence(table: Table, person: str, text: str, kind: str = "silenced") -> Iterator[New]:
    """Whoever opened the table decides that somebody no longer writes here, or does again."""
    if person != table.creator:
        raise Refused(say("only whoever opened the table can do that"))
    other = _other(table, person, text)
    if (other in table.talk.silenced) != (kind == "silenced"):
        yield New(kind, other)


def _writing(table: Table, person: str, seat: Seat | None) -> Seat:
    """The seat from which somebody may write now."""
    own = _slowly(table, person, seat)
    if own in table.talk.silenced and person != table.creator:
        raise Refused(say("whoever opened the table does not let you write here"))
    return own


def _slowly(table: Table, person: str, seat: Seat | None) -> Seat:
    """One of the person's seats; refused when they have just written a lot."""
    own = table.seats_of(person)
    if table.closed or not own:
        raise Refused(say("you do not sit at this table"))
    times = table.talk.times.get(person)
    if times and len(times) == BURST and 0 <= table.now() - times[0] < SPAN:
        raise TooFast
    if table.talk.rows >= MOST:
        raise Refused(say("enough has been said at this table"))
    return seat if seat in own else own[0]


def _other(table: Table, person: str, text: str) -> Seat:
    """Another person's seat."""
    people = [seat for seat, sitter in enumerate(table.sitters) if sitter and sitter.person not in (None, person)]
    for seat in people:
        if str(seat) == text:
            return seat
    raise Refused(say("nobody sits there"))


# What people are shown


def lines(table: Table, person: str | None, language: str, since: int = 0) -> list[Line]:
    """What was said from row `since` on, as one person wants to read it."""
    fresh = list(takewhile(lambda entry: entry.n >= since, reversed(table.talk.lines)))
    if not fresh:
        return []
    seated, voice, hushed = table.seated(language), table.voice(language), table.talk.hushed(person)
    told = []
    for entry in reversed(fresh):
        mine = entry.kind != "reported" or person == table.creator
        if entry.seat is not None and entry.seat not in hushed and mine and entry.text:
            key = entry.text if entry.kind == "emote" else ""
            told.append((entry.seat + 1, key, seated[entry.seat].name, _words(entry, voice)))
    return told


def _words(entry: Entry, voice: Voice) -> str:
    match entry.kind:
        case "emote":
            return voice(EMOTES[entry.text])
        case "reported":
            return voice(reported(int(entry.text)))
        case _:
            return entry.text


def reported(seat: Seat) -> Message:
    return say("complains about what {name} writes", name=Who(seat))
