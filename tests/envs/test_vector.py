"""Many games at a time, for every game that has arrays for it."""

from importlib.util import find_spec

import pytest

pytest.importorskip("numba", reason="Numba is not installed: the extra `fast` has it")

import numpy as np

from darsena.core.game import Refused
from darsena.envs import codecs, parts
from darsena.envs.vector import VectorEnv
from darsena.games import find

GAMES = [find(name) for name in codecs() if find_spec(f"{find(name).package}.batch")]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def chosen(seen, rng):
    """A random one of the marked numbers, everywhere; 0 where nothing is marked."""
    mask = seen["action_mask"]
    return (rng.random(mask.shape) * mask).argmax(axis=-1)


def test_there_are_some():
    assert GAMES


@every_game
def test_games_end_and_new_ones_begin(game):
    env, rng = VectorEnv(game, 16), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    ends = 0
    for _ in range(100):
        seen, rewards, over, cut, _ = env.step(chosen(seen, rng))
        assert not cut.any()
        assert rewards[over].sum(axis=1) == pytest.approx(0, abs=1e-5)
        assert (abs(rewards[over]).max(axis=1) <= 1).all()
        assert not rewards[~over].any()
        assert not seen["action_mask"][over].any()
        assert seen["action_mask"][~over].any(axis=-1).all()
        ends += over.sum()
    assert ends > 16


@every_game
def test_the_same_seed_and_moves_are_the_same_games(game):
    def run(seed):
        env, rng = VectorEnv(game, 16), np.random.default_rng(3)
        seen, _ = env.reset(seed=seed)
        rows = []
        for _ in range(30):
            rows.append(seen["observation"].copy())
            seen = env.step(chosen(seen, rng))[0]
        return np.array(rows)

    assert (run(5) == run(5)).all()


@every_game
def test_nothing_is_copied_and_nothing_can_be_overwritten(game):
    env = VectorEnv(game, 8)
    first, _ = env.reset(seed=1)
    second, *_ = env.step(chosen(first, np.random.default_rng(1)))
    assert np.shares_memory(first["observation"], second["observation"])
    for array in second.values():
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert all(
        np.shares_memory(part, first["observation"]) for part in parts(game, env.seats, first["observation"]).values()
    )


@every_game
def test_a_game_too_long_is_cut_off(game):
    env, rng = VectorEnv(game, 8, max_cycles=2), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    seen, _, over, cut, _ = env.step(chosen(seen, rng))
    assert not cut.any()
    for _ in range(2 * env.seats):
        seen, _, over, cut, _ = env.step(chosen(seen, rng))
        if cut.any():
            break
    assert (cut ^ over).all()


@every_game
def test_what_is_no_number_of_a_move_is_refused(game):
    env = VectorEnv(game, 8)
    env.reset(seed=1)
    for wrong in (np.full(env.shape, env.moves), np.full(env.shape, -1), np.zeros(3, int)):
        with pytest.raises(ValueError, match="numbers from 0"):
            env.step(wrong)


def test_a_game_without_arrays_says_so():
    for name in codecs():
        if find(name) not in GAMES:
            with pytest.raises(Refused):
                VectorEnv(find(name), 8)
