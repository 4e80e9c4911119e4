"""What the screen shows of a view: one small value for each part of the board.

A move changes little, so what is made from one player's things is remembered: values carry moves, and their labels are
made when they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from ...core.game import Seat, Seated
from .cards import PORTS, SEATS, Bean, Deck, Port, coins, sort
from .guide import ending, guide
from .market import GOODS, Good, bought, goods, price
from .moves import MOVE_TYPES, Accept, Decline, Harvest, Home, Load, Move, Plant, Raid, Sail, Sell, Unload, Which
from .names import PORT_NAMES
from .offers import WithOffers
from .pieces import (
    Answer,
    Berth,
    Chip,
    Deal,
    Fleet,
    Fronts,
    Hand,
    Laid,
    Land,
    Moored,
    Pile,
    Plate,
    Plot,
    Prey,
    Purse,
    Row,
    Sale,
    To,
    Top,
    Trips,
    Vessel,
    Waits,
    Wants,
    Word,
    counted,
    each,
)
from .ships import same_in_front
from .state import PLANT, SOW, TRADE, Beans, OpenOffer, Ship
from .views import Public, View

Part = tuple[str, Any]
Sorted = Mapping[type, tuple[Any, ...]]  # moves by their kind
Fields = tuple[Beans | None, ...]
Names = tuple[str, ...]
Cards = tuple[Bean, ...]
remembered = lru_cache(maxsize=1 << 10)

MOST_SEATS = SEATS[-1]
OF_SEAT = ("plate", "money", "cards", "known", "received", "wish", "land", "fleet")
ESTATE = ("field-1", "field-2", "field-3", "ship-1", "ship-2", "pirate")
NOTHING: Part = ("plot", None)
NO_ESTATE = dict.fromkeys((*ESTATE, "purse", "hand", "word"), NOTHING)
TRIPS = {port: f"trip-{port.value}" for port in PORTS}
OFFERS = [f"offer-{seat}" for seat in range(MOST_SEATS)]
WAITS = [f"waits-{seat}" for seat in range(MOST_SEATS)]
ANSWERS = [f"answer-{seat}" for seat in range(MOST_SEATS)]


def public(view: View, seated: tuple[Seated, ...]) -> dict[str, Part]:
    names, top = _names(seated), Chip(view.discards[-1]) if view.discards else None
    merchants = tuple([player.merchants for player in view.players])
    parts: dict[str, Part] = {
        "pile": ("pile", Pile(view.pile, view.exhausted)),
        "top": ("top", Top(top, len(view.discards))),
        "discards": ("discards", _tally(view.discards)),
    }
    for index, port in enumerate(PORTS):
        parts[port.value] = ("row", _row(port, view.ports[index]) if view.ports else None)
        parts[f"moored-{port.value}"] = ("moored", _moored(port, merchants, names))
    for seat, (player, who) in enumerate(zip(view.players, seated, strict=True)):
        parts |= _of_seat(player, who, seat, _active(view, seat))
    for seat in range(len(seated), MOST_SEATS):
        parts |= _nobody(seat)
    return parts | _offers(view, names)


def own(view: View, seated: tuple[Seated, ...], moves: Sequence[Move]) -> dict[str, Part]:
    listed = tuple(moves.moves if type(moves) is WithOffers else moves)
    by, names = _sorted(listed), _names(seated)
    fronts = _fronts(view.ports) if by[Sail] else ()
    return {
        "guide": ("guide", guide(view, names, by)),
        "ending": ("ending", ending(view, by)),
        "laid": ("laid", _laid(view)),
        **(NO_ESTATE if view.seat is None else _mine(view, view.seat, names, by, _of_estate(listed), fronts)),
        **_trips(by[Sail], fronts),
        **_answers(view, by),
        **_composing(view.seat, view.active, view.up, view.deck, names),
    }


@remembered
def _names(seated: tuple[Seated, ...]) -> Names:
    return tuple([each.name for each in seated])


@remembered
def _sorted(moves: tuple[Move, ...]) -> Sorted:
    by: dict[type, tuple[Any, ...]] = dict.fromkeys(MOVE_TYPES, ())
    for move in moves:
        by[type(move)] += (move,)
    return by


# What everybody sees


def _chip(lot: Beans | None, flip: str = "") -> Chip | None:
    return None if lot is None else Chip(lot.bean, lot.count, flip)


@remembered
def _grown(fields: Fields, whose: object) -> tuple[Chip | None, ...]:
    """Fields as chips. The key of a crop is the one its newest card had before it was planted."""
    keys: set[str] = set()
    chips = []
    for lot in fields:
        key = "" if lot is None else f"{whose}-{lot.bean}-{lot.count}"
        chips.append(_chip(lot, "" if key in keys else key))
        keys.add(key)
    return tuple(chips)


@remembered
def _tally(cards: tuple[Bean, ...]) -> tuple[Chip, ...]:
    return counted(sort(cards))


def _active(view: View, seat: Seat) -> bool:
    return seat == view.active and view.phase in (PLANT, TRADE, SOW)


@remembered
def _of_seat(player: Public, who: Seated, seat: Seat, active: bool) -> dict[str, Part]:
    ships = tuple([_vessel(*ship) for ship in _ships(player)])
    shown = {
        "plate": Plate(seat, who, active),
        "money": len(player.coins),
        "cards": player.cards,
        "known": counted(player.shown),
        "received": counted(player.received),
        "wish": each(player.wishes),
        "land": Land(seat, who.name, _grown(player.fields, seat)),
        "fleet": Fleet(seat, who.name, ships) if ships else None,
    }
    return {f"{part}-{seat}": (part, shown[part]) for part in OF_SEAT}


@remembered
def _nobody(seat: Seat) -> dict[str, Part]:
    return {f"{part}-{seat}": (part, None) for part in OF_SEAT}


def _ships(player: Public) -> list[tuple[Which, Ship]]:
    numbers: tuple[Which, ...] = (1, 2)
    return [*zip(numbers, player.merchants, strict=False), *([("pirate", player.pirate)] if player.pirate else [])]  # type: ignore[list-item]


def _vessel(which: Which, ship: Ship, flip: str = "") -> Vessel:
    return Vessel(which, _chip(ship.load, flip), ship.port)


@remembered
def _row(port: Port, row: tuple[Bean, ...]) -> Row:
    return Row(port, each(row), same_in_front(row))


@remembered
def _moored(port: Port, merchants: tuple[tuple[Ship, ...], ...], names: Names) -> Moored | None:
    ships = [
        (seat, number, names[seat])
        for seat, own in enumerate(merchants)
        for number, ship in enumerate(own, 1)
        if ship.port == port
    ]
    return Moored(PORT_NAMES[port], tuple(ships)) if ships else None


def _offers(view: View, names: Names) -> dict[str, Part]:
    parts: dict[str, Part] = {**dict.fromkeys(OFFERS, ("offer", None)), **dict.fromkeys(WAITS, ("waits", None))}
    for nth, offer in enumerate(view.offers, 1):
        waiting = tuple([names[seat] for seat in offer.open]) if offer.to is None else ()
        parts[WAITS[offer.proposer]] = "waits", Waits(nth, waiting)
        parts[OFFERS[offer.proposer]] = (
            "offer",
            Deal(
                proposer=offer.proposer,
                name=names[offer.proposer],
                to="" if offer.to is None else names[offer.to],
                give=offer.give,
                want=offer.want,
                many=len(view.offers) > 1,
            ),
        )
    return parts


# The own land and hand


def _mine(view: View, seat: Seat, names: Names, by: Sorted, moves: tuple[Move, ...], fronts: Fronts) -> dict[str, Part]:
    me, seats = view.players[seat], len(names)
    preys = tuple([_prey(move, view, names) for move in by[Raid]])
    planted = me.fields if _planting(view) else None
    return {
        **_estate(seat, _holding(me), seats, view.deck, moves, fronts, preys),
        "hand": ("hand", _hand(view.hand, view.offered, planted, seats == 2)),
        "word": ("word", Word(seats, view.deck, me.wishes, view.standing)),
    }


@remembered
def _holding(me: Public) -> Public:
    """What of somebody's things the estate shows."""
    return replace(me, cards=0, shown=(), drawn=0, received=())


@remembered
def _of_estate(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return tuple([move for move in moves if isinstance(move, Plant | Harvest | Load | Sell | Unload | Sail | Home)])


@remembered
def _estate(
    seat: Seat, me: Public, seats: int, deck: Deck, moves: tuple[Move, ...], fronts: Fronts, preys: tuple[Prey, ...]
) -> dict[str, Part]:
    by = _sorted(moves)
    return {
        **_land(me, by[Plant], by[Harvest] + by[Load]),
        **_harbour(seat, me, by[Sell] + by[Unload] + by[Sail] + by[Home], fronts, preys),
        **_sales(seats, deck, me),
        "purse": ("purse", Purse(seat, len(me.coins), each(me.wishes), _coin_keys(me)[-1])),
    }


def _prey(move: Raid, view: View, names: Names) -> Prey:
    load = view.players[move.seat].merchants[move.ship - 1].load
    assert load is not None
    return Prey(move, names[move.seat], load)


def _purse_key(money: int, lots: Sequence[Beans | None]) -> str:
    """The purse is known by what is in it and by the places where more grows."""
    return f"me-coins-{money}-{sum([1 << place for place, lot in enumerate(lots) if lot is not None])}"


@remembered
def _coin_keys(me: Public) -> tuple[str, ...]:
    """Of the coins of fields and ships: the key that the purse will have once that is sold. The last is its own."""
    lots = [*me.fields, *[ship.load for _, ship in _ships(me)]]
    money, keys = len(me.coins), list[str]()
    for place, lot in enumerate(lots):
        worth = 0 if lot is None else coins(lot.bean, lot.count)
        keys.append(_purse_key(money + worth, [*lots[:place], None, *lots[place + 1 :]]) if worth else "")
    return (*keys, _purse_key(money, lots))


def _land(me: Public, plants: tuple[Plant, ...], harvests: tuple[Harvest | Load, ...]) -> dict[str, Part]:
    parts: dict[str, Part] = {}
    for number, (crop, key) in enumerate(zip(_grown(me.fields, "me"), _coin_keys(me), strict=False), 1):
        beans = tuple([move.bean for move in plants if move.field == number])
        reaped = tuple([move for move in harvests if move.field == number])
        parts[f"field-{number}"] = "plot", Plot(number, crop, beans, reaped, key)
    return parts


def _harbour(
    seat: Seat, me: Public, moves: tuple[Sell | Unload | Sail | Home, ...], fronts: Fronts, preys: tuple[Prey, ...]
) -> dict[str, Part]:
    growing = [lot.bean for lot in me.fields if lot is not None]
    parts: dict[str, Part] = {}
    for (which, ship), coin in zip(_ships(me), _coin_keys(me)[len(me.fields) : -1], strict=True):
        load = ship.load
        key = f"me-{load.bean}-{load.count}" if load is not None and load.bean not in growing else ""
        berth = Berth(
            seat=seat,
            ship=_vessel(which, ship, key),
            moves=tuple([move for move in moves if move.ship == which]),
            fronts=fronts,
            preys=preys if which == "pirate" else (),
            flip=coin,
        )
        parts["pirate" if which == "pirate" else f"ship-{which}"] = "berth", berth
    return parts


def _sales(seats: int, deck: Deck, me: Public) -> dict[str, Part]:
    """What may still be bought, in the place where it will be (§7.1)."""
    parts: dict[str, Part] = {}
    if not me.merchants:
        parts["ship-1"] = NOTHING
    has = bought(me)
    for good, place in zip(GOODS, ("field-3", "ship-2", "pirate"), strict=True):
        if not has[good]:
            parts[place] = ("sale", _sale(seats, len(me.coins), good)) if good in goods(deck) else NOTHING
    return parts


def _sale(seats: int, money: int, what: Good) -> Sale:
    cost = price(seats, what)
    return Sale(what, cost, cost <= money)


def _fronts(ports: tuple[tuple[Bean, ...], ...]) -> Fronts:
    return tuple([row[0] if row else None for row in ports])


@remembered
def _trips(sails: tuple[Sail, ...], fronts: Fronts) -> dict[str, Part]:
    if not sails:
        return dict.fromkeys(TRIPS.values(), ("trip", None))
    by_port = {port: tuple([move for move in sails if move.port == port]) for port in PORTS}
    return {TRIPS[port]: ("trip", Trips(port, moves, fronts) if moves else None) for port, moves in by_port.items()}


def _planting(view: View) -> bool:
    return view.phase == PLANT and view.seat == view.active


@remembered
def _hand(cards: tuple[Bean, ...], offered: tuple[int, ...], fields: Fields | None, alone: bool) -> Hand:
    """The hand; its first card is about to be planted on these fields, if there are any."""
    chips = each(cards)
    if fields is not None:
        chips = (*_next(chips[:1], fields, "me"), *chips[1:])
    return Hand(chips, offered, alone)


def _next(cards: Iterable[Chip], fields: Fields, whose: object) -> tuple[Chip, ...]:
    """Cards about to be planted, with the keys their crops will have."""
    grown = {lot.bean: lot.count for lot in fields if lot is not None}
    chips = []
    for card in cards:
        grown[card.bean] = grown.get(card.bean, 0) + 1
        chips.append(Chip(card.bean, 1, f"{whose}-{card.bean}-{grown[card.bean]}"))
    return tuple(chips)


# Trading


def _laid(view: View) -> Laid | None:
    me = Public() if view.seat is None else view.players[view.seat]
    if not view.up and not me.received:
        return None
    whose = "me" if view.seat == view.active else view.active
    return _lying(view.up, view.players[view.active].fields, whose, me.received, me.fields)


@remembered
def _lying(up: Cards, there: Fields, whose: Seat | str, received: Cards, here: Fields) -> Laid:
    """The cards turned up will grow there, those received here."""
    if whose == "me":
        chips = _next(each(up + received), here, "me")
        return Laid(chips[: len(up)], chips[len(up) :], yours=True)
    return Laid(_next(each(up), there, whose), _next(each(received), here, "me"), yours=False)


def _answers(view: View, by: Sorted) -> dict[str, Part]:
    parts: dict[str, Part] = dict.fromkeys(ANSWERS, ("answer", None))
    if not view.offers:
        return parts
    open = [move.proposer for move in by[Decline]]
    for offer in view.offers:
        if offer.proposer == view.seat:
            parts[ANSWERS[offer.proposer]] = "answer", Answer(offer.proposer, mine=True)
        elif offer.proposer in open:
            accepts = tuple([move for move in by[Accept] if move.proposer == offer.proposer])
            parts[ANSWERS[offer.proposer]] = (
                "answer",
                Answer(offer.proposer, give=offer.give, accepts=accepts, gain=_gain(view, offer)),
            )
    return parts


def _gain(view: View, offer: OpenOffer) -> tuple[Chip, ...]:
    """The own fields on which what is offered would grow."""
    assert view.seat is not None
    fields = view.players[view.seat].fields
    growing = [lot for lot in fields if lot is not None and lot.bean in offer.give]
    return tuple([Chip(lot.bean, lot.count + offer.give.count(lot.bean)) for lot in growing])


@remembered
def _composing(seat: Seat | None, active: Seat, up: Cards, deck: Deck, names: Names) -> dict[str, Part]:
    """What an offer is made of. There are none in the duel (§10.1)."""
    if seat is None or len(names) == 2:
        return {"to": ("to", None), "lying": ("lying", ()), "wants": ("wants", None)}
    return {
        "to": ("to", _to(seat, active, names)),
        "lying": ("lying", each(up) if seat == active else ()),
        "wants": ("wants", Wants(len(names), deck)),
    }


def _to(seat: Seat, active: Seat, names: Names) -> To:
    free = seat == active
    asked = [other for other in range(len(names)) if other != seat] if free else [active]
    return To(tuple([(other, names[other]) for other in asked]), free)
