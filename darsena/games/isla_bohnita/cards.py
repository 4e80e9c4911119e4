"""The beans, what they bring, and the tables of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Literal

from msgspec import Struct

from ...core.game import Message, Refused, say

Deck = Literal["base", "isla", "isla+expansion"]
Counts = tuple[int, ...]  # how many cards of each bean, in the order of Bean


class Bean(StrEnum):
    BLUE = "blue"
    CHILI = "chili"
    STINK = "stink"
    GREEN = "green"
    SOY = "soy"
    BLACKEYED = "blackeyed"
    RED = "red"
    GARDEN = "garden"
    COFFEE = "coffee"
    BRANDY = "brandy"
    COCOA = "cocoa"
    WAX = "wax"
    MOCHA = "mocha"

    def __repr__(self) -> str:
        return self.value


class Port(StrEnum):
    BOHNBAY = "bohnbay"
    BOHNANCO = "bohnanco"

    def __repr__(self) -> str:
        return self.value


class Kind(Struct, frozen=True):
    """One row of §1.1: how many cards there are, and how many of them bring 1, 2, 3, 4 coins."""

    name: Message
    set: Literal["base", "expansion", "isla"]
    cards: int
    steps: tuple[int | None, ...]


KINDS = {
    Bean.BLUE: Kind(say("blue bean"), "base", 20, (4, 6, 8, 10)),
    Bean.CHILI: Kind(say("chili bean"), "base", 18, (3, 6, 8, 9)),
    Bean.STINK: Kind(say("stink bean"), "base", 16, (3, 5, 7, 8)),
    Bean.GREEN: Kind(say("green bean"), "base", 14, (3, 5, 6, 7)),
    Bean.SOY: Kind(say("soy bean"), "base", 12, (2, 4, 6, 7)),
    Bean.BLACKEYED: Kind(say("black-eyed bean"), "base", 10, (2, 4, 5, 6)),
    Bean.RED: Kind(say("red bean"), "base", 8, (2, 3, 4, 5)),
    Bean.GARDEN: Kind(say("garden bean"), "base", 6, (None, 2, 3, None)),
    Bean.COFFEE: Kind(say("coffee bean"), "expansion", 24, (4, 7, 10, 12)),
    Bean.BRANDY: Kind(say("brandy bean"), "expansion", 22, (4, 7, 9, 11)),
    Bean.COCOA: Kind(say("cocoa bean"), "expansion", 4, (None, 2, 3, 4)),
    Bean.WAX: Kind(say("wax bean"), "isla", 26, (5, 8, 10, 12)),  # these steps and the next are reconstructed (§1.1)
    Bean.MOCHA: Kind(say("mocha bean"), "isla", 28, (5, 8, 11, 13)),
}

SETS: dict[Deck, tuple[str, ...]] = {
    "base": ("base",),
    "isla": ("base", "isla"),
    "isla+expansion": ("base", "expansion", "isla"),
}

# §1.2 The beans that are taken out, by number of players.
TAKEN_OUT: dict[Deck, dict[int, str]] = {
    "base": {3: "", 4: "", 5: ""},
    "isla": {
        2: "garden mocha",
        3: "garden mocha",
        4: "garden mocha",
        5: "garden",
    },
    "isla+expansion": {
        2: "cocoa garden red blackeyed soy green mocha",
        3: "cocoa garden red blackeyed soy mocha",
        4: "cocoa garden red blackeyed mocha",
        5: "cocoa garden red mocha",
        6: "cocoa garden red blackeyed",
        7: "cocoa garden red",
    },
}

SEATS = range(2, 8)
ROW = 5  # §2.2: cards laid at an empty port
PORTS = tuple(Port)
DRAWN = {2: 2, 3: 3, 4: 3, 5: 4, 6: 5, 7: 5}  # §5.1
FIELD_PRICE, PIRATE_PRICE = 3, 2  # §7.1
MERCHANT_PRICE = {2: 5, 3: 4, 4: 4, 5: 3, 6: 3, 7: 3}  # §7.1


def deck_for(seats: int, chosen: str) -> Deck:
    """The deck these players use; refuses what does not go together (§1.2)."""
    if seats not in SEATS:
        raise Refused(say("La Isla Bohnita is for 2 to 7 players, not {n}", n=seats))
    wanted = chosen if chosen != "auto" else "isla" if seats <= 5 else "isla+expansion"
    for deck, rows in TAKEN_OUT.items():
        if deck == wanted and seats in rows:
            return deck
    if wanted == "base":
        raise Refused(say("the base game alone is for 3 to 5 players, not {n}; choose a deck with the island", n=seats))
    if wanted == "isla":
        raise Refused(say("with {n} players the island needs the expansion too: choose that deck", n=seats))
    raise Refused(say("there is no deck “{name}”", name=chosen[:40]))


@cache
def full_deck(seats: int, deck: Deck) -> Counts:
    """All cards in play (§1.2)."""
    out = TAKEN_OUT[deck][seats].split()
    return tuple(kind.cards if kind.set in SETS[deck] and bean not in out else 0 for bean, kind in KINDS.items())


def dealt(seats: int, deck: Deck) -> tuple[int, ...]:
    """How many cards each seat is dealt (§2.3, §9.1, §10.1)."""
    if deck == "base" or seats == 2:
        return (5,) * seats
    return (3, 4, 5, 6, 6, 6, 6)[:seats]


def turned_up(seats: int) -> int:
    """How many cards phase 2 begins with (§4.1, §10.3)."""
    return 3 if seats == 2 else 2


def drawn_cards(seats: int, deck: Deck) -> int:
    """How many cards phase 3 brings (§5.1, §9.1)."""
    return 3 if deck == "base" else DRAWN[seats]


def _coins(kind: Kind, count: int) -> int:
    return max((coins for coins, step in enumerate(kind.steps, 1) if step is not None and count >= step), default=0)


_WORTH = {bean: tuple(_coins(kind, count) for count in range(kind.cards + 1)) for bean, kind in KINDS.items()}


def coins(bean: Bean, count: int) -> int:
    """What so many cards of a bean bring when sold together (§1.1)."""
    return _WORTH[bean][count]


def next_step(bean: Bean, count: int) -> int | None:
    """How many cards bring more than `count` of them do; None where no number does."""
    worth = _WORTH[bean]
    return next((more for more in range(count + 1, len(worth)) if worth[more] > worth[count]), None)


INDEX = {bean: index for index, bean in enumerate(Bean)}
BEANS = tuple(Bean)


def counted(cards: Iterable[Bean]) -> Counts:
    counts = [0] * len(BEANS)
    for bean in cards:
        counts[INDEX[bean]] += 1
    return tuple(counts)


def spread(counts: Iterable[int]) -> list[Bean]:
    """The cards that were counted, one by one."""
    return [bean for bean, count in zip(BEANS, counts, strict=True) for _ in range(count)]


def less(counts: Counts, bean: Bean) -> Counts:
    index = INDEX[bean]
    return (*counts[:index], counts[index] - 1, *counts[index + 1 :])


def sort(cards: Iterable[Bean]) -> tuple[Bean, ...]:
    listed = list(cards)
    return tuple(listed) if len(listed) < 2 else tuple(sorted(listed, key=INDEX.__getitem__))


def without(cards: tuple[Bean, ...], gone: Iterable[Bean]) -> tuple[Bean, ...] | None:
    """The cards less those gone; None where some of these are not there."""
    left = list(cards)
    for bean in gone:
        if bean not in left:
            return None
        left.remove(bean)
    return tuple(left)
