import pytest

from darsena.core.game import CHANCE, Who, say, tell
from darsena.core.language import LANGUAGES, Voice, best, number, typeset

NARROW = "\N{NARROW NO-BREAK SPACE}"


def test_numbers_are_grouped_as_each_language_does():
    assert [number(1234567, language) for language in LANGUAGES] == [
        "1,234,567",
        "1.234.567",
        f"1{NARROW}234{NARROW}567",
    ]
    assert number(-1234) == "-1,234"
    assert number(999) == "999"


def test_huge_numbers_are_rounded():
    assert number(10**15) == "≈\u00a01.00 × 10¹⁵"
    assert number(123_456 * 10**300, "it") == "≈\u00a01,23 × 10³⁰⁵"
    assert number(1_239 * 10**300) == "≈\u00a01.24 × 10³⁰³"
    assert number(9_996 * 10**20) == "≈\u00a01.00 × 10²⁴"
    assert number(-(10**20)) == "≈\u00a0-1.00 × 10²⁰"
    assert number(10**999 - 1) == "≈\u00a01.00 × 10⁹⁹⁹"


def test_a_seat_goes_by_its_name_and_the_reader_by_you():
    voice = Voice("en", None, ["Ada", "Bo"], you=1)
    assert voice(say("{who} waits", who=Who(0))) == "Ada waits"
    assert voice(say("for {who}", who=Who(1))) == "for you"
    assert voice(say("{who} waits", who=Who(4))) == "player 5 waits"
    assert voice(say("{who} rolls", who=Who(CHANCE))) == "nature rolls"


def test_lists_end_with_and_and_the_reader_comes_last():
    names = ["Ada", "Bo", "Cy"]
    everybody = say("{names}", names=tuple(map(Who, range(3))))
    assert Voice("en", None, names)(everybody) == "Ada, Bo and Cy"
    assert Voice("en", None, names, you=0)(everybody) == "Bo, Cy and you"
    assert Voice("it", None, names, you=0)(everybody) == "Bo, Cy e tu"
    assert Voice("fr", None, names)(everybody) == "Ada, Bo et Cy"
    assert Voice("en", None, names)(say("{names}", names=(Who(2),))) == "Cy"
    assert Voice("en", None, names)(say("{names}", names=())) == ""


def test_plurals_follow_the_language():
    found = say("{n} game did not end", "{n} games did not end", n=0)
    assert Voice("en")(found) == "0 games did not end"
    assert Voice("en")(say("{n} game did not end", "{n} games did not end", n=1)) == "1 game did not end"
    assert Voice("it")(found).startswith("0 partite")
    assert Voice("fr")(found).startswith("0 partie ")
    assert Voice("fr")(say("{n} game did not end", "{n} games did not end", n=10**300)).startswith(
        "≈\u00a01,00 × 10³⁰⁰ parties"
    )


def test_french_marks_stay_on_the_line_of_their_word():
    assert typeset("Quoi ? « Non » : si ; oui !", "fr") == "Quoi\xa0? «\xa0Non\xa0»\xa0: si\xa0; oui\xa0!"
    assert typeset("Quoi ? « Non »", "it") == "Quoi ? « Non »"
    unknown = say("there is no language “{name}”; there are: {all}", name="x : y", all="en")
    assert Voice("fr")(unknown) == "il n’y a pas de langue «\xa0x : y\xa0»\xa0; il y a\xa0: en"


def test_messages_nest_and_words_are_never_templates():
    inner = say("yes")
    assert Voice("it")(say("{a} {b} {c}", a=inner, b="{who}", c=True)) == "sì {who} sì"


def test_telling_gives_each_their_own_words():
    mine, theirs = (tell(viewer, 0, "You take {n}.", "{who} takes a card.", n=3) for viewer in (0, 1))
    voice = Voice("en", None, ["Ada", "Bo"])
    assert (voice(mine), voice(theirs)) == ("You take 3.", "Ada takes a card.")
    assert 3 not in dict(theirs.params).values()


@pytest.mark.parametrize(
    ("wanted", "language"),
    [(["it_IT.UTF-8"], "it"), (["de", "fr-CH"], "fr"), (["C"], "en"), ([], "en"), (["FR"], "fr"), ([""], "en")],
)
def test_the_first_language_of_ours_is_taken(wanted, language):
    assert best(wanted) == language
