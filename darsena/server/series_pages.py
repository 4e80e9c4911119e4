"""The page of a series: who sits where, the start of all tables, and at the end how everybody fared."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from ..core.game import Refused, say
from ..core.language import Voice
from . import series
from .answers import contribution, go, known, qr_code, remember, show, text, told, whole
from .site import language_of, site_of
from .storage import Person
from .tables import Table

router = APIRouter(include_in_schema=False)


async def _tables(request: Request, code: str) -> list[Table]:
    found = await series.tables_of(site_of(request).harbour, code)
    if not found:
        raise HTTPException(404)
    return found


@router.get("/series/{code}")
async def series_page(request: Request, code: str) -> Response:
    return _page(request, await _tables(request, code), await known(request))


def _page(request: Request, tables: Sequence[Table], me: Person | None, error: str = "") -> Response:
    first, language, here = tables[0], language_of(request), f"/series/{tables[0].deal.series}"
    over = all(table.over for table in tables)
    rows = series.compared(tables, language) if over else []
    mine = next((table for table in tables if table.seats_of(me.id if me else None)), None)
    settings, voice = site_of(request).settings, Voice(language, first.game)
    return show(
        request,
        "series.html",
        409 if error else 200,
        me=me,
        title=first.game.title,
        game=first.game,
        teams=ascii_uppercase[: first.deal.seats],
        grid=[_line(table, language) for table in tables],
        free=[] if mine else series.free(tables),
        mine=f"/t/{mine.code}/" if mine else "",
        creator=me is not None and me.id == first.creator,
        waiting=any(not table.started and not table.closed for table in tables),
        awaited=bool(series.awaited(tables)),
        levels=[(name, voice(first.game.bots[name].label)) for name in first.game.levels(first.deal.seats)],
        rows=rows,
        totals=series.totals(rows),
        over=over,
        reader=over and mine is not None,
        commitment=first.commitment,
        here=here,
        url=f"{settings.url}{here}",
        qr="" if settings.only_here else f"{here}/qr.svg",
        name=me.name if me else "",
        error=error,
    )


def _line(table: Table, language: str) -> tuple[str, str, list[tuple[str, int]]]:
    """A table: its code, how far it is, and who sits at each seat, with the team."""
    state = "over" if table.over else "playing" if table.started else "waiting"
    seated = zip(table.sitters, table.seated(language), strict=True)
    names = [(each.name if sitter else "", series.team(table, seat)) for seat, (sitter, each) in enumerate(seated)]
    return table.code, state, names


@router.get("/series/{code}/qr.svg")
async def qr(request: Request, code: str) -> Response:
    tables = await _tables(request, code)
    url = f"{site_of(request).settings.url}/series/{tables[0].deal.series}"
    return Response(qr_code(url), media_type="image/svg+xml")


@router.post("/series/{code}/{deed}")
async def deed(request: Request, code: str, deed: str) -> Response:
    site, me, form = site_of(request), await known(request), await request.form()
    tables = await _tables(request, code)
    try:
        if deed == "sit":
            side = whole(form, "team")
            if side not in series.free(tables):
                raise Refused(say("this team is complete"))
            me = await site.people.named(me, text(form, "name"))
            table = await series.sit(tables, me.id, me.name, contribution(form), side)
            return remember(site, go(f"/t/{table.code}/"), me)
        if me is None:
            raise HTTPException(403)
        if deed == "fill":
            await series.fill(tables, me.id, text(form, "level"))
        elif deed == "start":
            await series.start(tables, me.id)
        elif deed == "close":
            await series.close(tables, me.id)
        else:
            raise HTTPException(404)
    except Refused as refusal:
        return _page(request, tables, me, told(request, refusal.message, tables[0].game))
    return go(f"/series/{code}")
