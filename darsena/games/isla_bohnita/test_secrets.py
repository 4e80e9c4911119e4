"""What a seat must not know, it cannot find out (§2.5, §11.5, §11.6)."""

from collections import Counter
from random import Random
from typing import get_args

from msgspec.structs import replace

from ...core.game import CHANCE, Seat
from .cards import Bean, counted, full_deck, spread
from .moves import Draw
from .rules import imagine, moves, story, to_move, view
from .state import Player, Reply, State
from .test_positions import after, beans, everywhere, table


def disguise(state: State, seat: Seat | None, rng) -> State:
    """Others hold other cards in another order, have left other answers to raids, and the draw pile is another one;
    all that was shown stays."""
    others = [other for other in range(len(state.players)) if other != seat]
    players, pile = list(state.players), spread(state.pile)
    for other in others:
        players[other], pile = redrawn(players[other], pile, rng)
    pool = [bean for other in others for bean in secret(players[other])]
    rng.shuffle(pool)
    for other in others:
        player = players[other]
        hand = [*player.shown, *(pool.pop() for _ in secret(player))]
        rng.shuffle(hand)
        word = rng.choice(get_args(Reply))
        players[other] = replace(player, hand=tuple(hand), offered=found_again(player, hand), standing=word)
    return replace(state, players=tuple(players), pile=counted(pile))


def secret(player: Player) -> list[Bean]:
    return list((Counter(player.hand) - Counter(player.shown)).elements())


def redrawn(player: Player, pile: list[Bean], rng) -> tuple[Player, list[Bean]]:
    """Perhaps the player drew another card from the pile than this one."""
    could = list((Counter(secret(player)) & Counter(player.drawn)).elements())
    if not could or not pile:
        return player, pile
    old, new = rng.choice(could), rng.choice(pile)
    hand, drawn, rest = list(player.hand), list(player.drawn), list(pile)
    at = max(place for place, bean in enumerate(hand) if bean == old)
    if at + 1 in player.offered:
        return player, pile
    hand[at] = new
    drawn[drawn.index(old)] = new
    rest[rest.index(new)] = old
    return replace(player, hand=tuple(hand), drawn=tuple(drawn)), rest


def found_again(player: Player, hand: list[Bean]) -> tuple[int, ...]:
    """Where the cards of the open offer stand now."""
    places: list[int] = []
    for bean in [player.hand[position - 1] for position in player.offered]:
        places.append(next(at for at, card in enumerate(hand, 1) if card == bean and at not in places))
    return tuple(places)


TABLE = """
    trade, isla, active 0
    up: wax red
    0: hand blue soy chili | fields wax2 soy1
    1: hand chili soy soy | fields red1 -
    2: hand green chili
"""


def test_2_5_hands_and_the_draw_pile_are_secret():
    state = table(TABLE)
    me, first, second = state.players
    others = (replace(first, hand=beans("wax wax wax")), replace(second, hand=beans("chili green")))
    other = replace(state, players=(me, *others))
    for seat in (0, None):
        assert replace(view(state, seat), hidden=()) == replace(view(other, seat), hidden=())
    assert view(state, 1).hand == beans("chili soy soy")
    assert view(state, None).hand == ()


def test_2_5_a_drawn_card_is_named_to_its_drawer_alone():
    state = after(table(TABLE.replace("up: wax red", "up:")), "0 done")
    drawn = after(state, "* draw red")
    assert [str(event.message) for event in story(state, CHANCE, Draw(Bean.RED), drawn, 0)] == ["You draw red bean."]
    for viewer in (1, None):
        assert "red" not in repr(list(story(state, CHANCE, Draw(Bean.RED), drawn, viewer)))


def test_11_5_who_cannot_accept_is_not_given_away():
    state = after(table(TABLE), "0 offer - 1 - green")
    other = disguise(state, 0, Random(3))
    assert to_move(other) == to_move(state)
    assert view(other, 0) == view(state, 0)
    assert list(moves(other, 0)) == list(moves(state, 0))


def test_11_6_others_know_the_card_and_not_its_position():
    first, last = after(table(TABLE), "1 offer 0 2 - wax"), after(table(TABLE), "1 offer 0 3 - wax")
    assert first != last
    for viewer in (0, 2, None):
        assert view(first, viewer) == view(last, viewer)
    assert view(first, 0).players[1].shown == beans("soy")
    assert view(first, 1).offered == (2,)


def test_what_was_shown_is_imagined():
    state = after(table(TABLE), "1 offer 0 2,3 - wax")
    for seed in range(20):
        guess = imagine(view(state, 0), Random(seed))
        assert guess.players[1].hand.count(Bean.SOY) >= 2
        assert [guess.players[1].hand[position - 1] for position in guess.players[1].offered] == [Bean.SOY] * 2


def test_after_a_shuffle_the_draw_pile_is_imagined_from_what_was_shuffled():
    """Everybody saw which cards were shuffled, so the hands hold none of them yet."""
    state = table(
        """
        trade, isla, active 0
        bohnbay: wax
        bohnanco: wax
        pile: red
        discards: soy soy soy
        0: hand blue
        1: hand chili green
        2: hand green
        """
    )
    state = replace(state, players=tuple(replace(player, drawn=player.hand) for player in state.players))
    state = after(state, "0 done", "* draw red", "* draw soy")
    assert state.players[0].drawn == beans("soy")
    for seed in range(20):
        assert spread(imagine(whole(state), Random(seed)).pile) == [Bean.SOY] * 2


def whole(state):
    """The view of seat 0, with the cards that are nowhere in this small position laid among the discards."""
    seen = view(state, 0)
    lost = [all_ - some for all_, some in zip(full_deck(3, "isla"), everywhere(state), strict=True)]
    return replace(seen, discards=(*seen.discards, *spread(lost)))
