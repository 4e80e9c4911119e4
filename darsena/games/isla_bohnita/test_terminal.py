"""The table in a terminal."""

from random import Random

import pytest

from ...core.language import LANGUAGES, Voice
from ...core.play import dice, run
from . import GAME, rules
from .state import Options
from .terminal import WIDTH, draw
from .test_positions import after, table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "deck"), [(2, "isla"), (5, "base"), (7, "isla+expansion")])
def test_no_line_is_wider_than_the_screen(language, seats, deck):
    voice, rng = Voice(language, GAME, ["Ada", "Bo", "Chiara", "Dimitri", "Eva", "Fred", "Gül"], 1), Random(2)
    bots = [GAME.bots["simple"].make(seat) for seat in range(seats)]
    for _, state in run(rules, rules.new(seats, Options(deck)), bots, dice(rng), rng):
        if rng.random() < 0.1:
            assert max(map(len, draw(rules.view(state, 1), voice))) <= WIDTH


def test_the_table_shows_hand_positions_offers_and_prices():
    state = table(
        """
        trade, isla, active 0
        up: wax red
        bohnbay: wax wax chili
        0: hand blue soy chili | fields wax2 soy4 | ships red3@bohnanco | coins red red
        1: hand chili soy | fields - - | pirate wax1
        2: hand green | received soy
        """
    )
    state = after(state, "0 offer - 1 wax chili", "1 offer 0 2 - red")
    text = "\n".join(draw(rules.view(state, 1), Voice("en", GAME, ["Ada", "Bo", "Cy"], 1)))
    for line in (
        "> 0 Ada: coins 2, cards 3, among them blue",
        "fields   1: wax ×2 (0; 5)   2: soy ×4 (2; 6)",
        "ships    1: red ×3 (2; 4) Bohnanco",
        "ships    1: - at home   pirate: wax ×1 (0; 5) at home",
        "received soy",
        "Bohnbay   wax wax chili",
        "turned up: wax red",
        "offer: Ada → all: blue wax for chili",
        "offer: you → Ada: soy for red",
        "your hand: 1 chili  2 soy",
        "wax       5/8/10/12  wax bean",
    ):
        assert line in text, text
    asked = "\n".join(draw(rules.view(state, 0), Voice("it", GAME, ["Ada", "Bo", "Cy"], 0)))
    assert "offerta: Bo → te: soy per red" in asked
