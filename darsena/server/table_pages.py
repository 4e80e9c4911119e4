"""At the table: its page, its live screens, and everything one can do there by plain forms."""

from __future__ import annotations

import re
import secrets

from fastapi import APIRouter, HTTPException, Request, WebSocket
from fastapi.responses import PlainTextResponse, Response
from markupsafe import escape
from starlette.datastructures import FormData, QueryParams

from ..core import record
from ..core.game import Refused, say
from ..web import components
from . import asking, hints, invitations, talk
from .answers import address, go, known, may_open, qr_code, show, text, there, whole
from .limits import Bucket, TooFast
from .live import Screen, lately, log_lines, marked
from .people import COOKIE
from .screens import Viewer, board, chat, parts, talks
from .site import Site, language_of, site_of
from .storage import Person
from .tables import Table

router = APIRouter(include_in_schema=False)


@router.get("/watch/{code}/")
async def watch(request: Request, code: str) -> Response:
    table = await _watched(site_of(request), code)
    return _table_page(request, table, _viewer(request, table, None), await known(request))


async def _watched(site: Site, code: str) -> Table:
    table = await site.harbour.wake(there(await site.storage.deal_to_watch(code)))
    if not table.watched:
        raise HTTPException(404)
    return table


@router.get("/watch/{code}/tv")
async def television(request: Request, code: str) -> Response:
    """A large screen for all in the room: public things only, nothing to press, a picture for the phones."""
    table, me = await _watched(site_of(request), code), await known(request)
    viewer = _viewer(request, table, None)
    joins = bool(me and table.seats_of(me.id)) and not table.started  # only who sits there hands out the seats
    qr = f"/qr/{table.deal.join_code}.svg" if joins else "qr.svg"
    made, language = parts(table, viewer), viewer.language
    log = components.log_panel(log_lines(table, None, language, lately(table)), language)
    if viewer.reachable:
        log = components.corner(log, qr, joins, language)
    return show(
        request,
        "tv.html",
        title=table.game.title,
        game=table.game,
        line=made["line"],
        end=made.get("end", ""),
        notes=made.get("notes", ""),
        board=board(table, made, language, log),
        css=components.stylesheet(table.game) if table.started else None,
        live_url=f"live?page={table.version}&mark={marked(made)}",
        version=table.version,
        now=table.now(),
    )


@router.get("/watch/{code}/qr.svg")
async def watch_qr(request: Request, code: str) -> Response:
    site = site_of(request)
    table = await _watched(site, code)
    return Response(qr_code(f"{site.settings.url}/watch/{table.deal.watch_code}/"), media_type="image/svg+xml")


def _viewer(request: Request | WebSocket, table: Table, me: str | None, seat: str | None = None) -> Viewer:
    settings = request.app.state.site.settings
    seats = tuple(table.seats_of(me))
    chosen = next((own for own in seats if str(own) == seat), seats[0] if len(seats) == 1 else None)
    return Viewer(language_of(request), me, seats, chosen, settings.url, not settings.only_here)


async def _mine(request: Request, code: str) -> tuple[Table, Person]:
    """A table, for one of those who sit there."""
    table, me = await site_of(request).harbour.table(code), await known(request)
    if table is None:
        raise HTTPException(404)
    if me is None or not table.seats_of(me.id):
        raise HTTPException(403)
    return table, me


def _table_page(
    request: Request, table: Table, viewer: Viewer, me: Person | None, error: str = "", rule: str = ""
) -> Response:
    lines = log_lines(table, viewer.ears, viewer.language, lately(table))
    seat = "" if viewer.seat is None else f"&seat={viewer.seat}"
    made = parts(table, viewer)

    def seen(html: str) -> str:
        """Plain forms say what they have shown, and to whom."""
        return re.sub('action="(move|deed)"', rf'action="\1?seen={table.version}{escape(seat)}"', html)

    log = components.log_panel(lines, viewer.language)
    if talks(table):
        log = chat(table, viewer, made, log)
    whole = board(table, made, viewer.language, log)
    return show(
        request,
        "table.html",
        409 if error else 200,
        me=me,
        title=table.game.title,
        game=table.game,
        seat=viewer.seat,
        hot=viewer.seats if len(viewer.seats) > 1 else (),
        line=made["line"],
        chat=talks(table),
        end=made.get("end", ""),
        curtain=made.get("curtain", ""),
        notes=seen(made.get("notes", "")),
        deeds=seen(made.get("helm", "")),
        board=seen(whole),
        css=components.stylesheet(table.game) if table.started else None,
        live_url=f"live?page={table.version}&mark={marked(made)}{seat}",
        version=table.version,
        now=table.now(),
        turn=table.turn(viewer.seats),
        device_url="/device" if me else "",
        record_url="record.txt" if table.outcome and viewer.seats and not table.deal.series else "",
        watch_url=f"{viewer.url}/watch/{table.deal.watch_code}/" if table.watched and viewer.seats else "",
        creator=viewer.person == table.creator and not table.over,
        may_leave=bool(viewer.seats) and not table.started and not table.closed and _others(table, viewer),
        error=error,
        rule=rule,
        origin=table.given,
        series=table.deal.series,
        hints=table.hints,
        hinted=seen(made.get("hints", "")),
    )


def _others(table: Table, viewer: Viewer) -> bool:
    """Whether the table goes on when this viewer leaves."""
    people = {sitter.human for sitter in table.sitters if sitter and sitter.human}
    return viewer.person != table.creator or len(people) > 1


@router.get("/t/{code}/")
async def table_page(request: Request, code: str, seat: str | None = None) -> Response:
    site, me = site_of(request), await known(request)
    table = await site.harbour.table(code)
    if table is None:
        raise HTTPException(404)
    if me is None or not table.seats_of(me.id):
        if table.deal.listed:
            return go(f"/join/{table.deal.join_code}")
        raise HTTPException(403)
    return _table_page(request, table, _viewer(request, table, me.id, seat), me)


@router.post("/t/{code}/{deed}")
async def deed(request: Request, code: str, deed: str) -> Response:
    """What can be done at a table by a plain form."""
    table, me = await _mine(request, code)
    form = await request.form()
    try:
        site_of(request).commands.take(me.id)
        match deed:
            case "move":
                await _move(table, me, form, request.query_params)
            case "deed" if _words(form) == hints.HINTS:
                return await _hint(request, table, me)
            case "deed":
                return await _deed(table, me, _words(form), request.query_params)
            case "lift":
                return go(f"/t/{code}/?seat={whole(form, 'seat')}")
            case "start":
                await table.start(me.id)
            case "close":
                await table.close(me.id)
                return go("/")
            case "sit":
                await table.sit_bot(me.id, whole(form, "seat"), text(form, "level"))
            case "invite":
                name = text(form, "name")
                await invitations.invite(table, me.id, await site_of(request).programs.named(name), name)
            case "remove":
                await table.remove(me.id, whole(form, "seat"))
            case "leave":
                await table.remove(me.id, table.seats_of(me.id)[0])
                return go("/")
            case "rematch":
                return go(f"/t/{await _rematch(request, table)}/")
            case _:
                raise HTTPException(404)
    except Refused as refusal:
        viewer = _viewer(request, table, me.id)
        reason = table.voice(viewer.language, viewer.seat)(refusal.message)
        return _table_page(request, table, viewer, me, reason, refusal.rule)
    return go(f"/t/{code}/")


async def _move(table: Table, me: Person, form: FormData, page: QueryParams) -> None:
    """A move by a plain form. The page says what it has shown and to whom, so that a second click moves nothing."""
    own = table.seats_of(me.id)
    seat = next((seat for seat in own if str(seat) == page.get("seat")), own[0])
    await table.play(seat, text(form, "move") or _words(form), secrets.token_hex(8), _seen(table, page))


async def _hint(request: Request, table: Table, me: Person) -> Response:
    """The page with the hints on it, from the process that has found them."""
    viewer = _viewer(request, table, me.id, request.query_params.get("seat"))
    await site_of(request).adviser.ask(table, me.id, viewer.seat)
    return _table_page(request, table, viewer, me)


async def _deed(table: Table, me: Person, words: str, page: QueryParams) -> Response:
    """Whoever talks goes on talking, and is asked for no other place of the page."""
    own = table.seats_of(me.id)
    seat = next((seat for seat in own if str(seat) == page.get("seat")), None)
    await asking.do(table, me.id, words, secrets.token_hex(8), _seen(table, page), seat)
    talked = words.partition(" ")[0] in talk.DEEDS
    return go(f"/t/{table.code}/{'#chat' if talked else ''}")


def _words(form: FormData) -> str:
    return " ".join([word for word in form.getlist("word") if isinstance(word, str)])


def _seen(table: Table, page: QueryParams) -> int:
    seen = page.get("seen", "")
    return int(seen) if re.fullmatch("[0-9]{1,9}", seen) else table.version


async def _rematch(request: Request, table: Table) -> str:
    """The same company again, everybody one seat further; the first to ask opens it."""
    if table.successor:
        return table.successor
    if not table.over:
        raise Refused(say("this game is still going on"))
    if not table.full:
        raise Refused(say("nobody plays at this table now"))
    await may_open(request, table.creator)
    site, deal = site_of(request), table.deal
    again = await site.harbour.open(
        table.game,
        deal.seats,
        table.options,
        table.creator,
        listed=deal.listed,
        watched=deal.watched,
        pace=deal.pace,
        clock=table.times.clock,
        hints=table.hints,
    )
    for seat in range(deal.seats):
        sitter = table.sitters[(seat + 1) % deal.seats]
        if sitter and sitter.person:
            await again.sit(sitter.person, sitter.name, secrets.token_hex(8), seat, program=sitter.program)
        elif sitter and sitter.level:
            await again.sit_bot(table.creator, seat, sitter.level)
    await table.follow(again.code)
    if table.successor == again.code:
        if again.full:
            await again.start(table.creator)
    else:  # somebody else was quicker
        await again.close(table.creator)
    return table.successor


@router.get("/t/{code}/record.txt")
async def record_text(request: Request, code: str) -> Response:
    table, _ = await _mine(request, code)
    if table.outcome is None:
        raise HTTPException(403)
    if await site_of(request).storage.sealed(table.deal):
        raise Refused(say("the same deal is still played at another table; the record comes when all are over"))
    return PlainTextResponse(
        record.write(table.record()),
        headers={"Content-Disposition": f'attachment; filename="{table.game.id}-{table.code}.txt"'},
    )


@router.websocket("/t/{code}/live")
async def live(socket: WebSocket, code: str, page: int = -1, mark: str = "", seat: str | None = None) -> None:
    site = site_of(socket)
    table, me = await site.harbour.table(code), await site.people.known(socket.cookies.get(COOKIE))
    await socket.accept()  # first: a browser that is refused before does not learn why
    if table is None or me is None or not table.seats_of(me.id):
        await socket.close(4403)
        return
    try:
        with site.screens.one(me.id):
            await asking.arrived(table, table.seats_of(me.id))
            viewer, bucket = _viewer(socket, table, me.id, seat), site.commands.of(me.id)
            await Screen(socket, table, viewer, page, mark, bucket, site.adviser).run()
    except TooFast:
        await socket.close(1013)


@router.websocket("/watch/{code}/live")
async def live_watch(socket: WebSocket, code: str, page: int = -1, mark: str = "") -> None:
    site = site_of(socket)
    await socket.accept()
    try:
        table = await _watched(site, code)
        with site.onlookers.one(address(socket)):
            await Screen(socket, table, _viewer(socket, table, None), page, mark, Bucket(rate=5, burst=20)).run()
    except HTTPException:
        await socket.close(4403)
    except TooFast:
        await socket.close(1013)
