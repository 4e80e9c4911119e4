"""`python -m bench.strength GAME` lets a bot play sessions against a field of habitual players: how often does it win?

A session is some games with the same opponents at the same seats, drawn from the field by the session's number. By
default the bot remembers its opponents from game to game; with --fresh it is made anew for every game, as at a table,
where a rematch is a new table. Games of a session share their opponents, so intervals are taken over sessions.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from datetime import date
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random

from darsena.arena import each, level
from darsena.arena.pages import between, percent, write_section
from darsena.arena.ratings import Share, clustered
from darsena.arena.report import machine
from darsena.core.game import Budget
from darsena.core.play import dice, run
from darsena.games import find


def session(asked: Namespace, seats: int, number: int) -> tuple[float, float]:
    """What the bot won in one session, and how many games there were."""
    game, rng = find(asked.game), Random(f"{asked.field}/{seats}/{number}")
    field = import_module(f"{game.package}.field")
    seat = rng.randrange(seats)
    bots = [field.Habitual(other, rng.choice(field.FIELDS[asked.field])) for other in range(seats)]
    make, won = level(game, asked.bot, seats).make, 0.0
    bots[seat] = make(seat)
    for _ in range(asked.games):
        if asked.fresh:
            bots[seat] = make(seat)
        state = game.rules.new(seats, game.options())
        budget = Budget(seconds=None, nodes=asked.nodes)
        for _row, after in run(game.rules, state, bots, dice(rng), rng, budget):
            state = after
        ending = game.rules.outcome(state)
        won += ending.share(seat) if ending else 0.0
    return won, float(asked.games)


def measured(asked: Namespace, seats: int) -> Share:
    found = clustered(each(partial(session, asked, seats), range(asked.sessions), asked.jobs))
    assert found is not None
    return found


def section(asked: Namespace, shares: dict[int, Share]) -> str:
    """The figures for a Markdown file, with the command that repeats them."""
    seats = ",".join(map(str, shares))
    memory = "made anew for every game" if asked.fresh else "which remembers its opponents for the session"
    words = f"--bot {asked.bot} --field {asked.field} --seats {seats} --sessions {asked.sessions}"
    words += f" --games {asked.games} --nodes {asked.nodes}{' --fresh' if asked.fresh else ''}"
    lines = [
        f"### `{asked.bot}` against the field “{asked.field}”, {'fresh' if asked.fresh else 'in sessions'}\n",
        f"{date.today()}, {machine()}. One `{asked.bot}`, {memory}; at every other seat somebody of the field, drawn",
        f"anew for each of {asked.sessions} sessions of {asked.games} games. Intervals are taken over sessions.\n",
        f"    uv run python -m bench.strength {asked.game} {words}\n",
        "| players | wins | 95 % interval |\n| ---: | ---: | ---: |",
        *[f"| {number} | {percent(share)} | {between(share)} |" for number, share in shares.items()],
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = ArgumentParser("bench.strength", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--bot", required=True)
    parser.add_argument("--field", required=True)
    parser.add_argument("--seats", type=lambda text: [int(word) for word in text.split(",")], default=[3, 4, 6])
    parser.add_argument("--sessions", type=int, default=30)
    parser.add_argument("--games", type=int, default=20, help="of one session")
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--fresh", action="store_true", help="a new bot for every game, as at a table")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the figures into a Markdown file")
    asked = parser.parse_args()
    shares = {}
    for seats in asked.seats:
        found = shares[seats] = measured(asked, seats)
        print(f"{asked.bot} against {asked.field}, {seats} players: {percent(found)} ({between(found)})", flush=True)
    if asked.write:
        name = f"{asked.game} {asked.bot} {asked.field} {'fresh' if asked.fresh else 'sessions'}"
        write_section(asked.write, name, section(asked, shares))


if __name__ == "__main__":
    main()
