"""`python -m bench [--seconds S] [--repeats R]` prints two tables: moves and rounds per CPU-second of one process."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from datetime import date
from itertools import chain

from darsena.arena.report import machine

from . import ours, peers, rounds
from .measure import rate


def main() -> None:
    parser = ArgumentParser("bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU-seconds of one repeat")
    parser.add_argument("--repeats", type=int, default=7)
    asked = parser.parse_args()
    print(f"{date.today()}, {machine()}")
    table("random play", "moves", chain(ours.plays(), peers.plays()), asked.seconds, asked.repeats)
    table("all at once", "rounds", rounds.plays(), asked.seconds, asked.repeats)


def table(title: str, unit: str, plays: Iterable[tuple[str, Callable[[], int]]], seconds: float, repeats: int) -> None:
    print(f"{title:<46} {f'{unit}/CPU-s':>12} {'slowest':>11} {'fastest':>11} {f'{unit}/call':>11}")
    for name, play in plays:
        found = rate(name, play, seconds, repeats)
        print(f"{name:<46} {found.moves:>12,.0f} {found.slowest:>11,.0f} {found.fastest:>11,.0f} {found.length:>11.1f}")


if __name__ == "__main__":
    main()
