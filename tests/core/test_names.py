import pytest

from darsena.core.game import Refused
from darsena.core.names import clean, quote


@pytest.mark.parametrize(
    "name", ["Ada", "Ada Lovelace", "Zoë", "李小龍", "محمد", "O’Neil", "👩‍🚀", "a" * 40, "[red]x[/]"]
)
def test_names_people_have_are_kept(name):
    assert clean(f"  {name}\n") == name


def test_two_ways_to_write_a_letter_are_one():
    assert clean("Zoe\u0308") == clean("Zoë")


@pytest.mark.parametrize(
    "name",
    [
        "a\nb",
        "a\tb",
        "a\x00",
        "\x1b[31mred",
        "a\u202eb",
        "a\u2066b",
        "a\u200bb",
        "a\u2028b",
        "\ufeffa",
        "a\ud800",
        "a\x85b",
    ],
)
def test_what_hides_or_turns_text_is_refused(name):
    with pytest.raises(Refused, match="one line of signs that can be seen"):
        clean(name)


@pytest.mark.parametrize("name", ["", "   ", "\n", "\u200d\u200d"])
def test_nothing_is_no_name(name):
    with pytest.raises(Refused, match="at least one letter"):
        clean(name)


def test_a_name_has_at_most_40_characters():
    with pytest.raises(Refused, match="at most 40 characters, and this one has 41"):
        clean("a" * 41)


def test_a_quote_is_short_and_harmless():
    assert quote("word") == "word"
    assert quote("a\x1b[2Jb") == "a\N{REPLACEMENT CHARACTER}[2Jb"
    assert quote("x" * 100) == "x" * 39 + "…"
