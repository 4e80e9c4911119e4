"""What the screen shows of a view: one small value for each part of the board."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ...core import notation
from ...core.game import Message, Seat, Seated, say
from .cards import PORTS, SEATS, Bean, Port, coins, sort
from .choices import GOODS
from .guide import ending, guide
from .market import Good, price
from .moves import Accept, Decline, Harvest, Home, Load, Move, Plant, Raid, Sail, Sell, Unload, Which
from .names import PORT_NAMES, beans, coins_named
from .offers import WithOffers
from .pieces import (
    Berth,
    Chip,
    Deal,
    Deed,
    Fleet,
    Hand,
    Known,
    Laid,
    Land,
    Moored,
    Pile,
    Plate,
    Plot,
    Purse,
    Row,
    Sale,
    To,
    Top,
    Trips,
    Vessel,
    Wants,
)
from .ships import same_in_front
from .state import PLANT, SOW, TRADE, Beans, OpenOffer, Ship
from .views import Public, View

Part = tuple[str, Any]
Sorted = Mapping[type, list[Any]]  # moves by their kind
MOST_SEATS = SEATS[-1]
NOBODY = dict.fromkeys(("plate", "money", "cards", "known", "land", "fleet"))


def public(view: View, seated: tuple[Seated, ...]) -> dict[str, Part]:
    top = Chip(view.discards[-1]) if view.discards else None
    parts: dict[str, Part] = {
        "pile": ("pile", Pile(view.pile, view.exhausted)),
        "top": ("top", Top(top, len(view.discards))),
        "discards": ("discards", _counted(sort(view.discards))),
    }
    for index, port in enumerate(PORTS):
        parts[port.value] = ("row", _row(view, index) if view.ports else None)
        parts[f"moored-{port.value}"] = ("moored", _moored(view, seated, port))
    for seat in range(MOST_SEATS):
        shown = _of_seat(view, seated, seat) if seat < len(seated) else NOBODY
        parts |= {f"{part}-{seat}": (part, value) for part, value in shown.items()}
    return parts


def own(view: View, seated: tuple[Seated, ...], moves: Sequence[Move]) -> dict[str, Part]:
    by: Sorted = _sorted(moves.moves if isinstance(moves, WithOffers) else moves)
    parts: dict[str, Part] = {
        "guide": ("guide", guide(view, seated, by)),
        "ending": ("ending", ending(view, by)),
        "laid": ("laid", _laid(view)),
        **_estate(view, seated, by),
        **_composing(view, seated),
    }
    for port in PORTS:
        parts[f"trip-{port.value}"] = ("trip", _trips(view, port, by))
    offers = {each.proposer: each for each in view.offers}
    for seat in range(MOST_SEATS):
        parts[f"offer-{seat}"] = ("offer", _deal(view, seated, offers[seat], by) if seat in offers else None)
    return parts


def _sorted(moves: Iterable[Move]) -> Sorted:
    by: dict[type, list[Any]] = defaultdict(list)
    for move in moves:
        by[type(move)].append(move)
    return by


# What everybody sees


@lru_cache(maxsize=1 << 12)
def _counted(cards: tuple[Bean, ...]) -> tuple[Chip, ...]:
    return tuple([Chip(bean, count) for bean, count in Counter(cards).items()])


def _chip(lot: Beans | None, flip: str = "") -> Chip | None:
    return None if lot is None else Chip(lot.bean, lot.count, flip)


def _grown(fields: tuple[Beans | None, ...], whose: object) -> tuple[Chip | None, ...]:
    """Fields as chips. The key of a crop is the one its newest card had before it was planted."""
    keys: set[str] = set()
    chips = []
    for lot in fields:
        key = "" if lot is None else f"{whose}-{lot.bean}-{lot.count}"
        chips.append(_chip(lot, "" if key in keys else key))
        keys.add(key)
    return tuple(chips)


def _of_seat(view: View, seated: tuple[Seated, ...], seat: Seat) -> dict[str, Any]:
    player, who = view.players[seat], seated[seat]
    known = player.shown or player.received
    return {
        "plate": Plate(seat, who, seat == view.active and view.phase in (PLANT, TRADE, SOW)),
        "money": len(player.coins),
        "cards": player.cards,
        "known": Known(_counted(player.shown), _counted(player.received)) if known else None,
        "land": Land(seat, who.name, _grown(player.fields, seat)),
        "fleet": Fleet(seat, who.name, tuple([_vessel(*ship) for ship in _ships(player)])) if view.ports else None,
    }


def _ships(player: Public) -> list[tuple[Which, Ship]]:
    numbers: tuple[Which, ...] = (1, 2)
    return [*zip(numbers, player.merchants, strict=False), *([("pirate", player.pirate)] if player.pirate else [])]  # type: ignore[list-item]


def _vessel(which: Which, ship: Ship, flip: str = "") -> Vessel:
    return Vessel(which, _chip(ship.load, flip), ship.port)


def _row(view: View, index: int) -> Row:
    row = view.ports[index]
    return Row(PORTS[index], tuple([Chip(bean) for bean in row]), same_in_front(row))


def _moored(view: View, seated: tuple[Seated, ...], port: Port) -> Moored | None:
    ships = [
        (seat, seated[seat].name)
        for seat, player in enumerate(view.players)
        for ship in player.merchants
        if ship.port == port
    ]
    return Moored(PORT_NAMES[port], tuple(ships)) if ships else None


# The own land and hand


def _estate(view: View, seated: tuple[Seated, ...], by: Sorted) -> dict[str, Part]:
    seat = view.seat
    if seat is None:
        return dict.fromkeys(("field-1", "field-2", "field-3", "ship-1", "ship-2", "pirate"), ("plot", None)) | {
            "purse": ("purse", None),
            "hand": ("hand", None),
        }
    me = view.players[seat]
    crops = _grown(me.fields, "me")
    goods = {good: ("sale", _sale(view, good)) if view.ports or good == "field" else ("plot", None) for good in GOODS}
    return {
        "field-1": ("plot", _plot(1, crops[0], by)),
        "field-2": ("plot", _plot(2, crops[1], by)),
        "field-3": ("plot", _plot(3, crops[2], by)) if len(crops) > 2 else goods["field"],
        "ship-1": ("berth", _berth(view, seated, 1, me.merchants[0], by)) if me.merchants else ("plot", None),
        "ship-2": ("berth", _berth(view, seated, 2, me.merchants[1], by))
        if len(me.merchants) > 1
        else goods["merchant"],
        "pirate": ("berth", _berth(view, seated, "pirate", me.pirate, by)) if me.pirate else goods["pirate"],
        "purse": ("purse", Purse(seat, len(me.coins))),
        "hand": ("hand", _hand(view, me)),
    }


def _plot(number: int, crop: Chip | None, by: Sorted) -> Plot:
    plants = tuple([Chip(move.bean) for move in by[Plant] if move.field == number])
    deeds: list[Deed] = []
    for move in by[Harvest]:
        if move.field == number and crop is not None:
            deeds.append(_deed(move, say("Harvest and sell for {coins}", coins=coins_named(crop.coins))))
    for move in by[Load]:
        if move.field == number:
            deeds.append(_deed(move, say("Harvest onto ship {n}", n=move.ship)))
    return Plot(number, crop, plants, tuple(deeds))


def _deed(move: Move, label: Message) -> Deed:
    return Deed(notation.write(move), label)


def _sale(view: View, what: Good) -> Sale:
    assert view.seat is not None
    cost = price(len(view.players), what)
    return Sale(what, cost, cost <= len(view.players[view.seat].coins))


def _berth(view: View, seated: tuple[Seated, ...], which: Which, ship: Ship, by: Sorted) -> Berth:
    assert view.seat is not None
    growing = [lot.bean for lot in view.players[view.seat].fields if lot is not None]
    key = f"me-{ship.load.bean}-{ship.load.count}" if ship.load and ship.load.bean not in growing else ""
    deeds = [_deed(move, _sold(move, ship)) for move in [*by[Sell], *by[Unload]] if move.ship == which]
    deeds += [_deed(move, _sailed(move, view)) for move in [*by[Sail], *by[Home]] if move.ship == which]
    if which == "pirate":
        deeds += [_deed(move, _raided(move, view, seated)) for move in by[Raid]]
    return Berth(view.seat, _vessel(which, ship, key), tuple(deeds))


def _sold(move: Sell | Unload, ship: Ship) -> Message:
    assert ship.load is not None
    if isinstance(move, Unload):
        return say("Unload for nothing")
    return say("Sell the load for {coins}", coins=coins_named(coins(ship.load.bean, ship.load.count)))


def _sailed(move: Sail | Home, view: View) -> Message:
    if isinstance(move, Home):
        return say("Sail home")
    row = view.ports[PORTS.index(move.port)]
    if not row:
        return say("Sail to {port}, where nothing lies", port=PORT_NAMES[move.port])
    return say("Sail to {port} and take {beans}", port=PORT_NAMES[move.port], beans=beans(row[0], move.cards))


def _trips(view: View, port: Port, by: Sorted) -> Trips | None:
    deeds = [
        _deed(move, say("Ship {n}: {trip}", n=move.ship, trip=_sailed(move, view)))
        for move in by[Sail]
        if move.port == port
    ]
    return Trips(port, tuple(deeds)) if deeds else None


def _raided(move: Raid, view: View, seated: tuple[Seated, ...]) -> Message:
    load = view.players[move.seat].merchants[move.ship - 1].load
    assert load is not None
    return say(
        "Raid {name}: ship {n} with {beans}",
        name=seated[move.seat].name,
        n=move.ship,
        beans=beans(load.bean, load.count),
    )


def _hand(view: View, me: Public) -> Hand:
    sowing = view.phase == PLANT and view.seat == view.active
    chips = [Chip(bean) for bean in view.hand]
    if sowing and chips:
        chips[0] = _next(chips[:1], me.fields, "me")[0]
    return Hand(tuple(chips), view.offered, len(view.players) == 2)


def _next(cards: Iterable[Chip], fields: tuple[Beans | None, ...], whose: object) -> tuple[Chip, ...]:
    """Cards about to be planted, with the keys their crops will have."""
    grown = Counter({lot.bean: lot.count for lot in fields if lot is not None})
    chips = []
    for card in cards:
        grown[card.bean] += 1
        chips.append(Chip(card.bean, 1, f"{whose}-{card.bean}-{grown[card.bean]}"))
    return tuple(chips)


# Trading


def _laid(view: View) -> Laid | None:
    received = () if view.seat is None else view.players[view.seat].received
    if not view.up and not received:
        return None
    yours = view.seat == view.active
    if yours:
        chips = _next(map(Chip, view.up + received), view.players[view.active].fields, "me")
        return Laid(chips[: len(view.up)], chips[len(view.up) :], yours)
    up = _next(map(Chip, view.up), view.players[view.active].fields, view.active)
    return Laid(
        up, _next(map(Chip, received), view.players[view.seat].fields, "me") if view.seat is not None else (), yours
    )


def _deal(view: View, seated: tuple[Seated, ...], each: OpenOffer, by: Sorted) -> Deal:
    accepts = [move for move in by[Accept] if move.proposer == each.proposer]
    return Deal(
        proposer=each.proposer,
        name=seated[each.proposer].name,
        to="" if each.to is None else seated[each.to].name,
        mine=each.proposer == view.seat,
        give=_counted(each.give),
        want=_counted(each.want),
        accepts=tuple([_deed(move, _given(move, len(accepts))) for move in accepts]),
        open=any(move.proposer == each.proposer for move in by[Decline]),
        waits=tuple([seated[seat].name for seat in each.open]) if each.to is None else (),
        gain=_gain(view, each),
        yours=view.seat is not None and each.to == view.seat,
    )


def _given(move: Accept, ways: int) -> Message:
    """Which cards leave, where there is a choice."""
    if ways == 1:
        return say("Accept")
    if not move.hand:
        return say("Accept: turned up")
    if move.up:
        return say("Accept: turned up, and hand card {positions}", positions=move.hand)
    return say("Accept: hand card {positions}", positions=move.hand)


def _gain(view: View, each: OpenOffer) -> tuple[Chip, ...]:
    """The own fields on which what is offered would grow."""
    if view.seat is None or view.seat not in each.open:
        return ()
    fields = view.players[view.seat].fields
    growing = [lot for lot in fields if lot is not None and lot.bean in each.give]
    return tuple([Chip(lot.bean, lot.count + each.give.count(lot.bean)) for lot in growing])


def _composing(view: View, seated: tuple[Seated, ...]) -> dict[str, Part]:
    """What an offer is made of. There are none in the duel (§10.1)."""
    seat, active = view.seat, view.active
    if seat is None or len(seated) == 2:
        return {"to": ("to", None), "lying": ("lying", ()), "wants": ("wants", None)}
    free = seat == active
    asked = [other for other in range(len(seated)) if other != seat] if free else [active]
    return {
        "to": ("to", To(tuple([(other, seated[other].name) for other in asked]), free)),
        "lying": ("lying", tuple([Chip(bean) for bean in view.up]) if free else ()),
        "wants": ("wants", Wants(len(seated), view.deck)),
    }
