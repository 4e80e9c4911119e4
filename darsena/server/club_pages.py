"""Pages with figures: somebody's own, and those of their clubs."""

from __future__ import annotations

import time
from collections.abc import Mapping

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from msgspec import Struct

from ..core.game import Refused, say
from ..games import games
from . import clubs
from .answers import go, known, remember, show, text, told
from .clubs import Club, Member
from .my_games import day
from .site import site_of
from .statistics import Figures, Played, by_kind, by_person, played, ratings, tables
from .storage import RESULTS, Person

router = APIRouter(include_in_schema=False)

EVENINGS = 20  # days shown on a club's page; the file has all


class Line(Struct, frozen=True):
    """A row of figures, and a bar of the chart."""

    name: str
    figures: Figures
    rating: float | None = None


class Evening(Struct, frozen=True):
    day: str
    tables: list[tuple[str, list[tuple[int, str]]]]  # the game, and who came in at which place


def _title(game: str) -> str:
    known = games().get(game)
    return known.title if known else game


@router.get("/statistics")
async def statistics(request: Request) -> Response:
    site, me = site_of(request), await known(request)
    if me is None:
        return go("/account")
    own = by_kind(await played(site.storage, RESULTS.c.person == me.id))
    lines = [
        Line(told(request, say("{game}, {n} players", game=_title(game), n=seats)), own[game, seats])
        for game, seats in sorted(own)
    ]
    return show(request, "statistics.html", me=me, title=told(request, say("Statistics")), lines=lines)


@router.get("/clubs")
async def my_clubs(request: Request) -> Response:
    if await known(request) is None:
        return go("/account")
    return await _clubs_page(request)


async def _clubs_page(request: Request, error: str = "") -> Response:
    me = await known(request)
    mine = await clubs.clubs_of(site_of(request).storage, me.id) if me else []
    title = told(request, say("Clubs"))
    return show(request, "clubs.html", 400 if error else 200, me=me, title=title, clubs=mine, error=error)


@router.post("/clubs")
async def found(request: Request) -> Response:
    site, me, form = site_of(request), await known(request), await request.form()
    if me is None:
        raise HTTPException(403)
    try:
        club = await clubs.found(site.storage, text(form, "name"), me.id, time.time())
    except Refused as refusal:
        return await _clubs_page(request, told(request, refusal.message))
    return go(f"/club/{club.id}/")


async def _inside(request: Request, id: str) -> tuple[Club, Person, list[Member]]:
    """A club, for one of its members."""
    storage, me = site_of(request).storage, await known(request)
    club = await clubs.club_of(storage, id)
    if club is None:
        raise HTTPException(404)
    company = await clubs.members(storage, club)
    if me is None or me.id not in {member.person for member in company}:
        raise HTTPException(403)
    return club, me, company


@router.get("/club/{id}/")
async def club_page(request: Request, id: str, game: str = "") -> Response:
    """How everybody has fared, in all games or in one."""
    club, me, company = await _inside(request, id)
    all_games = await clubs.games_of(site_of(request).storage, club, company)
    chosen = [each for each in all_games if game in ("", each.game)]
    names = {member.person: member.name for member in company}
    return show(
        request,
        "club.html",
        me=me,
        title=club.name,
        club=club,
        names=sorted(names.values(), key=str.casefold),
        lines=_ranked(chosen, names),
        kinds=[(id, _title(id)) for id in sorted({each.game for each in all_games})],
        game=game,
        evenings=_evenings(chosen, names),
        url=f"{site_of(request).settings.url}/club/join/{club.join_code}",
    )


def _ranked(chosen: list[Played], names: Mapping[str, str]) -> list[Line]:
    """The strongest first."""
    rated = ratings(chosen)
    lines = [Line(names[person], own, rated[person]) for person, own in by_person(chosen).items()]
    return sorted(lines, key=lambda line: -(line.rating or 0.0))


def _evenings(chosen: list[Played], names: Mapping[str, str]) -> list[Evening]:
    """The newest first; who played, in the order of their places."""
    days: dict[str, list[tuple[str, list[tuple[int, str]]]]] = {}
    for seats in reversed(tables(chosen).values()):
        company = sorted((each.place, names[each.person or ""]) for each in seats)
        days.setdefault(day(seats[0].finished), []).append((_title(seats[0].game), company))
    return [Evening(day, played) for day, played in days.items()][:EVENINGS]


@router.get("/club/{id}/games.csv")
async def sheet(request: Request, id: str) -> Response:
    club, _, company = await _inside(request, id)
    own = await clubs.games_of(site_of(request).storage, club, company)
    headers = {"Content-Disposition": f'attachment; filename="club-{club.id}.csv"'}
    lines = clubs.sheet(own, {member.person: member.name for member in company})
    return Response(lines, media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/club/join/{code}")
async def join_ask(request: Request, code: str) -> Response:
    club = await _invited(request, code)
    me = await known(request)
    return show(request, "club_join.html", me=me, title=club.name, name=me.name if me else "", error="")


@router.post("/club/join/{code}")
async def join(request: Request, code: str) -> Response:
    site, club, me, form = site_of(request), await _invited(request, code), await known(request), await request.form()
    try:
        me = await site.people.named(me, text(form, "name"))
        await clubs.join(site.storage, club, me.id, time.time())
    except Refused as refusal:
        error = told(request, refusal.message)
        return show(request, "club_join.html", 400, me=me, title=club.name, name=text(form, "name"), error=error)
    return remember(site, go(f"/club/{club.id}/"), me)


async def _invited(request: Request, code: str) -> Club:
    club = await clubs.club_to_join(site_of(request).storage, code)
    if club is None:
        raise HTTPException(404)
    return club


@router.post("/club/{id}/leave")
async def leave(request: Request, id: str) -> Response:
    club, me, _ = await _inside(request, id)
    await clubs.leave(site_of(request).storage, club, me.id)
    return go("/clubs")
