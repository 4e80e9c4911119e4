"""The API for programs that play: a token says who asks, and cookies say nothing. docs/bots.md tells how to use it."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Body, Depends, HTTPException, Path, Request
from fastapi.responses import JSONResponse, StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from ..core.game import Refused, Seat
from . import asking, invitations, metrics
from .answers import there
from .programs import Program
from .site import language_of, site_of
from .streams import event_lines, not_too_many, seat_lines, still_known
from .tables import Table

T = TypeVar("T")

LINES = "application/x-ndjson"
AT_ONCE = {"X-Accel-Buffering": "no"}  # for a proxy that would rather gather lines


@dataclass
class Me:
    name: str


@dataclass
class Sat:
    """Where the program sits now."""

    table: str
    seat: Seat


@dataclass
class Done:
    """What the table is like from this version on."""

    version: int


@dataclass
class Problem:
    """Why something was not done: a sentence, and the § of the rules where they forbid it."""

    error: str
    rule: str = ""


class Declined(Exception):
    """A refusal in the words of its table."""

    def __init__(self, sentence: str, rule: str) -> None:
        self.sentence, self.rule = sentence, rule


WRONG: dict[int | str, dict[str, Any]] = {"4XX": {"model": Problem, "description": "Refused"}}
STREAM: dict[int | str, dict[str, Any]] = {**WRONG, 200: {"content": {LINES: {}}, "description": "Lines of JSON"}}
router = APIRouter(prefix="/api", responses=WRONG)
bearer = HTTPBearer(auto_error=False, description="The token of a bot")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
Code = Annotated[str, Path(max_length=16)]


async def asker(request: Request, token: Bearer) -> Program:
    """The program that asks, if it does not ask too much."""
    programs = site_of(request).programs
    program = await programs.bearing(token.credentials) if token else None
    if program is None:
        raise HTTPException(401)
    programs.pace.take(program.person)
    return program


Asker = Annotated[Program, Depends(asker)]


async def _table(request: Request, code: str) -> Table:
    table = await site_of(request).harbour.table(code)
    if table is None:
        raise HTTPException(404)
    return table


async def _seat(request: Request, code: str, program: Program) -> tuple[Table, Seat]:
    """A table, and the seat of the program there; a table where it has none does not exist for it."""
    table = await _table(request, code)
    seats = table.seats_of(program.person)
    if not seats:
        raise HTTPException(404)
    return table, seats[0]


async def _judged(request: Request, table: Table, seat: Seat | None, deed: Awaitable[T]) -> T:
    try:
        return await deed
    except Refused as refusal:
        metrics.REFUSALS.inc()
        raise Declined(table.voice(language_of(request), seat)(refusal.message), refusal.rule) from None


async def declined(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, Declined)
    return JSONResponse({"error": problem.sentence, "rule": problem.rule}, 409)


@router.get("/me")
async def me(program: Asker) -> Me:
    """Whose token this is."""
    return Me(program.name)


@router.get("/events", responses=STREAM, response_class=StreamingResponse)
async def events(request: Request, program: Asker, token: Bearer) -> StreamingResponse:
    """Invitations, and tables where something begins, is wanted, or is over."""
    site = site_of(request)
    not_too_many(site.programs, program.person)
    lines = event_lines(site.programs, site.harbour, program.person, still_known(site.programs, token))
    return StreamingResponse(lines, media_type=LINES, headers=AT_ONCE)


@router.post("/join/{code}")
async def join(request: Request, code: Code, program: Asker) -> Sat:
    """Sit down at a table by the code in its link."""
    site = site_of(request)
    table = await site.harbour.wake(there(await site.storage.deal_to_join(code)))
    sitting = table.sit(program.person, program.name, secrets.token_hex(8), program=True)
    return Sat(table.code, await _judged(request, table, None, sitting))


@router.post("/challenges/{code}/{answer}")
async def challenge(request: Request, code: Code, answer: Literal["accept", "decline"], program: Asker) -> Done:
    """Take the seat that one is invited to, or leave it."""
    table = await _table(request, code)
    deed = invitations.accept if answer == "accept" else invitations.decline
    await _judged(request, table, None, deed(table, program))
    return Done(table.version)


@router.get("/tables/{code}/stream", responses=STREAM, response_class=StreamingResponse)
async def stream(request: Request, code: Code, program: Asker, token: Bearer) -> StreamingResponse:
    """What the program's seat may know, line by line, until the game is over."""
    site, (table, seat) = site_of(request), await _seat(request, code, program)
    not_too_many(site.programs, program.person)
    await asking.arrived(table, [seat])
    still = still_known(site.programs, token)
    lines = seat_lines(site.programs, table, program.person, language_of(request), still)
    return StreamingResponse(lines, media_type=LINES, headers=AT_ONCE)


@router.post("/tables/{code}/move")
async def move(
    request: Request,
    code: Code,
    program: Asker,
    move: Annotated[str, Body(max_length=4096, description="As in `moves`, or any other legal one")],
    seen: Annotated[int, Body(ge=0, le=10**9, description="The `version` that was looked at")],
    id: Annotated[str, Body(max_length=48, pattern=r"^[\w-]*$", description="The same when sent again")] = "",
) -> Done:
    """One move. Sent again with the same `id` it is not done twice."""
    table, seat = await _seat(request, code, program)
    with metrics.SECONDS.time():
        played = table.play(seat, move, id or secrets.token_hex(8), seen)
        return Done(await _judged(request, table, seat, played))


@router.post("/tables/{code}/leave")
async def leave(request: Request, code: Code, program: Asker) -> Done:
    """Get up before the game starts; afterwards resign."""
    table, seat = await _seat(request, code, program)
    if table.started:
        await _judged(request, table, seat, _deed(table, program, "resign"))
    else:
        await _judged(request, table, seat, table.remove(program.person, seat))
    return Done(table.version)


@router.post("/tables/{code}/back")
async def back(request: Request, code: Code, program: Asker) -> Done:
    """Take the seat back where another bot plays for the program, because it was away or out of time."""
    table, seat = await _seat(request, code, program)
    return Done(await _judged(request, table, seat, _deed(table, program, "back")))


def _deed(table: Table, program: Program, deed: str) -> Awaitable[int]:
    return asking.do(table, program.person, deed, secrets.token_hex(8), table.version)
