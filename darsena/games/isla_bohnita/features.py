"""A view as whole numbers from 0 on, for learning machines. What there is of each player stands for oneself first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from ...core.game import Seat
from .cards import BEANS, INDEX, PORTS, ROW, Bean, Deck, counted
from .state import Beans, Phase, Ship, Target
from .views import Public, View

FRONT = 10  # so many cards of the own hand are shown in their order; of all of them, the numbers
FIELDS, SHIPS, KINDS = 3, 2, len(BEANS)
SHIP = 2 + len(PORTS) + KINDS  # there is one, at home, at each port; its load
PLAYER = {"cards": 1, "shown": KINDS, "drawn": 1, "coins": KINDS, "received": KINDS}
HOLDINGS = {"fields": FIELDS * (1 + KINDS), "ships": (SHIPS + 1) * SHIP}
OFFER = {"offered": 1, "to_me": 1, "give": KINDS, "up": KINDS, "want": KINDS}


def layout(seats: int) -> Mapping[str, int]:
    """The parts of `features` and their lengths."""
    of_each = {name: size * seats for name, size in (PLAYER | HOLDINGS | OFFER).items()}
    return {
        "deck": len(get_args(Deck)),
        "phase": len(Phase),
        "active": seats,
        "planted": 1,
        "discarded": 1,
        "captured": 1,
        "sailed": SHIPS,
        "offers_made": seats,
        "raided": seats * SHIPS,
        "raid": seats * SHIPS,
        "hand": KINDS,
        "front": FRONT * KINDS,
        "drawn_by_me": KINDS,
        "turned_up": KINDS,
        "ports": len(PORTS) * ROW * KINDS,
        "pile": 1,
        "hidden": KINDS,
        "discards": KINDS,
        "top": KINDS,
        "aside": KINDS,
        "exhausted": 1,
        "closing": 1,
        **{f"each_{name}": size for name, size in of_each.items()},
    }


def features(view: View) -> list[int]:
    me, seats = view.seat or 0, len(view.players)
    order = [(me + away) % seats for away in range(seats)]
    numbers: list[int] = [view.deck == deck for deck in get_args(Deck)]
    numbers += [view.phase == phase for phase in Phase]
    numbers += [view.active == seat for seat in order]
    numbers += [view.turn.planted, view.turn.discarded, view.turn.captured]
    numbers += [ship in view.turn.sailed for ship in (1, 2)]
    numbers += [view.turn.offers[seat] if view.turn.offers else 0 for seat in order]
    numbers += _targets(view.turn.raided, order) + _targets(() if view.raid is None else (view.raid,), order)
    numbers += [*counted(view.hand), *_row(view.hand, FRONT), *counted(view.drawn), *counted(view.up)]
    for row in view.ports or ((), ()):
        numbers += _row(row, ROW)
    numbers += [view.pile, *view.hidden, *counted(view.discards), *counted(view.discards[-1:]), *counted(view.aside)]
    numbers += [view.exhausted, view.closing]
    players = [_player(view.players[seat]) for seat in order]
    offers = [_offer(view, seat, me) for seat in order]
    for part in [*zip(*players, strict=True), *zip(*offers, strict=True)]:
        numbers += [number for one in part for number in one]
    return numbers


def _targets(targets: Sequence[Target], order: Sequence[Seat]) -> list[int]:
    return [Target(seat, ship) in targets for seat in order for ship in (1, 2)]


def _row(cards: Sequence[Bean], size: int) -> list[int]:
    """Which bean each of the first cards is."""
    marks = [0] * (size * KINDS)
    for place, bean in enumerate(cards[:size]):
        marks[place * KINDS + INDEX[bean]] = 1
    return marks


def _player(player: Public) -> list[Sequence[int]]:
    """In the order of PLAYER and HOLDINGS."""
    fields = [number for place in range(FIELDS) for number in _field(player.fields, place)]
    ships = [*player.merchants, *[None] * (SHIPS - len(player.merchants)), player.pirate]
    loads = [number for ship in ships for number in _ship(ship)]
    cards = [counted(each) for each in (player.coins, player.received)]
    return [[player.cards], counted(player.shown), [player.drawn], *cards, fields, loads]


def _field(fields: Sequence[Beans | None], place: int) -> list[int]:
    return [place < len(fields), *_beans(fields[place] if place < len(fields) else None)]


def _ship(ship: Ship | None) -> list[int]:
    if ship is None:
        return [0] * SHIP
    return [1, ship.port is None, *(ship.port == port for port in PORTS), *_beans(ship.load)]


def _beans(beans: Beans | None) -> list[int]:
    counts = [0] * KINDS
    if beans is not None:
        counts[INDEX[beans.bean]] = beans.count
    return counts


def _offer(view: View, proposer: Seat, me: Seat) -> list[Sequence[int]]:
    """In the order of OFFER."""
    for each in view.offers:
        if each.proposer == proposer:
            return [[1], [me in each.open], counted(each.give), counted(each.up), counted(each.want)]
    return [[0], [0], *[[0] * KINDS] * 3]
