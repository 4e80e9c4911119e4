"""Search plays any game by its rules, repeats itself with the same dice, and is better than chance."""

from functools import partial
from itertools import islice
from random import Random

import pytest

from darsena.bots.mcts import _Search, anything, mcts
from darsena.bots.meter import ENOUGH, Meter
from darsena.bots.random import RandomBot
from darsena.bots.search import Searcher
from darsena.core.game import Budget
from darsena.core.play import dice, run
from darsena.games import games
from tests import tiny
from tests.tiny import TINY, Pass, Roll, Shout, Side, State, Take

from ..games.plays import kinds

EVERY = {game.id: game for game in [TINY, *games().values()]}
every_game = pytest.mark.parametrize("game", EVERY.values(), ids=EVERY.keys())


def nodes(number):
    return Budget(seconds=None, nodes=number)


SOME = nodes(2000)


def opening(game, seats, searchers, seed, budget, most=None):
    """The first rows of a game in which some seats search and the others play anything."""
    bots = [Searcher(game.rules, seat) if seat in searchers else RandomBot(seat) for seat in range(seats)]
    rng, start = Random(seed), game.rules.new(seats, game.options())
    return list(islice(run(game.rules, start, bots, dice(rng), rng, budget), most))


def wins(game, games, budget):
    """The share of games that one searcher wins against chance, from every seat in turn."""
    seats, total = game.seats[0], 0.0
    for seed in range(games):
        _, state = opening(game, seats, {seed % seats}, seed, budget)[-1]
        total += game.rules.outcome(state).share(seed % seats)
    return total / games


@every_game
def test_it_plays_by_the_rules_at_every_table(game):
    for seats in game.seats:
        assert opening(game, seats, range(seats), seats, nodes(20), most=30)


@every_game
def test_the_same_dice_give_the_same_moves(game):
    assert opening(game, game.seats[0], {0, 1}, 3, nodes(60), most=12) == opening(
        game, game.seats[0], {0, 1}, 3, nodes(60), most=12
    )


@pytest.mark.parametrize("kind", [*kinds()][::7], ids=str)
def test_it_plays_with_every_kind_of_option(kind):
    bots = [Searcher(kind.game.rules, seat) for seat in range(kind.seats)]
    rng = Random(1)
    assert list(islice(run(kind.game.rules, kind.new(), bots, dice(rng), rng, nodes(5)), 10))


@every_game
def test_it_beats_chance_where_games_are_short(game):
    if len(opening(game, game.seats[0], (), 1, nodes(1), most=100)) < 100:
        assert wins(game, 12, nodes(500)) > 0.65


def test_it_takes_the_win_that_lies_there():
    almost = State((6, 6), turn=0, die=1)
    assert isinstance(chosen(almost, 0), Take)


def chosen(state, seat, budget=SOME, **how):
    return mcts(tiny, state, seat, tiny.moves(state, seat), Random(1), budget, **how)


def test_a_seat_that_is_not_asked_may_let_it_be():
    state = State((0, 0), turn=0, die=1)
    assert {chosen(state, 1, nodes(50)), None} <= {None, Shout()}
    answers = [mcts(tiny, state, 1, [Shout()], Random(seed), nodes(50)) for seed in range(20)]
    assert None in answers


def test_a_single_move_needs_no_thought():
    assert mcts(tiny, State((0, 0), die=1), 0, [Pass()], Random(1), nodes(1)) == Pass()


def test_what_a_game_knows_better_is_used():
    """Somebody who holds passing for wise passes, and one who judges by the scores does not."""
    state = State((0, 0), turn=0, die=3)
    wise = partial(chosen, state, 0, rollout=0)
    assert wise(worth=lambda state, seat: 1 - state.scores[seat] / 10) == Pass()
    assert isinstance(wise(worth=lambda state, seat: state.scores[seat] / 10), Take)


def test_policies_move_the_imagined_players():
    seen = []

    def left(state, seat, moves, rng):
        seen.append(seat)
        return Take(Side.LEFT)

    chosen(State((0, 0), turn=0, die=1), 0, nodes(200), policy=left)
    assert set(seen) == {0, 1}


def test_the_budget_of_nodes_is_kept():
    class Counted:
        made = 0

        def __getattr__(self, name):
            return getattr(tiny, name)

        def apply(self, *move):
            self.made += 1
            return tiny.apply(*move)

    rules, state = Counted(), State((0, 0), turn=0, die=1)
    mcts(rules, state, 0, tiny.moves(state, 0), Random(1), nodes(500))
    longest = 200  # one imagined game more
    assert 500 <= rules.made < 500 + longest


def test_a_meter_is_empty_when_nodes_or_time_are_spent():
    meter = Meter(nodes(2))
    meter.spend()
    assert not meter.empty
    meter.spend()
    assert meter.empty
    assert Meter(Budget(seconds=0)).empty
    assert not Meter(Budget(seconds=1000)).empty
    endless = Meter(Budget(seconds=None))
    endless.spend(ENOUGH)
    assert endless.empty


def test_moves_of_nature_cost_too():
    """Two positions come from a move and the roll after it."""
    meter = Meter(nodes(10))
    search = _Search(tiny, Random(1), meter, None, anything, 0, tiny.view, 1)
    after = search._after(State((0, 0), turn=0, die=1), 0, Pass())
    assert meter.nodes == 2
    assert after.die in (1, 2, 3)
    assert tiny.apply(State((0, 0), turn=1), -1, Roll(after.die)) == after
