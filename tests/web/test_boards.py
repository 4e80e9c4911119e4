"""The laws every board keeps: it has always the same parts, tells no secrets, and changes little at a time."""

import json
import re
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median

import pytest

from darsena.core.game import Seated
from darsena.core.language import LANGUAGES
from darsena.web.components import board, part

from ..games.plays import disguise, kinds, play

KINDS = [kind for kind in kinds() if find_spec(f"{kind.game.package}.board")]
SMALL = 1000  # bytes of a median update
UNSAFE = re.compile(r"\sstyle=|\son\w+=|<script|<style")

every_board = pytest.mark.parametrize("kind", KINDS, ids=str)


def seated(kind):
    return tuple(Seated(f"<b>Ada {n}", bot=n % 3 == 1, away=n % 3 == 2) for n in range(kind.seats))


def parts(kind, state, seat):
    made, rules = import_module(f"{kind.game.package}.board"), kind.game.rules
    moves = () if seat is None else rules.moves(state, seat)
    shared = made.public(rules.view(state, None), seated(kind))
    own = made.own(rules.view(state, seat), seated(kind), moves)
    assert not shared.keys() & own.keys()
    return {**shared, **own}


def html(kind, state, seat, language):
    return {name: part(kind.game, *made, language) for name, made in parts(kind, state, seat).items()}


@every_board
def test_a_board_shows_every_state_in_every_language(kind):
    rng = Random(1)
    for before, _, after in play(kind, rng):
        if rng.random() < 0.1 or kind.game.rules.outcome(after):
            seat, language = rng.choice([*range(kind.seats), None]), rng.choice(list(LANGUAGES))
            shown = html(kind, after, seat, language)
            page = board(kind.game, language, shown)
            assert shown.keys() == parts(kind, before, None).keys()
            assert not UNSAFE.search(page)
            assert "<b>Ada" not in page
            assert len(set(re.findall(r'\sid="([^"]+)"', page))) == len(re.findall(r'\sid="([^"]+)"', page))


@every_board
def test_a_board_tells_no_more_than_its_seat_may_know(kind):
    rng, disguised = Random(2), disguise(kind.game)
    for before, _, _ in play(kind, rng):
        if rng.random() < 0.2:
            seat = rng.choice([*range(kind.seats), None])
            assert parts(kind, before, seat) == parts(kind, disguised(before, seat, rng), seat)


@every_board
def test_an_update_is_small(kind):
    was, sizes = html(kind, kind.new(), 0, "fr"), []
    for _, _, after in play(kind, Random(3)):
        now = html(kind, after, 0, "fr")
        changed = {name: shown for name, shown in now.items() if shown != was[name]}
        sizes.append(len(json.dumps(changed, ensure_ascii=False).encode()))
        was = now
    if kind.seats > 2:  # with two, every other move ends a round
        assert median(sizes) <= SMALL
