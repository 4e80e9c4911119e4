"""The pages and forms of the harbour: choosing a game, opening a table, joining one, and everything by plain forms."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import segno
from fastapi import APIRouter, HTTPException, Request, WebSocket
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from markupsafe import escape
from starlette.datastructures import FormData, QueryParams

from ..core import options, record
from ..core.game import Game, Message, Refused, say
from ..core.language import Voice
from ..core.names import clean
from ..games import games
from ..web import components, rulebook
from .live import LINES, Screen, log_lines, marked
from .people import COOKIE, COOKIE_AGE
from .screens import Viewer, board, parts
from .site import Site, language_of, site_of
from .storage import Deal, Person
from .tables import PACES, Table, levels

router = APIRouter(include_in_schema=False)


def show(request: Request, template: str, status: int = 200, me: Person | None = None, **values: Any) -> HTMLResponse:
    language = language_of(request)
    html = components.page(
        template, language, me=me, path=request.url.path, theme=request.cookies.get("theme", ""), **values
    )
    return HTMLResponse(html, status)


def told(request: Request, message: Message, game: Game | None = None) -> str:
    return Voice(language_of(request), game)(message)


def go(url: str) -> RedirectResponse:
    return RedirectResponse(url, 303)


async def known(request: Request) -> Person | None:
    return await site_of(request).people.known(request.cookies.get(COOKIE))


def remember(site: Site, response: Response, person: Person) -> Response:
    response.set_cookie(
        COOKIE, site.people.cookie(person), COOKIE_AGE, httponly=True, samesite="lax", secure=site.settings.secure
    )
    return response


def game_of(name: str) -> Game:
    if name not in games():
        raise HTTPException(404)
    return games()[name]


# The harbour


@router.get("/")
async def harbour(request: Request) -> Response:
    site, me = site_of(request), await known(request)
    listed = await site.storage.listed() if site.settings.public_tables else []
    return show(
        request,
        "lobby.html",
        me=me,
        games=[_boat(request, game) for game in games().values()],
        mine=[line async for line in _lines(request, await site.storage.tables_of(me.id), me)] if me else [],
        public=[line[:3] async for line in _lines(request, listed, None)],
        notice="",
    )


def _boat(request: Request, game: Game) -> dict[str, Any]:
    first, last = game.seats[0], game.seats[-1]
    return {
        "id": game.id,
        "title": game.title,
        "about": told(request, game.about, game),
        "seats": f"{first}\N{EN DASH}{last}" if first != last else str(first),
        "minutes": game.minutes,
        "boat": components.boat(game),
    }


async def _lines(request: Request, codes: list[str], me: Person | None) -> AsyncIterator[tuple[str, str, str, bool]]:
    """Tables as lines of a list: where, what, who is there, and whether one's move is wanted."""
    for code in codes[:12]:
        table = await site_of(request).harbour.table(code)
        if table is None or table.closed:
            continue
        mine = table.seats_of(me.id if me else None)
        others = tuple(
            seated.name
            for seat, seated in enumerate(table.seated(language_of(request)))
            if seat not in mine and table.sitters[seat]
        )
        turn = any(seat in table.wanted for seat in mine)
        status = say("over") if table.over else say("playing") if table.started else say("not started yet")
        line = say("with {names}; {status}", names=others, status=status) if others else status
        url = f"/t/{code}/" if mine else f"/join/{table.deal.join_code}"
        yield url, table.game.title, told(request, line, table.game), turn


# Opening a table


@router.post("/play/{name}")
async def play_now(request: Request, name: str) -> Response:
    """One click: a table against bots, started at once."""
    site, game = site_of(request), game_of(name)
    me = await known(request) or await site.people.named(None, told(request, say("Guest")))
    seats = 4 if 4 in game.seats else game.seats[0]
    able = levels(game, seats)
    table = await site.harbour.open(game, seats, game.options(), me.id)
    await table.sit(me.id, me.name, secrets.token_hex(8))
    for seat in range(1, seats):
        await table.sit_bot(me.id, seat, able[len(able) // 2])
    await table.start(me.id)
    return remember(site, go(f"/t/{table.code}/"), me)


@router.get("/new/{name}")
async def new_table(request: Request, name: str) -> Response:
    return _new_page(request, game_of(name), await known(request))


def _new_page(
    request: Request, game: Game, me: Person | None, error: str = "", old: FormData | None = None
) -> Response:
    form: dict[str, Any] = dict(old or {})
    voice = Voice(language_of(request), game)
    return show(
        request,
        "new.html",
        400 if error else 200,
        me=me,
        title=game.title,
        game=game,
        name=form.get("name", me.name if me else ""),
        counts=list(game.seats),
        choices=[
            (
                choice.name,
                voice(choice.label),
                [(word, voice(label), form.get(choice.name, choice.default) == word) for word, label in choice.values],
            )
            for choice in options.choices(game)
        ],
        levels=[(name, voice(level.title), voice(level.about)) for name, level in game.bots.items()],
        may_list=site_of(request).settings.public_tables,
        error=error,
        old=form,
    )


@router.post("/new/{name}")
async def open_table(request: Request, name: str) -> Response:
    site, game, me, form = site_of(request), game_of(name), await known(request), await request.form()
    try:
        table, me = await _opened(site, game, me, form)
    except Refused as refusal:
        return _new_page(request, game, me, told(request, refusal.message, game), form)
    return remember(site, go(f"/t/{table.code}/"), me)


async def _opened(site: Site, game: Game, me: Person | None, form: FormData) -> tuple[Table, Person]:
    """A table as the form describes it. Refused whole if anything in it is wrong."""
    seats = _whole(form, "seats")
    words = {choice.name: _text(form, choice.name) for choice in options.choices(game) if choice.name in form}
    chosen = options.read(game, words)
    places = [_text(form, f"seat{seat}") or "open" for seat in range(1, seats)]
    bots = [place.removeprefix("bot:") for place in places if place.startswith("bot:")]
    if unknown := [level for level in bots if level not in levels(game, seats)]:
        raise Refused(say("there is no bot “{name}” for this table", name=unknown[0][:40]))
    game.rules.new(seats, chosen)
    guests = {
        seat: clean(_text(form, f"name{seat}").strip() or f"{_text(form, 'name').strip()[:35]} {seat + 1}")
        for seat, place in enumerate(places, 1)
        if place == "here"
    }
    me = await site.people.named(me, _text(form, "name"))
    pace = _text(form, "pace")
    table = await site.harbour.open(
        game,
        seats,
        chosen,
        me.id,
        listed=site.settings.public_tables and "listed" in form,
        watched="watch" in form,
        pace=pace if pace in PACES else PACES[0],
    )
    await table.sit(me.id, me.name, _contribution(form))
    for seat, place in enumerate(places, 1):
        if place.startswith("bot:"):
            await table.sit_bot(me.id, seat, place.removeprefix("bot:"))
        elif place == "here":
            await table.sit(me.id, guests[seat], secrets.token_hex(8), seat)
    if table.full:
        await table.start(me.id)
    return table, me


def _text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def _whole(form: FormData, name: str) -> int:
    text = _text(form, name)
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise Refused(say("“{word}” is not a whole number in plain digits, like 1000", word=text[:40]))
    return int(text)


def _contribution(form: FormData) -> str:
    """What this person adds to the draws: made by the browser, or by us where it made none."""
    word = _text(form, "contribution")
    return word if word.isascii() and word.isalnum() and 8 <= len(word) <= 64 else secrets.token_hex(8)


# Joining and watching


async def _deal(found: Deal | None) -> Deal:
    if found is None:
        raise HTTPException(404)
    return found


@router.get("/join/{code}")
async def join_page(request: Request, code: str) -> Response:
    site, me = site_of(request), await known(request)
    table = await site.harbour.wake(await _deal(await site.storage.deal_to_join(code)))
    if me and table.seats_of(me.id):
        return go(f"/t/{table.code}/")
    return _join_page(request, table, me)


def _join_page(request: Request, table: Table, me: Person | None, error: str = "") -> Response:
    seated = zip(table.sitters, table.seated(language_of(request)), strict=True)
    return show(
        request,
        "join.html",
        400 if error else 200,
        me=me,
        title=table.game.title,
        game=table.game,
        seats=[(each.name if sitter else None, each.bot) for sitter, each in seated],
        name=me.name if me else "",
        error=error,
        full=table.full or table.started or table.closed,
        watch_url=f"/watch/{table.deal.watch_code}/" if table.deal.watched else None,
        commitment=table.commitment,
    )


@router.post("/join/{code}")
async def join(request: Request, code: str) -> Response:
    site, me, form = site_of(request), await known(request), await request.form()
    table = await site.harbour.wake(await _deal(await site.storage.deal_to_join(code)))
    if me and table.seats_of(me.id):
        return go(f"/t/{table.code}/")
    try:
        if table.full or table.started or table.closed:
            raise Refused(say("this table is full"))
        me = await site.people.named(me, _text(form, "name"))
        await table.sit(me.id, me.name, _contribution(form))
    except Refused as refusal:
        return _join_page(request, table, me, told(request, refusal.message))
    return remember(site, go(f"/t/{table.code}/"), me)


@router.get("/watch/{code}/")
async def watch(request: Request, code: str) -> Response:
    table = await _watched(site_of(request), code)
    return _table_page(request, table, _viewer(request, table, None), await known(request))


async def _watched(site: Site, code: str) -> Table:
    deal = await _deal(await site.storage.deal_to_watch(code))
    if not deal.watched:
        raise HTTPException(404)
    return await site.harbour.wake(deal)


@router.get("/qr/{code}.svg")
async def qr(request: Request, code: str) -> Response:
    site = site_of(request)
    deal = await _deal(await site.storage.deal_to_join(code))
    return Response(_qr(f"{site.settings.url}/join/{deal.join_code}"), media_type="image/svg+xml")


def _qr(url: str) -> bytes:
    drawn = BytesIO()
    segno.make(url, error="m").save(drawn, kind="svg", scale=4, border=3, dark="#11303a", light="#fffdf8")
    return drawn.getvalue()


# At the table


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


def _table_page(request: Request, table: Table, viewer: Viewer, me: Person | None, error: str = "") -> Response:
    lines = log_lines(table, viewer.ears, viewer.language, max(0, table.version - LINES))
    seat = "" if viewer.seat is None else f"&seat={viewer.seat}"
    made = parts(table, viewer)
    whole = board(table, made, viewer.language, components.log_panel(lines, viewer.language))
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
        end=made.get("end", ""),
        curtain=made.get("curtain", ""),
        board=whole.replace('action="move"', f'action="move?seen={table.version}{escape(seat)}"'),
        css=components.stylesheet(table.game) if table.started else None,
        live_url=f"live?page={table.version}&mark={marked(made)}{seat}",
        version=table.version,
        turn=any(own in table.wanted for own in viewer.seats),
        device_url="/device" if me else "",
        record_url="record.txt" if table.outcome and viewer.seats else "",
        watch_url=f"{viewer.url}/watch/{table.deal.watch_code}/" if table.deal.watched and viewer.seats else "",
        creator=viewer.person == table.creator and not table.over,
        may_leave=bool(viewer.seats) and not table.started and not table.closed,
        error=error,
    )


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
        match deed:
            case "move":
                await _move(table, me, form, request.query_params)
            case "lift":
                return go(f"/t/{code}/?seat={_whole(form, 'seat')}")
            case "start":
                await table.start(me.id)
            case "close":
                await table.close(me.id)
                return go("/")
            case "sit":
                await table.sit_bot(me.id, _whole(form, "seat"), _text(form, "level"))
            case "remove":
                await table.remove(me.id, _whole(form, "seat"))
            case "leave":
                await table.remove(me.id, table.seats_of(me.id)[0])
                return go("/")
            case "rematch":
                return go(f"/t/{await _rematch(site_of(request), table)}/")
            case _:
                raise HTTPException(404)
    except Refused as refusal:
        viewer = _viewer(request, table, me.id)
        return _table_page(request, table, viewer, me, told(request, refusal.message, table.game))
    return go(f"/t/{code}/")


async def _move(table: Table, me: Person, form: FormData, page: QueryParams) -> None:
    """A move by a plain form. The page says what it has shown and to whom, so that a second click moves nothing."""
    words = [word for word in form.getlist("word") if isinstance(word, str)]
    text = _text(form, "move") or " ".join(words)
    own = table.seats_of(me.id)
    seat = next((seat for seat in own if str(seat) == page.get("seat")), own[0])
    seen = page.get("seen", "")
    await table.play(seat, text, secrets.token_hex(8), int(seen) if re.fullmatch("[0-9]{1,9}", seen) else table.version)


async def _rematch(site: Site, table: Table) -> str:
    """The same company again, everybody one seat further; the first to ask opens it."""
    if table.successor:
        return table.successor
    if not table.over:
        raise Refused(say("this game is still going on"))
    deal = table.deal
    again = await site.harbour.open(
        table.game, deal.seats, table.options, deal.creator, listed=deal.listed, watched=deal.watched, pace=deal.pace
    )
    for seat in range(deal.seats):
        sitter = table.sitters[(seat + 1) % deal.seats]
        if sitter and sitter.person:
            await again.sit(sitter.person, sitter.name, secrets.token_hex(8), seat)
        elif sitter:
            await again.sit_bot(deal.creator, seat, sitter.level)
    await table.follow(again.code)
    if table.successor == again.code:
        await again.start(deal.creator)
    else:  # somebody else was quicker
        await again.close(deal.creator)
    return table.successor


@router.get("/t/{code}/record.txt")
async def record_text(request: Request, code: str) -> Response:
    table, _ = await _mine(request, code)
    if table.outcome is None:
        raise HTTPException(403)
    return PlainTextResponse(
        record.write(table.record()),
        headers={"Content-Disposition": f'attachment; filename="{table.game.id}-{table.code}.txt"'},
    )


@router.websocket("/t/{code}/live")
async def live(socket: WebSocket, code: str, page: int = -1, mark: str = "", seat: str | None = None) -> None:
    site = site_of(socket)
    table, me = await site.harbour.table(code), site.people.id_in(socket.cookies.get(COOKIE))
    await socket.accept()  # first: a browser that is refused before does not learn why
    if table is None or not table.seats_of(me):
        await socket.close(4403)
        return
    await Screen(socket, table, _viewer(socket, table, me, seat), page, mark).run()


@router.websocket("/watch/{code}/live")
async def live_watch(socket: WebSocket, code: str, page: int = -1, mark: str = "") -> None:
    await socket.accept()
    try:
        table = await _watched(site_of(socket), code)
    except HTTPException:
        await socket.close(4403)
        return
    await Screen(socket, table, _viewer(socket, table, None), page, mark).run()


# Rules, another device


@router.get("/rules/{name}")
async def rules(request: Request, name: str) -> Response:
    game = game_of(name)
    html = rulebook.html(game, language_of(request))
    return show(
        request, "rules.html", me=await known(request), title=game.title, game=game, html=html, credits=game.credits
    )


@router.get("/device")
async def device(request: Request) -> Response:
    """A personal link that continues on another device."""
    site, me = site_of(request), await known(request)
    if me is None:
        return go("/")
    token = site.people.link(me)
    qr = "" if site.settings.only_here else f"/device/{token}.svg"
    title = told(request, say("Another device"))
    return show(request, "device.html", me=me, title=title, url=f"{site.settings.url}/device/{token}", qr=qr)


@router.get("/device/{token}.svg")
async def device_qr(request: Request, token: str) -> Response:
    site = site_of(request)
    if await site.people.follow(token) is None:
        raise HTTPException(404)
    return Response(_qr(f"{site.settings.url}/device/{token}"), media_type="image/svg+xml")


@router.get("/device/{token}")
async def device_ask(request: Request, token: str) -> Response:
    """Asks first: a link that is merely opened changes nothing."""
    person = await site_of(request).people.follow(token)
    if person is None:
        raise HTTPException(403)
    return show(request, "device_ask.html", me=await known(request), title=person.name, name=person.name)


@router.post("/device/{token}")
async def device_take(request: Request, token: str) -> Response:
    site = site_of(request)
    person = await site.people.follow(token)
    if person is None:
        raise HTTPException(403)
    return remember(site, go("/"), person)


@router.post("/name")
async def rename(request: Request) -> Response:
    site, form = site_of(request), await request.form()
    person = await site.people.named(await known(request), _text(form, "name"))
    return remember(site, go("/"), person)
