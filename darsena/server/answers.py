"""What pages and forms share: who asks, what they typed, and how they are answered."""

from __future__ import annotations

import secrets
from io import BytesIO
from typing import Any

import segno
from fastapi import HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection

from ..core.game import Game, Message, Refused, say
from ..core.language import Voice
from ..games import games
from ..web import components
from .limits import TABLES_OF_ACCOUNT, TABLES_OF_GUEST
from .people import COOKIE, COOKIE_AGE
from .site import Site, language_of, site_of
from .storage import Deal, Person


def show(request: Request, template: str, status: int = 200, me: Person | None = None, **values: Any) -> HTMLResponse:
    language = language_of(request)
    html = components.page(
        template,
        language,
        me=me,
        path=request.url.path,
        query=request.url.query,
        theme=request.cookies.get("theme", ""),
        **values,
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


def address(connection: HTTPConnection) -> str:
    """Where somebody asks from: a whole club may have the same one."""
    return connection.client.host if connection.client else ""


async def may_open(request: Request, person: str | None, tables: int = 1) -> None:
    """Refused where an address opens tables without end, or somebody has more of them than anybody plays at."""
    site = site_of(request)
    for _ in range(tables):
        site.opened.take(address(request))
    if person is None:
        return
    most = TABLES_OF_ACCOUNT if await site.accounts.known(person) else TABLES_OF_GUEST
    if await site.storage.opened_by(person) + tables > most:
        raise Refused(say("one person has at most {n} tables that go on: end or close one first", n=most))


def game_of(name: str) -> Game:
    if name not in games():
        raise HTTPException(404)
    return games()[name]


def there(deal: Deal | None) -> Deal:
    if deal is None:
        raise HTTPException(404)
    return deal


def text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def whole(form: FormData, name: str) -> int:
    word = text(form, name)
    if not (word.isascii() and word.isdigit() and len(word) <= 4):
        raise Refused(say("“{word}” is not a whole number in plain digits, like 1000", word=word[:40]))
    return int(word)


def contribution(form: FormData) -> str:
    """What this person adds to the draws: made by the browser, or by us where it made none."""
    word = text(form, "contribution")
    return word if word.isascii() and word.isalnum() and 8 <= len(word) <= 64 else secrets.token_hex(8)


def qr_code(url: str) -> bytes:
    drawn = BytesIO()
    segno.make(url, error="m").save(drawn, kind="svg", scale=4, border=3, dark="#11303a", light="#fffdf8")
    return drawn.getvalue()
