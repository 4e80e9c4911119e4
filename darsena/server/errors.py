"""When something cannot be done: a page that says so in the person's language; for programs, a line of JSON."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from ..core.game import Message, say
from ..core.language import Voice
from ..web import components
from .site import API, language_of

WORDS = {
    400: (say("That was not understood"), say("The form was incomplete or damaged. Go back and try again.")),
    401: (say("Not for you"), say("This token is not known here. Whoever made the bot can make a new one.")),
    403: (say("Not for you"), say("This page belongs to somebody else, or its link has expired. Ask for a new one.")),
    404: (say("Nothing moored here"), say("There is no such page or table. Perhaps the link is incomplete.")),
    405: (say("That was not understood"), say("The form was incomplete or damaged. Go back and try again.")),
    409: (say("Not possible now"), say("The table has changed meanwhile. Go back and look again.")),
    413: (say("Too large"), say("That was more than a form here may hold.")),
    429: (say("Too fast"), say("That was too much at once. Wait a moment and try again.")),
    500: (say("Something broke"), say("It is our fault, and it is in the log. Nothing you did is lost.")),
    503: (say("Not possible now"), say("The server cannot write at the moment. Nothing was changed; try again soon.")),
}


def page(request: Request, status: int, message: Message | None = None) -> Response:
    title, text = WORDS.get(status, WORDS[400])
    voice = Voice(language_of(request))
    if request.url.path.startswith(API):
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
        return JSONResponse({"error": voice(message or text), "rule": ""}, status, headers)
    html = components.page(
        "message.html",
        language_of(request),
        me=None,
        path=request.url.path,
        theme=request.cookies.get("theme", ""),
        title=voice(title),
        text=voice(message or text),
    )
    return HTMLResponse(html, status)
