"""Every folder here is a game. There is no list to keep.

A game from another installed package is found by its entry point in the group `darsena.games`.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from ..core.game import Game, Refused, say
from ..core.names import quote


@cache
def games() -> dict[str, Game]:
    ours = [import_module(f"{__name__}.{module.name}").GAME for module in iter_modules(__path__) if module.ispkg]
    found: dict[str, Game] = {game.id: game for game in ours}
    for point in entry_points(group="darsena.games"):
        try:
            game = point.load()
        except ImportError as error:
            warnings.warn(f"the game {point.value} cannot be loaded: {error}", stacklevel=2)
            continue
        found.setdefault(game.id, game)
    return found


def find(name: str, rules: int | None = None) -> Game:
    """A game by its id; with hyphens, spaces or capitals will do too. `rules` is their version, if not the newest."""
    known = games()
    key = name.strip().lower().replace("-", "_").replace(" ", "_")
    if key not in known:
        raise Refused(say("there is no game “{name}”; there are: {games}", name=quote(name), games=tuple(known)))
    game = known[key]
    if rules in (None, game.rules_version):
        return game
    if rules not in game.earlier:
        raise Refused(say("this was begun under version {n} of the rules, which is not known here", n=rules))
    return game.earlier[rules]
