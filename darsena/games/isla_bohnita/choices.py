"""The moves a seat has. What is listed depends on what the seat sees, and on nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...core.game import Seat
from .cards import PIRATE_PRICE, PORTS, Bean, Deck, coins, without
from .fields import fits, harvestable
from .market import bought, goods, price
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
    Plant,
    Raid,
    Sail,
    Sell,
    Unload,
    Which,
    Withdraw,
    Yield,
)
from .offers import Way, WithOffers, may_offer
from .ships import same_in_front
from .state import PLANT, SOW, TRADE, Beans, Player, Ship, State, Target
from .trade import too_many
from .turn import may_end

Cards = tuple[Bean, ...]
Fields = tuple[Beans | None, ...]
remembered = lru_cache(maxsize=1 << 14)  # the same holdings are looked at again and again

NUMBERS: tuple[Which, ...] = (1, 2)
DONE, WITHDRAW = Done(), Withdraw()


def moves(state: State, seat: Seat) -> Sequence[Move]:
    player, active, raid = state.players[seat], seat == state.active, state.raid
    if raid is not None and raid.seat == seat:  # §4.11
        return Sell(NUMBERS[raid.ship - 1]), Yield()
    found = purchases(len(state.players), state.deck, player) if len(player.coins) >= PIRATE_PRICE else ()
    if active or len(state.players) > 2:  # §10.5
        frozen = active and state.turn.captured  # §4.13
        found += at_any_time(player.fields, player.merchants, None if frozen else player.pirate, active)
    found += _of_phase(state, seat, player)
    if state.phase == TRADE and may_offer(state, seat):
        return WithOffers(found, state, seat)
    return found


def purchases(seats: int, deck: Deck, player: Player) -> tuple[Move, ...]:
    """§7.1"""
    money, has = len(player.coins), bought(player)
    return tuple([Buy(what) for what in goods(deck) if not has[what] and price(seats, what) <= money])


@remembered
def at_any_time(fields: Fields, merchants: tuple[Ship, ...], pirate: Ship | None, own_turn: bool) -> tuple[Move, ...]:
    """Harvests, loadings and sales (§6.1, §6.2); in the own turn worthless loads are unloaded (§6.3)."""
    found: list[Move] = []
    for number in harvestable(fields):
        crop = fields[number - 1]
        assert crop is not None
        found.append(Harvest(number))
        for at, ship in enumerate(merchants, 1):
            if ship.load is None or ship.load.bean == crop.bean:
                found.append(Load(number, at))
    ships: list[tuple[Which, Ship]] = [*zip(NUMBERS, merchants, strict=False)]
    for which, each in [*ships, ("pirate", pirate or Ship())]:
        if each.load is None:
            continue
        if coins(each.load.bean, each.load.count):
            found.append(Sell(which))
        elif own_turn:
            found.append(Unload(which))
    return tuple(found)


def _of_phase(state: State, seat: Seat, player: Player) -> tuple[Move, ...]:
    phase, active = state.phase, seat == state.active
    if phase == PLANT:
        return _phase_one(state, player) if active else ()
    cards = player.received + state.up if active else player.received
    found = _plantings(player.fields, cards) if cards and (phase == SOW or state.deck != "base") else ()
    if state.raid is not None:
        return found
    if state.offers:
        found += _answers(state, seat, player)
    if active:
        found += _voyages(state, player) if phase == TRADE else ()
        found += (DONE,) if may_end(state) else ()
    return found


def _phase_one(state: State, player: Player) -> tuple[Move, ...]:
    """§3.1, and §10.2 in the duel."""
    turn, found = state.turn, tuple[Move, ...]()
    if player.hand and turn.planted < 2:
        found += _plantings(player.fields, player.hand[:1])
    if len(state.players) == 2 and not turn.discarded:
        found += tuple([Discard(position) for position in range(1, len(player.hand) + 1)])
    return (*found, DONE) if may_end(state) else found


@remembered
def _plantings(fields: Fields, cards: Cards) -> tuple[Move, ...]:
    return tuple([Plant(bean, number) for bean in dict.fromkeys(cards) for number in fits(fields, bean)])


def _voyages(state: State, player: Player) -> tuple[Move, ...]:
    """Trips and raids (§4.6 to §4.12)."""
    found: tuple[Move, ...] = ()
    for number, ship in enumerate(player.merchants, 1):
        if number not in state.turn.sailed:
            found += _trips(number, ship, state.ports)
    return found if player.pirate is None else found + _raids(state, player.pirate)


@remembered
def _trips(number: int, ship: Ship, ports: tuple[Cards, ...]) -> tuple[Move, ...]:
    if ship.port is not None:
        return (Home(number),)
    found: list[Move] = []
    for port, row in zip(PORTS, ports, strict=True):
        if not row:
            found.append(Sail(number, port, 0))
        elif ship.load is None or ship.load.bean == row[0]:
            found += [Sail(number, port, cards) for cards in range(1, same_in_front(row) + 1)]
    return tuple(found)


def _raids(state: State, pirate: Ship) -> tuple[Move, ...]:
    wanted = pirate.load and pirate.load.bean
    return tuple(
        Raid(seat, number)
        for seat, other in enumerate(state.players)
        if seat != state.active
        for number, ship in enumerate(other.merchants, 1)
        if ship.port is None
        and ship.load is not None
        and wanted in (None, ship.load.bean)
        and Target(seat, number) not in state.turn.raided
    )


def _answers(state: State, seat: Seat, player: Player) -> tuple[Move, ...]:
    """To the offers that are open for this seat; and the own one may be withdrawn (§11.3, §11.4)."""
    found: tuple[Move, ...] = ()
    for each in state.offers:
        if each.proposer == seat:
            found += (WITHDRAW,)
        elif seat in each.open:
            found += answers(player.hand, state.up if seat == state.active else (), each.proposer, each.give, each.want)
    return found


@remembered
def answers(hand: Cards, up: Cards, proposer: Seat, give: Cards, want: Cards) -> tuple[Move, ...]:
    agreed = [Accept(proposer, give, *way) for way in ways(hand, up, want)]
    return (*agreed, Decline(proposer))


def ways(hand: Cards, up: Cards, want: Cards) -> list[Way]:
    """Ways to give exactly these cards: turned-up ones first, then from the front or from the back of the hand."""
    if not want:
        return [((), ())]
    rest = tuple(too_many(want, up)) if up else want
    if too_many(rest, hand):
        return []
    lying = without(want, rest) or ()
    places = range(1, len(hand) + 1)
    found = [(_positions(hand, rest, places), lying), (_positions(hand, rest, places[::-1]), lying)]
    if lying:
        found.append((_positions(hand, want, places), ()))
    return [(positions, cards) for positions, cards in dict.fromkeys(found) if positions is not None]


def _positions(hand: Cards, wanted: Cards, places: range) -> tuple[int, ...] | None:
    """Where in the hand the wanted cards are, the first ones along `places`."""
    left, taken = list(wanted), []
    for place in places:
        if hand[place - 1] in left:
            left.remove(hand[place - 1])
            taken.append(place)
    return None if left else tuple(sorted(taken))
