"""What every request passes first: who may ask, how much, and what the browser may do with the answer."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..core.language import LANGUAGES
from .limits import MAX_BODY, TooFast
from .site import API, Site

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
CHOICES = {"lang": tuple(LANGUAGES), "theme": ("light", "dark", "auto")}
YEAR = 365 * 24 * 3600


class Guard:
    """Same origin for everything that changes something, bodies of a bearable size, strict headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        site: Site = scope["app"].state.site
        headers = Headers(scope=scope)
        changing = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if "\0" in scope["path"]:  # no database takes it
            await _refuse(scope, receive, send, 404)
        elif changing and not same_origin(headers, site.settings.public_url):
            await _refuse(scope, receive, send, 403)
        elif scope["type"] == "websocket":
            await self._screen(scope, receive, send, site)
        else:
            await self._http(scope, receive, send, site, headers, changing)

    async def _screen(self, scope: Scope, receive: Receive, send: Send, site: Site) -> None:
        try:
            site.looks.take(_address(scope))
        except TooFast:
            await _refuse(scope, receive, send, 429)
            return
        await self.app(scope, receive, send)

    async def _http(
        self, scope: Scope, receive: Receive, send: Send, site: Site, headers: Headers, changing: bool
    ) -> None:
        length = headers.get("content-length", "0")
        if changing and (not length.isdecimal() or int(length) > MAX_BODY or "transfer-encoding" in headers):
            await _refuse(scope, receive, send, 413)
            return
        try:
            (site.deeds if changing else site.looks).take(_address(scope))
        except TooFast:
            await _refuse(scope, receive, send, 429)
            return
        answer = None if changing or scope["path"].startswith(API) else chosen(scope, secure=site.settings.secure)
        await (answer or self.app)(scope, receive, _with_headers(send, site.settings.secure))


def _address(scope: Scope) -> str:
    return str((scope.get("client") or ("",))[0])


def _with_headers(send: Send, secure: bool) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if secure:
                headers.setdefault("Strict-Transport-Security", f"max-age={YEAR}")
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending


def same_origin(headers: Headers, public_url: str) -> bool:
    """A browser says where a request comes from; it must be one of our own pages. Other clients say nothing."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    return origin.partition("://")[2] == headers.get("host") or origin == public_url.rstrip("/")


def chosen(scope: Scope, *, secure: bool) -> RedirectResponse | None:
    """`?lang=it` or `?theme=dark` on any page: keep the choice in a cookie, and go on to the page itself."""
    query = parse_qsl(scope["query_string"].decode("latin-1"))
    picks = {name: value for name, value in query if value in CHOICES.get(name, ())}
    if not picks:
        return None
    rest = urlencode([(name, value) for name, value in query if name not in CHOICES])
    path = "/" + Request(scope).url.path.lstrip("/")  # never "//elsewhere"
    answer = RedirectResponse(f"{path}?{rest}" if rest else path, 303)
    for name, value in picks.items():
        answer.set_cookie(name, value, YEAR, samesite="lax", secure=secure)
    return answer


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403})
        return
    from .errors import page

    await page(Request(scope), status)(scope, receive, _with_headers(send, secure=False))
