"""Offers worth thinking about. There are countless others, and any of them may be made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from ...core.game import Seat
from .cards import Bean
from .moves import Move, Offer
from .state import Beans, State
from .trade import MOST_OFFERS

Cards = tuple[Bean, ...]
Way = tuple[tuple[int, ...], Cards]  # what is given: positions in the hand, and turned-up cards
Deals = tuple[Seat | None, tuple[Way, ...], tuple[Cards, ...]]  # to whom: each of these for each of those
remembered = lru_cache(maxsize=1 << 12)

NOTHING: tuple[Cards, ...] = ((),)


class WithOffers(Sequence[Move]):
    """Moves and then offers, which are made only when somebody looks at them."""

    def __init__(self, moves: tuple[Move, ...], state: State, seat: Seat) -> None:
        self.moves, self.state, self.seat = moves, state, seat

    @cached_property
    def offers(self) -> list[Deals]:
        return offers_of(self.state, self.seat)

    @cached_property
    def size(self) -> int:
        return len(self.moves) + sum([len(gives) * len(wants) for _, gives, wants in self.offers])

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, int) or index < 0:
            return tuple(self)[index]
        if index < len(self.moves):
            return self.moves[index]
        index -= len(self.moves)
        for to, gives, wants in self.offers:
            if index < len(gives) * len(wants):
                hand, up = gives[index // len(wants)]
                return Offer(to, hand, up, wants[index % len(wants)])
            index -= len(gives) * len(wants)
        raise IndexError


def may_offer(state: State, seat: Seat) -> bool:
    """Whoever waits for an answer need not think of the next offer, though it could be made (§11.4)."""
    if state.raid is not None or len(state.players) == 2 or state.turn.offers[seat] >= MOST_OFFERS:
        return False
    return not state.offers or seat not in [each.proposer for each in state.offers]


def offers_of(state: State, seat: Seat) -> list[Deals]:
    return _of_active(state) if seat == state.active else _of_passive(state, seat)


def _of_active(state: State) -> list[Deals]:
    """To everyone: one card for one that grows here, or two for it, or one for two, or as a gift; turned-up
    cards also to one player who grows them."""
    up, player = state.up, state.players[state.active]
    lying, wants = _lying(up), _one_each(growing(player.fields))
    single = lying + _singles(player.hand)
    found: list[Deals] = [(None, single, NOTHING)]
    most = 0
    for seat, other in enumerate(state.players):
        if seat != state.active and other.hand:
            most = max(most, len(other.hand))
            if up:
                found += [(seat, (((), (bean,)),), NOTHING + wants) for bean in growing(other.fields) if bean in up]
    if most > 0:
        found.append((None, (*single, ((), up)) if len(up) == 2 else single, wants))
    if most > 1 and lying:
        found.append((None, lying, tuple([want + want for want in wants])))
    return found


def _of_passive(state: State, seat: Seat) -> list[Deals]:
    """To the active player: one or two cards for one that lies turned up, one for all of them, a request
    for nothing, and gifts of what grows there."""
    active, up, hand = state.active, state.up, state.players[seat].hand
    single, found = _singles(hand), list[Deals]()
    if up:
        double: tuple[Way, ...] = (((1, 2), ()),) if len(hand) > 1 else ()
        found.append((active, (*single, *double, ((), ())), tuple([want for _, want in _lying(up)])))
    if len(up) > 1:
        found.append((active, single, (up,)))
    liked = growing(state.players[active].fields)
    gifts = tuple([way for way in single if hand[way[0][0] - 1] in liked])
    return [*found, (active, gifts, NOTHING)]


@remembered
def _singles(hand: Cards) -> tuple[Way, ...]:
    return tuple([((hand.index(bean) + 1,), ()) for bean in dict.fromkeys(hand)])


@remembered
def _lying(up: Cards) -> tuple[Way, ...]:
    return tuple([((), (bean,)) for bean in dict.fromkeys(up)])


@remembered
def _one_each(beans: Cards) -> tuple[Cards, ...]:
    return tuple([(bean,) for bean in beans])


@remembered
def growing(fields: tuple[Beans | None, ...]) -> Cards:
    return tuple(dict.fromkeys([field.bean for field in fields if field is not None]))
