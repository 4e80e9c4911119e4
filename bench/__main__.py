"""`python -m bench [--seconds S] [--repeats R]` prints one table: moves per CPU-second of one process."""

from __future__ import annotations

import platform
from argparse import ArgumentParser
from datetime import date
from itertools import chain
from pathlib import Path

from . import ours, peers
from .measure import rate


def cpu() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]} x {len(names)}" if names else platform.processor()


def main() -> None:
    parser = ArgumentParser("bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU-seconds of one repeat")
    parser.add_argument("--repeats", type=int, default=7)
    asked = parser.parse_args()
    print(f"{date.today()}, Python {platform.python_version()}, {cpu()}")
    print(f"{'random play':<46} {'moves/CPU-s':>12} {'slowest':>11} {'fastest':>11} {'moves/game':>11}")
    for name, play in chain(ours.plays(), peers.plays()):
        found = rate(name, play, asked.seconds, asked.repeats)
        print(f"{name:<46} {found.moves:>12,.0f} {found.slowest:>11,.0f} {found.fastest:>11,.0f} {found.length:>11.1f}")


if __name__ == "__main__":
    main()
