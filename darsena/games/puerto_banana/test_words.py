"""What people read: the story of an auction and the table in the terminal."""

from unicodedata import east_asian_width

import pytest

from ...core.language import LANGUAGES, Voice
from . import GAME
from .account import bananas
from .rules import Bid, Options, State, apply, new, story, view
from .terminal import bar, draw

NAMES = ("Ada", "Bo", "Cleo", "Dan")


def told(stocks, bids, viewer=None, language="en"):
    """The story of the last bid, and so of the whole auction."""
    state = State(tuple(stocks), (None,) * len(stocks))
    for seat, amount in enumerate(bids):
        before, state = state, apply(state, seat, Bid(amount))
    voice = Voice(language, GAME, NAMES[: len(stocks)], viewer)
    return [voice(event.message) for event in story(before, seat, Bid(amount), state, viewer)]


def test_a_sealed_bid_is_told_only_to_its_bidder():
    before = new(2, Options())
    after = apply(before, 0, Bid(77))
    [mine] = story(before, 0, Bid(77), after, 0)
    [theirs] = story(before, 0, Bid(77), after, 1)
    assert str(mine.message) == "You seal 77."
    assert "77" not in repr(theirs.message)


def test_the_winner_pays():
    assert told([10, 10], [21, 18]) == [
        "Bo seals a bid.",
        "The bids are open: Ada 21 and Bo 18.",
        "Ada takes 10 bananas and pays 3 to Bo.",
        "The next crate holds 17 bananas.",
    ]
    assert told([10, 10], [21, 18], viewer=0)[2] == "You take 10 bananas and pay 3 to Bo."
    assert told([10, 10], [21, 18], viewer=1)[2] == "Ada takes 10 bananas and pays you 3."


def test_a_chain_of_busts_is_told_from_the_top():
    assert told([10, 10, 10], [60, 30, 8], viewer=1)[1:5] == [
        "The bids are open: Ada 60, you 30 and Cleo 8.",
        "Ada is highest, but would owe 30 bananas and has 20: bust. Overboard: 10 bananas.",
        "You are highest, but would owe 22 bananas and have 20: bust. Overboard: 10 bananas.",
        "Cleo is alone and takes 10 bananas.",
    ]
    assert told([10, 10, 10], [60, 30, 8], viewer=2)[4] == "You are alone and take 10 bananas."


def test_one_banana_is_one_banana():
    assert told([1, 1, 1], [9, 3, 0])[2:] == [
        "Ada is highest, but would owe 6 bananas and has 2: bust. Overboard: 1 banana.",
        "Bo is highest, but would owe 3 bananas and has 2: bust. Overboard: 1 banana.",
        "Cleo is alone and takes 1 banana.",
        "The next crate holds 2 bananas.",
    ]


def test_with_nothing_to_lose_nobody_goes_bust():
    out = "Ada is highest, but would owe 97 bananas and has 20: out of this auction."
    assert told([10, 10], [100, 3])[2] == out
    assert told([10, 10], [100, 3], viewer=0)[2] == out.replace("Ada is", "You are").replace("has", "have")


def test_shares_and_rounding():
    assert told([10, 10, 10, 10], [17, 10, 10, 10])[2:4] == [
        "Ada takes 10 bananas and pays 7: 2 each to Bo, Cleo and Dan.",
        "1 banana is lost in rounding.",
    ]
    assert told([10, 10, 10, 10], [12, 10, 10, 10], viewer=0)[2:4] == [
        "You take 10 bananas and pay 2: 0 each to Bo, Cleo and Dan.",
        "2 bananas are lost in rounding.",
    ]


def test_ties():
    assert told([10, 10, 10], [15, 15, 15], viewer=0)[2:4] == [
        "Bo, Cleo and you tie and take 3 bananas each.",
        "1 banana is lost in rounding.",
    ]


def test_the_end():
    assert told([10, 190], [0, 10])[-1] == "Bo wins: 370 bananas in the hold."
    assert told([10, 190], [0, 10], viewer=1)[-1] == "You win: 370 bananas in the hold."
    assert told([190, 190], [5, 5])[-1] == "Ada and Bo win together: 285 bananas in the hold."


def test_italian():
    first, second, *rest = told([1, 1, 1], [9, 3, 0], language="it")[2:]
    assert first.endswith("ma dovrebbe pagare 6 banane e ne ha 2: a fondo. In mare: 1 banana.")
    assert second.endswith("ma dovrebbe pagare 3 banane e ne ha 2: a fondo. In mare: 1 banana.")
    assert rest == ["Resta in gara solo Cleo e prende 1 banana.", "Nella prossima cassa: 2 banane."]
    assert told([10, 10], [21, 18], viewer=1, language="it")[2] == "Ada prende 10 banane e te ne paga 3."


def test_french():
    assert told([10, 10], [21, 18], viewer=0, language="fr")[2] == "Tu prends 10 bananes et tu en paies 3 à Bo."
    assert told([10, 10, 10], [15, 15, 15], language="fr")[3].startswith("1 banane est perdue")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["0 bananas", "1 banana", "2 bananas"]),
        ("it", ["0 banane", "1 banana", "2 banane"]),
        ("fr", ["0 banane", "1 banane", "2 bananes"]),
    ],
)
def test_bananas_are_counted_as_the_language_counts(language, words):
    assert [Voice(language, GAME)(bananas(n)) for n in range(3)] == words


def test_the_table_in_the_terminal():
    state = apply(apply(State((12, 200 - 8, 0), (None,) * 3), 0, Bid(7)), 1, Bid(8))
    assert list(draw(view(state, 0), Voice("en", GAME, NAMES[:3], 0))) == [
        "Round 1. In the crate: 192 bananas",
        "",
        "  you            │█▌                       │  12  sealed: 7",
        "  Bo             │████████████████████████ │ 192  sealed",
        "  Cleo           │                         │   0  no bid yet",
    ]


def test_the_table_at_the_end():
    assert list(draw(view(State((398, 3), (None, None), earlier=((10, 10),)), None), Voice("en", GAME, NAMES[:2]))) == [
        "The harbour after 1 round",
        "",
        "  Ada            │█████████████████████████│ 398",
        "  Bo             │▍                        │   3",
    ]


def test_every_banana_shows_in_the_bar():
    assert len({bar(stock) for stock in range(201)}) == 201


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("amount", [0, 10**15 - 1, 10**999])
@pytest.mark.parametrize("name", ["Maximiliana Bartolomea of the Seven Seas", "香蕉" * 20, "B"])
def test_the_table_fits_into_eighty_columns(language, amount, name):
    seen = view(apply(new(6, Options()), 0, Bid(amount)), 0)
    lines = list(draw(seen, Voice(language, GAME, [name] * 6)))
    assert all(sum(2 if east_asian_width(letter) in "WF" else 1 for letter in line) <= 80 for line in lines)
    assert len(lines) == 8
