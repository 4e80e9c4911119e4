"""The bots of BOSSA."""

from ...bots.random import RANDOM

LEVELS = {"random": RANDOM}
