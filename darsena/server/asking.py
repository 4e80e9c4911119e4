"""What people do at a table besides moving, each by a line of text: `undo`, `ask pause`, `resign`, `back`, `say Hello`.

Every deed is judged on the present state and becomes rows of the log, or is refused. Whatever concerns all needs the
consent of all people who play; bots agree to everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from random import Random

from ..core.game import IllegalMove, Refused, Seat, Who, say
from ..core.names import quote
from . import talk, wishes
from .clocks import CLOCKS
from .rows import New, Step
from .storage import Entry
from .tables import Table
from .wishes import Bot, Pause, Resume, Undo, Wish

WORLDS = 8  # that a move is tried in before it may be taken back freely
AWAY = 30.0  # seconds that somebody must be away before the others may vote


async def do(table: Table, person: str, text: str, command: str, seen: int, seat: Seat | None = None) -> int:
    """One deed, of somebody at `seat` where they have several. Returns the version that shows it."""
    verb, _, rest = text.strip().partition(" ")
    deeds: dict[str, Callable[[], Iterator[New]]] = {
        "undo": partial(undo, table, person, seen),
        "ask": lambda: ask(table, person, wishes.read(rest)),
        "yes": lambda: agree(table, person, wishes.read(rest)),
        "no": lambda: decline(table, person, wishes.read(rest)),
        "resign": partial(resign, table, person),
        "back": partial(back, table, person),
        "watch": partial(watch, table, person, "watched"),
        "unwatch": partial(watch, table, person, "unwatched"),
        "say": partial(talk.message, table, person, seat, rest),
        "emote": partial(talk.emote, table, person, seat, rest),
        "mute": partial(talk.mute, table, person, rest),
        "unmute": partial(talk.mute, table, person, rest, "unmuted"),
        "report": partial(talk.report, table, person, rest),
        "silence": partial(talk.silence, table, person, rest),
        "unsilence": partial(talk.silence, table, person, rest, "unsilenced"),
    }
    if verb not in deeds:
        raise Refused(say("“{word}” is not one of {words}", word=quote(verb), words=tuple(deeds)))
    first = next(iter(table.seats_of(person)), None)
    return await table.do(deeds[verb], f"{first}:{command}")


async def arrived(table: Table, seats: Iterable[Seat]) -> None:
    """Somebody opens a screen: no vote goes on about them."""

    def decide() -> Iterator[New]:
        yield from (New("declined", seat, wishes.write(Bot(seat))) for seat in seats if Bot(seat) in table.questions)

    if any(Bot(seat) in table.questions for seat in seats):
        await table.do(decide)


async def ring(table: Table) -> None:
    """Whoever has no time left is replaced by a bot. Another process may have done it first."""

    def decide() -> Iterator[New]:
        times, now = table.times, table.now()
        late = [seat for seat in times.running if times.at + times.left[seat] <= now]
        if late and table.game.levels(table.deal.seats):
            yield from (New("clock", seat) for seat in late)
            yield from replaced(table, late, "takeover")

    await table.do(decide)


def playing(table: Table, person: str) -> Seat:
    """The first of the seats where this person plays."""
    seats = [seat for seat in table.seats_of(person) if not table.bot(seat)]
    if not table.started or table.over or not seats:
        raise Refused(say("nobody plays at this table now"))
    return seats[0]


def voters(table: Table, wish: Wish) -> set[str]:
    """Those whose consent a wish needs: all people who play; on somebody who is away, those who are not."""
    people = {
        (seat, sitter.human) for seat, sitter in enumerate(table.sitters) if sitter and sitter.human and not sitter.bot
    }
    if isinstance(wish, Bot):
        return {person for seat, person in people if seat != wish.seat and table.presence.here(seat)}
    return {person for _, person in people}


# Taking back


def undo(table: Table, person: str, seen: int) -> Iterator[New]:
    """One's own last move: at once while it has shown its player nothing and nobody moved on, else with consent."""
    playing(table, person)
    if table.taken_back(seen):
        raise Refused(say("a move has just been taken back; look again"))
    last = last_move(table, table.seats_of(person))
    if last is None:
        raise Refused(say("you have no move to take back"))
    if free(table, last):
        yield New("undo", last.seat, str(last.n))
    else:
        yield from ask(table, person, Undo(last.n))


def last_move(table: Table, seats: Iterable[Seat]) -> Entry | None:
    """The last move of a person at these seats that stands, and that no bot has made for them."""
    own = [table.latest[seat] for seat in seats if seat in table.latest]
    last = max(own, key=attrgetter("n"), default=None)
    return last if last and last.seat is not None and last.n > table.back[last.seat] else None


def free(table: Table, last: Entry) -> bool:
    step = table.step(last.n)
    return last is table.moves[-1] and step is not None and _foreseen(table, step)


def _foreseen(table: Table, step: Step) -> bool:
    """Whether the mover has seen only what was certain before: in every world that looks the same, so does the move."""
    rules, rng = table.game.rules, Random(0)
    before, after = rules.view(step.before, step.seat), rules.view(step.after, step.seat)
    try:
        worlds = (rules.apply(rules.imagine(before, rng), step.seat, step.move) for _ in range(WORLDS))
        return all(rules.view(world, step.seat) == after for world in worlds)
    except IllegalMove:
        return False


# Consent


def ask(table: Table, person: str, wish: Wish) -> Iterator[New]:
    seat = playing(table, person)
    _sensible(table, person, wish)
    if wish in table.questions:
        yield from agree(table, person, wish)
    elif voters(table, wish) <= {person}:
        yield from granted(table, wish)
    else:
        yield New("asked", seat, wishes.write(wish), person)


def _sensible(table: Table, person: str, wish: Wish) -> None:
    match wish:
        case Undo(row):
            last = last_move(table, table.seats_of(person))
            if last is None or last.n != row:
                raise Refused(say("you have no move to take back"))
        case Pause() | Resume():
            if table.paused == isinstance(wish, Pause):
                raise Refused(say("the game is paused") if table.paused else say("the game is not paused"))
        case wishes.Clock(kind):
            if kind not in CLOCKS or kind == table.times.clock:
                raise Refused(say("that is no other clock"))
        case Bot(seat):
            _away(table, person, seat)


def _away(table: Table, person: str, seat: Seat) -> None:
    """Refused unless this seat's person has been away for a while, and nobody knows when they come back."""
    if not 0 <= seat < table.deal.seats or table.bot(seat) or seat in table.seats_of(person):
        raise Refused(say("nobody sits there"))
    if CLOCKS[table.times.clock].days:
        raise Refused(say("at this table the clock decides, and nobody has to be here"))
    if table.presence.here(seat):
        raise Refused(say("{name} is here", name=Who(seat)))
    wait = AWAY - (table.now() - table.presence.gone[seat])
    if wait > 0:
        raise Refused(
            say(
                "{name} was here a moment ago: wait {n} second",
                "{name} was here a moment ago: wait {n} seconds",
                name=Who(seat),
                n=int(wait) + 1,
            )
        )


def agree(table: Table, person: str, wish: Wish) -> Iterator[New]:
    agreed = _asked(table, person, wish)
    if isinstance(wish, Bot):
        _away(table, person, wish.seat)
    if person not in agreed:
        yield New("agreed", playing(table, person), wishes.write(wish), person)
        if voters(table, wish) <= {*agreed, person}:
            yield from granted(table, wish)


def decline(table: Table, person: str, wish: Wish) -> Iterator[New]:
    """One "no" is enough; whoever has asked takes the question back with it."""
    asker = _asked(table, person, wish)[0]
    yield New("withdrawn" if person == asker else "declined", playing(table, person), wishes.write(wish), person)


def _asked(table: Table, person: str, wish: Wish) -> tuple[str, ...]:
    """Who has agreed so far, the asker first."""
    if wish not in table.questions or person not in voters(table, wish) | {table.questions[wish][0]}:
        raise Refused(say("this is no longer asked"))
    return table.questions[wish]


def granted(table: Table, wish: Wish) -> Iterator[New]:
    """What follows when all agree."""
    match wish:
        case Undo(row):
            yield New("undo", next(entry.seat for entry in table.moves if entry.n == row), str(row))
        case Pause():
            yield New("paused")
        case Resume():
            yield New("resumed")
        case wishes.Clock(kind):
            yield New("timed", text=kind)
        case Bot(seat):
            yield from replaced(table, [seat], "takeover")


def watch(table: Table, person: str, kind: str) -> Iterator[New]:
    """Whoever opened the table to spectators decides whether they may still look on."""
    if person != table.creator or not table.deal.watched:
        raise Refused(say("only whoever opened the table can do that"))
    if table.watched != (kind == "watched"):
        yield New(kind)


# Leaving and coming back


def resign(table: Table, person: str) -> Iterator[New]:
    """For good: a bot plays on."""
    seat = playing(table, person)
    if len(table.seats_of(person)) > 1:
        raise Refused(say("several people play at this device: close the table instead"))
    yield from replaced(table, [seat], "resigned")


def back(table: Table, person: str) -> Iterator[New]:
    """A seat is given back to its person, whenever they ask."""
    mine = [(seat, table.sitters[seat]) for seat in table.seats_of(person)]
    seats = [seat for seat, sitter in mine if sitter and sitter.standin and not sitter.resigned]
    if table.over or not seats:
        raise Refused(say("no bot plays for you"))
    yield from (New("returned", seat, person=person) for seat in seats)


def replaced(table: Table, seats: list[Seat], kind: str) -> Iterator[New]:
    """Bots play at these seats from now on. What their people did besides passes on to the others."""
    able = list(table.game.levels(table.deal.seats))
    if not able:
        raise Refused(say("no bot can play on here"))
    yield from (New(kind, seat, able[-1]) for seat in seats)
    stay = {
        sitter.human
        for seat, sitter in enumerate(table.sitters)
        if sitter and sitter.human and not sitter.bot and seat not in seats
    }
    if table.creator not in stay:
        yield from table.passed_on(stay)
    for wish, agreed in table.questions.items():
        if stay and stay <= set(agreed) and not isinstance(wish, Bot):
            yield from granted(table, wish)
