"""What the board shows of a position: worth, choices, offers, and nothing that a seat must not know."""

import re

from ...core.game import Seated
from ...games import games
from ...web.components import part
from .board import own, public
from .cards import Bean
from .pieces import LETTERS
from .rules import moves, view
from .test_positions import after, table

NAMES = ("Ada", "Bruno", "Chiara", "Davide")

TRADING = """
    trade, isla, active 0
    up: soy wax
    bohnbay: wax wax chili
    bohnanco: blue
    discards: red soy
    0: hand blue chili chili | fields soy3 wax9 | ships wax2 | coins red red | received green
    1: hand soy red soy | fields blue2 stink5 | ships red2 | coins blue
    2: hand chili green | fields - - | ships -@bohnbay
"""


def seated(state):
    return tuple(Seated(name) for name in NAMES[: len(state.players)])


def shown(state, seat, language="en"):
    """The board's parts as HTML, for this seat."""
    listed = () if seat is None else moves(state, seat)
    values = {**public(view(state, None), seated(state)), **own(view(state, seat), seated(state), listed)}
    game = games()["isla_bohnita"]
    return {name: part(game, *value, language) for name, value in values.items()}


def text(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def buttons(html):
    return re.findall(r'name="move" value="([^"]+)"', html)


def test_every_bean_has_its_letter():
    assert len(set(LETTERS.values())) == len(Bean)


def test_a_field_says_what_it_brings_and_what_is_missing():
    field = text(shown(table(TRADING), 0)["field-2"])
    assert "wax bean ×9" in field
    assert "2 coins" in field
    assert "1 more for 3" in field


def test_a_field_is_where_cards_are_planted_and_harvested():
    parts = shown(table(TRADING), 0)
    assert buttons(parts["field-1"]) == ["harvest 1", "plant soy 1"]
    assert buttons(parts["field-2"]) == ["harvest 2", "load 2 1", "plant wax 2"]


def test_a_ship_says_where_it_may_sail_and_what_it_takes():
    state = table(TRADING)
    assert buttons(shown(state, 0)["ship-1"]) == ["unload 1", "sail 1 bohnbay 1", "sail 1 bohnbay 2"]
    assert "take wax bean ×2" in text(shown(state, 0)["ship-1"])
    assert buttons(shown(state, 0)["trip-bohnbay"]) == ["sail 1 bohnbay 1", "sail 1 bohnbay 2"]
    assert not shown(state, 0)["trip-bohnanco"]
    assert buttons(shown(state, 1)["ship-1"]) == ["sell 1"]


def test_a_port_marks_what_one_trip_may_take():
    row = shown(table(TRADING), None)["bohnbay"]
    assert row.count("mini run") == 2
    assert row.count("gone") == 2


def test_what_can_be_bought_has_its_price_and_what_cannot_says_so():
    parts = shown(table(TRADING), 0)
    assert 'aria-disabled="true"' in parts["field-3"]
    assert 'aria-disabled="true"' not in parts["pirate"]
    assert "2 coins" in text(parts["pirate"])


def test_others_are_shown_completely():
    parts = shown(table(TRADING), 0)
    assert "blue bean ×2" in text(parts["land-1"])
    assert "red bean ×2, at home" in text(parts["fleet-1"])
    assert "Bohnbay" in text(parts["fleet-2"])
    assert "3 in hand" in text(parts["cards-1"])
    assert "1 coin" in text(parts["money-1"])


def test_an_offer_is_read_by_everybody_and_answered_by_those_it_asks():
    state = after(table(TRADING), "0 offer - 2 - soy")
    assert buttons(shown(state, 1)["answer-0"]) == ["accept 0 chili 1", "accept 0 chili 3", "decline 0"]
    assert buttons(shown(state, 2)["answer-0"]) == ["decline 0"]
    assert buttons(shown(state, 0)["answer-0"]) == ["withdraw"]
    assert buttons(shown(state, None)["answer-0"]) == []
    assert "Ada → all C chili bean for Y soy bean" in text(shown(state, None)["offer-0"])
    assert "open for Bruno, Chiara" in text(shown(state, None)["waits-0"])


def test_an_offer_shows_what_it_does_to_the_own_field():
    state = after(table(TRADING), "1 offer 0 1 -")
    assert "as a gift" in text(shown(state, 0)["offer-1"])
    assert "Your field: soy bean ×4, worth 2 coins." in text(shown(state, 0)["answer-1"])


def test_a_wish_is_shown_at_its_seat_and_can_be_changed_there():
    state = after(table(TRADING), "1 wish wax soy")
    assert "looks for Y soy bean , W wax bean" in text(shown(state, 0)["wish-1"])
    assert not shown(state, 0)["wish-0"]
    assert "looks for" in text(shown(state, 1)["purse"])
    assert buttons(shown(state, 1)["word"])[0] == "wish"
    assert shown(state, 1)["word"].count(" checked") == 2
    assert buttons(shown(after(state, "1 wish"), 1)["word"])[0] == "standing ask"


def test_the_answer_left_for_raids_is_shown_to_its_player_alone():
    state = after(table(TRADING), "1 standing sell")
    assert 'value="standing sell" aria-pressed="true"' in shown(state, 1)["word"]
    for viewer in (0, None):
        assert shown(state, viewer) == shown(after(table(TRADING), "1 standing yield"), viewer)


def test_a_card_that_was_offered_stays_known():
    state = after(table(TRADING), "1 offer 0 2 - wax", "1 withdraw")
    assert "red bean" in text(shown(state, 0)["known-1"])


def test_who_is_raided_has_two_answers():
    state = after(table(TRADING.replace("coins red red", "pirate - | coins red red")), "0 raid 1 1")
    assert buttons(shown(state, 1)["guide"]) == ["sell 1", "yield"]
    assert "Ada raids your ship 1" in text(shown(state, 1)["guide"])
    assert "Bruno has to answer a raid." in text(shown(state, 2)["guide"])


def test_the_guide_says_what_must_be_done():
    planting = table(TRADING.replace("trade, isla", "plant, isla").replace("up: soy wax\n", ""))
    assert "No field takes blue bean" in text(shown(planting, 0)["guide"])
    assert "Ada plants." in text(shown(planting, 1)["guide"])
    received = table(TRADING.replace("active 0", "active 1").replace("received green", "received wax"))
    assert "Plant what you received: wax bean." in text(shown(received, 0)["guide"])


def test_an_offer_that_nobody_could_take_up_is_no_must():
    trading = table(TRADING.replace(" | received green", ""))
    wanted, unknown = (after(trading, f"0 offer - 1 - {bean}") for bean in ("soy", "wax"))
    assert "must" in shown(wanted, 1)["guide"]
    assert "must" not in shown(unknown, 1)["guide"]
    for asked in (wanted, unknown):
        assert "An offer waits for your answer." in text(shown(asked, 1)["guide"])


def test_the_guide_says_when_no_field_takes_a_card():
    def told(position, seat=0, language="en"):
        return text(shown(table(position), seat, language)["guide"])

    received, lying = TRADING, TRADING.replace(" | received green", "").replace("up: soy wax", "up: soy red")
    assert "No field takes green bean: harvest a field." in told(received)
    assert "No field takes green bean: harvest a field." in told(received.replace("active 0", "active 1"))
    assert "No field takes red bean: trade it away, or harvest a field." in told(lying)
    assert "Nessun campo per questa carta (fagiolo rosso): scambiala, o raccogli un campo." in told(lying, 0, "it")
    assert "Aucun champ libre pour cette carte (haricot rouge) : échange-la" in told(lying, 0, "fr")
    sowing = "sow, base, active 0\nup: red\n0: hand blue | fields soy3 wax9\n1: hand soy\n2: hand chili"
    assert "No field takes red bean: harvest a field." in told(sowing)
    duel = "trade, isla, active 0\nup: red\n0: hand blue | fields soy3 wax9\n1: hand soy"
    assert "No field takes red bean: harvest a field." in told(duel)
    assert "Trade, sail and plant in any order." in told(lying.replace("soy red", "soy wax"))


def test_the_duel_has_discards_and_no_offers():
    duel = table("""
        plant, isla, active 0
        0: hand blue chili
        1: hand soy red
    """)
    parts = shown(duel, 0)
    assert "discard" in parts["guide"]
    assert 'type="radio"' in parts["hand"]
    assert not parts["to"]
    assert not parts["wants"]
    assert "Turn up 3 cards" in parts["ending"]


def test_the_base_game_shows_no_ships_and_no_island():
    parts = shown(
        table("""
        trade, base, active 0
        up: soy
        0: hand blue chili
        1: hand soy red
        2: hand soy red
    """),
        0,
    )
    assert not any(parts[name] for name in ("bohnbay", "bohnanco", "ship-1", "ship-2", "pirate", "fleet-1"))
    assert "third field" in parts["field-3"]
    assert "End trading" in parts["ending"]


def test_spectators_get_no_hand_and_no_buttons():
    parts = shown(table(TRADING), None)
    assert not any(buttons(html) for html in parts.values())
    assert not parts["hand"]


def test_a_card_keeps_its_key_from_the_hand_to_the_field():
    state = table(
        TRADING.replace("trade, isla", "plant, isla").replace("soy3 wax9", "blue3 wax9").replace("up: soy wax\n", "")
    )
    key = 'data-flip="me-blue-4"'
    assert key in shown(state, 0)["hand"]
    assert key in shown(after(state, "0 plant blue 1"), 0)["field-1"]


def keys(html):
    return re.findall('data-flip="([^"]+)"', html)


def test_a_coin_keeps_its_key_from_the_field_to_the_purse():
    before = table(TRADING)
    after_it = after(before, "0 harvest 2")
    [key] = [key for key in keys(shown(before, 0)["field-2"]) if "coins" in key]
    assert key in keys(shown(after_it, 0)["purse"])


def test_of_two_fields_that_bring_as_much_the_coin_leaves_the_one_that_is_sold():
    state = table(TRADING.replace("fields soy3 wax9", "fields soy4 wax9"))
    for field in (1, 2):
        [key] = keys(shown(after(state, f"0 harvest {field}"), 0)["purse"])
        assert [name for name in ("field-1", "field-2") if key in keys(shown(state, 0)[name])] == [f"field-{field}"]


def test_a_ship_keeps_its_key_from_home_to_the_island_and_back():
    home = table(TRADING)
    away = after(home, "0 sail 1 bohnbay 1")
    assert "ship-0-1" in keys(shown(home, 0)["ship-1"])
    assert "ship-0-1" not in keys(shown(away, 0)["ship-1"])
    assert "ship-0-1" in keys(shown(away, 0)["moored-bohnbay"])
    assert "ship-0-1" in keys(shown(home, 1)["fleet-0"])


def test_one_piece_has_one_key():
    parts = shown(table(TRADING), 0)
    mine = [key for name, html in parts.items() if name != "fleet-0" for key in keys(html)]  # which is not shown here
    assert len(mine) == len(set(mine))
