"""Views that draw themselves: in a notebook as HTML, elsewhere as the text of a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from .core.game import Game, Seat
from .core.language import Voice

STYLE = "background:#0d2b33;color:#f6ecd2;padding:1em;border-radius:.5em;line-height:1.25;width:max-content"


class Drawn:
    """A table as somebody sees it. Notebooks show it, and so does `print`."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.text = "\n".join(lines)

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f'<pre style="{STYLE}">{escape(self.text)}</pre>'


def show(game: Game, view: Any, *, names: Sequence[str] = (), language: str = "en") -> Drawn:
    """The table that this view shows, drawn for whoever's view it is."""
    seat: Seat | None = getattr(view, "seat", None)
    voice = Voice(language, game, names, seat)
    return Drawn(list(game.draw(view, voice)) if game.draw else [repr(view)])
