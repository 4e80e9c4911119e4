"""Every game as PettingZoo environments: `env("bossa")`, or `bossa_v1.env()` by its name and rules version.

A number that means a move the rules refuse ends the game: whoever tried it gets -1 and all others nothing. The mask of
a seat holds the numbered moves among those that `moves` lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from ..core.game import Game, IllegalMove, Refused, say
from ..games import games
from . import codecs
from .raster import picture
from .seats import HIGHEST, Seats

MAX_CYCLES = 2000  # decisions of one seat, after which a game counts as truncated
MODES = ["human", "ansi", "rgb_array"]
Numbers = dict[str, NDArray[Any]]


class _Table:
    """What both kinds of environment do in the same way."""

    metadata: dict[str, Any]
    render_mode: str | None
    possible_agents: list[str]
    agents: list[str]

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        render_mode: str | None = None,
        max_cycles: int = MAX_CYCLES,
        **chosen: str,
    ) -> None:
        self.table = Seats(game, seats, chosen)
        self.metadata = {
            "name": name_of(self.table.game),
            "render_modes": MODES,
            "is_parallelizable": self.table.simultaneous,
            "render_fps": 1,
        }
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(self.table.codec.MOVES) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._seen() for agent in self.possible_agents}
        self.state_space = spaces.Box(0, HIGHEST, (self.table.seats * self.table.length,), np.int16)
        self.rng = Random()

    def _seen(self) -> spaces.Dict:
        features = spaces.Box(0, HIGHEST, (self.table.length,), np.int16)
        return spaces.Dict({"observation": features, "action_mask": spaces.MultiBinary(self.table.codec.MOVES)})

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            np_random(seed)  # refuses what is no seed
            self.rng = Random(seed)
        self.agents = self.possible_agents[:]
        self.truth, self.steps = self.table.start(self.rng), 0

    def state(self) -> NDArray[np.int16]:
        """What all seats see together, one after the other."""
        return self.table.features(self.table.views(self.truth)).reshape(-1)

    def render(self) -> str | NDArray[np.uint8] | None:
        if self.render_mode is None:
            return None
        text = self.table.drawn(self.truth)
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else picture(text)

    def close(self) -> None:
        """There is nothing to close."""


class TurnEnv(_Table, AECEnv[str, Numbers, int]):  # type: ignore[misc]
    """One seat at a time: whoever is wanted first."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Numbers:
        seat, table = self.seat_of[agent], self.table
        view = table.rules.view(self.truth, seat)
        wanted = agent == self.agent_selection and not self.terminations.get(agent, True)
        return {
            "observation": table.features([view])[0],
            "action_mask": table.mask(view, table.rules.moves(self.truth, seat) if wanted else ()),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._play(agent, action)
        self._accumulate_rewards()
        self._select()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _play(self, agent: str, action: int | None) -> None:
        seat, table, rules = self.seat_of[agent], self.table, self.table.rules
        try:
            if action is None:
                raise IllegalMove(say("a move is wanted here"))
            move = table.move(rules.view(self.truth, seat), int(action))
            self.truth = table.settled(rules.apply(self.truth, seat, move), self.rng)
        except IllegalMove as refusal:
            self.rewards[agent] = -1.0
            self.infos[agent]["illegal"] = str(refusal)
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.steps += 1
        if not rules.to_move(self.truth):
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, table.rewards(self.truth), strict=True))
        elif self.steps >= self.max_cycles * table.seats:
            self.truncations = dict.fromkeys(self.agents, True)

    def _select(self) -> None:
        wanted = self.table.rules.to_move(self.truth)
        self.agent_selection = self.possible_agents[wanted[0]] if wanted else self.agents[0]


class RoundEnv(_Table, ParallelEnv[str, Numbers, int]):  # type: ignore[misc]
    """All seats at once, for games in which all decide at once."""

    def __init__(self, game: Game | str, seats: int | None = None, **settings: Any) -> None:
        super().__init__(game, seats, **settings)
        if not self.table.simultaneous:
            raise Refused(say("in {game} not all decide at once: use env()", game=self.table.game.title))

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Numbers], dict[str, dict[str, Any]]]:
        self._begin(seed)
        return self._observed(), {agent: {} for agent in self.agents}

    def _observed(self) -> dict[str, Numbers]:
        table, truth = self.table, self.truth
        self.views = table.views(truth)
        rows, moves = table.features(self.views), table.rules.moves
        return {
            agent: {"observation": rows[seat], "action_mask": table.mask(self.views[seat], moves(truth, seat))}
            for agent, seat in self.seat_of.items()
        }

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Numbers], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        agents, table = self.agents, self.table
        if not agents:
            return {}, {}, {}, {}, {}
        refused = self._play(actions)
        self.steps += 1
        over = bool(refused) or not table.rules.to_move(self.truth)
        late = not over and self.steps >= self.max_cycles
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        rewards = dict.fromkeys(agents, 0.0)
        if refused:
            rewards |= dict.fromkeys(refused, -1.0)
            infos |= {agent: {"illegal": why} for agent, why in refused.items()}
        elif over:
            rewards = dict(zip(agents, table.rewards(self.truth), strict=True))
        found = self._observed()
        if over or late:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return found, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, late), infos

    def _play(self, actions: Mapping[str, int]) -> dict[str, str]:
        """Everybody's move; or, if some are refused, nobody's, and why."""
        table, rules, truth, refused = self.table, self.table.rules, self.truth, dict[str, str]()
        for seat, agent in enumerate(self.agents):
            try:
                if agent not in actions:
                    raise IllegalMove(say("a move is wanted here"))
                truth = rules.apply(truth, seat, table.move(self.views[seat], int(actions[agent])))
            except IllegalMove as refusal:
                refused[agent] = str(refusal)
        if not refused:
            self.truth = table.settled(truth, self.rng)
        return refused


def raw_env(game: Game | str, seats: int | None = None, **settings: Any) -> TurnEnv:
    return TurnEnv(game, seats, **settings)


def env(game: Game | str, seats: int | None = None, **settings: Any) -> AECEnv[str, Numbers, int]:
    """One seat at a time, with PettingZoo's own checks around it."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, seats, **settings)))


def parallel_env(game: Game | str, seats: int | None = None, **settings: Any) -> RoundEnv:
    """All seats at once; only for games in which all decide at once."""
    return RoundEnv(game, seats, **settings)


class Named(NamedTuple):
    """The environments of one game, as PettingZoo's own modules have them."""

    game: Game

    def raw_env(self, seats: int | None = None, **settings: Any) -> TurnEnv:
        return raw_env(self.game, seats, **settings)

    def env(self, seats: int | None = None, **settings: Any) -> AECEnv[str, Numbers, int]:
        return env(self.game, seats, **settings)

    def parallel_env(self, seats: int | None = None, **settings: Any) -> RoundEnv:
        return parallel_env(self.game, seats, **settings)


def name_of(game: Game) -> str:
    return f"{game.id}_v{game.rules_version}"


def __getattr__(name: str) -> Named:
    found = {name_of(game): Named(game) for game in games().values() if game.id in codecs()}
    if name not in found:
        raise AttributeError(f"there is no environment {name}; there are: {', '.join(found)}")
    return found[name]
