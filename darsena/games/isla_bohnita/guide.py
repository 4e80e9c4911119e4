"""What a seat is told to do: what it must, what it may, and whom the table waits for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ...core.game import Message, say
from .cards import Bean, coins, turned_up
from .fields import fits
from .moves import Accept, Decline, Discard, Done, Plant, Yield
from .names import cards_named, coins_named, lot, name
from .state import DEAL, DRAW, OVER, PLANT, SOW, TRADE, Beans, Phase
from .views import View

Sorted = Mapping[type, tuple[Any, ...]]
NUMBERS = {PLANT: 1, TRADE: 2, SOW: 2, DRAW: 3}


class Guide(Struct, frozen=True, gc=False):
    """The sentence, and the moves that belong to no piece."""

    step: int  # the phase, or 0
    text: Message
    must: bool = False
    sell: tuple[str, Message] | None = None  # the two answers to a raid
    offer: bool = False  # offers can be made
    discard: bool = False


class Ending(Struct, frozen=True, gc=False):
    """How the active player ends a phase."""

    label: Message
    may_end: bool


def guide(view: View, names: tuple[str, ...], by: Sorted) -> Guide:
    step = NUMBERS.get(view.phase, 0)
    if by[Yield]:
        return _raided(view, names)
    text, must = _yours(view, by) if view.seat == view.active else _others(view, names, by)
    return Guide(
        step=step,
        text=text,
        must=must,
        offer=_trades(view),
        discard=bool(by[Discard]),
    )


def _trades(view: View) -> bool:
    return view.seat is not None and view.phase == TRADE and len(view.players) > 2 and view.raid is None


def _raided(view: View, names: tuple[str, ...]) -> Guide:
    """§4.11"""
    assert view.raid is not None
    load = view.players[view.raid.seat].merchants[view.raid.ship - 1].load
    assert load is not None
    worth = coins_named(coins(load.bean, load.count))
    return Guide(
        step=2,
        text=say(
            "{name} raids your ship {n} with {beans}. Sell the load, or lose one card.",
            name=names[view.active],
            n=view.raid.ship,
            beans=lot(load),
        ),
        must=True,
        sell=(f"sell {view.raid.ship}", say("Sell for {coins}", coins=worth)),
    )


def _yours(view: View, by: Sorted) -> tuple[Message, bool]:
    """What the active player is told, and whether it is a duty."""
    if view.phase == PLANT:
        return _planting(view, by)
    if view.phase == TRADE and view.raid is not None:
        return say("Your raid waits for an answer."), False
    if view.phase == TRADE and view.deck == "base":
        return say("Trade as long as you like. Planting comes after it."), False
    if view.phase in (TRADE, SOW):
        return _bargaining(view, by)
    return _between(view.phase)


def _planting(view: View, by: Sorted) -> tuple[Message, bool]:
    """§3.1, and §10.2 in the duel."""
    planted, front = view.turn.planted, view.hand[0] if view.hand else None
    if view.due or front is None or planted == 2:
        return say("Planting is done: turn up cards."), False
    if not planted and not by[Plant]:
        return say("No field takes {bean}, the front card: harvest one first.", bean=name(front)), True
    if not planted:
        return say("Plant the front card of your hand: {bean}.", bean=name(front)), True
    if by[Plant]:
        return say("You may plant {bean} as well.", bean=name(front)), False
    return say("No field takes {bean}: go on, or harvest one first.", bean=name(front)), False


def _bargaining(view: View, by: Sorted) -> tuple[Message, bool]:
    """§4.5"""
    me = view.players[view.active]
    pending = view.up + me.received
    if by[Accept]:
        return say("An offer waits for your answer."), False
    if stuck := _stuck(me.fields, me.received):
        return _no_field(stuck), view.phase == SOW
    if stuck := _stuck(me.fields, view.up):
        return _no_field(stuck, _trades(view)), view.phase == SOW
    if pending and len(view.players) == 2:
        return say("Sail, and plant what is turned up, in any order."), False
    if pending and view.phase == SOW:
        return say("Plant everything: {cards}.", cards=cards_named(pending)), True
    if pending:
        return say("Trade, sail and plant in any order."), False
    if any(player.received for player in view.players):
        return say("Others are still planting what they received."), False
    return say("All is planted. Sail if you like, then end the phase."), False


def _stuck(fields: tuple[Beans | None, ...], cards: tuple[Bean, ...]) -> Bean | None:
    """The first card that has to be planted and that no field takes."""
    return next((bean for bean in cards if not fits(fields, bean)), None)


def _no_field(bean: Bean, tradable: bool = False) -> Message:
    if tradable:
        return say("No field takes {bean}: trade it away, or harvest a field.", bean=name(bean))
    return say("No field takes {bean}: harvest a field.", bean=name(bean))


def _others(view: View, names: tuple[str, ...], by: Sorted) -> tuple[Message, bool]:
    active = names[view.active]
    me = None if view.seat is None else view.players[view.seat]
    if view.raid is not None:
        return say("{name} has to answer a raid.", name=names[view.raid.seat]), False
    if me and me.received and (view.phase == SOW or view.deck != "base"):
        if stuck := _stuck(me.fields, me.received):
            return _no_field(stuck), True
        return say("Plant what you received: {cards}.", cards=cards_named(me.received)), True
    if by[Decline]:
        return say("An offer waits for your answer."), bool(by[Accept])
    if view.phase == PLANT:
        return say("{name} plants.", name=active), False
    if view.phase == TRADE and view.seat is not None and len(view.players) > 2:
        return say("{name} trades: make an offer, or wait.", name=active), False
    if view.phase == TRADE and len(view.players) == 2:
        return say("{name} plants and sails.", name=active), False
    if view.phase == TRADE:
        return say("{name} trades with the others.", name=active), False
    if view.phase == SOW:
        return say("{name} and all who traded plant.", name=active), False
    return _between(view.phase)


def _between(phase: Phase) -> tuple[Message, bool]:
    if phase == OVER:
        return say("The game is over: all fields and loads are sold."), False
    return (say("Cards are dealt.") if phase == DEAL else say("Cards are drawn.")), False


def ending(view: View, by: Sorted) -> Ending | None:
    if view.seat != view.active or view.phase not in (PLANT, TRADE, SOW):
        return None
    return Ending(end_of(view), bool(by[Done]))


def end_of(view: View) -> Message:
    if view.phase == PLANT:
        return say("Turn up {n} card", "Turn up {n} cards", n=turned_up(len(view.players)))
    if view.phase == TRADE and view.deck == "base":
        return say("End trading")
    return say("End the phase")
