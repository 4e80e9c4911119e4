"""Headless games between bots: how often each one wins, and how sure that is."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from math import sqrt
from multiprocessing import Pool
from random import Random
from typing import TypeVar

from msgspec import Struct

from ..bots import stdio
from ..core import options
from ..core.game import CHANCE, Budget, Game, Level, Message, Outcome, Refused, Seat, say
from ..core.names import quote
from ..core.play import dice, run
from ..games import find
from . import cluster

MAX_ROWS = 20_000  # a game that is longer counts as one that nobody won
NODES = Budget(seconds=None, nodes=400)  # the clock would make results depend on the machine
SURE = 1.96  # standard deviations that hold 95% of a normal distribution

T = TypeVar("T")
R = TypeVar("R")


class Result(Struct, frozen=True):
    """One game: what each bot got, in the order in which they were named."""

    shares: tuple[float, ...]
    scores: tuple[int, ...]
    moves: int
    finished: bool
    forfeits: tuple[Message | None, ...] = ()  # why a bot was taken out of the game, where one was


class Line(Struct, frozen=True):
    """How one bot did."""

    bot: str
    wins: float  # a shared win counts in parts
    share: float
    low: float  # the share lies between these with 95% confidence (Wilson)
    high: float
    mean_score: float
    forfeits: int = 0
    why: Message | None = None  # it forfeited the first time


class Report(Struct, frozen=True):
    game: str
    options: Mapping[str, str]
    seed: str
    games: int
    unfinished: int
    mean_moves: float
    bots: tuple[Line, ...]


def simulate(
    game: Game,
    bots: Sequence[str],
    *,
    games: int,
    seed: str,
    chosen: Mapping[str, str] | None = None,
    jobs: int = 1,
    ray: str | None = None,
    budget: Budget = NODES,
    done: Callable[[], None] = lambda: None,
) -> Report:
    """Let bots play each other. The bots change seats from game to game; the seed decides all, the jobs nothing."""
    words = options.write(options.read(game, chosen or {}))
    game.rules.new(len(bots), options.read(game, words))  # refuses what does not go together
    for name in bots:
        level(game, name, len(bots))
    one = partial(_one, game.id, tuple(bots), words, seed, budget)
    results = []
    with closing(each(one, range(games), jobs, ray)) as played:
        for result in played:
            results.append(result)
            done()
    return _report(game, bots, words, seed, results)


def level(game: Game, name: str, seats: int) -> Level:
    """A bot of the game by its name, alone or with the game's before it, if it plays with so many."""
    if words := stdio.command(name):
        return Level(partial(stdio.StdioBot, words, game), say("a program"), say("asked line by line"))
    key, able = name.removeprefix(f"{game.id}/"), game.levels(seats)
    if key not in game.bots:
        raise Refused(say("there is no bot “{name}”; there are: {bots}", name=quote(name), bots=tuple(game.bots)))
    if key not in able:
        raise Refused(say("“{name}” does not play with {n}; there are: {bots}", name=key, n=seats, bots=tuple(able)))
    return able[key]


def _one(game_id: str, bots: Sequence[str], words: Mapping[str, str], seed: str, budget: Budget, n: int) -> Result:
    """The n-th game; the bot named first sits at seat n, and so on round the table."""
    game, seats = find(game_id), len(bots)
    at = [(n + number) % seats for number in range(seats)]
    seated = [bots[(seat - n) % seats] for seat in range(seats)]
    outcome, moves, forfeits = play(game, seated, words, f"{seed}/{n}", f"{seed}/{n}", budget)
    return Result(
        tuple(outcome.share(seat) for seat in at),
        tuple(outcome.scores[seat] for seat in at),
        moves,
        finished=bool(outcome.winners),
        forfeits=tuple(forfeits[seat] for seat in at),
    )


def play(
    game: Game, seated: Sequence[str], words: Mapping[str, str], deal: str, seed: str, budget: Budget
) -> tuple[Outcome, int, list[Message | None]]:
    """One game between the bots of these names, in the order of their seats: its outcome, its moves, and forfeits.

    `deal` decides what nature does and `seed` what else is left to chance.
    """
    seats = len(seated)
    players = [level(game, name, seats).make(seat) for seat, name in enumerate(seated)]
    state = start = game.rules.new(seats, options.read(game, words))
    nature, rng = dice(Random(f"{deal}/nature")), Random(f"{seed}/bots")
    moves, programs = 0, [bot for bot in players if isinstance(bot, stdio.StdioBot)]
    try:
        for row, after in islice(run(game.rules, start, players, nature, rng, budget), MAX_ROWS):
            state, moves = after, moves + (row.seat != CHANCE)
    finally:
        for program in programs:
            program.close()
    why = {program.seat: program.forfeit for program in programs}
    forfeits = [why.get(seat) for seat in range(seats)]
    outcome = game.rules.outcome(state) or Outcome((), (0,) * seats, say("unfinished"))
    return without(outcome, [seat for seat, reason in enumerate(forfeits) if reason]), moves, forfeits


def without(outcome: Outcome, out: Sequence[Seat]) -> Outcome:
    """The outcome when these seats have forfeited: their win goes to all the others, to nobody if there are none."""
    if not out or not outcome.winners:
        return outcome
    left = tuple(seat for seat in range(len(outcome.scores)) if seat not in out)
    winners = tuple(seat for seat in outcome.winners if seat in left) or left
    return Outcome(winners, outcome.scores, outcome.reason)


def each(one: Callable[[T], R], asked: Sequence[T], jobs: int, ray: str | None = None) -> Generator[R, None, None]:
    """The answers in the order of the questions, found by so many processes, or by the Ray cluster at this address."""
    if ray is not None:
        yield from cluster.each(one, asked, ray)
        return
    if jobs == 1:
        yield from map(one, asked)
        return
    with Pool(jobs, initializer=_deaf) as pool:  # leaving it ends the workers, also in the middle of a game
        yield from pool.imap(one, asked, chunksize=max(1, min(16, len(asked) // (8 * jobs))))


def _deaf() -> None:
    """Ctrl-C is for the process that asked; it stops the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _report(game: Game, bots: Sequence[str], words: Mapping[str, str], seed: str, results: Sequence[Result]) -> Report:
    return Report(
        game=game.id,
        options=words,
        seed=seed,
        games=len(results),
        unfinished=sum(not result.finished for result in results),
        mean_moves=_mean(result.moves for result in results),
        bots=tuple(_line(bot, number, results) for number, bot in enumerate(bots)),
    )


def _line(bot: str, number: int, results: Sequence[Result]) -> Line:
    wins = sum(result.shares[number] for result in results)
    low, high = interval(wins, len(results))
    score = _mean(result.scores[number] for result in results)
    why = [result.forfeits[number] for result in results if result.forfeits[number]]
    return Line(bot, wins, wins / len(results), low, high, score, len(why), why[0] if why else None)


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)


def interval(wins: float, games: float) -> tuple[float, float]:
    """Wilson's interval: between these lies the true share of wins, with 95% confidence."""
    share, weight = wins / games, SURE**2 / games
    middle = (share + weight / 2) / (1 + weight)
    half = SURE / (1 + weight) * sqrt(share * (1 - share) / games + weight / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)
