"""Every game in OpenSpiel: after importing this module, `pyspiel.load_game("darsena_bossa")`.

Games in which all decide at once are there twice: as simultaneous games, and with `_turns` after the name as games of
hidden turns. The number of players and the options are parameters, and so is `longest`: after so many decisions of each
seat a game ends without a winner.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any, ClassVar

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from ..core import notation, options
from ..core.game import CHANCE, Game, Seat
from ..games import games
from . import codecs
from .seats import Seats

FRAMES = 3  # so many of a seat's own earlier decisions are in the tensor of its information state
PLAYERS, LONGEST = "players", "longest"


class Node:
    """A state with its past. It never changes, so a copy of it is itself."""

    def __init__(self, truth: Any, parent: Node | None = None, seat: Seat | None = None, number: int = 0) -> None:
        self.truth, self.parent, self.seat, self.number = truth, parent, seat, number
        self.decisions: int = (parent.decisions if parent else 0) + (seat is not None and seat != CHANCE)
        self.memories: dict[Seat, str] = {}

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        root, *later = [*self.past()][::-1]
        steps = [(node.truth, node.seat, node.number) for node in later]
        return chain, (root.truth, root.decisions, root.memories, steps)

    def past(self) -> Iterator[Node]:
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent


def chain(truth: Any, decisions: int, memories: dict[Seat, str], later: list[tuple[Any, Seat, int]]) -> Node:
    """A node and its past again, from a list: what is pickled must not be nested so deep."""
    node = Node(truth)
    node.decisions, node.memories = decisions, memories
    for truth, seat, number in later:
        node = Node(truth, node, seat, number)
    return node


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """Of each of our games there is a class, because OpenSpiel keeps what it makes games with beyond Python's end."""

    game: ClassVar[Game]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**self.kind.parameter_specification, **(params or {})}
        players, longest = int(chosen.pop(PLAYERS)), int(chosen.pop(LONGEST))
        self.decisions = longest * players
        self.table = Seats(self.game, players, {name: str(word) for name, word in chosen.items()})
        self.at_once = self.kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.codec.MOVES,
            max_chance_outcomes=len(self.table.codec.NATURE),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest if self.at_once else self.decisions,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = Node(game.table.rules.new(game.table.seats, game.table.options))

    @property
    def table(self) -> Seats:
        return self.get_game().table  # type: ignore[no-any-return]

    def current_player(self) -> int:
        game, wanted = self.get_game(), self.table.rules.to_move(self.node.truth)
        if not wanted or self.node.decisions >= game.decisions:
            return int(pyspiel.PlayerId.TERMINAL)
        if wanted == (CHANCE,):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if game.at_once else wanted[0]

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        rules = self.table.rules
        moves = rules.moves(self.node.truth, player)
        return sorted(self.table.codec.legal(rules.view(self.node.truth, player), moves))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        possible = list(self.table.rules.chance(self.node.truth))
        total, nature = sum(weight for _, weight in possible), self.table.codec.NATURE
        return sorted((nature.index(move), weight / total) for move, weight in possible)

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        self._play(CHANCE if player == int(pyspiel.PlayerId.CHANCE) else player, action)

    def _apply_actions(self, actions: list[int]) -> None:
        for seat, action in enumerate(actions):
            self._play(seat, action)

    def _play(self, seat: Seat, number: int) -> None:
        after = self.table.rules.apply(self.node.truth, seat, self._move(seat, number))
        self.node = Node(after, self.node, seat, number)

    def _move(self, seat: Seat, number: int) -> Any:
        if seat == CHANCE:
            return self.table.codec.NATURE[number]
        return self.table.move(self.table.rules.view(self.node.truth, seat), number)

    def _action_to_string(self, player: int, action: int) -> str:
        return notation.write(self._move(CHANCE if player < 0 else player, action))

    def returns(self) -> list[float]:
        return self.table.rewards(self.node.truth)

    def __str__(self) -> str:
        return repr(self.node.truth)

    def resample_from_infostate(self, player_id: int, sampler: Any) -> SpielState:
        """Another world that looks the same to this seat, and that it remembers in the same way."""
        rules, found = self.table.rules, self.clone()
        rng = Random(sampler() if callable(sampler) else None)
        found.node = Node(rules.imagine(rules.view(self.node.truth, player_id), rng))
        found.node.decisions = self.node.decisions
        found.node.memories[player_id] = memory(self.table, self.node, player_id)
        return found  # type: ignore[no-any-return]


def memory(table: Seats, node: Node, seat: Seat) -> str:
    """A digest of all that a seat has seen and done up to here."""
    unknown = []
    for each in node.past():
        if seat in each.memories:
            break
        unknown.append(each)
    before = each.memories.get(seat, "")
    for each in reversed(unknown):
        done = str(each.number) if each.seat == seat else ""
        seen = f"{before} {done} {table.rules.view(each.truth, seat)!r}"
        before = each.memories[seat] = sha256(seen.encode()).hexdigest()
    return before


class Observer:
    """What a seat sees; with perfect recall what it remembers too. Without private information, what all may see.

    The string of an information state has a digest of everything seen and done. Its tensor looks back at the last own
    decisions: what was seen then, and the number of the move after it, counted from one.
    """

    def __init__(self, table: Seats, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees what all players see together")
        self.table, self.recalls, self.sees = table, kind.perfect_recall, kind.public_info
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        layout = {"player": table.seats, **table.codec.layout(table.seats)}
        if self.recalls:
            layout |= {f"earlier_{n}": 1 + table.length for n in range(1, FRAMES + 1)}
        self.tensor = np.zeros(sum(layout.values()), np.float32)
        self.dict, start = {}, 0
        for name, size in layout.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: SpielState, player: Seat) -> None:
        seats, length = self.table.seats, self.table.length
        self.tensor.fill(0)
        self.tensor[player] = 1
        self.tensor[seats : seats + length] = self._features(state.node, player)
        if self.recalls:
            for number, node in enumerate(_decisions(state.node, player), 1):
                assert node.parent is not None
                frame = self.dict[f"earlier_{number}"]
                frame[0] = node.number + 1
                frame[1:] = self._features(node.parent, player)

    def _features(self, node: Node, player: Seat) -> Any:
        return self.table.codec.features(self._view(node, player))

    def _view(self, node: Node, player: Seat) -> Any:
        return self.table.rules.view(node.truth, None if self.public else player)

    def string_from(self, state: SpielState, player: Seat) -> str | None:
        if not self.sees:  # what is private alone is not told apart
            return None
        seen = repr(self._view(state.node, player))
        return f"{player} {memory(self.table, state.node, player)} {seen}" if self.recalls else seen


def _decisions(node: Node, seat: Seat) -> Iterator[Node]:
    """The seat's latest moves, as far back as the tensor looks."""
    found = 0
    for each in node.past():
        if each.seat == seat:
            yield each
            found += 1
        if found == FRAMES:
            return


def register(game: Game) -> list[str]:
    """Make a game known to OpenSpiel, under the names that are returned."""
    dynamics, name = pyspiel.GameType.Dynamics, f"darsena_{game.id}"
    kinds = {name: dynamics.SEQUENTIAL}
    if Seats(game, None, {}).simultaneous:
        kinds = {name: dynamics.SIMULTANEOUS, f"{name}_turns": dynamics.SEQUENTIAL}
    for short_name, order in kinds.items():
        kind = _kind(game, short_name, order)
        globals()[short_name] = type(short_name, (SpielGame,), {"game": game, "kind": kind})  # pickle looks here
        pyspiel.register_game(kind, globals()[short_name])
    return list(kinds)


def _kind(game: Game, name: str, dynamics: Any) -> Any:
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    words = {name: int(word) if word.isdigit() else word for name, word in options.write(game.options()).items()}
    open_ = dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.GameType(
        short_name=name,
        long_name=game.title,
        dynamics=dynamics,
        chance_mode=chance.EXPLICIT_STOCHASTIC if codecs()[game.id].NATURE else chance.DETERMINISTIC,
        information=information.PERFECT_INFORMATION if open_ else information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={PLAYERS: game.seats[0], LONGEST: 2000, **words},
    )


NAMES = [name for game in games().values() if game.id in codecs() for name in register(game)]
