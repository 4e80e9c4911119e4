"""The same for games of OpenSpiel that are written in Python and for PettingZoo's classic ones, where installed."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from random import Random
from typing import Any

OPENSPIEL = (
    "python_block_dominoes",
    "python_iterated_prisoners_dilemma",
    "python_kuhn_poker",
    "python_liars_poker",
    "python_tic_tac_toe",
)
PETTINGZOO = (
    "connect_four_v3",
    "hanabi_v5",
    "leduc_holdem_v4",
    "rps_v2",
    "texas_holdem_v4",
    "tictactoe_v3",
)


def plays() -> Iterator[tuple[str, Callable[[], int]]]:
    for name, make, titles in (("OpenSpiel", openspiel, OPENSPIEL), ("PettingZoo", pettingzoo, PETTINGZOO)):
        for title in titles:
            try:
                yield f"{name} {title}", make(title)
            except ImportError as error:
                print(f"{name} is not measured: {error}")
                break


def openspiel(title: str) -> Callable[[], int]:
    pyspiel: Any = import_module("pyspiel")
    import_module("open_spiel.python.games")
    game, rng = pyspiel.load_game(title), Random(1)
    everybody = range(game.num_players())

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([_any(rng, state.legal_actions(player)) for player in everybody])
                moves += len(everybody)
            else:
                state.apply_action(_any(rng, state.legal_actions()))
                moves += 1
        return moves

    return play


def pettingzoo(title: str) -> Callable[[], int]:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    warnings.filterwarnings("ignore")
    env, rng, seeds = import_module(f"pettingzoo.classic.{title}").env(), Random(1), count()

    def play() -> int:
        env.reset(seed=next(seeds))
        moves = 0
        for agent in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen.get("action_mask") if isinstance(seen, dict) else info.get("action_mask")
            env.step(env.action_space(agent).sample() if mask is None else int(_any(rng, mask.nonzero()[0])))
            moves += 1
        return moves

    return play


def _any(rng: Random, choices: Any) -> Any:
    return choices[int(rng.random() * len(choices))]
