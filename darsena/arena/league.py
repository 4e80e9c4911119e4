"""A league: bots meet in all line-ups, at all seats, on the same deals; what was played is on disk game by game.

A *deal* is what nature does in a game. On every deal every line-up plays once from each turn of the seats, so luck
falls to all alike. Results stand in a file, one line a game, in the order of the plan: the same command finds them
there and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations
from math import ceil
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ..core import options
from ..core.game import Budget, Game, Refused, say
from ..core.names import quote
from ..games import find
from . import each, play


class League(Struct, frozen=True, kw_only=True):
    """Who meets, and how. Two equal leagues play equal games."""

    game: str
    bots: tuple[str, ...]
    seats: tuple[int, ...]  # the numbers of players, one after the other
    options: Mapping[str, str]
    seed: str
    nodes: int
    rules_version: int = 1


class Seating(NamedTuple):
    """One game of the plan: which deal, and who sits where."""

    deal: int
    seated: tuple[str, ...]


class Played(Struct, frozen=True):
    """One game as it stands in the file: what each seat got of the win."""

    deal: int
    seated: tuple[str, ...]
    shares: tuple[float, ...]
    moves: int


def league(
    game: Game,
    bots: Sequence[str] = (),
    *,
    seats: Sequence[int] = (),
    chosen: Mapping[str, str] | None = None,
    seed: str = "0",
    nodes: int = 400,
) -> League:
    """A league that can be played; by default of all levels, with as few players as the game takes."""
    read, sizes = options.read(game, chosen or {}), tuple(seats) or (game.seats[0],)
    names = tuple(dict.fromkeys(bot.removeprefix(f"{game.id}/") for bot in bots)) or tuple(game.bots)
    for name in names:
        if name not in game.bots:
            raise Refused(say("there is no bot “{name}”; there are: {bots}", name=quote(name), bots=tuple(game.bots)))
    for size in sizes:
        game.rules.new(size, read)  # refuses what does not go together
        if len(able(game, names, size)) < 2:
            raise Refused(say("a league needs two bots or more that play with {n}", n=size))
    words = options.write(read)
    version = game.rules_version
    return League(game=game.id, bots=names, seats=sizes, options=words, seed=seed, nodes=nodes, rules_version=version)


def able(game: Game, bots: Sequence[str], seats: int) -> tuple[str, ...]:
    """Those of the bots that play with so many."""
    return tuple(bot for bot in bots if bot in game.levels(seats))


def line_ups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every choice of so many bots; where they are too few, all of them as often as they go and the rest in turn."""
    often, rest = divmod(seats, len(bots))
    return [(*bots,) * often + some for some in combinations(bots, rest)]


def plan(league: League, games: int) -> Iterator[Seating]:
    """At least so many games for each number of players, in whole deals."""
    for seats in league.seats:
        tables = line_ups(able(find(league.game), league.bots, seats), seats)
        for deal in range(ceil(games / (len(tables) * seats))):
            for bots in tables:
                for turn in range(seats):
                    yield Seating(deal, bots[turn:] + bots[:turn])


def compete(
    league: League,
    file: Path,
    *,
    games: int,
    jobs: int = 1,
    ray: str | None = None,
    begun: Callable[[int, int], None],
    done: Callable[[], None],
) -> list[Played]:
    """Play what the file does not hold yet; answer with all of it. `begun` is told how many are there, and of all."""
    wanted = list(plan(league, games))
    found = kept(league, file)
    missing = [seating for seating in wanted if seating not in found]
    begun(len(wanted) - len(missing), len(wanted))
    with file.open("ab") as out, closing(each(partial(_game, league), missing, jobs, ray)) as results:
        for result in results:
            out.write(msgspec.json.encode(result) + b"\n")
            out.flush()
            found[Seating(result.deal, result.seated)] = result
            done()
    return [found[seating] for seating in wanted]


def kept(league: League, file: Path) -> dict[Seating, Played]:
    """What the file holds of this league; it is begun if it is new, and a line that was cut off is taken out."""
    head = msgspec.json.encode(league) + b"\n"
    if not file.exists():
        file.write_bytes(head)
    data = file.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if not whole.startswith(head):
        raise Refused(
            say("{file} holds the results of another league; choose another file", file=quote(str(file), 300))
        )
    if whole != data:
        file.write_bytes(whole)
    rows = [msgspec.json.decode(line, type=Played) for line in whole.splitlines()[1:]]
    return {Seating(row.deal, row.seated): row for row in rows}


def _game(league: League, seating: Seating) -> Played:
    """Nature follows from the deal alone; the bots' own dice from who sits where, too."""
    deal = f"{league.seed}/{len(seating.seated)}/{seating.deal}"
    seed = f"{deal}/{','.join(seating.seated)}"
    budget = Budget(seconds=None, nodes=league.nodes)
    outcome, moves, _ = play(find(league.game), seating.seated, league.options, deal, seed, budget)
    shares = tuple(outcome.share(seat) for seat in range(len(seating.seated)))
    return Played(seating.deal, seating.seated, shares, moves)
