"""The bots: what the greedy one prefers, and that it is worth its name."""

from random import Random

import pytest

from ...core.game import Budget
from ...core.notation import write
from ...core.play import dice, run
from . import rules
from .bots import LEVELS, GreedyBot
from .moves import moves
from .rules import new, outcome, view
from .state import Options
from .test_positions import position
from .test_rules import play
from .test_secrets import dealt


def chosen(state, seat=0):
    return write(GreedyBot(seat).choose(view(state, seat), moves(state, seat), Random(1), Budget()))


def test_the_greedy_bot_plays_its_last_tile():
    assert chosen(position("[3]", hand="4.0", other="1.0 1.1")) == "lay white up 4.0"


def test_the_greedy_bot_completes_its_own_line_and_not_the_other_one():
    own = "[1] 2.0 1.0+2.1 4.0 1.1+4.1 1.2+2.2+3.0"
    assert chosen(position(own, hand="3.1 4.2 6.0", other="1.3")) == "lay white up 3.1 4.2"
    theirs = "[1] 0.2 0.1+1.2 0.4 1.1+1.4 2.1+2.2+0.3"
    assert not chosen(position(black=theirs, hand="1.3 2.4 6.0", other="3.1")).startswith("lay black up")


def test_the_greedy_bot_would_rather_lay_two_tiles_than_one():
    assert chosen(position("[3]", "[6]", "1.0 3.0 4.0", "0.1 0.2")) == "lay white up 1.0 3.0"


def test_the_greedy_bot_keeps_its_action_tiles_while_it_can_lay():
    assert chosen(position("[3]", "[6]", "4.0 5.0", "0.1 0.2")) == "lay white up 4.0"


def test_the_greedy_bot_chooses_without_knowing_the_other_hand():
    state = play(dealt(), "roll 5 2")
    assert chosen(state) in {"choose white", "choose black", "choose first"}


@pytest.mark.parametrize("option", ["advanced", "basic"])
def test_the_greedy_bot_beats_the_random_one(option):
    won = 0.0
    for game in range(40):
        rng, seat = Random(game), game % 2
        levels = ["greedy", "random"] if seat == 0 else ["random", "greedy"]
        bots = [LEVELS[level].make(place) for place, level in enumerate(levels)]
        *_, (_, state) = run(rules, new(2, Options(option)), bots, dice(rng), rng)
        won += outcome(state).share(seat)
    assert won >= 28  # of 40; over many games it wins about 35
