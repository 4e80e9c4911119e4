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

from msgspec import Struct

from ..core import options
from ..core.game import CHANCE, Budget, Game, Level, Outcome, Refused, say
from ..core.names import quote
from ..core.play import dice, run
from ..games import find

MAX_ROWS = 20_000  # a game that is longer counts as one that nobody won
NODES = Budget(seconds=None, nodes=400)  # the clock would make results depend on the machine
SURE = 1.96  # standard deviations that hold 95% of a normal distribution


class Result(Struct, frozen=True):
    """One game: what each bot got, in the order in which they were named."""

    shares: tuple[float, ...]
    scores: tuple[int, ...]
    moves: int
    finished: bool


class Line(Struct, frozen=True):
    """How one bot did."""

    bot: str
    wins: float  # a shared win counts in parts
    share: float
    low: float  # the share lies between these with 95% confidence (Wilson)
    high: float
    mean_score: float


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
    with closing(_each(one, games, jobs)) as played:
        for result in played:
            results.append(result)
            done()
    return _report(game, bots, words, seed, results)


def levels(game: Game, seats: int) -> dict[str, Level]:
    """The bots that play with so many, weakest first."""
    return {name: each for name, each in game.bots.items() if each.seats is None or seats in each.seats}


def level(game: Game, name: str, seats: int) -> Level:
    """A bot of the game by its name, alone or with the game's before it, if it plays with so many."""
    key, able = name.removeprefix(f"{game.id}/"), levels(game, seats)
    if key not in game.bots:
        raise Refused(say("there is no bot “{name}”; there are: {bots}", name=quote(name), bots=tuple(game.bots)))
    if key not in able:
        raise Refused(say("“{name}” does not play with {n}; there are: {bots}", name=key, n=seats, bots=tuple(able)))
    return able[key]


def _one(game_id: str, bots: Sequence[str], words: Mapping[str, str], seed: str, budget: Budget, n: int) -> Result:
    """The n-th game; the bot named first sits at seat n, and so on round the table."""
    game, seats = find(game_id), len(bots)
    at = [(n + number) % seats for number in range(seats)]
    players = sorted((seat, level(game, name, seats).make(seat)) for seat, name in zip(at, bots, strict=True))
    state = start = game.rules.new(seats, options.read(game, words))
    nature, rng = dice(Random(f"{seed}/{n}/nature")), Random(f"{seed}/{n}/bots")
    moves = 0
    for row, after in islice(run(game.rules, start, [bot for _, bot in players], nature, rng, budget), MAX_ROWS):
        state, moves = after, moves + (row.seat != CHANCE)
    outcome = game.rules.outcome(state) or Outcome((), (0,) * seats, say("unfinished"))
    return Result(
        tuple(outcome.share(seat) for seat in at),
        tuple(outcome.scores[seat] for seat in at),
        moves,
        finished=bool(outcome.winners),
    )


def _each(one: Callable[[int], Result], games: int, jobs: int) -> Generator[Result, None, None]:
    if jobs == 1:
        yield from map(one, range(games))
        return
    with Pool(jobs, initializer=_deaf) as pool:  # leaving it ends the workers, also in the middle of a game
        yield from pool.imap(one, range(games), chunksize=max(1, min(16, games // (8 * jobs))))


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
    return Line(bot, wins, wins / len(results), low, high, _mean(result.scores[number] for result in results))


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval: between these lies the true share of wins, with 95% confidence."""
    share, weight = wins / games, SURE**2 / games
    middle = (share + weight / 2) / (1 + weight)
    half = SURE / (1 + weight) * sqrt(share * (1 - share) / games + weight / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)
