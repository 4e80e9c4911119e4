"""Every numbered rule has a test that bears its number, and all languages have the same rules."""

import ast
import re
from pathlib import Path

import pytest

from darsena.core import options
from darsena.core.language import LANGUAGES, Voice
from darsena.games import games

every_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())
NUMBERED = re.compile(r"^\*{0,2}(\d+)\.(\d+)\*{0,2} ", re.MULTILINE)


def numbers(game, language):
    return NUMBERED.findall(game.rulebook(language))


@every_game
def test_every_rule_is_tested(game):
    tests = "\n".join(path.read_text() for path in Path(str(game.folder)).glob("test_*.py"))
    tested = {tuple(found) for found in re.findall(r"def test_(\d+)_(\d+)_", tests)}
    assert set(numbers(game, "en")) == tested


@every_game
def test_all_languages_have_the_same_rules_and_rulings(game):
    english = numbers(game, "en")
    assert len(english) == len(set(english))
    marks = {"en": "*(our ruling)*", "it": "*(decisione nostra)*", "fr": "*(notre décision)*"}
    rulings = game.rulebook("en").count(marks["en"])
    for language in LANGUAGES:
        assert numbers(game, language) == english, language
        assert game.rulebook(language).count(marks[language]) == rulings, language


@every_game
def test_rules_cited_in_the_code_exist(game):
    known = {".".join(number) for number in numbers(game, "en")} | {number for number, _ in numbers(game, "en")}
    for path in Path(str(game.folder)).glob("*.py"):
        for cited in re.findall(r"§(\d+(?:\.\d+)?)", path.read_text()):
            assert cited in known, f"{path.name} cites §{cited}"


@every_game
def test_rules_that_refusals_name_exist(game):
    known = {".".join(number) for number in numbers(game, "en")}
    for path in Path(str(game.folder)).glob("*.py"):
        if not path.name.startswith("test_") and path.name != "lesson.py":  # tiles may look like rules
            texts = [node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
            named = {text for text in texts if isinstance(text, str) and re.fullmatch(r"\d+\.\d+", text)}
            assert named <= known, path.name


@every_game
def test_every_option_and_bot_has_a_name_in_every_language(game):
    for language in LANGUAGES:
        voice = Voice(language, game)
        for choice in options.choices(game):
            assert voice(choice.label)
            assert all(voice(label) for _, label in choice.values)
        for level in game.bots.values():
            assert voice(level.title)
            assert voice(level.about)
