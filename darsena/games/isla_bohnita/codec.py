"""Moves and views as numbers, for learning machines. The numbering is part of the rules version.

`KEYS` lists every numbered move in words. Other seats are counted from oneself, round the table. A card of the hand is
the first one of its bean. Of the countless trades these are numbered, to everyone by the active player and to the
active player by all others:

    gift           one card for nothing, from the hand or turned up; and a bean asked for as a gift
    one for one    a card for a bean
    two for one    a bean for both cards turned up, or for the first two of the hand where they are another's
    one for two    a card turned up for two of a bean; a card of the hand for both that another has turned up
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from ...core.game import Seat
from .cards import BEANS, PORTS, ROW, SEATS, Bean
from .choices import ways
from .features import features, layout
from .market import GOODS
from .moves import (
    Accept,
    Buy,
    Decline,
    Discard,
    Done,
    Draw,
    Harvest,
    Home,
    Load,
    Move,
    Offer,
    Plant,
    Raid,
    Sail,
    Sell,
    Standing,
    Unload,
    Wish,
    Withdraw,
    Yield,
)
from .offers import Way
from .rules import DRAWS
from .views import View

__all__ = ["KEYS", "MOVES", "NATURE", "features", "layout", "legal", "move", "number"]

Key = tuple[object, ...]
Cards = tuple[Bean, ...]

FIELDS, SHIPS, OTHERS = (1, 2, 3), (1, 2), range(1, SEATS[-1])
WHICH = (1, 2, "pirate")
TAKEN = range(ROW + 1)  # cards of a row
WAYS = range(3)  # to give what an offer wants: see `ways`
NO_CARD = 0  # a position that no hand has: the rules refuse it
NATURE: Sequence[Move] = DRAWS


def _keys() -> Iterator[Key]:
    yield from ((word,) for word in ("done", "withdraw", "yield"))
    yield from product(("plant",), BEANS, FIELDS)
    yield from product(("discard",), BEANS)
    yield from product(("harvest",), FIELDS)
    yield from product(("load",), FIELDS, SHIPS)
    yield from product(("sell", "unload"), WHICH)
    yield from product(("buy",), GOODS)
    yield from product(("sail",), SHIPS, PORTS, TAKEN)
    yield from product(("home",), SHIPS)
    yield from product(("raid",), OTHERS, SHIPS)
    yield from product(("accept",), OTHERS, WAYS)
    yield from product(("decline",), OTHERS)
    yield from product(("gift",), ("hand", "up"), BEANS)
    yield from product(("wish",), BEANS)
    yield from product(("one for one",), ("hand", "up"), BEANS, BEANS)
    yield from product(("two for one",), BEANS)
    yield from product(("one for two",), BEANS, BEANS)
    yield from product(("one for both",), BEANS)


KEYS: Sequence[Key] = tuple(_keys())
MOVES = len(KEYS)
_NUMBERS = {key: number for number, key in enumerate(KEYS)}


def number(view: View, move: Move) -> int | None:
    return _NUMBERS.get(key(view, move))


def key(view: View, move: Move) -> Key:
    """The move in words; a list of these words that is not in KEYS has no number."""
    match move:
        case Done() | Withdraw() | Yield():
            return (type(move).__name__.lower(),)
        case Plant(bean, field):
            return ("plant", bean, field)
        case Discard(card):
            return ("discard", _first(view.hand, card))
        case Harvest(field):
            return ("harvest", field)
        case Load(field, ship):
            return ("load", field, ship)
        case Sell(which):
            return ("sell", which)
        case Unload(which):
            return ("unload", which)
        case Buy(what):
            return ("buy", what)
        case Sail(ship, port, cards):
            return ("sail", ship, port, cards)
        case Home(ship):
            return ("home", ship)
        case Raid(seat, ship):
            return ("raid", _away(view, seat), ship)
        case Accept(proposer, _, hand, up):
            return ("accept", _away(view, proposer), _way(view, proposer, (hand, up)))
        case Decline(proposer):
            return ("decline", _away(view, proposer))
        case Offer():
            return _trade(view, move)
        case Draw() | Wish() | Standing():
            return ()


def _away(view: View, seat: Seat) -> int:
    return (seat - (view.seat or 0)) % len(view.players)


def _first(hand: Cards, card: int) -> Bean | None:
    """The bean of a card, if the card is the first of its bean in the hand."""
    bean = hand[card - 1] if 1 <= card <= len(hand) else None
    return bean if bean is not None and hand.index(bean) == card - 1 else None


def _way(view: View, proposer: Seat, way: Way) -> int | None:
    found = _ways(view, proposer)
    return found.index(way) if way in found else None


def _ways(view: View, proposer: Seat) -> list[Way]:
    """How this seat can give what an open offer wants."""
    offers = [each for each in view.offers if each.proposer == proposer]
    return ways(view.hand, view.up if view.seat == view.active else (), offers[0].want) if offers else []


def _trade(view: View, move: Offer) -> Key:
    if move.to != _asked(view):
        return ()
    match move.hand, move.up, move.want:
        case (card,), (), ():
            return ("gift", "hand", _first(view.hand, card))
        case (), (bean,), ():
            return ("gift", "up", bean)
        case (), (), (want,):
            return ("wish", want)
        case (card,), (), (want,):
            return ("one for one", "hand", _first(view.hand, card), want)
        case (), (bean,), (want,):
            return ("one for one", "up", bean, want)
        case hand, up, (want,) if (hand, up) == _pair(view):
            return ("two for one", want)
        case (), (bean,), (want, other) if want == other:
            return ("one for two", bean, want)
        case (card,), (), want if want == view.up:
            return ("one for both", _first(view.hand, card))
    return ()


def _asked(view: View) -> Seat | None:
    return None if view.seat == view.active else view.active


def _pair(view: View) -> Way:
    return ((), view.up) if view.seat == view.active else ((1, 2), ())


def move(view: View, number: int) -> Move:
    match KEYS[number]:
        case ("discard", Bean() as bean):
            return Discard(_card(view.hand, bean))
        case ("raid", int(away), int(ship)):
            return Raid(_seat(view, away), ship)
        case ("accept", int(away), int(place)):
            return _accept(view, _seat(view, away), place)
        case ("decline", int(away)):
            return Decline(_seat(view, away))
        case (str(word), *rest) if word in SIMPLE:
            return SIMPLE[word](*rest)
        case trade:
            return _offer(view, trade)


SIMPLE: Mapping[str, Callable[..., Move]] = {
    "done": Done,
    "withdraw": Withdraw,
    "yield": Yield,
    "plant": Plant,
    "harvest": Harvest,
    "load": Load,
    "sell": Sell,
    "unload": Unload,
    "buy": Buy,
    "sail": Sail,
    "home": Home,
}


def _seat(view: View, away: int) -> Seat:
    """A seat so far round the table; beyond it where there are not so many."""
    seats = len(view.players)
    return ((view.seat or 0) + away) % seats if away < seats else away


def _card(hand: Cards, bean: Bean) -> int:
    return hand.index(bean) + 1 if bean in hand else NO_CARD


def _accept(view: View, proposer: Seat, place: int) -> Accept:
    give = next((each.give for each in view.offers if each.proposer == proposer), ())
    found = _ways(view, proposer)
    return Accept(proposer, give, *(found[place] if place < len(found) else ((NO_CARD,), ())))


def _offer(view: View, trade: Key) -> Offer:
    to = _asked(view)
    match trade:
        case ("gift", "hand", Bean() as bean):
            return Offer(to, (_card(view.hand, bean),), (), ())
        case ("gift", "up", Bean() as bean):
            return Offer(to, (), (bean,), ())
        case ("wish", Bean() as want):
            return Offer(to, (), (), (want,))
        case ("one for one", "hand", Bean() as bean, Bean() as want):
            return Offer(to, (_card(view.hand, bean),), (), (want,))
        case ("one for one", "up", Bean() as bean, Bean() as want):
            return Offer(to, (), (bean,), (want,))
        case ("two for one", Bean() as want):
            return Offer(to, *_pair(view), (want,))
        case ("one for two", Bean() as bean, Bean() as want):
            return Offer(to, (), (bean,), (want, want))
        case ("one for both", Bean() as bean):
            return Offer(to, (_card(view.hand, bean),), (), view.up)
    raise AssertionError(f"{trade} is in no list")


def legal(view: View, moves: Sequence[Move]) -> list[int]:
    found = [number(view, move) for move in moves]
    return [each for each in found if each is not None]
