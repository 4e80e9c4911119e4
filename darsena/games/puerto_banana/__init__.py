"""Puerto Banana: sealed bids for crates of bananas."""

from ...core.game import Game, say
from . import rules, terminal
from .bots import LEVELS

GAME = Game(
    package=__name__,
    title="Puerto Banana",
    about=say("Sealed bids for crates of bananas. Bid high, but not much higher than the next."),
    minutes=15,
    credits="Mads Emil Christensen, Simon Douchy; Blue Orange",
    seats=rules.SEATS,
    rules=rules,
    options=rules.Options,
    move_types=(rules.Bid,),
    bots=LEVELS,
    draw=terminal.draw,
)
