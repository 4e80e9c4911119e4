"""The rules page: every rule has an address, every ruling its mark, in every language."""

import re

import pytest

from darsena.core.language import LANGUAGES
from darsena.games import games
from darsena.web import rulebook

MARKS = {"en": "our ruling", "it": "decisione nostra", "fr": "notre décision"}
every_page = pytest.mark.parametrize(
    ("game", "language"),
    [(game, language) for game in games().values() for language in LANGUAGES],
    ids=lambda value: getattr(value, "id", value),
)


@every_page
def test_every_rule_and_section_has_an_address(game, language):
    html, text = rulebook.html(game, language), game.rulebook(language)
    numbers = re.findall(r"^(\d+\.\d+) ", text, re.MULTILINE) + re.findall(r"^## (\d+) ", text, re.MULTILINE)
    assert len(numbers) > 10
    assert re.findall(r'id="([\d.]+)"', html) == sorted(numbers, key=lambda n: [int(part) for part in n.split(".")])
    assert all(f'href="#{number}"' in html for number in numbers if "." in number)


@every_page
def test_our_rulings_are_marked(game, language):
    rulings = re.findall(rf"^\d+\.\d+ .*\*\({MARKS[language]}\)\*$", game.rulebook(language), re.MULTILINE)
    assert rulebook.html(game, language).count('class="tag ruling"') == len(rulings) > 0
