"""BOSSA: two lines of tiles that grow from two dice."""

from typing import get_args

from ...core.game import Game, say
from . import rules, state, terminal
from .bots import LEVELS

GAME = Game(
    package=__name__,
    title="BOSSA",
    about=say("Two lines grow from two dice. Lay your tiles, close the ends, and keep a way out."),
    minutes=10,
    credits="Banana Moon Studio Sapporo; Banana Moon Games",
    seats=state.SEATS,
    rules=rules,
    options=state.Options,
    move_types=get_args(state.Move),
    bots=LEVELS,
    labels={
        "rules": say("Rules"),
        "rules=advanced": say("advanced"),
        "rules=basic": say("basic: easier rules by the publisher, known in outline"),
    },
    draw=terminal.draw,
)
