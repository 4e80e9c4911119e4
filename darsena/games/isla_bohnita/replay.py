"""What a replay shows besides the board: coins and cards over time, and the hands."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.game import Message, say
from .market import bought, price
from .names import beans
from .views import Public, View

CALM = 8  # coins added to everybody's, so that the first coin of a game does not look decisive


def chart(view: View) -> Mapping[Message, tuple[int, ...]]:
    return {
        say("Coins"): tuple([len(player.coins) for player in view.players]),
        say("Cards in hand"): tuple([player.cards for player in view.players]),
    }


def private(view: View) -> Message | None:
    """The hand in its order, the first card first."""
    return say("hand: {cards}", cards=tuple([beans(bean, 1) for bean in view.hand])) if view.hand else None


def standing(view: View) -> tuple[float, ...]:
    """By the coins, and what was bought with them: the great sales decide."""
    seats = len(view.players)
    wealth = [CALM + len(player.coins) + _bought(player, seats) for player in view.players]
    return tuple([each / sum(wealth) for each in wealth])


def _bought(player: Public, seats: int) -> int:
    """What the purchases cost: buying alone makes nobody poorer."""
    return sum([price(seats, good) for good, has in bought(player).items() if has])
