"""The first lesson of a game, in the browser. Where somebody is in it stands in the address: the answers so far."""

from __future__ import annotations

from functools import cache
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from markupsafe import escape

from ..core import lesson, notation
from ..core.game import Event, Game, Refused, Seated, say
from ..core.language import Voice
from ..core.lesson import LEARNER, READ, Lesson, Reached
from ..web import components, frame, rulebook
from .answers import game_of, go, known, show, text
from .screens import shown
from .site import language_of

router = APIRouter(include_in_schema=False)


@cache
def lesson_of(game: Game) -> Lesson | None:
    """The lesson in a game's folder, where it has one."""
    module = game.module("lesson")
    return module.LESSON if module else None


@router.get("/learn/{name}")
async def learn(request: Request, name: str) -> Response:
    """The step that these answers lead to. Whoever changes the address by hand begins again."""
    game, plan = _found(name)
    try:
        reached = lesson.follow(game, plan, request.query_params.getlist("did"))
    except Refused:
        return go(_at(game, []))
    return await _page(request, game, plan, reached)


@router.post("/learn/{name}")
async def answer(request: Request, name: str) -> Response:
    """A move: what the step wants leads on; anything else is answered with why not."""
    game, plan = _found(name)
    answers, form = request.query_params.getlist("did"), await request.form()
    words = [word for word in form.getlist("word") if isinstance(word, str)]
    move = text(form, "move") or " ".join(words)
    reached = lesson.follow(game, plan, answers)
    if reached.number == len(plan.steps):
        return go(_at(game, answers))
    try:
        played = lesson.judged(game, plan.steps[reached.number], reached.state, move)
    except Refused as refusal:
        return await _page(request, game, plan, reached, refusal)
    return go(_at(game, [*answers, notation.write(played)]))


@router.get("/learn/{name}/{topic}")
async def topic(request: Request, name: str, topic: str) -> Response:
    """Something to read for the curious, in the game's folder."""
    game, language = game_of(name), language_of(request)
    known_topics = dict(rulebook.topics(game, language))
    if topic not in known_topics:
        raise HTTPException(404)
    html = rulebook.topic(game, topic, language)
    return show(request, "topic.html", me=await known(request), title=known_topics[topic], game=game, html=html)


def _found(name: str) -> tuple[Game, Lesson]:
    game = game_of(name)
    plan = lesson_of(game)
    if plan is None:
        raise HTTPException(404)
    return game, plan


def _at(game: Game, answers: list[str]) -> str:
    query = urlencode([("did", answer) for answer in answers])
    return f"/learn/{game.id}?{query}" if query else f"/learn/{game.id}"


async def _page(
    request: Request, game: Game, plan: Lesson, reached: Reached, refusal: Refused | None = None
) -> Response:
    language, answers = language_of(request), request.query_params.getlist("did")
    seated = (Seated(Voice(language)(say("You"))), *(Seated(name, bot=True) for name in plan.names))
    voice = Voice(language, game, [each.name for each in seated], LEARNER)
    over = reached.number == len(plan.steps)
    moves = () if over else game.rules.moves(reached.state, LEARNER)
    made = shown(game, reached.state, seated, LEARNER, moves, language)
    here = say("Lesson: step {n} of {last}", n=min(reached.number + 1, len(plan.steps)), last=len(plan.steps))
    line = made.get("line") or components.part(game, "status", frame.Line(here, seated, LEARNER), language)
    log = components.log_panel(_lines(game, reached, voice), language)
    board = components.board(game, language, made, log)
    after = plan.steps[reached.number - 1].after if reached.number else None
    step = None if over else plan.steps[reached.number]
    return show(
        request,
        "learn.html",
        409 if refusal else 200,
        me=await known(request),
        title=game.title,
        game=game,
        css=components.stylesheet(game),
        line=line,
        board=board.replace('action="move"', f'action="{escape(_at(game, answers))}"'),
        post=_at(game, answers),
        number=reached.number,
        last=len(plan.steps),
        after=voice(after) if after else "",
        text=voice(step.text) if step else "",
        on="" if step is None or step.moves else _at(game, [*answers, READ]),
        back=_at(game, answers[:-1]) if answers else "",
        error=voice(refusal.message) if refusal else "",
        rule=refusal.rule if refusal else "",
    )


def _lines(game: Game, reached: Reached, voice: Voice) -> list[components.LogLine]:
    """What has just happened, as the learner is told it."""
    told: list[Event] = []
    for each in reached.happened:
        told += game.rules.story(each.before, each.seat, each.move, each.after, LEARNER)
    return [components.log_line(event, tuple(voice.names), LEARNER, game, voice.language) for event in told]
