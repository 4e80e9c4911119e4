"""The bots: what the greedy one prefers, that the yardsticks stay what they are, and that the others are worth more."""

import subprocess
import sys
from random import Random

import pytest

from ...core.game import CHANCE, Budget
from ...core.notation import write
from ...core.play import dice, run
from . import bots, rules
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


NODES = Budget(seconds=None, nodes=100)
GREEDY_AND_RANDOM = """
1 choose black, 0 lay black up 1.2 3.1, 1 swap 0.3 0.2, 0 lay black down 5.1, 1 stack black 1 4.1, 0 lay white up 2.0,
1 lay white up 1.1 2.4, 0 redraw 0.3, 1 redraw 0.6, 0 lay white up 4.0, 1 lay white up 1.3 4.2, 0 lay white up 6.0,
1 lay black up 0.1 0.2 2.1, 0 lay white up 2.2 5.0
"""
GREEDY_AND_GREEDY = """
1 choose black, 0 lay black up 1.2 3.1, 1 lay black up 2.4, 0 swap 0.6 2.3, 1 lay white up 1.0 1.5,
0 lay black up 2.3 3.2, 1 lay black up 0.6, 0 stack black 3 0.2 1.1, 1 lay black down 4.1, 0 lay white up 3.0,
1 lay black up 0.5 4.2
"""
SEARCH_AND_GREEDY = """
1 choose black, 0 lay black down 3.1, 1 lay white up 2.4, 0 swap 1.2 1.5, 1 lay white up 1.2 2.3, 0 redraw 0.4,
1 lay black up 2.1 2.2, 0 lay white up 4.0, 1 redraw 0.3, 0 lay white up 1.1 4.1, 1 swap 3.2 6.0,
0 lay white up 1.5 2.0 3.2, 1 lay black up 1.4, 0 lay black up 0.2 1.3, 1 stack black 5 3.3 4.2, 0 lay black up 0.6,
1 lay white up 1.0 6.0
"""


def game(levels, seed, budget=NODES, option="advanced"):
    """The decisions of one game, and what it came to."""
    rng = Random(seed)
    players = [LEVELS[level].make(seat) for seat, level in enumerate(levels)]
    played = list(run(rules, new(2, Options(option)), players, dice(rng), rng, budget))
    return [f"{row.seat} {write(row.move)}" for row, _ in played if row.seat != CHANCE], outcome(played[-1][1])


@pytest.mark.parametrize(
    ("levels", "moves"), [(["greedy", "random"], GREEDY_AND_RANDOM), (["greedy", "greedy"], GREEDY_AND_GREEDY)]
)
def test_the_yardsticks_play_as_they_always_did(levels, moves):
    """Strength is quoted against these two, so they do not change."""
    assert game(levels, 7)[0] == moves.replace("\n", " ").strip().split(", ")


def test_plain_search_plays_as_it_always_did():
    pytest.importorskip("numba")
    assert game(["search", "greedy"], 7)[0] == SEARCH_AND_GREEDY.replace("\n", " ").strip().split(", ")


def test_in_few_positions_the_best_bot_beats_plain_search():
    pytest.importorskip("numba")
    assert share("best", "search", 40, Budget(seconds=None, nodes=1000)) >= 23  # of 40; over many games about 28


def share(level, against, games, budget=NODES, option="advanced"):
    won = 0.0
    for number in range(games):
        seat = number % 2
        levels = [level, against] if seat == 0 else [against, level]
        won += game(levels, number, budget, option)[1].share(seat)
    return won


def test_the_friendly_bot_plays_worse_than_the_greedy_one_and_better_than_anything():
    assert share("greedy", "friendly", 60) >= 34
    assert share("friendly", "random", 60) >= 34


@pytest.mark.parametrize("option", ["advanced", "basic"])
def test_the_best_bot_beats_the_greedy_one(option):
    pytest.importorskip("numba")
    assert share("best", "greedy", 40, Budget(seconds=None, nodes=1000), option) >= 24


@pytest.mark.parametrize("level", ["search", "best"])
def test_with_nodes_and_a_seed_the_same_game_is_played_again(level):
    pytest.importorskip("numba")
    assert game([level, level], 3) == game([level, level], 3)
    assert game([level, level], 3) != game([level, level], 4)


def test_near_the_end_the_best_bot_loses_nothing():
    pytest.importorskip("numba")
    from .test_solve import endgames, plain

    for state in endgames(4, 12):
        if rules.to_move(state) == (CHANCE,):
            continue
        seat, seen = state.turn, view(state, state.turn)
        move = LEVELS["best"].make(seat).choose(seen, moves(state, seat), Random(1), NODES)
        assert plain(rules.apply(state, seat, move), seat) == pytest.approx(plain(state, seat), abs=1e-7)


@pytest.mark.parametrize("level", ["search", "best"])
def test_without_the_compiled_game_those_that_search_are_greedy(level, monkeypatch):
    monkeypatch.setattr(bots, "ready", lambda seconds: False)
    assert game([level, "random"], 7) == game(["greedy", "random"], 7)


def test_without_numba_and_numpy_everything_plays():
    code = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\n"
        "from darsena.games.bossa.test_bots import game\n"
        "print(game(['best', 'search'], 7)[0] == game(['greedy', 'greedy'], 7)[0])\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "True\n"
