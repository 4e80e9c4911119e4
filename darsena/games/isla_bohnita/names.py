"""Things by their names, as they stand in sentences."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ...core.game import Message, say
from .cards import KINDS, Bean, Port
from .state import Beans

GOOD_NAMES = {"field": say("third field"), "merchant": say("second ship"), "pirate": say("pirate ship")}
PORT_NAMES = {Port.BOHNBAY: "Bohnbay", Port.BOHNANCO: "Bohnanco"}
remembered = lru_cache(maxsize=1 << 12)  # everybody at a table is told of the same things


def name(bean: Bean) -> Message:
    return KINDS[bean].name


@remembered
def beans(bean: Bean, count: int) -> Message:
    return name(bean) if count == 1 else say("{bean} ×{count}", bean=name(bean), count=count)


def lot(cards: Beans) -> Message:
    return beans(cards.bean, cards.count)


@remembered
def cards_named(cards: tuple[Bean, ...]) -> Message | tuple[Message, ...]:
    """ "coffee bean ×2 and wax bean", or "nothing"."""
    return tuple(beans(bean, count) for bean, count in Counter(cards).items()) or say("nothing")


@remembered
def coins_named(n: int) -> Message:
    return say("{n} coin", "{n} coins", n=n)
