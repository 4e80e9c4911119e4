"""Rounds in which everybody decides at once: in arrays, and through PettingZoo beside a game of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from random import Random
from typing import Any

SEATS, GAMES = 4, 4096


def plays() -> Iterator[tuple[str, Callable[[], int]]]:
    makers = {
        f"{GAMES} games in arrays, {SEATS} players": arrays,
        f"PettingZoo parallel step, {SEATS} players": ours,
        "PettingZoo rps_v2 parallel step, 2 players": rps,
    }
    for name, make in makers.items():
        try:
            yield name, make()
        except ImportError as error:
            print(f"{name} is not measured: {error}")


def arrays() -> Callable[[], int]:
    """Features, masks, rewards and new games included; the bids lie ready."""
    import numpy as np

    from darsena.envs.vector import VectorEnv

    env = VectorEnv("puerto_banana", GAMES, SEATS)
    seen, _ = env.reset(seed=1)
    lots = seen["observation"][:, :1, SEATS]
    dice = np.random.default_rng(1).random((64, GAMES, SEATS))
    numbers = count()

    def play() -> int:
        env.step((dice[next(numbers) % len(dice)] * (2 * np.minimum(lots, 199) + 1)).astype(np.int16))
        return GAMES

    return play


def ours() -> Callable[[], int]:
    from darsena.envs.pettingzoo import parallel_env

    return rounds(parallel_env("puerto_banana", SEATS), lambda seen: 2 * int(seen["observation"][SEATS]) + 1)


def rps() -> Callable[[], int]:
    return rounds(import_module("pettingzoo.classic.rps_v2").parallel_env(), lambda seen: 3)


def rounds(env: Any, choices: Callable[[Any], int]) -> Callable[[], int]:
    """One game of random moves; `choices` says how many there are."""
    rng = Random(1)

    def play() -> int:
        seen, _ = env.reset()
        played = 0
        while env.agents:
            seen, *_ = env.step({agent: int(rng.random() * choices(seen[agent])) for agent in env.agents})
            played += 1
        return played

    return play
