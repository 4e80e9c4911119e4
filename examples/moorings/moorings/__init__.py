"""A small game for Darsena, complete: once this package is installed, it is found everywhere."""

from darsena.bots.random import RANDOM
from darsena.core.game import Game, say

from . import rules

GAME = Game(
    package=__name__,
    title="Moorings",
    about=say("A boat is held by ropes. Cast off the last one."),
    minutes=1,
    credits="nobody; a game as old as rope",
    seats=range(2, 4),
    rules=rules,
    options=rules.Options,
    move_types=(rules.Cast,),
    bots={"random": RANDOM},
    labels={"ropes": say("Ropes"), "ropes=12": say("twelve"), "ropes=21": say("twenty-one")},
)
