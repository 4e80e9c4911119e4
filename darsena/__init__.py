"""Darsena: three harbour games at one dock. These names are what the library promises to keep."""

from .arena import simulate
from .core.game import CHANCE, Bot, Budget, Game, IllegalMove, Outcome
from .core.notation import read, write
from .core.play import dice, run
from .games import find
from .notebook import show

__all__ = [
    "CHANCE",
    "Bot",
    "Budget",
    "Game",
    "IllegalMove",
    "Outcome",
    "dice",
    "find",
    "read",
    "run",
    "show",
    "simulate",
    "write",
]
