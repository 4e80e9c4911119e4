"""The pages and forms of the harbour: choosing a game, opening a table, joining one, the rules, another device."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from starlette.datastructures import FormData

from ..core import hints, options
from ..core.game import Game, Refused, say
from ..core.language import Voice
from ..core.names import clean
from ..games import games
from ..web import components, rulebook
from . import series
from .answers import contribution, game_of, go, known, may_open, qr_code, remember, show, text, there, told, whole
from .clocks import CLOCKS
from .learn_pages import lesson_of
from .site import Site, language_of, site_of
from .storage import Person
from .tables import PACES, Table

router = APIRouter(include_in_schema=False)

SHOWN = 12  # tables on the first page


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
        mine=[line async for line in _lines(request, await site.storage.running_of(me.id, SHOWN), me)] if me else [],
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
        "learn": f"/learn/{game.id}" if lesson_of(game) else f"/rules/{game.id}",
    }


async def _lines(request: Request, codes: list[str], me: Person | None) -> AsyncIterator[tuple[str, str, str, bool]]:
    """Tables as lines of a list: where, what, who is there, and whether one's move is wanted."""
    for code in codes[:SHOWN]:
        table = await site_of(request).harbour.playable(code)
        if table is None or table.over:
            continue
        mine = table.seats_of(me.id if me else None)
        others = tuple(
            seated.name
            for seat, seated in enumerate(table.seated(language_of(request)))
            if seat not in mine and table.sitters[seat]
        )
        turn = table.turn(mine)
        status = say("playing") if table.started else say("not started yet")
        line = say("with {names}; {status}", names=others, status=status) if others else status
        url = f"/t/{code}/" if mine else f"/join/{table.deal.join_code}"
        yield url, table.game.title, told(request, line, table.game), turn


# Opening a table


@router.post("/play/{name}")
async def play_now(request: Request, name: str) -> Response:
    """One click: a table against bots, started at once."""
    site, game, me = site_of(request), game_of(name), await known(request)
    await may_open(request, me.id if me else None)
    me = me or await site.people.named(None, told(request, say("Guest")))
    seats = 4 if 4 in game.seats else game.seats[0]
    able = list(game.levels(seats))
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
        levels=[(name, voice(level.label), voice(level.about)) for name, level in game.bots.items()],
        clocks=[(kind, voice(clock.title)) for kind, clock in CLOCKS.items()],
        tables=[*series.TABLES] if series.dealt(game) else [],
        may_list=site_of(request).settings.public_tables,
        may_hint=any(hints.given(game, seats) for seats in game.seats),
        error=error,
        old=form,
    )


@router.post("/new/{name}")
async def open_table(request: Request, name: str) -> Response:
    site, game, me, form = site_of(request), game_of(name), await known(request), await request.form()
    try:
        await may_open(request, me.id if me else None, min(_count(form), series.TABLES[-1]))
        table, me = await _opened(site, game, me, form)
    except Refused as refusal:
        return _new_page(request, game, me, told(request, refusal.message, game), form)
    where = f"/series/{table.deal.series}" if table.deal.series else f"/t/{table.code}/"
    return remember(site, go(where), me)


def _count(form: FormData) -> int:
    """The tables that share a deal."""
    return whole(form, "tables") if "tables" in form else 1


async def _opened(site: Site, game: Game, me: Person | None, form: FormData) -> tuple[Table, Person]:
    """A table as the form describes it. Refused whole if anything in it is wrong."""
    seats = whole(form, "seats")
    words = {choice.name: text(form, choice.name) for choice in options.choices(game) if choice.name in form}
    chosen = options.read(game, words)
    places = [text(form, f"seat{seat}") or "open" for seat in range(1, seats)]
    bots = [place.removeprefix("bot:") for place in places if place.startswith("bot:")]
    if unknown := [level for level in bots if level not in game.levels(seats)]:
        raise Refused(say("there is no bot “{name}” for this table", name=unknown[0][:40]))
    game.rules.new(seats, chosen)
    guests = {
        seat: clean(text(form, f"name{seat}").strip() or f"{text(form, 'name').strip()[:35]} {seat + 1}")
        for seat, place in enumerate(places, 1)
        if place == "here"
    }
    count = _count(form)
    if guests and count > 1:
        raise Refused(say("with the same deal at several tables, everybody needs a device of their own"))
    me = await site.people.named(me, text(form, "name"))
    pace, clock = text(form, "pace"), text(form, "clock")
    how: dict[str, Any] = {
        "pace": pace if pace in PACES else PACES[0],
        "clock": clock if clock in CLOCKS else "none",
        "hints": "hints" in form and hints.given(game, seats),
    }
    if count > 1:
        tables = await series.opened(site.harbour, game, seats, chosen, me.id, count, **how)
        await series.take_places(tables, me.id, places)
        return await series.sit(tables, me.id, me.name, contribution(form), 0), me
    listed, watched = site.settings.public_tables and "listed" in form, "watch" in form
    table = await site.harbour.open(game, seats, chosen, me.id, listed=listed, watched=watched, **how)
    await table.sit(me.id, me.name, contribution(form))
    for seat, place in enumerate(places, 1):
        if place.startswith("bot:"):
            await table.sit_bot(me.id, seat, place.removeprefix("bot:"))
        elif place == "here":
            await table.sit(me.id, guests[seat], secrets.token_hex(8), seat)
    if table.full:
        await table.start(me.id)
    return table, me


# Joining and watching


@router.get("/join/{code}")
async def join_page(request: Request, code: str) -> Response:
    site, me = site_of(request), await known(request)
    table = await site.harbour.wake(there(await site.storage.deal_to_join(code)))
    if me and table.seats_of(me.id):
        return go(f"/t/{table.code}/")
    if table.deal.series:
        return go(f"/series/{table.deal.series}")
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
        watch_url=f"/watch/{table.deal.watch_code}/" if table.watched else None,
        commitment=table.commitment,
        hints=table.hints,
    )


@router.post("/join/{code}")
async def join(request: Request, code: str) -> Response:
    site, me, form = site_of(request), await known(request), await request.form()
    table = await site.harbour.wake(there(await site.storage.deal_to_join(code)))
    if me and table.seats_of(me.id):
        return go(f"/t/{table.code}/")
    try:
        if table.full or table.started or table.closed:
            raise Refused(say("this table is full"))
        me = await site.people.named(me, text(form, "name"))
        await table.sit(me.id, me.name, contribution(form))
    except Refused as refusal:
        return _join_page(request, table, me, told(request, refusal.message))
    return remember(site, go(f"/t/{table.code}/"), me)


@router.get("/qr/{code}.svg")
async def qr(request: Request, code: str) -> Response:
    site = site_of(request)
    deal = there(await site.storage.deal_to_join(code))
    return Response(qr_code(f"{site.settings.url}/join/{deal.join_code}"), media_type="image/svg+xml")


# Rules, another device


@router.get("/rules/{name}")
async def rules(request: Request, name: str) -> Response:
    game = game_of(name)
    return show(
        request,
        "rules.html",
        me=await known(request),
        title=game.title,
        game=game,
        html=rulebook.html(game, language_of(request)),
        credits=game.credits,
        learn=f"/learn/{game.id}" if lesson_of(game) else "",
        topics=rulebook.topics(game, language_of(request)),
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
    return Response(qr_code(f"{site.settings.url}/device/{token}"), media_type="image/svg+xml")


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
