"""Who plays against people, weakest first. All of them see what their seat sees, and nothing else."""

from __future__ import annotations

from functools import partial

from ...bots.random import RANDOM
from ...core.game import Level, say
from .bots_bargain import NEVER, Style
from .bots_simple import Simple
from .bots_trader import Trader

KIND = Style(
    margin=-0.5,
    envy=0.0,
    offers=1,
    boldness=1.0,
    counters=False,
    sails=False,
    careless=1.0,
    field_turns=NEVER,
)
FAIR = Style(envy=0.0, offers=3, boldness=1.0, counters=False)
SHREWD = Style()

BOTS = {
    "random": RANDOM,
    "kind": Level(
        partial(Trader, style=KIND),
        say("Harbour cat"),
        say("a friendly beginner: takes nearly every trade, asks for little and harvests without much thought"),
        rating=1110,
    ),
    "simple": Level(
        Simple,
        say("Deckhand"),
        say("plants, trades and sells with an eye on the next coin"),
        rating=1286,
    ),
    "trader": Level(
        partial(Trader, style=FAIR),
        say("Quartermaster"),
        say("reckons what every card is worth to both sides; offers what you will probably like"),
        rating=1449,
    ),
    "master": Level(
        partial(Trader, style=SHREWD),
        say("Harbour master"),
        say("reckons like the Quartermaster, asks for more, answers offers by better ones and grudges you your gain"),
        rating=1473,
    ),
}
