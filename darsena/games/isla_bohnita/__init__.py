"""La Isla Bohnita: beans on fields and ships, traded between players, raided by pirates."""

from ...core.game import Game, say
from . import rules
from .bots import BOTS
from .cards import SEATS
from .moves import MOVE_TYPES
from .state import Options
from .terminal import draw

GAME = Game(
    package=__name__,
    title="La Isla Bohnita",
    about=say("Plant beans, trade them, ship them to the island and back. Sell in time, and beware of pirates."),
    minutes=60,
    credits="Uwe Rosenberg; AMIGO",
    seats=SEATS,
    rules=rules,
    options=Options,
    move_types=MOVE_TYPES,
    bots=BOTS,
    draw=draw,
    labels={
        "deck": say("Deck"),
        "deck=auto": say("by number of players"),
        "deck=base": say("base game alone, without ships"),
        "deck=isla": say("with the island"),
        "deck=isla+expansion": say("with the island and the expansion"),
    },
)
