"""What the page about the solved game says is true, in every language."""

import re

import pytest

from ...core.language import LANGUAGES, Voice
from .. import find
from .bots import LEVELS
from .rules import auction
from .test_perfect import solved

GAME = find("puerto_banana")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def page(language):
    return (GAME.folder / f"SOLVED.{language}.md").read_text("utf-8")


@every_language
def test_the_chances_are_those_of_the_solution(language):
    value, gains = solved()
    rows = re.findall(r"^\| (\d+) \| (\d+) \| ([\d.,]+) % \|$", page(language), re.MULTILINE)
    assert len(rows) == 5
    for mine, other, percent in rows:
        exact = value[int(mine) + int(other)][int(mine)]
        assert float(percent.replace(",", ".")) == pytest.approx(100 * exact, abs=0.05)
    assert re.sub(r"[^\d]", "", re.search(r"38\D?612", page(language))[0]) == str(len(gains))


@every_language
def test_the_bots_go_by_their_names(language):
    voice = Voice(language, GAME)
    assert voice(LEVELS["perfect"].title) in page(language)
    assert voice(LEVELS["sharp"].title) in page(language)


def test_the_ring_is_what_the_rules_give():
    drawing = (GAME.folder / "solved.svg").read_text("utf-8")
    for lead in range(1, 10):
        ahead, _ = auction(10, (10, 10), (lead, 0))
        behind, _ = auction(10, (10, 10), (0, 10 - lead))
        assert ahead[0] == behind[0] == 20 - lead
        assert all(f">{text}</text>" in drawing for text in (f"+{lead}", f"\N{MINUS SIGN}{lead}", str(20 - lead)))
    assert auction(10, (10, 10), (4, 4))[0] == (15, 15)
