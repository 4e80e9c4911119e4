"""What a table looks like: every part of its page as HTML, for one viewer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct

from ..core import record
from ..core.game import Game, Message, Outcome, Seat, Who, say
from ..web import components, frame
from .tables import Table, levels


class Viewer(Struct, frozen=True):
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


def parts(table: Table, viewer: Viewer) -> Mapping[str, str]:
    """All parts of the page: the public ones, made once for everybody, then the viewer's own."""
    language = viewer.language
    if not table.started:
        return _html(None, _room(table, viewer), language)
    public = _public(table, language)
    return {**public, **_html(table.game, {**_own(table, viewer), **_frame(table, viewer, public)}, language)}


def board(table: Table, made: Mapping[str, str], language: str, log: str) -> str:
    """The whole board of a fresh page."""
    return components.board(table.game if table.started else None, language, made, log)


def _html(game: Game | None, values: Mapping[str, tuple[str, Any]], language: str) -> dict[str, str]:
    return {name: components.part(game, component, value, language) for name, (component, value) in values.items()}


@cache
def _board_of(game: Game) -> Any:
    """The game's own board, or the plain one that plays any game."""
    own = (game.folder / "board.py").is_file()
    return import_module(f"{game.package}.board" if own else "darsena.web.plain")


def _public(table: Table, language: str) -> Mapping[str, str]:
    key = ("public", language)
    if key not in table.cache:
        view = table.game.rules.view(table.state, None)
        table.cache[key] = _html(table.game, _board_of(table.game).public(view, table.seated(language)), language)
    found: Mapping[str, str] = table.cache[key]
    return found


def _own(table: Table, viewer: Viewer) -> Mapping[str, tuple[str, Any]]:
    rules, seat = table.game.rules, viewer.seat
    moves = () if seat is None or table.closed else rules.moves(table.state, seat)
    own: Mapping[str, tuple[str, Any]] = _board_of(table.game).own(
        rules.view(table.state, seat), table.seated(viewer.language), moves
    )
    return own


def _frame(table: Table, viewer: Viewer, public: Mapping[str, str]) -> dict[str, tuple[str, Any]]:
    """What every table has around its board: whose turn it is, the curtain, the end."""
    made: dict[str, tuple[str, Any]] = {"curtain": ("curtain", None), "end": ("end", None)}
    if "line" not in public:  # a game may say it in its own words
        made["line"] = ("status", frame.Line(_line(table, viewer.seat), table.seated(viewer.language), viewer.seat))
    if len(viewer.seats) > 1 and viewer.seat is None:
        made["curtain"] = ("curtain", _curtain(table, viewer))
    if table.outcome:
        made["end"] = ("end", _end(table, table.outcome, viewer))
    return made


def _line(table: Table, seat: Seat | None) -> Message:
    """One sentence on what is going on."""
    waiting = tuple(Who(other) for other in table.wanted if other != seat)
    if table.closed:
        return say("The table is closed.")
    if table.over:
        return say("The game is over.")
    if seat is not None and seat in table.wanted:
        return say("Your turn")
    return say("Waiting for {names}", names=waiting)


def _curtain(table: Table, viewer: Viewer) -> frame.Curtain | None:
    wanted = [seat for seat in table.wanted if seat in viewer.seats]
    return frame.Curtain(wanted[0], table.seated(viewer.language)[wanted[0]].name) if wanted else None


def _end(table: Table, outcome: Outcome, viewer: Viewer) -> frame.End:
    key = ("proof",)
    if key not in table.cache:
        table.cache[key] = record.verify(table.record(), table.game)
    order = sorted(range(table.deal.seats), key=lambda seat: (seat not in outcome.winners, -outcome.scores[seat]))
    ranking = tuple(
        frame.Rank(1 if seat in outcome.winners else place, seat, outcome.scores[seat])
        for place, seat in enumerate(order, 1)
    )
    return frame.End(
        seated=table.seated(viewer.language),
        winners=outcome.winners,
        ranking=ranking,
        reason=outcome.reason,
        you=viewer.seat,
        rematch=bool(viewer.seats) and not table.successor,
        next=f"/t/{table.successor}/" if table.successor and viewer.seats else "",
        record=f"/t/{table.code}/record.txt" if viewer.seats else "",
        draws=table.draws,
        fair=table.cache[key].fair,
    )


def _room(table: Table, viewer: Viewer) -> dict[str, tuple[str, Any]]:
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
        )
        for seat, sitter in enumerate(table.sitters)
    )
    known = [(name, table.game.bots[name].title) for name in levels(table.game, table.deal.seats)]
    url = f"{viewer.url}/join/{table.deal.join_code}"
    qr = f"/qr/{table.deal.join_code}.svg" if viewer.reachable else ""
    host = next((sitter.name for sitter in table.sitters if sitter and sitter.person == table.creator), "")
    return {
        "seats": ("seats", frame.Seats(berths, creator, tuple(known) if creator else ())),
        "invite": ("invite", frame.Invite(url, qr) if viewer.seats else frame.Invite()),
        "start": ("start", frame.Start(creator, host, table.sitters.count(None))),
        "line": ("status", frame.Line(_room_line(table), seated, viewer.seat)),
    }


def _here(table: Table, seat: Seat) -> bool:
    sitter = table.sitters[seat]
    return bool(table.screens[seat]) or bool(sitter and sitter.level)


def _room_line(table: Table) -> Message:
    if table.closed:
        return say("The table is closed.")
    empty = table.sitters.count(None)
    return say("{n} seat is empty", "{n} seats are empty", n=empty) if empty else say("Everybody is here")
