"""The table as plain text for a terminal, at most 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import east_asian_width

from ...core.game import Message, Seat, say
from ...core.language import Voice
from .account import bananas
from .rules import GOAL, View

NAME = 14
EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
BAR = GOAL // len(EIGHTHS)  # a banana is an eighth of a block


def draw(view: View, voice: Voice) -> Iterator[str]:
    """The crate, then every ship with its stock on the way to 200, and who has sealed a bid."""
    if view.over:
        yield voice(say("The harbour after {n} round", "The harbour after {n} rounds", n=len(view.earlier)))
    else:
        crate = bananas(view.lot)
        yield voice(say("Round {n}. In the crate: {bananas}", n=len(view.earlier) + 1, bananas=crate))
    yield ""
    for seat, stock in enumerate(view.stocks):
        line = f"  {_fitted(voice.name(seat))} │{bar(stock)}│ {stock:>3}"
        yield line if view.over else f"{line}  {voice(_bid(view, seat))}"


def bar(stock: int) -> str:
    blocks, rest = divmod(min(stock, GOAL), len(EIGHTHS))
    return ("█" * blocks + EIGHTHS[rest]).ljust(BAR)


def _bid(view: View, seat: Seat) -> Message:
    if not view.has_bid[seat]:
        return say("no bid yet")
    return say("sealed") if seat != view.seat else say("sealed: {amount}", amount=view.my_bid)


def _fitted(name: str) -> str:
    """The name in exactly `NAME` columns; letters of some scripts take two."""
    while _columns(name) > NAME:
        name = name[: -2 if name.endswith("…") else -1] + "…"
    return name + " " * (NAME - _columns(name))


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
