from enum import Enum
from typing import Literal

import pytest
from msgspec import Struct

from darsena.core.notation import Unreadable, read, usage, write


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Spot(Struct, frozen=True):
    row: int
    column: int


class Bid(Struct, frozen=True):
    amount: int


class Lay(Struct, frozen=True):
    colour: Colour
    side: Literal["up", "down"]
    spots: tuple[Spot, ...] = ()


class Offer(Struct, frozen=True):
    give: tuple[int, ...]
    to: int | None
    word: str


class Pass(Struct, frozen=True):
    pass


KINDS = (Bid, Lay, Offer, Pass)

BOTH_WAYS = {
    "bid 12": Bid(12),
    "bid 0": Bid(0),
    "pass": Pass(),
    "lay red up 3.1 4.0": Lay(Colour.RED, "up", (Spot(3, 1), Spot(4, 0))),
    "lay blue down": Lay(Colour.BLUE, "down"),
    "offer 1,2 3 please": Offer((1, 2), 3, "please"),
    "offer - - please": Offer((), None, "please"),
}


@pytest.mark.parametrize(("text", "move"), BOTH_WAYS.items())
def test_a_move_is_written_and_reads_back(text, move):
    assert write(move) == text
    assert read(KINDS, text) == move


@pytest.mark.parametrize("text", ["  bid   12 ", "bid\t12", "bid 012"])
def test_small_differences_in_typing_do_not_matter(text):
    assert read(KINDS, text) == Bid(12)


def test_numbers_may_be_long_but_not_endless():
    assert read(KINDS, f"bid {10**300}") == Bid(10**300)
    assert read(KINDS, "bid " + "9" * 1000).amount == 10**1000 - 1
    with pytest.raises(Unreadable, match="at most 1000 digits, and this one has 1001"):
        read(KINDS, "bid " + "9" * 1001)


@pytest.mark.parametrize("word", ["-5", "+5", "1.5", "1,000", "1_000", "1e3", "five", "٣", "²", "0x10", "∞", "-"])
def test_a_number_is_plain_digits(word):
    with pytest.raises(Unreadable, match="not a whole number in plain digits"):
        read(KINDS, f"bid {word}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    {
        "": "there is no move “”; there are",
        "   ": "there is no move “”",
        "sing": "there is no move “sing”",
        "12": "there is no move “12”",
        "Bid 12": "there is no move “Bid”",
        "bid": "“bid” is written like this: bid AMOUNT",
        "bid 1 000": "“bid” is written like this: bid AMOUNT",
        "pass now": "“pass” is written like this: pass",
        "lay": "“lay” is written like this: lay COLOUR SIDE SPOTS...",
        "lay green up": "“green” is not one of",
        "lay red left": "“left” is not one of",
        "lay red up 3": "“3” should look like ROW.COLUMN",
        "lay red up 3.1.4": "“3.1.4” should look like ROW.COLUMN",
        "lay red up 3.x": "“x” is not a whole number",
        "offer 1,,2 3 x": "“” is not a whole number",
    }.items(),
)
def test_what_is_no_move_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(Unreadable, match=sentence.replace("...", r"\.\.\.")):
        read(KINDS, text)


def test_a_refusal_repeats_only_so_much_and_nothing_that_disturbs_a_screen():
    with pytest.raises(Unreadable) as refusal:
        read(KINDS, "\x1b[2J" + "x" * 10**6)
    assert "\x1b" not in str(refusal.value)
    assert len(str(refusal.value)) < 200


def test_usage_shows_the_fields():
    assert [usage(kind) for kind in KINDS] == [
        "bid AMOUNT",
        "lay COLOUR SIDE SPOTS...",
        "offer GIVE,... TO WORD",
        "pass",
    ]
