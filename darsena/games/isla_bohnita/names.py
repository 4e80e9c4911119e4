"""Things by their names, as they stand in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...core.game import Message, say
from .cards import KINDS, Bean, Port
from .state import Beans

GOOD_NAMES = {"field": say("third field"), "merchant": say("second merchant ship"), "pirate": say("pirate ship")}
PORT_NAMES = {Port.BOHNBAY: "Bohnbay", Port.BOHNANCO: "Bohnanco"}


def name(bean: Bean) -> Message:
    return KINDS[bean].name


def beans(bean: Bean, count: int) -> Message:
    return name(bean) if count == 1 else say("{bean} ×{count}", bean=name(bean), count=count)


def lot(cards: Beans) -> Message:
    return beans(cards.bean, cards.count)


def cards_named(cards: Iterable[Bean]) -> Message | tuple[Message, ...]:
    """ "coffee bean ×2 and wax bean", or "nothing"."""
    return tuple(beans(bean, count) for bean, count in Counter(cards).items()) or say("nothing")


def coins_named(n: int) -> Message:
    return say("{n} coin", "{n} coins", n=n)
