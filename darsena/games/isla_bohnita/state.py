"""The truth of a game: who has what, what lies where, and what this turn has seen."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ...core.game import IllegalMove, Seat, say
from .cards import Bean, Counts, Deck, Port


class Options(Struct, frozen=True):
    deck: Literal["auto", "base", "isla", "isla+expansion"] = "auto"


class Phase(StrEnum):
    DEAL = "deal"
    PLANT = "plant"  # §3
    TRADE = "trade"  # §4, turning up first
    SOW = "sow"  # §9.1: in the base game what was turned up and received is planted after the trading
    DRAW = "draw"  # §5
    OVER = "over"

    def __repr__(self) -> str:
        return self.value


DEAL, PLANT, TRADE, SOW, DRAW, OVER = Phase  # a plain name is found quicker than an attribute of an enum
UP: Literal["up"] = "up"
Reply = Literal["ask", "sell", "yield"]  # to a raid (§11.9)
Place = Seat | Port | Literal["up"]  # a hand, a port's row, or the cards turned up


class Beans(Struct, frozen=True, gc=False):
    """Cards of one type, on a field or on a ship (§3.2, §4.7)."""

    bean: Bean
    count: int

    def __repr__(self) -> str:
        return f"{self.bean}×{self.count}"


class Ship(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    port: Port | None = None  # None: at home
    load: Beans | None = None


class Player(Struct, frozen=True, gc=False, cache_hash=True):
    hand: tuple[Bean, ...] = ()  # in its fixed order, the first card first (§2.4)
    fields: tuple[Beans | None, ...] = (None, None)
    merchants: tuple[Ship, ...] = ()
    pirate: Ship | None = None
    coins: tuple[Bean, ...] = ()  # in the order they were earned
    received: tuple[Bean, ...] = ()  # by trade, still to be planted (§4.3)
    shown: tuple[Bean, ...] = ()  # hand cards everybody knows of, wherever they stand in the hand (§11.6)
    offered: tuple[int, ...] = ()  # positions of the hand cards in the own open offer
    drawn: tuple[Bean, ...] = ()  # into the hand since the draw pile was last shuffled
    wishes: tuple[Bean, ...] = ()  # what everybody is told that the player looks for (§11.8)
    standing: Reply = "ask"  # the answer to raids, secret until one (§11.9)


class OpenOffer(Struct, frozen=True, gc=False):
    """What everybody sees of an offer (§11.2)."""

    proposer: Seat
    to: Seat | None  # None: everyone
    give: tuple[Bean, ...]
    up: tuple[Bean, ...]  # those of `give` that lie turned up
    want: tuple[Bean, ...]
    open: tuple[Seat, ...]  # who may still accept it


class Target(Struct, frozen=True, gc=False):
    """A merchant ship that is or was attacked."""

    seat: Seat
    ship: int


class Turn(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """What has happened in this turn."""

    planted: int = 0  # from the hand, in phase 1
    discarded: bool = False  # in the duel (§10.2)
    sailed: tuple[int, ...] = ()  # the active player's merchant ships that made their trip
    raided: tuple[Target, ...] = ()
    captured: bool = False  # then the pirate's load is frozen (§4.13)
    offers: tuple[int, ...] = ()  # made by each seat (§11.7)
    words: tuple[int, ...] = ()  # wishes and answers to raids told by each seat; empty: none (§11.8)


class State(Struct, frozen=True, gc=False):
    deck: Deck
    players: tuple[Player, ...]
    pile: Counts  # a card has no place in the draw pile until it is drawn
    due: tuple[Place, ...]  # where nature puts the next cards
    ports: tuple[tuple[Bean, ...], ...]
    phase: Phase = DEAL
    active: Seat = 0
    turn: Turn = Turn()
    up: tuple[Bean, ...] = ()
    offers: tuple[OpenOffer, ...] = ()  # the oldest first, at most one of each proposer
    raid: Target | None = None  # awaits the answer of the attacked player
    discards: tuple[Bean, ...] = ()  # the top card last
    aside: tuple[Bean, ...] = ()  # coins paid in the duel (§10.6)
    exhausted: int = 0
    closing: bool = False  # the game ends with this phase (§8.2)


def is_duel(state: State) -> bool:
    return len(state.players) == 2


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    players = state.players
    return (*players[:seat], player, *players[seat + 1 :])


def put_player(state: State, seat: Seat, player: Player) -> State:
    return replace(state, players=with_player(state, seat, player))


def own_turn(state: State, seat: Seat) -> None:
    if seat != state.active:
        raise IllegalMove(say("only the active player can do that"), "4.1")


def phase_two(state: State, seat: Seat) -> None:
    """Trips, raids and the turned-up cards belong to the active player's phase 2 (§4.1)."""
    own_turn(state, seat)
    if state.phase != TRADE:
        raise IllegalMove(say("that is done in phase 2, after cards are turned up"), "4.1")


def island(state: State) -> None:
    if state.deck == "base":
        raise IllegalMove(say("there are no ships in the base game"), "9.1")
