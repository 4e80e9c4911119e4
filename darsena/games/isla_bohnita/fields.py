"""Planting and harvesting (§3, §6)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from ...core.game import IllegalMove, Seat, say
from . import trade
from .cards import Bean, without
from .market import sold
from .moves import Load, Plant
from .names import name
from .ships import merchant, stowed, with_merchant
from .state import PLANT, TRADE, Beans, Player, State, is_duel, island, put_player, with_player


def fits(fields: tuple[Beans | None, ...], bean: Bean) -> list[int]:
    """The fields where this bean may be planted (§3.2)."""
    return [number for number, field in enumerate(fields, 1) if field is None or field.bean == bean]


def plant(state: State, seat: Seat, move: Plant) -> State:
    if state.phase == PLANT:
        return _from_hand(state, seat, move)
    return _laid_apart(state, seat, move)


def _from_hand(state: State, seat: Seat, move: Plant) -> State:
    """§3.1: the first card must be planted, the second may be."""
    if seat != state.active:
        raise IllegalMove(say("only the active player plants from the hand"), "3.1")
    player, turn = state.players[seat], state.turn
    if turn.planted == 2:
        raise IllegalMove(say("you have planted two cards, and a third is never planted: end the phase"), "3.1")
    if not player.hand:
        raise IllegalMove(say("your hand is empty"), "3.1")
    first = player.hand[0]
    if move.bean != first:
        raise IllegalMove(say("the first card of your hand is {bean}: plant that one", bean=name(first)), "3.1")
    shown = trade.forget(player.shown, (first,))
    planted = replace(player, hand=player.hand[1:], shown=shown, fields=_grown(player, move))
    return replace(state, players=with_player(state, seat, planted), turn=replace(turn, planted=turn.planted + 1))


def _laid_apart(state: State, seat: Seat, move: Plant) -> State:
    """§4.4: received cards, and the active player's turned-up ones."""
    if state.phase == TRADE and state.deck == "base":
        raise IllegalMove(say("in the base game planting waits until the trading is over"), "9.1")
    player, bean = state.players[seat], move.bean
    received = without(player.received, (bean,))
    if received is not None:
        return put_player(state, seat, replace(player, received=received, fields=_grown(player, move)))
    up = without(state.up, (bean,)) if seat == state.active else None
    if up is None:
        raise IllegalMove(say("you have no {bean} to plant, neither received nor turned up", bean=name(bean)), "4.4")
    players = with_player(state, seat, replace(player, fields=_grown(player, move)))
    return trade.settle(replace(state, players=players, up=up))


def _grown(player: Player, move: Plant) -> tuple[Beans | None, ...]:
    """The fields with one more card (§3.2)."""
    bean, number, fields = move.bean, move.field, player.fields
    old = _field(player, number)
    if old is not None and old.bean != bean:
        raise IllegalMove(
            say("field {n} grows {bean}: choose another field, or harvest one first", n=number, bean=name(old.bean)),
            "3.2",
        )
    grown = Beans(bean, 1 if old is None else old.count + 1)
    return (*fields[: number - 1], grown, *fields[number:])


def _field(player: Player, number: int) -> Beans | None:
    if not 1 <= number <= len(player.fields):
        raise IllegalMove(say("you have no field {n}", n=number), "2.1")
    return player.fields[number - 1]


@lru_cache(maxsize=1 << 12)
def harvestable(fields: tuple[Beans | None, ...]) -> tuple[int, ...]:
    """§6.5: a single bean is protected while another own field has two or more."""
    protect = any(field is not None and field.count > 1 for field in fields)
    numbered = enumerate(fields, 1)
    return tuple([n for n, field in numbered if field is not None and (field.count > 1 or not protect)])


def _harvested(state: State, seat: Seat, number: int) -> tuple[Player, Beans]:
    """The player with the field empty, and all that grew there (§6.1)."""
    if is_duel(state) and seat != state.active:
        raise IllegalMove(say("in the duel you harvest and sell only in your own turn"), "10.5")
    player = state.players[seat]
    crop = _field(player, number)
    if crop is None:
        raise IllegalMove(say("field {n} is empty", n=number), "6.6")
    if number not in harvestable(player.fields):
        raise IllegalMove(say("a single bean is protected while another field of yours has two or more"), "6.5")
    fields = (*player.fields[: number - 1], None, *player.fields[number:])
    return replace(player, fields=fields), crop


def harvest(state: State, seat: Seat, number: int) -> State:
    player, crop = _harvested(state, seat, number)
    return sold(state, seat, player, crop)


def load(state: State, seat: Seat, move: Load) -> State:
    """§6.1: a harvest as a whole onto an own merchant ship, wherever it lies."""
    island(state)
    player, crop = _harvested(state, seat, move.field)
    ship = merchant(player, move.ship)
    loaded = replace(ship, load=stowed(ship.load, crop))
    return put_player(state, seat, with_merchant(player, move.ship, loaded))
