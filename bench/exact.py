"""`python -m bench.exact` asks BOSSA's exact solver about endings of games: how long does it take, and how much does
a bot lose against what it finds?

The games are those of greedy bots, or of another level (`--by`). A position is one in which somebody is to move and so
many tiles are unseen, one of each game that has some; timed are also those in which somebody is to draw one of so many.
The time is that of finding the best move, or the chance before the draw, with an empty table, in CPU-seconds. The loss
is what the best move's chance to win has over the bot's.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from itertools import islice
from random import Random
from statistics import mean, median, quantiles
from time import process_time
from typing import Any

import numpy as np

from darsena.arena.report import machine
from darsena.core.game import CHANCE, Budget
from darsena.games.bossa import GAME, rules, search, think
from darsena.games.bossa.boards import board_of, code
from darsena.games.bossa.few import CHANCES, LIMIT, SEEN
from darsena.games.bossa.solve import solve
from darsena.games.bossa.state import Move, Options, Stage, State

THOUGHT = Budget(seconds=None, nodes=1000)  # for each move of the games


def positions(fewest: int, most: int, option: str, by: str, stage: Stage = Stage.MOVE) -> Iterator[State]:
    """Of each game one position with so many unseen tiles."""
    for number in range(1_000_000):
        rng = Random(f"{option}/{number}")
        states = [state for state in played(rng, option, by) if state.stage is stage]
        found = [state for state in states if fewest <= len(state.unseen) <= most]
        if found:
            yield rng.choice(found)


def played(rng: Random, option: str, by: str) -> Iterator[State]:
    """The draws and the decisions of a game between two bots, once the hands are open."""
    bots = [GAME.bots[by].make(seat) for seat in range(2)]
    state = rules.new(2, Options("basic" if option == "basic" else "advanced"))
    while seats := rules.to_move(state):
        [seat] = seats
        if seat == CHANCE:
            if state.stage is Stage.DRAW:
                yield state
            move: Any = rng.choice([move for move, _ in rules.chance(state)])
        else:
            moves = rules.moves(state, seat)
            if state.stage is Stage.MOVE and len(moves) > 1:
                yield state
            move = bots[seat].choose(rules.view(state, seat), moves, rng, THOUGHT)
        state = rules.apply(state, seat, move)


def exact(state: State, room: search.Room, *, every: bool) -> tuple[dict[Move, float], int]:
    """The chances of the moves, and how many positions were looked at."""
    [seat] = rules.to_move(state)
    moves = rules.moves(state, seat)
    chances, work = np.empty(len(moves)), room.work
    work[CHANCES:], work[SEEN], work[LIMIT] = 0, 0, 1 << 60
    search.judge(board_of(state), np.array([code(move) for move in moves]), chances, every, work)
    return dict(zip(moves, chances.tolist(), strict=True)), int(work[SEEN])


def timed(states: Iterable[State], work: Callable[[State], int]) -> str:
    took, seen = [], []
    for state in states:
        start = process_time()
        seen.append(work(state))
        took.append(process_time() - start)
    return (
        f"CPU-s: median {median(took):.2f}, mean {mean(took):.2f}, nine of ten {quantiles(took, n=10)[-1]:.2f}, "
        f"most {max(took):.2f}; within a second {sum(each <= 1 for each in took)}; looked at {mean(seen):,.0f}"
    )


def before(state: State, room: search.Room) -> int:
    """How many positions are looked at to know the chance before a draw."""
    room.work[CHANCES:], room.work[SEEN], room.work[LIMIT] = 0, 0, 1 << 60
    solve(board_of(state), 0.0, 1.0, room.work)
    return int(room.work[SEEN])


def main() -> None:
    parser = ArgumentParser("bench.exact", description=__doc__)
    parser.add_argument("--unseen", type=int, default=9, help="tiles of the positions that are timed")
    parser.add_argument("--fewest", type=int, default=2, help="tiles of the positions for the loss, up to --unseen")
    parser.add_argument("--timed", type=int, default=30, help="positions")
    parser.add_argument("--lost", type=int, default=0, help="positions for the loss")
    parser.add_argument("--by", default="greedy", help="the level that plays the games")
    parser.add_argument("--bot", default="best", help="whose loss")
    parser.add_argument("--seconds", type=float, default=1.0, help="of the bot for each move")
    parser.add_argument("--rules", choices=["advanced", "basic"], default="advanced")
    asked = parser.parse_args()
    think.warm()
    room = search.room()
    print(f"{date.today()}, {machine()}")
    if asked.timed:
        after = islice(positions(asked.unseen, asked.unseen, asked.rules, asked.by), asked.timed)
        draws = islice(positions(asked.unseen, asked.unseen, asked.rules, asked.by, Stage.DRAW), asked.timed)
        what = f"{asked.timed} positions with {asked.unseen} unseen tiles, games of {asked.by}"
        print(f"{what}, to move, {timed(after, lambda state: exact(state, room, every=False)[1])}")
        print(f"{what}, to draw, {timed(draws, lambda state: before(state, room))}")
    if asked.lost:
        losses, rng = [], Random(1)
        for state in islice(positions(asked.fewest, asked.unseen, asked.rules, asked.by), asked.lost):
            chances, _ = exact(state, room, every=True)
            [seat] = rules.to_move(state)
            bot = GAME.bots[asked.bot].make(seat)
            move: Any = bot.choose(rules.view(state, seat), list(chances), rng, Budget(seconds=asked.seconds))
            losses.append(max(chances.values()) - chances[move])
        print(
            f"{asked.bot}, {asked.seconds:g} s for a move, "
            f"{asked.lost} positions with {asked.fewest} to {asked.unseen} unseen tiles: "
            f"loss mean {mean(losses):.4f}, most {max(losses):.4f}, none in {sum(loss < 1e-9 for loss in losses)}"
        )


if __name__ == "__main__":
    main()
