"""Every lesson can be followed to its end, and its words are true: all moves are legal, none is asked for in vain."""

from importlib import import_module
from itertools import product, takewhile

import pytest

from darsena.core import lesson, notation
from darsena.core.game import IllegalMove, Refused
from darsena.core.lesson import LEARNER, READ, NotWanted, follow
from darsena.games import games

GAMES = [game for game in games().values() if (game.folder / "lesson.py").is_file()]
every_lesson = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


def plan(game):
    return import_module(f"{game.package}.lesson").LESSON


def first(step):
    return step.moves[0] if step.moves else READ


def last(step):
    return step.moves[-1] if step.moves else READ


def test_every_game_has_one():
    assert list(games().values()) == GAMES


@every_lesson
@pytest.mark.parametrize("answer", [first, last])
def test_a_lesson_comes_to_its_end(game, answer):
    steps = plan(game).steps
    reached = follow(game, plan(game), [answer(step) for step in steps])
    assert reached.number == len(steps)


@every_lesson
def test_the_learner_is_on_the_move_whenever_something_is_to_be_done(game):
    for number, step in enumerate(plan(game).steps):
        if step.moves:
            reached = follow(game, plan(game), [first(each) for each in plan(game).steps[:number]])
            assert LEARNER in game.rules.to_move(reached.state)


@every_lesson
def test_what_a_step_does_not_want_leads_nowhere(game):
    steps = plan(game).steps
    number = next(number for number, step in enumerate(steps) if step.moves)
    before = [first(step) for step in steps[:number]]
    state = follow(game, plan(game), before).state
    others = [notation.write(move) for move in game.rules.moves(state, LEARNER)]
    unwanted = next(text for text in others if text not in steps[number].moves)
    with pytest.raises(NotWanted):
        follow(game, plan(game), [*before, unwanted])
    for answers in ([*before, "nonsense"], [READ] * (len(steps) + 1)):
        with pytest.raises(Refused):
            follow(game, plan(game), answers)


def refused(game):
    """The rules against the moves of other steps, where those are illegal."""
    steps = [step for step in plan(game).steps if step.moves]
    for step, other in product(steps, steps):
        before = takewhile(lambda each, step=step: each is not step, plan(game).steps)
        state = follow(game, plan(game), [first(each) for each in before]).state
        try:
            lesson.judged(game, step, state, first(other))
        except NotWanted:
            continue
        except IllegalMove as refusal:
            yield refusal.rule


def test_an_illegal_move_is_refused_with_its_rule():
    found = {game.id: list(refused(game)) for game in GAMES}
    assert all(rule for rules in found.values() for rule in rules)
    assert sum(map(bool, found.values())) > 1
