"""Every kind of move. Cards in hand, fields and ships are counted from 1; seats are those of the log."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ...core.game import Seat
from .cards import Bean, Port
from .state import Reply

Which = Literal[1, 2, "pirate"]


class Draw(Struct, frozen=True, gc=False):
    """Nature's move: the next card of the draw pile."""

    bean: Bean


class Plant(Struct, frozen=True, gc=False):
    """The first card of the hand in phase 1; a received or turned-up card in phase 2."""

    bean: Bean
    field: int


class Discard(Struct, frozen=True, gc=False):
    """§10.2, in the duel."""

    card: int


class Done(Struct, frozen=True, gc=False):
    """The active player ends the phase; in the base game first the trading, then the phase."""


class Harvest(Struct, frozen=True, gc=False):
    """A field, sold at once."""

    field: int


class Load(Struct, frozen=True, gc=False):
    """A field, harvested onto a merchant ship."""

    field: int
    ship: int


class Sell(Struct, frozen=True, gc=False):
    ship: Which


class Unload(Struct, frozen=True, gc=False):
    ship: Which


class Sail(Struct, frozen=True, gc=False):
    ship: int
    port: Port
    cards: int


class Home(Struct, frozen=True, gc=False):
    ship: int


class Raid(Struct, frozen=True, gc=False):
    seat: Seat
    ship: int


class Yield(Struct, frozen=True, gc=False):
    """The answer to a raid: one card goes to the pirate."""


class Buy(Struct, frozen=True, gc=False):
    what: Literal["field", "merchant", "pirate"]


class Offer(Struct, frozen=True, gc=False):
    """To one seat or to all; hand cards by position, turned-up cards and wanted ones by bean."""

    to: Seat | None
    hand: tuple[int, ...]
    up: tuple[Bean, ...]
    want: tuple[Bean, ...]


class Accept(Struct, frozen=True, gc=False):
    """Whose offer, what it gives, and the cards given for it."""

    proposer: Seat
    get: tuple[Bean, ...]
    hand: tuple[int, ...]
    up: tuple[Bean, ...]


class Decline(Struct, frozen=True, gc=False):
    proposer: Seat


class Withdraw(Struct, frozen=True, gc=False):
    """The own open offer."""


class Wish(Struct, frozen=True, gc=False):
    """§11.8: the beans this player looks for; none clears the wish."""

    beans: tuple[Bean, ...]


class Standing(Struct, frozen=True, gc=False):
    """§11.9: how this player's raided ships answer from now on."""

    answer: Reply


Move = (
    Plant
    | Offer
    | Accept
    | Decline
    | Withdraw
    | Done
    | Harvest
    | Load
    | Sell
    | Unload
    | Sail
    | Home
    | Raid
    | Yield
    | Buy
    | Discard
    | Wish
    | Standing
    | Draw
)
MOVE_TYPES = (
    Plant,
    Done,
    Harvest,
    Load,
    Sell,
    Unload,
    Buy,
    Offer,
    Accept,
    Decline,
    Withdraw,
    Sail,
    Home,
    Raid,
    Yield,
    Discard,
    Wish,
    Standing,
    Draw,
)
