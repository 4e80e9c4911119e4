"""Games seen again: finished tables and records brought from elsewhere, position by position."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from markupsafe import Markup
from msgspec import Struct
from starlette.datastructures import UploadFile

from ..core import notation, options, record
from ..core.game import CHANCE, Message, Refused, Seat, Seated, say
from ..core.language import Voice
from ..games import games
from ..web import components, frame
from ..web.chart import Chart
from . import imports, replay, series
from .answers import address, go, known, may_open, remember, show, text, told, whole
from .replay import MAX_TEXT, Played
from .rows import Given
from .screens import shown
from .site import language_of, site_of
from .storage import Person
from .tables import Table

router = APIRouter(include_in_schema=False)

ALL = "all"  # the eyes that see everything
FORMS = re.compile(r'<form class="[^"]*\bmove\b.*?</form>', re.DOTALL)
CONTROLS = re.compile(r"<(button|input|select)\b(?![^>]*\bdata-reel)")


class Shelf(Struct, frozen=True):
    """A game to be seen again, and where its pages are."""

    played: Played
    seated: tuple[Seated, ...]
    home: str  # the address of its positions
    proof: record.Proof | None = None
    record_url: str = ""
    table: Table | None = None

    def at(self, n: int, eyes: str) -> str:
        query = f"?{urlencode({'seat': eyes})}" if eyes else ""
        return f"{self.home}/{n}{query}"


async def _of_table(request: Request, code: str) -> Shelf:
    """The game of a finished table: for those who sat there, and for everybody where people may look on."""
    table, me = await site_of(request).harbour.table(code), await known(request)
    if table is None:
        raise HTTPException(404)
    mine = bool(table.seats_of(me.id if me else None))
    if not mine and not table.watched and not await _beside(request, table, me):
        raise HTTPException(403)
    if await site_of(request).storage.sealed(table.deal):
        raise Refused(say("the same deal is still played at another table; this game can be seen when all are over"))
    return Shelf(
        replay.of_table(table),
        tuple([Seated(each.name, each.bot) for each in table.seated(language_of(request))]),
        f"/t/{code}/replay",
        record_url=f"/t/{code}/record.txt" if mine and table.outcome else "",
        table=table,
    )


async def _beside(request: Request, table: Table, me: Person | None) -> bool:
    """Whether somebody has played the same deal at another table."""
    others = await series.tables_of(site_of(request).harbour, table.deal.series)
    return any(other.seats_of(me.id if me else None) for other in others)


async def _imported(request: Request, id: str) -> Shelf:
    found = await imports.find(site_of(request).storage, id)
    if found is None:
        raise HTTPException(404)
    played, proof = await asyncio.to_thread(replay.of_text, found)
    return Shelf(played, played.seated, f"/replay/{id}", proof)


@router.get("/t/{code}/replay")
@router.get("/t/{code}/replay/{n}")
async def of_table(request: Request, code: str, n: str = "0", seat: str = "", check: str = "") -> Response:
    return await _page(request, await _of_table(request, code), n, seat, bool(check))


@router.get("/replay/{id}")
@router.get("/replay/{id}/{n}")
async def of_record(request: Request, id: str, n: str = "0", seat: str = "", check: str = "") -> Response:
    return await _page(request, await _imported(request, id), n, seat, bool(check))


async def _page(request: Request, shelf: Shelf, n: str, eyes: str, check: bool) -> Response:
    """One position. A number asked for by a form leads to the address that has it."""
    played, last = shelf.played, len(replay.ends(shelf.played)) - 1
    if not re.fullmatch("[0-9]{1,6}", n) or int(n) > last or eyes not in _eyes(played):
        raise HTTPException(404)
    if "n" not in request.path_params:
        return go(shelf.at(int(n), eyes))
    return await _shown(request, shelf, int(n), eyes, check)


def _eyes(played: Played) -> list[str]:
    """A seat's number; nothing for a spectator; or all."""
    return ["", *map(str, range(len(played.names))), ALL]


async def _shown(request: Request, shelf: Shelf, n: int, eyes: str, check: bool) -> Response:
    language, played = language_of(request), shelf.played
    here = replay.position(played, n)
    seat = _seat(played, here.state, eyes)
    voice = Voice(language, played.game, [each.name for each in shelf.seated], None if eyes == ALL else seat)
    made = shown(played.game, here.state, shelf.seated, seat, (), language)
    line = made.get("line") or components.part(
        played.game, "status", frame.Line(_line(played, n), shelf.seated, voice.you), language
    )
    lines, newest = _lines(shelf, here, voice)
    board = components.board(played.game, language, made, components.log_panel(lines, language))
    proof = await _checked(shelf) if check and (shelf.table or shelf.proof) else None
    return show(
        request,
        "replay.html",
        me=await known(request),
        title=played.game.title,
        game=played.game,
        seat=seat,
        css=components.stylesheet(played.game),
        line=line,
        board=still(board),
        shelf=shelf,
        n=n,
        eyes=eyes,
        last=len(replay.ends(played)) - 1,
        choices=[("", voice(say("Spectator"))), *((str(i), each.name) for i, each in enumerate(shelf.seated))],
        newest=newest,
        move=_move(shelf, n, eyes),
        private=[(whose, voice(said)) for whose, said in replay.private(played, here.state)] if eyes == ALL else [],
        names=[each.name for each in shelf.seated],
        link=f"{shelf.home}/%d{shelf.at(0, eyes).rpartition('/0')[2]}",
        charts=_charts(shelf, n, voice),
        moments=_moments(shelf, eyes, language),
        proof=proof,
        over=played.game.rules.outcome(here.state) is not None,
    )


def _seat(played: Played, state: Any, eyes: str) -> Seat | None:
    """Whose eyes the board is seen with; where all is revealed, those of whoever is to move."""
    if eyes == ALL:
        wanted = [seat for seat in played.game.rules.to_move(state) if seat != CHANCE]
        return wanted[0] if wanted else 0
    return int(eyes) if eyes else None


def _line(played: Played, n: int) -> Message:
    return say("Move {n} of {last}", n=n, last=len(replay.ends(played)) - 1)


def _lines(shelf: Shelf, here: replay.Position, voice: Voice) -> tuple[list[components.LogLine], list[str]]:
    """The lines of the log up to here, and what the last move did."""
    names = tuple(voice.names)

    def told(steps: tuple[Any, ...]) -> list[components.LogLine]:
        events = replay.events(shelf.played, steps, voice.you)
        return [components.log_line(event, names, voice.you, shelf.played.game, voice.language) for event in events]

    start = len(here.steps) - here.newest
    return told(here.steps), [text for _, _, text in told(here.steps[start:])]


def _move(shelf: Shelf, n: int, eyes: str) -> tuple[Seat, str] | None:
    """The last move in notation, for whoever may know it."""
    row = replay.mover(shelf.played, n)
    return (row[0], notation.write(row[1])) if row and eyes in (ALL, str(row[0])) else None


def _charts(shelf: Shelf, n: int, voice: Voice) -> list[tuple[str, Chart]]:
    return [(voice(label), Chart(values, at=n)) for label, values in replay.curves(shelf.played).items()]


def _moments(shelf: Shelf, eyes: str, language: str) -> list[tuple[str, replay.Moment, str]]:
    """The moves that decided the game: where they are, what they changed, and what everybody was told of them."""
    played, voice = shelf.played, Voice(language, shelf.played.game, [each.name for each in shelf.seated])
    found = []
    for moment in replay.moments(played):
        there = replay.position(played, moment.n)
        told = replay.events(played, there.steps[len(there.steps) - there.newest :], None)
        found.append((shelf.at(moment.n, eyes), moment, " ".join(voice(event.message) for event in told)))
    return found


async def _checked(shelf: Shelf) -> Mapping[str, Any]:
    """The whole game played again: are all moves legal, and all draws those that were fixed before?"""
    table, proof, error = shelf.table, shelf.proof, None
    if table is not None:
        try:
            proof = await asyncio.to_thread(record.verify, table.record(), table.game)
        except record.BadRecord as refusal:
            error = refusal.message
    return {"proof": proof, "error": error, "commitment": table.commitment if table else ""}


def still(board: str) -> Markup:
    """A board to look at: nothing on it can be played."""
    return Markup(CONTROLS.sub(r"<\1 disabled", FORMS.sub("", board)))


# What if?


@router.post("/t/{code}/replay/{n}/whatif")
async def table_what_if(request: Request, code: str, n: int) -> Response:
    return await _what_if(request, await _of_table(request, code), code, n)


@router.post("/replay/{id}/{n}/whatif")
async def record_what_if(request: Request, id: str, n: int) -> Response:
    return await _what_if(request, await _imported(request, id), id[:8], n)


async def _what_if(request: Request, shelf: Shelf, name: str, n: int) -> Response:
    """A table that goes on from a position: against bots at once, or with friends who still have to come."""
    site, played, form = site_of(request), shelf.played, await request.form()
    game, seats, seat = played.game, len(played.names), whole(form, "seat")
    if not 0 <= n < len(replay.ends(played)) or seat >= seats:
        raise HTTPException(404)
    if game.rules.outcome(replay.position(played, n).state):
        raise Refused(say("the game is over here; choose an earlier position"))
    me = await known(request)
    await may_open(request, me.id if me else None)
    me = me or await site.people.named(None, told(request, say("Guest")))
    rows = tuple([(mover, notation.write(move)) for mover, move in played.rows[: replay.ends(played)[n]]])
    given = Given(shelf.home, name, n, rows)
    table = await site.harbour.open(game, seats, options.read(game, dict(played.options)), me.id, given=given)
    await table.sit(me.id, me.name, secrets.token_hex(8), seat)
    if text(form, "others") == "bots":
        able = list(game.levels(seats))
        for other in [other for other in range(seats) if other != seat]:
            await table.sit_bot(me.id, other, able[len(able) // 2])
        await table.start(me.id)
    return remember(site, go(f"/t/{table.code}/"), me)


# Records from elsewhere


@router.get("/replay")
async def import_page(request: Request) -> Response:
    return await _import_page(request)


@router.post("/replay")
async def import_record(request: Request) -> Response:
    """A record as a file or as text: kept, and shown."""
    site, form = site_of(request), await request.form()
    sent, pasted = form.get("file"), text(form, "text")
    try:
        site.brought.take(address(request))
        if isinstance(sent, UploadFile) and sent.filename:
            pasted = _decoded(await sent.read())
        if len(pasted) > MAX_TEXT:
            raise Refused(say("a record has at most {most} bytes, and this file has more", most=MAX_TEXT))
        cleaned = replay.clean(pasted)
        await asyncio.to_thread(replay.of_text, cleaned)
    except Refused as refusal:
        return await _import_page(request, refusal.message, pasted[:MAX_TEXT])
    return go(f"/replay/{await imports.keep(site.storage, cleaned)}")


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise record.BadRecord(data[: error.start].count(b"\n") + 1, say("this is not UTF-8 text")) from None


async def _import_page(request: Request, error: Message | None = None, old: str = "") -> Response:
    named = re.search(r"^\s*game:\s*(\w+)", old, re.MULTILINE)
    game = games().get(named[1]) if named else None
    line = error.params[0][1] if error and error.params and error.params[0][0] == "line" else 0
    return show(
        request,
        "import.html",
        400 if error else 200,
        me=await known(request),
        title=Voice(language_of(request))(say("A game from elsewhere")),
        error=Voice(language_of(request), game)(error) if error else "",
        wrong=_around(old, line) if isinstance(line, int) else [],
        old=old,
        examples=[(game, replay.example(game)) for game in games().values()],
        most=MAX_TEXT,
    )


def _around(text: str, line: int) -> list[tuple[int, str]]:
    """The lines about which something is said."""
    numbered = list(enumerate(text.replace("\r\n", "\n").split("\n"), 1))
    return [(number, content[:200]) for number, content in numbered if line and abs(number - line) <= 1]
