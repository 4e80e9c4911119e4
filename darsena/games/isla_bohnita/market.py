"""Coins: what is sold, and what is bought."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from ...core.game import IllegalMove, Seat, say
from .cards import FIELD_PRICE, MERCHANT_PRICE, PIRATE_PRICE, Deck, coins
from .state import Beans, Player, Ship, State, is_duel, with_player
from .views import Public

Good = Literal["field", "merchant", "pirate"]
GOODS: tuple[Good, ...] = ("field", "merchant", "pirate")


def sold(state: State, seat: Seat, player: Player, lot: Beans) -> State:
    """§6.4: as many cards as coins are turned over and kept, the others are discarded."""
    bean, count = lot.bean, lot.count
    earned = coins(bean, count)
    return replace(
        state,
        players=with_player(state, seat, replace(player, coins=player.coins + (bean,) * earned)),
        discards=state.discards + (bean,) * (count - earned),
    )


def price(seats: int, what: Good) -> int:
    """§7.1"""
    if what == "merchant":
        return MERCHANT_PRICE[seats]
    return FIELD_PRICE if what == "field" else PIRATE_PRICE


def goods(deck: Deck) -> tuple[Good, ...]:
    """There are no ships in the base game (§9.1)."""
    return GOODS[:1] if deck == "base" else GOODS


def bought(player: Player | Public) -> dict[Good, bool]:
    return {"field": len(player.fields) > 2, "merchant": len(player.merchants) > 1, "pirate": player.pirate is not None}


def buy(state: State, seat: Seat, what: Good) -> State:
    """§7.1: a third field, a second merchant ship, a pirate ship; usable at once."""
    player = state.players[seat]
    if what not in goods(state.deck):
        raise IllegalMove(say("there are no ships in the base game"), "9.1")
    cost = price(len(state.players), what)
    if bought(player)[what]:
        raise IllegalMove(say("you have bought that already, and there is one of each per player"), "2.1")
    if cost > len(player.coins):
        raise IllegalMove(say("that costs {cost} coins, and you have {n}", cost=cost, n=len(player.coins)), "7.1")
    match what:
        case "field":
            after = replace(player, fields=(*player.fields, None))
        case "merchant":
            after = replace(player, merchants=(*player.merchants, Ship()))
        case "pirate":
            after = replace(player, pirate=Ship())
    return _paid(state, seat, after, cost)


def _paid(state: State, seat: Seat, player: Player, cost: int) -> State:
    """§7.2: the coins earned last are paid first; the duel lays them aside (§10.6)."""
    paid = player.coins[: -cost - 1 : -1]
    players = with_player(state, seat, replace(player, coins=player.coins[:-cost]))
    if is_duel(state):
        return replace(state, players=players, aside=state.aside + paid)
    return replace(state, players=players, discards=state.discards + paid)
