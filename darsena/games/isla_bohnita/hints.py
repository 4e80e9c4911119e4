"""Hints: what every move brings in coins, and trades to both sides. What the Harbour master would do comes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random

from ...core.game import Budget, Message, Seat, Who, say
from ...core.hints import Hint
from .bots_bargain import Bargain, Deal, Style
from .bots_trader import Trader
from .cards import coins, next_step
from .guide import end_of
from .moves import (
    Accept,
    Buy,
    Decline,
    Discard,
    Done,
    Harvest,
    Home,
    Load,
    Move,
    Offer,
    Plant,
    Raid,
    Sail,
    Sell,
    Unload,
    Withdraw,
    Yield,
)
from .names import cards_named, coins_named, lot
from .rules import apply, imagine
from .rules import view as seen
from .state import Beans, State
from .trade import MOST_OFFERS
from .views import View
from .worth import Outlook, holding_of, outlook, prospect

OFFERS = 3  # that are thought of
SLIGHT = 0.05  # coins that are not worth a sign
ABOVE = 0.001  # by how much the first place is the first
STYLE = Style()


def hints(view: View, moves: Sequence[Move], rng: Random, budget: Budget) -> Sequence[Hint]:
    if view.seat is None:
        return ()
    seat, guess = view.seat, imagine(view, rng)
    look = Bargain(view, seat, outlook(view), holding_of(view))
    plain = takewhile(lambda move: not isinstance(move, Offer), moves)
    found: dict[Move, Hint] = {move: _judged(look, guess, move) for move in plain if not isinstance(move, Withdraw)}
    for offer in _offers(look):
        found[offer] = _proposed(look, offer)
    trader = Trader(seat, STYLE)
    trader.told(view, ())
    first = trader.choose(view, moves, rng, budget)
    if first is not None:
        hint = found.get(first) or _judged(look, guess, first)
        top = max([each.worth for each in found.values()], default=0.0)
        found[first] = Hint(first, max(top, hint.worth) + ABOVE, hint.measure, hint.why)
    return list(found.values())


def named(view: View, move: Move) -> Message | None:
    """The end of a phase goes by the name of its button."""
    return end_of(view) if isinstance(move, Done) else None


def _judged(look: Bargain, state: State, move: Move) -> Hint:
    match move:
        case Accept():
            gain = look.mine((move.hand, move.up), move.get)
            gave = look.cards((move.hand, move.up))
            why = _both(gain, look.theirs(move.proposer, move.get, gave), move.proposer)
        case Offer():
            return _proposed(look, move)
        case _:
            after = seen(apply(state, look.seat, move), look.seat)
            gain = _value(after, look.ahead, look.seat) - _value(look.view, look.ahead, look.seat)
            why = _why(look, move, after)
    return Hint(move, gain, _measure(gain), why)


def _value(view: View, ahead: Outlook, seat: Seat) -> float:
    """All that a seat has and will make of it, in coins."""
    me = view.players[seat]
    booty = me.pirate.load if me.pirate else None
    return len(me.coins) + prospect(ahead, holding_of(view)) + (ahead.ship[booty.bean][booty.count] if booty else 0.0)


# Trades


def _offers(look: Bargain) -> Iterator[Offer]:
    """The best few that this seat could make."""
    view, seat = look.view, look.seat
    trading = view.phase == "trade" and view.raid is None and len(view.players) > 2
    if not trading or view.turn.offers[seat] >= MOST_OFFERS or any(each.proposer == seat for each in view.offers):
        return
    others = [other for other in range(len(view.players)) if other != seat] if look.active else [view.active]
    made: list[Deal] = []
    while len(made) < OFFERS and (offer := look.proposal(others, made, STYLE)):
        made.append((offer.to, look.cards((offer.hand, offer.up)), offer.want))
        yield offer


def _proposed(look: Bargain, offer: Offer) -> Hint:
    give, view = look.cards((offer.hand, offer.up)), look.view
    gain = look.mine((offer.hand, offer.up), offer.want)
    asked = [other for other in range(len(view.players)) if other != look.seat] if offer.to is None else [offer.to]
    taker = max(asked, key=lambda other: look.yes(other, give, offer.want))
    chance = look.yes(taker, give, offer.want)
    why = say(
        "{worth} Likeliest taker: {who}, {percent} %.",
        worth=_both(gain, look.theirs(taker, offer.want, give), taker),
        who=Who(taker),
        percent=round(100 * chance),
    )
    return Hint(offer, gain * chance, _measure(gain), why)


def _declined(look: Bargain, proposer: Seat) -> Message:
    """What is let go."""
    offer = next(each for each in look.view.offers if each.proposer == proposer)
    ways = [look.mine((way.hand, way.up), offer.give) for way in look.acceptances(offer)]
    if not ways:
        return say("You do not have what is wanted for it.")
    worth = _both(max(ways), look.theirs(proposer, offer.give, offer.want), proposer)
    return say("You let it go. {worth}", worth=worth)


def _both(mine: float, theirs: float, other: Seat) -> Message:
    worths = {"mine": _measure(mine), "theirs": _measure(theirs)}
    return say("To you it is worth {mine}, to {who} {theirs}.", who=Who(other), **worths)


# In words


def _measure(gain: float) -> Message:
    if abs(gain) < SLIGHT:
        return say("±0 coins")
    return say("+{coins} coins", coins=gain) if gain > 0 else say("\N{MINUS SIGN}{coins} coins", coins=-gain)


def _why(look: Bargain, move: Move, after: View) -> Message:
    view, me = look.view, look.view.players[look.seat]
    match move:
        case Plant():
            return _grown(after.players[look.seat].fields[move.field - 1])
        case Harvest(field):
            return _sale(me.fields[field - 1])
        case Load():
            return say("Aboard the crop can wait for its like, and the field is free.")
        case Sell("pirate"):
            return _sale(me.pirate.load if me.pirate else None)
        case Sell(ship):
            return _sale(me.merchants[int(ship) - 1].load)
        case Unload():
            return say("This load brings nothing, and the ship is free.")
        case Sail(ship):
            return _aboard(after.players[look.seat].merchants[ship - 1].load)
        case Home():
            return say("A ship at home can sail again in your next turn.")
        case Raid():
            return say("Either a card comes aboard your pirate ship, or the load has to be sold early.")
        case Yield():
            return say("One card is gone, and the rest goes on growing.")
        case Buy("field"):
            return say("It pays for itself while turns are left; you have about {turns} more.", turns=look.ahead.turns)
        case Buy():
            turns = look.ahead.turns
            return say("It costs coins now and has to earn them back; you have about {turns} more turns.", turns=turns)
        case Discard(card):
            return say("In the way of your fields: {cards}.", cards=cards_named((view.hand[card - 1],)))
        case Decline():
            return _declined(look, move.proposer)
        case Done():
            return say("What is left to do promises nothing.")
    return say("Everything stays as it is.")


def _grown(crop: Beans | None) -> Message:
    assert crop is not None
    worth, more = coins_named(coins(crop.bean, crop.count)), next_step(crop.bean, crop.count)
    if more is None:
        return say("Then the field holds {beans}: {coins}, and more cards bring no more.", beans=lot(crop), coins=worth)
    return say(
        "Then the field holds {beans}: {coins}; the next coin comes with {more} cards.",
        beans=lot(crop),
        coins=worth,
        more=more,
    )


def _aboard(load: Beans | None) -> Message:
    return say("The ship then carries {beans}.", beans=lot(load)) if load else say("The ship then carries nothing.")


def _sale(sold: Beans | None) -> Message:
    assert sold is not None
    return say("It brings {coins} now, for {beans}.", coins=coins_named(coins(sold.bean, sold.count)), beans=lot(sold))
