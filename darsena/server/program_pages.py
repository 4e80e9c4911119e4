"""Somebody's bots: programs that play over the API, with a name and a token each."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from ..core.game import Refused, say
from .account_pages import owned
from .answers import go, known, show, text, told
from .belongings import forget
from .programs import MOST, Program
from .site import site_of
from .storage import Person

router = APIRouter(include_in_schema=False)


@router.get("/account/bots")
async def bots(request: Request) -> Response:
    me = await known(request)
    if await site_of(request).accounts.of(me) is None:
        return go("/account")
    assert me is not None
    return await _page(request, me)


async def _page(request: Request, me: Person, error: str = "", token: str = "") -> Response:
    """A token is shown on the answer to the form that made it, and never again."""
    mine = await site_of(request).programs.of(me.id)
    return show(
        request,
        "bots.html",
        400 if error else 200,
        me=me,
        title=told(request, say("My bots")),
        programs=mine,
        room=len(mine) < MOST,
        error=error,
        token=token,
    )


@router.post("/account/bots")
async def make(request: Request) -> Response:
    (me, _), form = await owned(request), await request.form()
    try:
        token = await site_of(request).programs.make(me.id, text(form, "name"))
    except Refused as refusal:
        return await _page(request, me, told(request, refusal.message))
    return await _page(request, me, token=token)


@router.post("/account/bots/{person}/token")
async def renew(request: Request, person: str) -> Response:
    (me, _), programs = await owned(request), site_of(request).programs
    return await _page(request, me, token=await programs.renew(await _own(request, me, person)))


@router.post("/account/bots/{person}/delete")
async def delete(request: Request, person: str) -> Response:
    (me, _), site = await owned(request), site_of(request)
    program = await _own(request, me, person)
    await forget(site.storage, site.harbour, program.person)
    return go("/account/bots")


async def _own(request: Request, me: Person, person: str) -> Program:
    mine = await site_of(request).programs.of(me.id)
    found = next((program for program in mine if program.person == person), None)
    if found is None:
        raise HTTPException(404)
    return found
