"""§11.8 wishes, and §11.9 answers left for raids; and how everybody is spoken to."""

from random import Random

from ...core.language import Voice
from ...core.notation import read
from ...games import games
from .cards import Bean
from .moves import MOVE_TYPES
from .rules import imagine, moves, story, to_move, view
from .talk import MOST_WORDS
from .test_positions import after, refused, table

RAIDING = """
    trade, isla, active 0
    up: wax
    bohnbay: chili
    bohnanco: chili
    0: hand blue soy | pirate -
    1: hand chili | ships red3
    2: hand green
"""


def lines(before, row, viewer, language="en"):
    """What a viewer is told of a move, in words."""
    seat, text = row.split(" ", 1)
    events = story(before, int(seat), read(MOVE_TYPES, text), after(before, row), viewer)
    voice = Voice(language, games()["isla_bohnita"], ("Ada", "Bruno", "Chiara"), viewer)
    return [voice(event.message) for event in events]


def test_11_8_a_wish_is_public_and_stands_until_it_is_changed():
    state = after(table(RAIDING), "2 wish wax soy soy", "0 plant wax 1", "0 done")
    for viewer in (0, 1, None):
        assert view(state, viewer).players[2].wishes == (Bean.SOY, Bean.WAX)
    assert after(table(RAIDING), "2 wish wax", "2 wish").players[2].wishes == ()


def test_11_8_a_wish_is_told_to_all():
    state = table(RAIDING)
    assert lines(state, "2 wish soy wax", 2) == ["You look for: soy bean and wax bean."]
    for viewer in (0, 1, None):
        assert lines(state, "2 wish soy wax", viewer) == ["Chiara looks for: soy bean and wax bean."]
    assert lines(after(state, "2 wish soy"), "2 wish", 0) == ["Chiara looks for nothing in particular."]


def test_11_8_a_wish_changes_nothing_else_and_is_allowed_at_any_time():
    state = table(RAIDING)
    wished = after(state, "1 wish blue")
    assert to_move(wished) == to_move(state)
    assert all(list(moves(wished, seat)) == list(moves(state, seat)) for seat in range(3))
    raided = after(state, "0 raid 1 1")
    assert to_move(after(raided, "1 wish blue", "2 wish red")) == to_move(raided)
    planting = table(RAIDING.replace("trade, isla", "plant, isla").replace("up: wax", "up:"))
    assert after(planting, "2 wish red").players[2].wishes == (Bean.RED,)


def test_11_8_wishes_that_make_no_sense_are_refused():
    state = table(RAIDING)
    refused(state, "1 wish cocoa", "not in this deck", "1.2")
    refused(state, "1 wish", "already", "11.8")
    refused(after(state, "1 wish red"), "1 wish red red", "already", "11.8")


def test_11_8_one_leaves_word_at_most_20_times_a_turn():
    state = table(RAIDING)
    for number in range(MOST_WORDS):
        state = after(state, "1 wish" if number % 2 else "1 wish red")
    refused(state, "1 wish blue", "20 times", "11.8")
    refused(state, "1 standing sell", "20 times", "11.8")
    assert after(state, "2 wish blue").players[2].wishes == (Bean.BLUE,)
    next_turn = after(state, "0 plant wax 1", "0 done", *["* draw wax"] * 3)
    assert after(next_turn, "1 wish blue").players[1].wishes == (Bean.BLUE,)


def test_11_9_who_always_sells_sells_at_once():
    state = after(table(RAIDING), "1 standing sell", "0 raid 1 1")
    assert state.raid is None
    assert state.players[1].merchants[0].load is None
    assert len(state.players[1].coins) == 2
    assert not state.turn.captured


def test_11_9_who_never_sells_loses_a_card_at_once():
    state = after(table(RAIDING), "1 standing yield", "0 raid 1 1")
    assert state.raid is None
    assert state.players[1].merchants[0].load.count == 2
    assert state.players[0].pirate.load.count == 1


def test_11_9_who_is_to_be_asked_is_asked():
    state = after(table(RAIDING), "1 standing sell", "1 standing ask", "0 raid 1 1")
    assert to_move(state)[0] == 1


def test_11_9_a_load_without_worth_cannot_be_sold_by_any_answer():
    state = after(table(RAIDING.replace("red3", "red1")), "1 standing sell", "0 raid 1 1")
    assert state.players[0].pirate.load.count == 1


def test_11_9_the_answer_is_known_to_its_player_alone():
    state = table(RAIDING)
    sells, yields = after(state, "1 standing sell"), after(state, "1 standing yield")
    for viewer in (0, 2, None):
        assert view(sells, viewer) == view(yields, viewer)
        assert lines(state, "1 standing sell", viewer) == lines(state, "1 standing yield", viewer)
    assert view(sells, 1).standing == "sell"
    assert lines(state, "1 standing sell", 1) != lines(state, "1 standing yield", 1)
    assert imagine(view(sells, 1), Random(1)).players[1].standing == "sell"
    assert imagine(view(sells, 0), Random(1)).players[1].standing == "ask"


def test_11_9_a_raid_answered_beforehand_is_told_as_one_that_was_answered():
    raid = "Ada raids Bruno: ship 1 with red bean ×3."
    sells, yields = after(table(RAIDING), "1 standing sell"), after(table(RAIDING), "1 standing yield")
    assert lines(sells, "0 raid 1 1", 2) == [raid, "Bruno sells red bean ×3: 2 coins."]
    assert lines(yields, "0 raid 1 1", 2) == [raid, "Bruno loses to the pirate: red bean."]


def test_11_9_nobody_changes_the_answer_while_a_raid_waits():
    state = after(table(RAIDING), "0 raid 1 1")
    refused(state, "1 standing sell", "sell its load, or yield", "4.11")
    assert after(state, "2 standing sell").players[2].standing == "sell"


def test_11_9_there_are_no_raids_in_the_base_game():
    state = table("""
        trade, base, active 0
        0: hand blue
        1: hand chili
        2: hand green
    """)
    refused(state, "1 standing sell", "no ships", "9.1")
    refused(table(RAIDING), "1 standing ask", "already", "11.9")


SPOKEN = {
    "0 offer 1 1 - chili": [
        (0, "it", "Proponi a Bruno: fagiolo blu in cambio di fagiolo di fuoco."),
        (1, "en", "Ada offers you: blue bean for chili bean."),
        (1, "it", "Ada ti propone: fagiolo blu in cambio di fagiolo di fuoco."),
        (1, "fr", "Ada te propose\xa0: haricot bleu contre haricot de feu."),
        (2, "it", "Ada propone a Bruno: fagiolo blu in cambio di fagiolo di fuoco."),
        (2, "fr", "Ada propose à Bruno\xa0: haricot bleu contre haricot de feu."),
    ],
    "1 accept 0 blue 1": [
        (0, "en", "Bruno accepts your offer: you get chili bean for blue bean."),
        (0, "it", "Bruno accetta la tua offerta: ricevi fagiolo di fuoco in cambio di fagiolo blu."),
        (0, "fr", "Bruno accepte ton offre\xa0: tu reçois haricot de feu contre haricot bleu."),
        (1, "it", "Scambi con Ada: ricevi fagiolo blu in cambio di fagiolo di fuoco."),
        (1, "fr", "Tu échanges avec Ada\xa0: tu reçois haricot bleu contre haricot de feu."),
        (2, "it", "Bruno scambia con Ada: riceve fagiolo blu in cambio di fagiolo di fuoco."),
        (2, "fr", "Bruno échange avec Ada\xa0: reçoit haricot bleu contre haricot de feu."),
    ],
    "0 offer 2 - wax": [
        (0, "fr", "Tu proposes à Chiara\xa0: haricot beurre en cadeau."),
        (2, "en", "Ada offers you: wax bean as a gift."),
        (2, "it", "Ada ti propone: fagiolo di cera in regalo."),
        (2, "fr", "Ada te propose\xa0: haricot beurre en cadeau."),
    ],
    "2 accept 0 wax -": [
        (0, "it", "Chiara accetta la tua offerta: dai fagiolo di cera in regalo."),
        (0, "fr", "Chiara accepte ton offre\xa0: tu donnes haricot beurre en cadeau."),
        (1, "it", "Chiara scambia con Ada: riceve fagiolo di cera in regalo."),
        (2, "it", "Scambi con Ada: ricevi fagiolo di cera in regalo."),
        (2, "fr", "Tu échanges avec Ada\xa0: tu reçois haricot beurre en cadeau."),
    ],
    "1 offer 0 - - soy": [
        (0, "it", "Bruno ti propone: niente in cambio di soia."),
        (0, "fr", "Bruno te propose\xa0: rien contre soja."),
    ],
    "0 accept 1 - 1": [
        (0, "it", "Scambi con Bruno: dai soia in regalo."),
        (1, "it", "Ada accetta la tua offerta: ricevi soia in regalo."),
        (2, "it", "Ada scambia con Bruno: dà soia in regalo."),
        (2, "fr", "Ada échange avec Bruno\xa0: donne soja en cadeau."),
    ],
}


def test_who_trades_is_spoken_to():
    state = table(RAIDING)
    for row, told in SPOKEN.items():
        for viewer, language, line in told:
            assert lines(state, row, viewer, language) == [line]
        state = after(state, row)


def test_who_wins_with_others_is_spoken_to():
    state = table("""
        trade, isla, active 0
        0: hand red | coins red
        1: hand red | coins red
        2: hand red
        pile:
        exhausted: 2
    """)
    assert [lines(state, "0 done", viewer)[-1] for viewer in (0, 1, 2)] == [
        "You win together with Bruno: 1 coin.",
        "You win together with Ada: 1 coin.",
        "Ada and Bruno win together: 1 coin.",
    ]
    assert lines(state, "0 done", 1, "it")[-1] == "Vinci insieme a Ada: 1 moneta."
    assert lines(state, "0 done", 1, "fr")[-1] == "Tu gagnes avec Ada\xa0: 1 pièce."
