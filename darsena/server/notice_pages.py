"""Where somebody says how they want to be told that it is their turn, and tries it."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from msgspec.structs import replace

from ..core.game import Message, Refused, say
from ..core.language import Voice
from . import mail
from .answers import go, known, show, text, told
from .outbound import checked
from .reach import REMINDERS, Notice
from .site import Site, language_of, site_of
from .storage import Person

router = APIRouter(include_in_schema=False)

Tried = Sequence[tuple[Message, Message | None]]


async def _me(request: Request) -> Person:
    me = await known(request)
    if me is None:
        raise HTTPException(403)
    return me


@router.get("/notices")
async def notices(request: Request, asked: str = "") -> Response:
    if await known(request) is None:
        return go("/account")
    return await _page(request, asked=bool(asked))


async def _page(request: Request, error: str = "", form: str = "", asked: bool = False, tried: Tried = ()) -> Response:
    site, me = site_of(request), await _me(request)
    voice = Voice(language_of(request))
    return show(
        request,
        "notices.html",
        400 if error else 200,
        me=me,
        title=voice(say("Notices")),
        reach=await site.messenger.reach(me.id),
        browsers=len(await site.messenger.browsers(me.id)),
        push=site.messenger.push_key if site.settings.secure or site.settings.only_here else "",
        mailed=bool(site.settings.smtp_host),
        reminders=REMINDERS,
        error=error,
        form=form,
        asked=asked,
        tried=[(voice(way), voice(problem) if problem else "") for way, problem in tried],
    )


@router.post("/notices")
async def save(request: Request) -> Response:
    """The webhook and the reminder."""
    site, me, form = site_of(request), await _me(request), await request.form()
    webhook, remind = text(form, "webhook").strip(), text(form, "remind")
    try:
        if webhook:
            checked(webhook)
    except Refused as refusal:
        return await _page(request, told(request, refusal.message), "webhook")
    reach = await site.messenger.reach(me.id)
    seconds = next((each for each in REMINDERS if str(each) == remind), 0)
    await site.messenger.save(replace(reach, language=language_of(request), webhook=webhook, remind=seconds))
    return go("/notices")


@router.post("/notices/email")
async def email(request: Request) -> Response:
    """An address is used once its owner has followed the link that is sent there; an empty one ends it."""
    site, me, form = site_of(request), await _me(request), await request.form()
    if not site.settings.smtp_host:
        raise HTTPException(404)
    if not text(form, "email").strip():
        await site.messenger.save(replace(await site.messenger.reach(me.id), email=""))
        return go("/notices")
    try:
        address = mail.address(text(form, "email"))
        site.tests.take(me.id)
        site.tests.take(address)
        await site.messenger.ask(me.id, address, Voice(language_of(request)))
    except Refused as refusal:
        return await _page(request, told(request, refusal.message), "email")
    return go("/notices?asked=yes")


@router.get("/notices/confirm/{token}")
async def confirm_ask(request: Request, token: str) -> Response:
    """Asks first: programs that read e-mails open links too."""
    _, address = _confirmed(site_of(request), token)
    question = told(request, say("Send notices to {address}?", address=address))
    return show(request, "ask.html", me=await known(request), title=question)


@router.post("/notices/confirm/{token}")
async def confirm(request: Request, token: str) -> Response:
    site = site_of(request)
    person, address = _confirmed(site, token)
    if await site.storage.person(person) is None:
        raise HTTPException(403)
    reach = replace(await site.messenger.reach(person), email=address, language=language_of(request))
    await site.messenger.save(reach)
    return go("/notices")


def _confirmed(site: Site, token: str) -> tuple[str, str]:
    found = site.messenger.asked(token)
    if found is None:
        raise HTTPException(403)
    return found


@router.get("/notices/stop/{token}")
async def stop_ask(request: Request, token: str) -> Response:
    return show(request, "ask.html", me=await known(request), title=told(request, say("No more e-mails?")))


@router.post("/notices/stop/{token}")
async def stop(request: Request, token: str) -> Response:
    if not await site_of(request).messenger.stop(token):
        raise HTTPException(403)
    return go("/")


@router.post("/notices/browser")
async def browser(request: Request) -> Response:
    site, me, form = site_of(request), await _me(request), await request.form()
    await site.messenger.add(me.id, text(form, "endpoint")[:2000], text(form, "p256dh"), text(form, "auth"))
    await site.messenger.save(replace(await site.messenger.reach(me.id), language=language_of(request)))
    return Response(status_code=204)


@router.post("/notices/browser/remove")
async def browser_remove(request: Request) -> Response:
    """This browser; without an address all of them."""
    me, form = await _me(request), await request.form()
    await site_of(request).messenger.remove(me.id, text(form, "endpoint"))
    return go("/notices")


@router.post("/notices/test")
async def test(request: Request) -> Response:
    """Sent at once on every way, and the page says how that went."""
    site, me = site_of(request), await _me(request)
    voice = Voice(language_of(request))
    try:
        site.tests.take(me.id)
        sample = Notice("Darsena", voice(say("This is how it will look.")), f"{site.settings.url}/mine")
        tried = await site.messenger.tell(await site.messenger.reach(me.id), sample)
        if not tried:
            raise Refused(say("there is nothing to try yet"))
    except Refused as refusal:
        return await _page(request, voice(refusal.message), "test")
    return await _page(request, tried=tried)
