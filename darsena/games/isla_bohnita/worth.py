"""What cards are worth, in coins, as one seat sees the table: on fields, on ships, in the hand, in a trade.

A field with some beans is worth what they bring when sold at the best time. Waiting for the next bean costs
rent, for the field could grow something else; how long the wait is follows from the cards not seen yet.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from ...core.game import Seat
from . import choices
from .cards import INDEX, KINDS, Bean, Counts, Deck, coins, counted, drawn_cards, next_step, turned_up, without
from .fields import harvestable
from .state import PLANT, Beans, OpenOffer
from .turn import EXHAUSTIONS
from .views import Public, View, unseen

Cards = tuple[Bean, ...]
Lots = tuple[Beans | None, ...]  # on fields, or on merchant ships
Steps = tuple[float, ...]  # by number of beans

remembered = lru_cache(maxsize=1 << 14)

KEPT = 0.6  # of the cards drawn from a pile so many come back into the next one
REACH = 0.9  # cards that reach a seat for each one that it draws: others turn up cards too
RENT, DUEL_RENT = 0.35, 0.5  # coins that a field earns in one turn; in the duel more cards need a place
BERTH = 0.03  # the same for a ship
SHARE = 0.2  # of the next coin that beans are worth on the way to it, though they may never get there
LONG = 24  # half turns that are thought about
SOON = 8  # half turns before the end, from when on such hopes fade
SLOW = 0.3  # beans come aboard more slowly than they come to a field
PATIENCE = 0.9  # what a turn of waiting leaves of a card's worth in hand
RELIEF = 0.6  # what is left of a burden, as it may be traded away in time
WIDTH = 2  # ways to plant a bean that are thought through
DEEP = 3  # types of beans whose order of planting is
LOOK = 6  # cards of the hand that are thought about
CANNOT = -9.0  # what an offer is worth to somebody who does not have the cards
SPARE = 200  # steps beyond the last card: somebody may ask for more than there are


class Outlook(Struct, frozen=True, eq=False):
    """What is still to come, as one seat sees it. Each is itself, so that what was found out with it is remembered."""

    turns: float  # of each player, until the third exhaustion
    field: dict[Bean, Steps]  # what a field with so many beans is worth
    ship: dict[Bean, Steps]  # what a ship with so many is


class Holding(Struct, frozen=True, gc=False):
    """What a player has to make coins of."""

    fields: Lots
    loads: Lots
    hand: Cards = ()
    now: Cards = ()  # turned up or received: to be planted in this phase
    wait: float = 1.0  # turns until the hand is planted from


def turns_left(view: View) -> float:
    """How many turns each player still has, about: the piles to come are made of today's discards."""
    seats = len(view.players)
    cards, pile, discards = 0.0, float(view.pile), float(len(view.discards) + len(view.aside))
    for _ in range(EXHAUSTIONS - view.exhausted):
        cards += pile
        pile, discards = discards + KEPT * pile, 0.0
    a_turn = drawn_cards(seats, view.deck) + turned_up(seats) + (0.5 if view.ports else 0.0)
    return cards / a_turn / seats


def outlook(view: View) -> Outlook:
    """What the viewing seat can expect of the cards it has not seen."""
    halves = min(LONG, round(2 * turns_left(view)))
    return _outlook(unseen(view), counted(view.discards), halves, len(view.players), view.deck)


@lru_cache(maxsize=1 << 10)
def _outlook(hidden: Counts, discards: Counts, halves: int, seats: int, deck: Deck) -> Outlook:
    """A bean comes as often as there are cards of it among those that are still to be drawn."""
    coming = [float(count) for count in hidden]
    if halves > SOON:  # then the discards are drawn once more
        coming = [count + 0.5 * gone for count, gone in zip(coming, discards, strict=True)]
    cards = sum(coming) or 1.0
    drawn = drawn_cards(seats, deck) + turned_up(seats)
    rent = DUEL_RENT if seats == 2 else RENT
    field, ship = {}, {}
    for bean in KINDS:
        rate = coming[INDEX[bean]] / cards * drawn * REACH
        field[bean] = _steps(bean, round(20 * rate), halves, rent)
        ship[bean] = _steps(bean, round(20 * SLOW * rate), halves, BERTH)
    return Outlook(halves / 2, field, ship)


@lru_cache(maxsize=1 << 12)
def _steps(bean: Bean, twentieths: int, halves: int, rent: float) -> Steps:
    """The worth of 0, 1, 2, … beans that can be sold in any of these half turns, for rent while they wait."""
    sold = [float(coins(bean, count)) for count in range(KINDS[bean].cards + 1)]
    chance = min(0.95, twentieths / 40)
    worth = sold
    for _ in range(halves):
        more = worth[1:] + worth[-1:]
        worth = [
            max(now, (1 - chance) * same + chance * one - rent / 2)
            for now, same, one in zip(sold, worth, more, strict=True)
        ]
    worth[0] = 0.0
    share = SHARE * min(1.0, halves / SOON)
    hopes = [each + share * part for each, part in zip(worth, _shares(bean), strict=True)]
    return (*hopes, *[worth[-1]] * SPARE)


@lru_cache(maxsize=len(KINDS))
def _shares(bean: Bean) -> Steps:
    """The parts of the next coin that so many beans have reached."""
    found, low = [0.0], 0
    for count in range(1, KINDS[bean].cards + 1):
        low = count if coins(bean, count) > coins(bean, count - 1) else low
        high = next_step(bean, count)
        found.append(0.0 if high is None else (count - low) / (high - low))
    return tuple(found)


class Way(Struct, frozen=True, gc=False):
    """How a bean gets onto a field: what that brings, and what the fields and ships hold then."""

    gain: float
    fields: Lots
    loads: Lots
    field: int  # counted from 0, as is the ship
    room: bool = False  # the field has to be harvested first,
    ship: int | None = None  # and its crop goes aboard this ship, or is sold


def growing(ahead: Outlook, loads: Lots, bean: Bean, count: int) -> float:
    """What so many beans on a field are worth; together with their like on a ship they may be worth more."""
    alone = ahead.field[bean][count]
    for load in loads:
        if load is not None and load.bean == bean:
            both = load.count + count
            return max(alone, max(ahead.ship[bean][both], ahead.field[bean][both]) - ahead.ship[bean][load.count])
    return alone


def aboard(ahead: Outlook, load: Beans | None) -> float:
    return 0.0 if load is None else ahead.ship[load.bean][load.count]


@remembered
def standing(ahead: Outlook, fields: Lots, loads: Lots) -> float:
    """What the beans on fields and ships are worth, the crops being free to go aboard an empty ship."""
    total, better = 0.0, list[float]()
    for load in loads:
        total += aboard(ahead, load)
    for field in fields:
        if field is not None:
            worth = growing(ahead, loads, field.bean, field.count)
            total += worth
            better.append(max(0.0, aboard(ahead, field) - worth))
    empty = loads.count(None)
    return total + sum(sorted(better)[-empty:]) if empty else total


def ways(ahead: Outlook, fields: Lots, loads: Lots, bean: Bean, count: int = 1) -> list[Way]:
    """All sensible ways to plant so many beans: beside their like, on an empty field, or in place of a crop."""
    now = standing(ahead, fields, loads)
    for at, field in enumerate(fields):
        if field is not None and field.bean == bean:
            grown = _put(fields, at, Beans(bean, field.count + count))
            beside = Way(standing(ahead, grown, loads) - now, grown, loads, at)
            ripe = beside.gain <= 0 and at + 1 in harvestable(fields)
            return [beside, *_instead(ahead, fields, loads, Beans(bean, count), at)] if ripe else [beside]
    if None in fields:
        at = fields.index(None)
        grown = _put(fields, at, Beans(bean, count))
        return [Way(standing(ahead, grown, loads) - now, grown, loads, at)]
    found = list[Way]()
    for number in harvestable(fields):
        found += _instead(ahead, fields, loads, Beans(bean, count), number - 1)
    return found


def _instead(ahead: Outlook, fields: Lots, loads: Lots, beans: Beans, at: int) -> list[Way]:
    """The crop of a field is sold or goes aboard, and the beans take its place."""
    crop, now = fields[at], standing(ahead, fields, loads)
    assert crop is not None
    grown = _put(fields, at, beans)
    earned = coins(crop.bean, crop.count)
    found = [Way(earned + standing(ahead, grown, loads) - now, grown, loads, at, room=True)]
    for number, load in enumerate(loads):
        if load is None or load.bean == crop.bean:
            stowed = _put(loads, number, Beans(crop.bean, crop.count + (0 if load is None else load.count)))
            gain = standing(ahead, grown, stowed) - now
            found.append(Way(gain, grown, stowed, at, room=True, ship=number))
    return found


def _put(lots: Lots, at: int, lot: Beans) -> Lots:
    return (*lots[:at], lot, *lots[at + 1 :])


@remembered
def best_way(ahead: Outlook, fields: Lots, loads: Lots, bean: Bean) -> Way:
    found = ways(ahead, fields, loads, bean)
    best = found[0]
    for way in found:
        if way.gain > best.gain:
            best = way
    return best


class Plan(Struct, frozen=True, gc=False):
    """How cards that lie there are planted best: what it brings, where it ends, and what comes first."""

    gain: float
    fields: Lots
    loads: Lots
    bean: Bean | None = None
    way: Way | None = None


@remembered
def plan(ahead: Outlook, fields: Lots, loads: Lots, cards: Cards) -> Plan:
    """The best order and the best places for these cards; those of one type are planted together."""
    if not cards:
        return Plan(0.0, fields, loads)
    best = None
    for bean, way in _first_steps(ahead, fields, loads, cards):
        then = plan(ahead, way.fields, way.loads, tuple([other for other in cards if other != bean]))
        if best is None or way.gain + then.gain > best.gain:
            best = Plan(way.gain + then.gain, then.fields, then.loads, bean, way)
    assert best is not None
    return best


def _first_steps(ahead: Outlook, fields: Lots, loads: Lots, cards: Cards) -> list[tuple[Bean, Way]]:
    """Ways to begin with: a few for each type, or where there are many types the best one of all."""
    found, types = list[tuple[Bean, Way]](), dict.fromkeys(cards)
    for bean in types:
        each = sorted(ways(ahead, fields, loads, bean, cards.count(bean)), key=lambda way: -way.gain)
        found += [(bean, way) for way in each[:WIDTH]]
    return found if len(types) <= DEEP else [max(found, key=lambda step: step[1].gain)]


def prospect(ahead: Outlook, holding: Holding) -> float:
    """What a player will make of it all, in coins: the crops and loads there are, the cards that have to be
    planted now, and those of the hand, of which the first has to be planted in every turn."""
    now, hand = plan(ahead, holding.fields, holding.loads, holding.now), holding.hand
    fields, loads = now.fields, now.loads
    total = standing(ahead, holding.fields, holding.loads) + now.gain
    share, left, at = PATIENCE**holding.wait, ahead.turns - holding.wait, 0
    while at < len(hand) and at < LOOK and left > -0.5:
        way = best_way(ahead, fields, loads, hand[at])
        total += share * (way.gain if way.gain > 0 else way.gain * RELIEF)
        fields, loads, at = way.fields, way.loads, at + 1
        if at < len(hand):
            way = best_way(ahead, fields, loads, hand[at])
            if way.gain > 0:
                total += share * way.gain
                fields, loads, at = way.fields, way.loads, at + 1
        share, left = share * PATIENCE, left - 1
    return total


def holding_of(view: View) -> Holding:
    """What the viewing seat has."""
    assert view.seat is not None
    me = view.players[view.seat]
    now = me.received + view.up if view.seat == view.active else me.received
    return Holding(me.fields, loads_of(me), view.hand, now, wait_of(view, view.seat))


def loads_of(player: Public) -> Lots:
    return tuple([ship.load for ship in player.merchants])


def wait_of(view: View, seat: Seat) -> float:
    """Turns until this seat plants from its hand again."""
    seats = len(view.players)
    away = (seat - view.active) % seats
    if away == 0:
        return 0.0 if view.phase == PLANT and not view.turn.planted else 1.0
    return away / seats


def swapped(before: Holding, hand: tuple[int, ...], up: Cards, get: Cards) -> Holding:
    """The holding after a trade: hand cards by position and turned-up ones are given, others have to be planted."""
    kept = tuple([bean for position, bean in enumerate(before.hand, 1) if position not in hand])
    now = (without(before.now, up) or ()) + get
    return Holding(before.fields, before.loads, kept, now, before.wait)


def guess_worth(ahead: Outlook, player: Public, up: Cards, give: Cards, get: Cards) -> float:
    """What giving these for those probably brings to a player whose hand is not known; `up` lies before it."""
    loads, lying, cost = loads_of(player), list(up), 0.0
    for bean in give:
        if bean in lying:
            lying.remove(bean)
        else:
            gain = best_way(ahead, player.fields, loads, bean).gain
            cost += PATIENCE * gain if gain > 0 else RELIEF * gain
    before = Holding(player.fields, loads, now=player.received + up)
    after = Holding(player.fields, loads, now=(*player.received, *lying, *get))
    return prospect(ahead, after) - prospect(ahead, before) - cost


def offer_worth(view: View, offer: OpenOffer, seat: Seat) -> float:
    """The coins that an offer would bring to its proposer or to one who accepts it, as the viewing seat sees it.

    The offer need not have been made. CANNOT, where the viewing seat does not have the cards for it.
    """
    ahead, lying = outlook(view), view.up if seat == view.active else ()
    give, get = (offer.give, offer.want) if seat == offer.proposer else (offer.want, offer.give)
    if seat != view.seat:
        return guess_worth(ahead, view.players[seat], lying, give, get)
    holding = holding_of(view)
    made = [(view.offered, offer.up)] if seat == offer.proposer and offer in view.offers else None
    after = [swapped(holding, *way, get) for way in made or choices.ways(view.hand, lying, give)]
    return max([prospect(ahead, each) for each in after]) - prospect(ahead, holding) if after else CANNOT
