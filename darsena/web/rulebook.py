"""A game's RULES as HTML, each numbered rule with an address of its own."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt

from ..core.game import Game
from ..games import games

NUMBER = re.compile(r"^(\d+)\.(\d+) ", re.MULTILINE)


def html(game: Game, language: str) -> str:
    return _html(game.id, language)


@cache
def _html(game_id: str, language: str) -> str:
    text = NUMBER.sub(lambda found: "\n" + found[0], games()[game_id].rulebook(language))
    made: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return re.sub(r"<p>(\d+)\.(\d+) ", r'<p class="rule" id="r-\1-\2"><b class="num">\1.\2</b> ', made)
