"""PettingZoo's own tests, for every game there is and several numbers of players."""

from random import Random
from types import SimpleNamespace

import pytest

from darsena.core.game import Refused
from darsena.envs import codec, codecs, parts
from darsena.games import find

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: the extra `research` has it")

import numpy as np
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.test.state_test import test_state as state_is_in_its_space
from pettingzoo.test.state_test import test_state_space as state_space_is_sound

from darsena.envs import pettingzoo as zoo

GAMES = [find(name) for name in codecs()]
TABLES = [(game, seats) for game in GAMES for seats in sorted({game.seats[0], (game.seats[0] + game.seats[-1]) // 2})]
every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda value: getattr(value, "id", str(value)))
at_once = pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game, seats in TABLES if zoo.Seats(game, seats, {}).simultaneous],
    ids=lambda value: getattr(value, "id", str(value)),
)
quiet = pytest.mark.filterwarnings("ignore::UserWarning")  # their tests warn of dictionaries in games they do not list


@quiet
@every_table
def test_the_convention_is_kept(game, seats):
    api_test(zoo.env(game, seats), num_cycles=60)


@quiet
@every_table
def test_the_same_seed_is_the_same_game(game, seats):
    seed_test(lambda: zoo.env(game, seats), num_cycles=60)


@quiet
@every_table
def test_the_state_is_in_its_space(game, seats):
    env = zoo.env(game, seats)
    state_space_is_sound(env)
    state_is_in_its_space(env, 10)


@every_table
def test_every_mode_of_drawing_draws(game, seats):
    render_test(lambda **settings: zoo.env(game, seats, **settings))


@quiet
@at_once
def test_all_at_once_keeps_the_convention_too(game, seats):
    parallel_api_test(zoo.parallel_env(game, seats), num_cycles=300)
    parallel_seed_test(lambda: zoo.parallel_env(game, seats), num_cycles=60)
    state_test(zoo.env(game, seats), zoo.parallel_env(game, seats))


@at_once
def test_a_game_too_long_is_cut_off(game, seats):
    def seeded(env):
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(number)
        return env

    max_cycles_test(
        SimpleNamespace(
            env=lambda **settings: seeded(zoo.env(game, seats, **settings)),
            parallel_env=lambda **settings: seeded(zoo.parallel_env(game, seats, **settings)),
        )
    )


def play(env, seed):
    """A game of random numbers from the masks: what each seat got."""
    rng, got = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        got[agent] += reward
        env.step(None if over or cut else int(rng.choice(seen["action_mask"].nonzero()[0])))
    return got


@every_table
def test_the_winner_gets_what_the_others_pay(game, seats):
    env = zoo.env(game, seats)
    got = play(env, 7)
    outcome = game.rules.outcome(env.unwrapped.truth)
    assert [got[agent] > 0 for agent in env.possible_agents] == [seat in outcome.winners for seat in range(seats)]
    assert sum(got.values()) == pytest.approx(0)


@every_table
def test_what_the_rules_refuse_ends_the_game_for_all(game, seats):
    """Random numbers without a mask, until one is refused; some games refuse none."""
    for seed in range(40):
        env, rng = zoo.env(game, seats, max_cycles=20), Random(seed)
        env.reset(seed=seed)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            before, agent = env.unwrapped.truth, env.agent_selection
            env.step(rng.randrange(codec(game).MOVES))
            if "illegal" in env.unwrapped.infos.get(agent, {}):
                assert env.unwrapped.truth is before
                assert all(env.terminations.values())
                assert [reward for reward in env.rewards.values() if reward] == [-1.0]
                return
    assert zoo.Seats(game, seats, {}).simultaneous


@at_once
def test_whoever_does_not_move_at_once_loses_and_nobody_moves(game, seats):
    env = zoo.parallel_env(game, seats)
    env.reset(seed=1)
    before = env.truth
    _, rewards, over, _, infos = env.step(dict.fromkeys(env.agents[1:], 0))
    assert env.truth is before
    assert all(over.values())
    assert list(rewards.values()) == [-1.0] + [0.0] * (seats - 1)
    assert infos["player_0"]["illegal"]


@every_table
@pytest.mark.parametrize("number", [-1, 10**6])
def test_a_number_of_no_move_ends_the_game_too(game, seats, number):
    env = zoo.raw_env(game, seats)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(number)
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1


@at_once
def test_nobody_moves_where_nothing_is_played(game, seats):
    assert zoo.parallel_env(game, seats).step({}) == ({}, {}, {}, {}, {})


def test_a_game_of_turns_is_not_played_at_once():
    for game, seats in TABLES:
        if not zoo.Seats(game, seats, {}).simultaneous:
            with pytest.raises(Refused):
                zoo.parallel_env(game, seats)


@every_table
def test_an_environment_has_a_name_with_a_version(game, seats):
    name = f"{game.id}_v{game.rules_version}"
    assert str(getattr(zoo, name).env(seats)) == name
    with pytest.raises(AttributeError):
        getattr(zoo, f"{game.id}_v0")


@every_table
def test_features_come_apart_by_name_without_a_copy(game, seats):
    env = zoo.env(game, seats)
    env.reset(seed=1)
    seen = env.observe(env.agent_selection)["observation"]
    found = parts(game, seats, seen)
    assert sum(part.size for part in found.values()) == seen.size
    assert all(np.shares_memory(part, seen) for part in found.values())


@every_table
def test_a_mask_cannot_be_written_to(game, seats):
    env = zoo.env(game, seats)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        env.observe(env.agent_selection)["action_mask"][0] = 1
