"""The moves a seat has. Of offers, which are countless, a few dozen sensible ones; any other may be made as well.

What is listed depends on what the seat sees, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...core.game import Seat
from .cards import PORTS, Bean, coins
from .fields import fits, harvestable
from .market import Good, price
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
    Which,
    Withdraw,
    Yield,
)
from .ships import same_in_front
from .state import Beans, Phase, Player, Ship, State, Target
from .trade import MOST_OFFERS
from .turn import may_end

Cards = tuple[Bean, ...]
Way = tuple[tuple[int, ...], Cards]  # what is given: positions in the hand, and turned-up cards
Fields = tuple[Beans | None, ...]
remembered = lru_cache(maxsize=1 << 14)  # the same holdings are looked at again and again

GOODS: tuple[Good, ...] = ("field", "merchant", "pirate")
NUMBERS: tuple[Which, ...] = (1, 2)


def moves(state: State, seat: Seat) -> list[Move]:
    player, active = state.players[seat], seat == state.active
    raid = state.raid
    if raid is not None and raid.seat == seat:  # §4.11
        return [Sell(NUMBERS[raid.ship - 1]), Yield()]
    found: list[Move] = []
    if active or len(state.players) > 2:  # §10.5
        found += at_any_time(player.fields, player.merchants)
        if player.pirate is not None and not (active and state.turn.captured):  # §4.13
            found += _of_ship("pirate", player.pirate, Sell)
    found += purchases(state, player)
    if active:
        found += _unloadings(player, frozen=state.turn.captured)
    found += _of_phase(state, seat, player)
    return found


@remembered
def at_any_time(fields: Fields, merchants: tuple[Ship, ...]) -> list[Move]:
    """Harvests, loadings and sales (§6.1, §6.2)."""
    found: list[Move] = []
    for number in harvestable(fields):
        crop = fields[number - 1]
        assert crop is not None
        found.append(Harvest(number))
        for at, ship in enumerate(merchants, 1):
            if ship.load is None or ship.load.bean == crop.bean:
                found.append(Load(number, at))
    for which, ship in zip(NUMBERS, merchants, strict=False):
        found += _of_ship(which, ship, Sell)
    return found


def _of_ship(which: Which, ship: Ship, kind: type[Sell] | type[Unload]) -> list[Move]:
    """What can be done with a load: one that brings a coin is sold, another unloaded."""
    load = ship.load
    if load is None or (kind is Sell) != (coins(load.bean, load.count) > 0):
        return []
    return [kind(which)]


def _unloadings(player: Player, *, frozen: bool) -> list[Move]:
    """§6.3"""
    found: list[Move] = []
    for which, ship in zip(NUMBERS, player.merchants, strict=False):
        if ship.load is not None:
            found += _of_ship(which, ship, Unload)
    if player.pirate is not None and not frozen:
        found += _of_ship("pirate", player.pirate, Unload)
    return found


def purchases(state: State, player: Player) -> list[Move]:
    """§7.1"""
    money = len(player.coins)
    if money < 2:
        return []
    has = {"field": len(player.fields) > 2, "merchant": len(player.merchants) > 1, "pirate": player.pirate is not None}
    goods = GOODS if state.deck != "base" else GOODS[:1]
    return [Buy(what) for what in goods if not has[what] and price(len(state.players), what) <= money]


def _of_phase(state: State, seat: Seat, player: Player) -> list[Move]:
    active = seat == state.active
    match state.phase:
        case Phase.PLANT if active:
            return _phase_one(state, player)
        case Phase.TRADE:
            found: list[Move] = []
            if state.deck != "base":
                found += _plantings(player.fields, player.received + state.up if active else player.received)
            if state.raid is None:
                found += _trades(state, seat, player) if len(state.players) > 2 else []
                found += _voyages(state, player) if active and state.ports else []
                found += [Done()] if active and may_end(state) else []
            return found
        case Phase.SOW:
            return _plantings(player.fields, player.received + state.up if active else player.received)
        case _:
            return []


def _phase_one(state: State, player: Player) -> list[Move]:
    """§3.1, and §10.2 in the duel."""
    turn, found = state.turn, list[Move]()
    if player.hand and turn.planted < 2:
        found += _plantings(player.fields, player.hand[:1])
    if len(state.players) == 2 and not turn.discarded:
        found += [Discard(position) for position in range(1, len(player.hand) + 1)]
    return [*found, Done()] if may_end(state) else found


@remembered
def _plantings(fields: Fields, cards: Cards) -> list[Move]:
    return [Plant(bean, number) for bean in dict.fromkeys(cards) for number in fits(fields, bean)]


def _voyages(state: State, player: Player) -> list[Move]:
    """Trips and raids (§4.6 to §4.12)."""
    found: list[Move] = []
    for number, ship in enumerate(player.merchants, 1):
        if number not in state.turn.sailed:
            found += _trips(number, ship, state.ports)
    if player.pirate is not None:
        found += _raids(state, player.pirate)
    return found


@remembered
def _trips(number: int, ship: Ship, ports: tuple[Cards, ...]) -> list[Move]:
    if ship.port is not None:
        return [Home(number)]
    found: list[Move] = []
    for port, row in zip(PORTS, ports, strict=True):
        if not row:
            found.append(Sail(number, port, 0))
        elif ship.load is None or ship.load.bean == row[0]:
            found += [Sail(number, port, cards) for cards in range(1, same_in_front(row) + 1)]
    return found


def _raids(state: State, pirate: Ship) -> list[Move]:
    wanted = pirate.load and pirate.load.bean
    return [
        Raid(seat, number)
        for seat, other in enumerate(state.players)
        if seat != state.active
        for number, ship in enumerate(other.merchants, 1)
        if ship.port is None and ship.load is not None and wanted in (None, ship.load.bean)
        if Target(seat, number) not in state.turn.raided
    ]


def _trades(state: State, seat: Seat, player: Player) -> list[Move]:
    found: list[Move] = []
    up = state.up if seat == state.active else ()
    waiting = False
    for each in state.offers:
        if each.proposer == seat:
            waiting = True
        elif seat in each.open:
            found += [Accept(each.proposer, each.give, *way) for way in ways(player.hand, up, each.want)]
            found.append(Decline(each.proposer))
    if waiting:
        return [*found, Withdraw()]
    if state.turn.offers[seat] >= MOST_OFFERS:
        return found
    return found + (_active_offers(state, player) if seat == state.active else _passive_offers(state, player))


@remembered
def ways(hand: Cards, up: Cards, want: Cards) -> list[Way]:
    """Ways to give exactly these cards: turned-up ones first, then from the front or from the back of the hand."""
    lying, rest = list(up), []
    for bean in want:
        if bean in lying:
            lying.remove(bean)
        else:
            rest.append(bean)
    given = tuple([bean for bean in dict.fromkeys(want) for _ in range(want.count(bean) - rest.count(bean))])
    places = list(range(1, len(hand) + 1))
    found = [_positions(hand, rest, places), _positions(hand, rest, places[::-1])]
    if given:
        found_in_hand = _positions(hand, list(want), places)
        return [*_unique(found, given), *_unique([found_in_hand], ())]
    return _unique(found, ())


def _unique(found: list[tuple[int, ...] | None], up: Cards) -> list[Way]:
    return [(positions, up) for positions in dict.fromkeys(found) if positions is not None]


def _positions(hand: Cards, wanted: list[Bean], places: list[int]) -> tuple[int, ...] | None:
    """Where in the hand the wanted cards are, the first ones along `places`."""
    left, taken = list(wanted), []
    for place in places:
        if hand[place - 1] in left:
            left.remove(hand[place - 1])
            taken.append(place)
    return None if left else tuple(sorted(taken))


def growing(fields: Fields) -> Cards:
    return tuple(dict.fromkeys([field.bean for field in fields if field is not None]))


def _active_offers(state: State, player: Player) -> list[Move]:
    others = [(seat, other) for seat, other in enumerate(state.players) if seat != state.active]
    most = max(len(other.hand) for _, other in others)
    growers = tuple(
        [
            (seat, bean)
            for bean in dict.fromkeys(state.up)
            for seat, other in others
            if bean in growing(other.fields) and len(other.hand) > 0
        ]
    )
    return offers_of_active(player.hand, state.up, growing(player.fields), min(most, 2), growers)


@remembered
def offers_of_active(
    hand: Cards, up: Cards, wants: Cards, most: int, growers: tuple[tuple[Seat, Bean], ...]
) -> list[Move]:
    """To everyone: one card for one that grows here, or two for it, or it for two, or as a gift; turned-up
    cards also to one player who grows them."""
    lying: list[Way] = [((), (bean,)) for bean in dict.fromkeys(up)]
    single: list[Way] = [
        *lying,
        *(((hand.index(bean) + 1,), ()) for bean in dict.fromkeys(hand)),
    ]
    found = list(_deals(None, single, [()]))
    if most > 0:
        found += _deals(None, single, [(bean,) for bean in wants])
        found += _deals(None, [((), up)] if len(up) == 2 else [], [(bean,) for bean in wants])
        for seat, bean in growers:
            found += _deals(seat, [((), (bean,))], [(), *((want,) for want in wants if want != bean)])
    if most > 1:
        found += _deals(None, lying, [(bean, bean) for bean in wants])
    return found


def _deals(to: Seat | None, gives: list[Way], wants: list[Cards]) -> Iterator[Move]:
    return (Offer(to, positions, lying, want) for positions, lying in gives for want in wants)


def _passive_offers(state: State, player: Player) -> list[Move]:
    fields = growing(state.players[state.active].fields)
    return offers_of_passive(state.active, player.hand, state.up, fields)


@remembered
def offers_of_passive(active: Seat, hand: Cards, up: Cards, fields: Cards) -> list[Move]:
    """To the active player: one or two cards for one that lies turned up, one for all of them, a request for
    nothing, and gifts of what grows there."""
    single: list[Way] = [((hand.index(bean) + 1,), ()) for bean in dict.fromkeys(hand)]
    double: list[Way] = [((1, 2), ())] if len(hand) > 1 else []
    asks: list[Cards] = [(bean,) for bean in dict.fromkeys(up)]
    found = list(_deals(active, [*single, *double, ((), ())], asks))
    if len(up) > 1:
        found += _deals(active, single, [up])
    return found + [Offer(active, (hand.index(bean) + 1,), (), ()) for bean in fields if bean in hand]
