"""`python -m bench.bargains` watches the traders of La Isla Bohnita at tables of mixed levels: how many trades do they
complete, and what does each side gain?

The levels take turns at the seats. A gain is what `worth.offer_worth` says at the moment of the trade from what that
side knows, in coins: what a trade should bring, not what it brought. All levels are reckoned alike, also those that do
not reckon so themselves.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple

from darsena.arena import each
from darsena.arena.pages import write_section
from darsena.arena.report import machine
from darsena.core.game import Budget
from darsena.core.play import dice, run
from darsena.games.isla_bohnita import GAME, rules
from darsena.games.isla_bohnita.moves import Accept
from darsena.games.isla_bohnita.worth import offer_worth


class Bargain(NamedTuple):
    """A trade: who offered it and who took it, and what each gained."""

    offered: str
    taken: str
    gain: float
    other: float
    gift: bool


def bargains(asked: Namespace, number: int) -> list[Bargain]:
    """Those of one game."""
    turn = number % len(asked.bots)
    levels, rng = asked.bots[turn:] + asked.bots[:turn], Random(f"bargains/{number}")
    bots = [GAME.bots[level].make(seat) for seat, level in enumerate(levels)]
    state, found = rules.new(len(levels), GAME.options()), []
    for row, after in run(rules, state, bots, dice(rng), rng, Budget(seconds=None, nodes=asked.nodes)):
        if isinstance(row.move, Accept):
            [offer] = [offer for offer in state.offers if offer.proposer == row.move.proposer]
            gain, other = [offer_worth(rules.view(state, seat), offer, seat) for seat in (offer.proposer, row.seat)]
            found.append(Bargain(levels[offer.proposer], levels[row.seat], gain, other, not offer.want))
        state = after
    return found


def row(level: str, bargains: list[Bargain], games: int) -> str:
    """Of a table: what a level has offered and accepted."""
    offered = [bargain.gain for bargain in bargains if bargain.offered == level]
    taken = [bargain.other for bargain in bargains if bargain.taken == level]
    figures = [len(offered) / games, mean(offered or [0]), len(taken) / games, mean(taken or [0])]
    return " | ".join([f"| `{level}`", *[f"{figure:.2f}" for figure in figures]]) + " |"


def section(asked: Namespace, games: list[list[Bargain]]) -> str:
    """The figures for a Markdown file, with the command that repeats them."""
    every = [bargain for game in games for bargain in game]
    if not every:
        return "Nobody has traded.\n"
    gains, others = [bargain.gain for bargain in every], [bargain.other for bargain in every]
    gifts = mean([bargain.gift for bargain in every])
    both = mean([gain > 0 and other > 0 for gain, other in zip(gains, others, strict=True)])
    words = f"--bots {','.join(asked.bots)} --games {asked.games} --nodes {asked.nodes}"
    lines = [
        "### What they trade\n",
        f"{date.today()}, {machine()}. {len(games)} games, in which the levels take turns at the seats; coins as",
        "each side reckons them at the moment of the trade (`worth.py`).\n",
        f"    uv run python -m bench.bargains {words}\n",
        f"{len(every) / len(games):.1f} trades a game, {gifts:.0%} of them gifts. Whoever offered gained",
        f"{mean(gains):.2f} coins on average, whoever accepted {mean(others):.2f}; both gained in {both:.0%} of all.\n",
        "| level | offers of it taken, a game | coins from each | offers it took, a game | coins from each |",
        "| --- | ---: | ---: | ---: | ---: |",
        *[row(level, every, len(games)) for level in asked.bots],
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = ArgumentParser("bench.bargains", description=__doc__)
    parser.add_argument("--bots", type=lambda text: text.split(","), default=["kind", "simple", "trader", "master"])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the figures into a Markdown file")
    asked = parser.parse_args()
    if len(asked.bots) < 3:
        parser.error("two players do not trade: name three levels or more")
    found = section(asked, list(each(partial(bargains, asked), range(asked.games), asked.jobs)))
    print(found)
    if asked.write:
        write_section(asked.write, "isla_bohnita bargains", found)


if __name__ == "__main__":
    main()
