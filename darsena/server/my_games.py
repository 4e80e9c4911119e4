"""One page with all of somebody's tables: those that go on, with whose turn it is, and those that are over."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec import Struct

from ..core.game import Message, Who, say
from ..core.language import Voice
from ..games import games
from .answers import go, known, show
from .results import Finished, finished_games
from .site import language_of, site_of
from .tables import Table

router = APIRouter(include_in_schema=False)

ON_A_PAGE = 20


class Going(Struct, frozen=True):
    """A table that goes on, as a line of the list."""

    url: str
    title: str
    line: str
    turn: bool


class Gone(Struct, frozen=True):
    """A game that is over, as a line of the list."""

    url: str
    record: str
    title: str
    place: int
    seats: int
    score: int
    day: str


@router.get("/mine")
async def my_games(request: Request, page: int = 1) -> Response:
    site, me = site_of(request), await known(request)
    if me is None:
        return go("/account")
    page = min(max(page, 1), 10_000)
    skip = (page - 1) * ON_A_PAGE
    codes = await site.storage.running_of(me.id, ON_A_PAGE + 1, skip)
    tables = [await site.harbour.playable(code) for code in codes[:ON_A_PAGE]]
    running = [_going(table, me.id, language_of(request)) for table in tables if table and table.seats_of(me.id)]
    over = await finished_games(site.storage, me.id, ON_A_PAGE + 1, skip)
    return show(
        request,
        "mine.html",
        me=me,
        title=Voice(language_of(request))(say("My games")),
        running=sorted(running, key=lambda line: not line.turn),
        finished=[_gone(each) for each in over[:ON_A_PAGE]],
        page=page,
        more=len(codes) > ON_A_PAGE or len(over) > ON_A_PAGE,
    )


def _going(table: Table, person: str, language: str) -> Going:
    mine = table.seats_of(person)
    voice = table.voice(language, mine[0] if len(mine) == 1 else None)
    turn = table.turn(mine)
    others = tuple(Who(seat) for seat, sitter in enumerate(table.sitters) if sitter and seat not in mine)
    parts = [say("with {names}", names=others)] if others else []
    parts += [] if turn else [_waiting(table)]  # one's own turn is marked beside it
    parts.append(ago(time.time() - table.log[-1].time))
    return Going(f"/t/{table.code}/", table.game.title, " · ".join(map(voice, parts)), turn)


def _waiting(table: Table) -> Message:
    if not table.started:
        return say("not started yet")
    return say("waiting for {names}", names=tuple(Who(seat) for seat in table.wanted))


def ago(seconds: float) -> Message:
    """How long something has lasted, as roughly as people say it."""
    minutes = int(seconds // 60)
    if minutes < 60:
        return say("for {n} minute", "for {n} minutes", n=max(minutes, 1))
    if minutes < 48 * 60:
        return say("for {n} hour", "for {n} hours", n=minutes // 60)
    return say("for {n} day", "for {n} days", n=minutes // (24 * 60))


def _gone(game: Finished) -> Gone:
    known = games().get(game.game)
    return Gone(
        url=f"/t/{game.code}/",
        record=f"/t/{game.code}/record.txt",
        title=known.title if known else game.game,
        place=game.place,
        seats=game.seats,
        score=int(game.score),
        day=day(game.finished),
    )


def day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()
