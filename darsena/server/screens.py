"""What a table looks like: every part of its page as HTML, for one viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import compress
from operator import ne
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from ..core import record
from ..core.game import Game, Message, Outcome, Seat, Seated, Who, say
from ..web import components, frame, plain
from . import asking, hints, talk, wishes
from .clocks import CLOCKS
from .results import place
from .tables import Table
from .wishes import Wish

EMOTES = tuple(talk.EMOTES.items())
CLOCK_TITLES = tuple((kind, clock.title) for kind, clock in CLOCKS.items())
T = TypeVar("T")
Part = tuple[str, Any]  # its component, and the value that this shows
Values = Mapping[str, Part]


class Viewer(Struct, frozen=True, cache_hash=True):
    """Who looks at a table. A spectator has no seat; several people at one device have several."""

    language: str
    person: str | None = None
    seats: tuple[Seat, ...] = ()
    seat: Seat | None = None  # whose eyes it is seen with now
    url: str = ""  # how others reach this server
    reachable: bool = True  # by others than this machine

    @property
    def ears(self) -> Seat | None:
        """Who is told the log: where several people share a device, nobody's secrets stay on the screen."""
        return self.seat if len(self.seats) < 2 else None


class Look(NamedTuple):
    """What a viewer sees: the public parts, made once for everybody, and the viewer's own."""

    public: Values
    own: Values


UNSEEN = Look({}, {})


def look(table: Table, viewer: Viewer) -> Look:
    if not table.started:
        return Look({}, _room(table, viewer))
    public = _once(table.cache, _public, table, viewer.language)
    return Look(public, {**_own(table, viewer), **_frame(table, viewer, public)})


def changed(table: Table, language: str, before: Look, now: Look) -> dict[str, str]:
    """The parts that have become others since an earlier look, as HTML.

    Values are compared first, and few differ. Those of the public parts are compared once for all who saw the same.
    """
    game, key = table.game if table.started else None, ("changed", language, id(before.public))
    if key not in table.cache:
        table.cache[key] = before.public, _changed(game, language, before.public, now.public)  # an id lives no longer
    return {**table.cache[key][1], **_changed(game, language, before.own, now.own)}


def parts(table: Table, viewer: Viewer) -> dict[str, str]:
    """All parts of the page."""
    return changed(table, viewer.language, UNSEEN, look(table, viewer))


def board(table: Table, made: Mapping[str, str], language: str, log: str) -> str:
    """The whole board of a fresh page."""
    return components.board(table.game if table.started else None, language, made, log)


def talks(table: Table) -> bool:
    """Whether there is anybody to talk with."""
    return not table.started or len({sitter.person for sitter in table.sitters if sitter and sitter.person}) > 1


def chat(table: Table, viewer: Viewer, made: Mapping[str, str], log: str) -> str:
    """The log, and beside it what people say."""
    lines = talk.lines(table, viewer.person, viewer.language)
    writes = bool(viewer.seats) and not table.closed
    return components.chat_panel(log, lines, EMOTES if writes else (), made.get("peers", ""), viewer.language)


def shown(
    game: Game, state: Any, seated: tuple[Seated, ...], seat: Seat | None, moves: Sequence[Any], language: str
) -> dict[str, str]:
    """The parts of a position that belongs to no table: in a replay, in a lesson."""
    made, rules = _board_of(game), game.rules
    public: dict[str, Part] = made.public(rules.view(state, None), seated)
    return _html(game, {**public, **made.own(rules.view(state, seat), seated, moves)}.items(), language)


def _html(game: Game | None, parts: Iterable[tuple[str, Part]], language: str) -> dict[str, str]:
    return {name: components.part(game, component, value, language) for name, (component, value) in parts}


def _changed(game: Game | None, language: str, before: Values, now: Values) -> dict[str, str]:
    others = compress(now.items(), map(ne, now.values(), map(before.get, now)))
    return _html(game, others, language)


@cache
def _board_of(game: Game) -> Any:
    """The game's own board, or the plain one that plays any game."""
    return game.module("board") or plain


def _public(table: Table, language: str) -> Values:
    parts: Values = _board_of(table.game).public(table.game.rules.view(table.state, None), table.seated(language))
    return parts


def _own(table: Table, viewer: Viewer) -> Values:
    rules, seat = table.game.rules, viewer.seat
    moves = () if seat is None or table.closed or table.paused or table.bot(seat) else rules.moves(table.state, seat)
    own: Values = _board_of(table.game).own(rules.view(table.state, seat), table.seated(viewer.language), moves)
    return own


def _frame(table: Table, viewer: Viewer, public: Values) -> dict[str, Part]:
    """What every table has around its board: whose turn it is, what is asked, the menu, the curtain, the end."""
    moved, restless = asking.last_move(table, viewer.seats) is not None, _restless(table)
    made = dict(
        _once(table.faces, _around, table, viewer, moved, table.talk.hushed(viewer.person), table.over, restless)
    )
    if restless:
        made["notes"] = ("notes", _notes(table, viewer))
    if table.hints:
        made["hints"] = ("hints", hints.part(table, viewer.seat, viewer.language))
    if "line" not in public:  # a game may say it in its own words
        made["line"] = _once(table.cache, _status, table, viewer.language, viewer.seat in table.asked)
    if len(viewer.seats) > 1 and viewer.seat is None:
        made["curtain"] = ("curtain", _curtain(table, viewer))
    if table.outcome:
        made["end"] = ("end", _end(table, table.outcome, viewer))
    return made


def _restless(table: Table) -> bool:
    """Whether moves change the notes: what is asked may be asked no more, and clocks run."""
    return bool(table.questions) or table.times.clock != "none"


def _around(table: Table, viewer: Viewer, moved: bool, hushed: frozenset[Seat], over: bool, restless: bool) -> Values:
    """What stays around a board while people only move."""
    plays = not over and not all(map(table.bot, viewer.seats))
    return {
        "curtain": ("curtain", None),
        "end": ("end", None),
        "notes": ("notes", None if restless else _notes(table, viewer)),
        "helm": ("helm", _helm(table, viewer, moved) if plays else None),
        "peers": ("peers", _peers(table, viewer, hushed)),
    }


def _status(table: Table, language: str, asked: bool) -> Part:
    return "status", frame.Line(_line(table, asked), table.seated(language))


def _line(table: Table, asked: bool) -> Message:
    """One sentence on what is going on."""
    if table.closed:
        return say("The table is closed.")
    if table.over:
        return say("The game is over.")
    if table.paused:
        return say("The game is paused.")
    if asked:
        return say("Your turn")
    return say("Waiting for {names}", names=tuple(map(Who, table.wanted)))


def _notes(table: Table, viewer: Viewer) -> frame.Notes | None:
    """What concerns all at the table, above the board."""
    standins = tuple([(n, sitter.resigned) for n, sitter in enumerate(table.sitters) if sitter and sitter.standin])
    timed = table.times.clock != "none"
    if table.over or not (table.questions or table.paused or standins or timed):
        return None
    people = [seat for seat in range(table.deal.seats) if timed and not table.bot(seat)]
    mine = dict(standins).keys() & set(viewer.seats)
    return frame.Notes(
        seated=table.seated(viewer.language),
        you=viewer.ears,
        hands=tuple([_hand(table, seat) for seat in people]),
        paused=table.paused,
        resume=bool(viewer.seats) and len(mine) < len(viewer.seats) and wishes.Resume() not in table.questions,
        standins=standins,
        back=any(not resigned for seat, resigned in standins if seat in mine),
        still=table.paused or (bool(viewer.seats) and len(mine) == len(viewer.seats)),
        questions=tuple([_question(table, viewer, wish) for wish in table.questions]),
    )


def _hand(table: Table, seat: Seat) -> frame.Hand:
    times = table.times
    until = times.at + times.left[seat] if seat in times.running else None
    return frame.Hand(seat, int(times.left[seat]), until)


def _question(table: Table, viewer: Viewer, wish: Wish) -> frame.Question:
    agreed = table.questions[wish]
    asker = next((seat for seat in table.seats_of(agreed[0])), 0)
    return frame.Question(
        wishes.asked(wish, asker, viewer.ears),
        wishes.write(wish),
        asker,
        own=viewer.person == agreed[0],
        open=viewer.person in asking.voters(table, wish) and viewer.person not in agreed,
    )


def _helm(table: Table, viewer: Viewer, undo: bool) -> frame.Helm:
    """What the menu offers to somebody who plays."""
    seated = [] if CLOCKS[table.times.clock].days else enumerate(table.seated(viewer.language))
    return frame.Helm(
        undo=undo,
        pause=not table.paused,
        resign=len(viewer.seats) == 1,
        clock=table.times.clock,
        clocks=CLOCK_TITLES,
        absent=tuple([(seat, each.name) for seat, each in seated if each.away and seat not in viewer.seats]),
        watched=table.watched if table.deal.watched and viewer.person == table.creator else None,
    )


def _peers(table: Table, viewer: Viewer, hushed: frozenset[Seat]) -> frame.Peers | None:
    """The other people at the table, and what can be done about what they write."""
    if not viewer.seats or table.closed:
        return None
    seated = table.seated(viewer.language)
    others = [
        frame.Peer(seat, seated[seat].name, muted=seat in hushed, silenced=seat in table.talk.silenced)
        for seat, sitter in enumerate(table.sitters)
        if sitter and sitter.person and seat not in viewer.seats
    ]
    host = next(iter(table.seats_of(table.creator)), None)
    return frame.Peers(tuple(others), host, viewer.person == table.creator) if others else None


def _once(kept: dict[Any, Any], made: Callable[..., T], table: Table, *of: Any) -> T:
    """What is made of the table's present version, or of all but its moves, is made once."""
    try:
        found: T = kept[made, of]
    except KeyError:
        found = kept[made, of] = made(table, *of)
    return found


def _curtain(table: Table, viewer: Viewer) -> frame.Curtain | None:
    wanted = [seat for seat in table.wanted if seat in viewer.seats and not table.bot(seat)]
    return frame.Curtain(wanted[0], table.seated(viewer.language)[wanted[0]].name) if wanted else None


def _end(table: Table, outcome: Outcome, viewer: Viewer) -> frame.End:
    return frame.End(
        seated=table.seated(viewer.language),
        winners=outcome.winners,
        ranking=ranking(outcome),
        reason=outcome.reason,
        you=viewer.seat,
        rematch=bool(viewer.seats) and not table.successor,
        next=f"/t/{table.successor}/" if table.successor and viewer.seats else "",
        record=f"/t/{table.code}/record.txt" if viewer.seats and not table.deal.series else "",
        replay=f"/t/{table.code}/replay/0{'' if viewer.seat is None else f'?seat={viewer.seat}'}"
        if (viewer.seats or table.watched) and not table.deal.series
        else "",
        series=f"/series/{table.deal.series}" if table.deal.series else "",
        given=table.given is not None,
        draws=table.draws,
        fair=_once(table.cache, _proof, table).fair,
    )


def ranking(outcome: Outcome) -> tuple[frame.Rank, ...]:
    order = sorted(range(len(outcome.scores)), key=lambda seat: (seat not in outcome.winners, -outcome.scores[seat]))
    return tuple([frame.Rank(place(outcome, seat), seat, outcome.scores[seat]) for seat in order])


def _proof(table: Table) -> record.Proof:
    return record.verify(table.record(), table.game)


def _room(table: Table, viewer: Viewer) -> dict[str, Part]:
    """The table before the game starts."""
    creator = viewer.person == table.creator
    seated = table.seated(viewer.language)
    berths = tuple(
        frame.Berth()
        if sitter is None
        else frame.Berth(
            seated[seat].name,
            seated[seat].bot,
            here=seat in viewer.seats and len(viewer.seats) > 1,
            away=not _here(table, seat),
            guest=table.seats_of(table.creator)[:1] != [seat],
        )
        for seat, sitter in enumerate(table.sitters)
    )
    invited = tuple([sitter.name for sitter in table.invited.values()])
    voice = table.voice(viewer.language)
    known = [(name, voice(table.game.bots[name].label)) for name in table.game.levels(table.deal.seats)]
    series = table.deal.series
    url = f"{viewer.url}/series/{series}" if series else f"{viewer.url}/join/{table.deal.join_code}"
    qr = f"/qr/{table.deal.join_code}.svg" if viewer.reachable else ""
    host = next((sitter.name for sitter in table.sitters if sitter and sitter.person == table.creator), "")
    return {
        "seats": ("seats", frame.Seats(berths, creator, tuple(known) if creator else (), invited)),
        "invite": ("invite", frame.Invite(url, qr) if viewer.seats else frame.Invite()),
        "start": ("start", frame.Start(creator and not series, "" if series else host, table.sitters.count(None))),
        "line": ("status", frame.Line(_room_line(table), seated, viewer.seat)),
        "peers": ("peers", _peers(table, viewer, table.talk.hushed(viewer.person))),
    }


def _here(table: Table, seat: Seat) -> bool:
    sitter = table.sitters[seat]
    return table.presence.here(seat) or bool(sitter and sitter.level)


def _room_line(table: Table) -> Message:
    if table.closed:
        return say("The table is closed.")
    empty = table.sitters.count(None)
    return say("{n} seat is empty", "{n} seats are empty", n=empty) if empty else say("Everybody is here")
