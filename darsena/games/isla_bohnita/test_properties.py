"""What holds in every state of every game (§1 to §11)."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ...core.game import CHANCE
from ...core.play import Row, replay
from . import rules
from .cards import full_deck
from .moves import Accept, Discard, Draw, Plant
from .state import Options, Phase
from .test_positions import everywhere

KINDS = [(2, "isla"), (2, "isla+expansion"), (3, "base"), (4, "isla"), (5, "base"), (5, "isla+expansion"), (7, "auto")]


def played(seats, deck, seed):
    """One random game, row by row, with the states before and after."""
    rng, state = Random(seed), rules.new(seats, Options(deck))
    while wanted := rules.to_move(state):
        seat = rng.choice(wanted if rng.random() < 0.9 or wanted == (CHANCE,) else range(seats))
        listed = [move for move, _ in rules.chance(state)] if seat == CHANCE else rules.moves(state, seat)
        if listed:
            move = rng.choice(listed)
            before, state = state, rules.apply(state, seat, move)
            yield before, seat, move, state


games = given(kind=st.sampled_from(KINDS), seed=st.integers(0, 2**32))


@settings(max_examples=10, deadline=None)
@games
def test_cards_are_conserved_and_everything_holds_one_type(kind, seed):
    for _, _, _, state in played(*kind, seed):
        assert everywhere(state) == full_deck(len(state.players), state.deck)
        for player in state.players:
            assert all(lot is None or lot.count > 0 for lot in player.fields)
            assert all(0 < position <= len(player.hand) for position in player.offered)
            assert all(player.hand.count(bean) >= player.shown.count(bean) for bean in player.shown)
        assert len({each.proposer for each in state.offers}) == len(state.offers)


@settings(max_examples=10, deadline=None)
@games
def test_the_order_of_a_hand_changes_only_as_the_rules_allow(kind, seed):
    for before, seat, move, state in played(*kind, seed):
        for at, (old, new) in enumerate(zip(before.players, state.players, strict=True)):
            if old.hand == new.hand:
                continue
            match move:
                case Draw(bean):
                    assert new.hand == (*old.hand, bean)
                case Plant():
                    assert (at, new.hand) == (seat, old.hand[1:])
                case Accept() | Discard():
                    assert is_part(new.hand, old.hand)
                case _:
                    raise AssertionError(move)


def is_part(part, whole):
    rest = iter(whole)
    return all(bean in rest for bean in part)


@settings(max_examples=10, deadline=None)
@games
def test_a_game_ends_and_its_log_leads_to_the_same_end(kind, seed):
    rows = list(played(*kind, seed))
    end = rows[-1][-1]
    assert end.phase == Phase.OVER
    assert len(rows) < 6000
    assert replay(rules, rules.new(kind[0], Options(kind[1])), [Row(seat, move) for _, seat, move, _ in rows]) == end
