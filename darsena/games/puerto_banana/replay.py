"""What a replay shows besides the board: the stocks over time, and the sealed bids."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.game import Message, say
from .account import Stocks
from .rules import View


def chart(view: View) -> Mapping[Message, Stocks]:
    return {say("Stocks"): view.stocks}


def private(view: View) -> Message | None:
    return None if view.my_bid is None else say("sealed: {bid}", bid=view.my_bid)


def standing(view: View) -> tuple[float, ...]:
    """By the squares of the stocks: the fullest ship decides the next crate, too."""
    squares = [stock**2 or 1 for stock in view.stocks]
    return tuple([square / sum(squares) for square in squares])
