"""A game's texts as HTML. In its RULES each numbered rule and section has an address, and our rulings are marked."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt

from ..core.game import Game
from ..core.language import typeset

NUMBER = re.compile(r"^(\d+)\.(\d+) ", re.MULTILINE)
RULE = re.compile(r"<p>(\d+\.\d+) (.*?)(?: <em>\(([^()<]+)\)</em>)?</p>", re.DOTALL)
SECTION = re.compile(r"<h2>(\d+) ")


@cache
def html(game: Game, language: str) -> str:
    text = NUMBER.sub(lambda found: "\n" + found[0], game.rulebook(language))
    return SECTION.sub(r'<h2 id="\1">\1 ', RULE.sub(_rule, _rendered(text, language)))


def _rendered(text: str, language: str) -> str:
    made: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return typeset(made, language)


def _rule(found: re.Match[str]) -> str:
    number, text, ours = found.groups()
    mark = f' <em class="tag ruling">{ours}</em>' if ours else ""
    return f'<p class="rule" id="{number}"><a class="num" href="#{number}">{number}</a> {text}{mark}</p>'


def topics(game: Game, language: str) -> list[tuple[str, str]]:
    """What else there is to read about a game: the files `NAME.LANGUAGE.md` of its folder, with their titles."""
    files = sorted(path.name for path in game.folder.iterdir() if path.name.endswith(f".{language}.md"))
    names = [name.split(".")[0].lower() for name in files if not name.startswith("RULES.")]
    return [(name, _topic(game, name, language).split("\n")[0].removeprefix("# ")) for name in names]


def topic(game: Game, name: str, language: str) -> str:
    return _rendered(_topic(game, name, language), language)


def _topic(game: Game, name: str, language: str) -> str:
    return (game.folder / f"{name.upper()}.{language}.md").read_text("utf-8")
