"""The account: register, log in, log out, change the password; one's data, to take along or to delete."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from ..core.game import Refused, say
from .accounts import Account
from .answers import address, go, known, remember, show, text, told
from .belongings import export, forget, join_accounts
from .people import COOKIE
from .site import site_of
from .storage import Person

router = APIRouter(include_in_schema=False)


@router.get("/account")
async def account(request: Request) -> Response:
    return await account_page(request, await known(request))


async def account_page(request: Request, me: Person | None, error: str = "", form: str = "") -> Response:
    """With an account what can be done with it, without one how to get at it. An error stands at its form."""
    account = await site_of(request).accounts.of(me)
    return show(
        request,
        "account.html",
        400 if error else 200,
        me=me,
        title=told(request, say("Account")),
        account=account,
        error=error,
        form=form,
    )


async def owned(request: Request) -> tuple[Person, Account]:
    """Somebody with an account, and the account."""
    me = await known(request)
    account = await site_of(request).accounts.of(me)
    if me is None or account is None:
        raise HTTPException(403)
    return me, account


@router.post("/account/register")
async def register(request: Request) -> Response:
    site, me, form = site_of(request), await known(request), await request.form()
    try:
        me = await site.accounts.register(me, text(form, "name"), text(form, "password"), address(request))
    except Refused as refusal:
        return await account_page(request, me, told(request, refusal.message), "register")
    return remember(site, go("/account"), me)


@router.post("/account/enter")
async def enter(request: Request) -> Response:
    """Log in. What a guest has played at this device comes along, unless they say otherwise."""
    site, guest, form = site_of(request), await known(request), await request.form()
    try:
        me = await site.accounts.enter(text(form, "name"), text(form, "password"), address(request))
    except Refused as refusal:
        return await account_page(request, guest, told(request, refusal.message), "enter")
    if guest and guest.id != me.id and "along" in form and not await site.accounts.of(guest):
        await join_accounts(site.storage, site.harbour, guest.id, me.id)
    return remember(site, go("/mine"), me)


@router.post("/account/leave")
async def leave(request: Request) -> Response:
    await owned(request)  # a guest who logged out would never find back
    return _unknown(go("/"))


@router.post("/account/password")
async def password(request: Request) -> Response:
    site, (me, account), form = site_of(request), await owned(request), await request.form()
    try:
        await site.accounts.confirm(account, text(form, "old"), address(request))
        me = await site.accounts.change(me, account, text(form, "password"))
    except Refused as refusal:
        return await account_page(request, me, told(request, refusal.message), "password")
    return remember(site, go("/account"), me)


def _unknown(response: Response) -> Response:
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return response


@router.get("/account/data.json")
async def data(request: Request) -> Response:
    me = await known(request)
    found = await export(site_of(request).storage, me.id) if me else {}
    if not found:  # nobody, or forgotten a moment ago
        raise HTTPException(403)
    told = msgspec.json.format(msgspec.json.encode(found))
    headers = {"Content-Disposition": 'attachment; filename="darsena.json"'}
    return Response(told, media_type="application/json", headers=headers)


@router.post("/account/forget")
async def forget_me(request: Request) -> Response:
    site, me, form = site_of(request), await known(request), await request.form()
    if me is None:
        raise HTTPException(403)
    try:
        if "sure" not in form:
            raise Refused(say("say that you are sure"))
        if account := await site.accounts.of(me):
            await site.accounts.confirm(account, text(form, "password"), address(request))
    except Refused as refusal:
        return await account_page(request, me, told(request, refusal.message), "forget")
    await forget(site.storage, site.harbour, me.id)
    return _unknown(go("/"))
