"""The laws every game keeps. A new folder in darsena/games is tested here with no new line.

Each law watches whole random plays; `make laws N=10000` watches more of them.
"""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darsena.core import notation
from darsena.core.game import CHANCE, Event, IllegalMove
from darsena.core.language import named
from darsena.core.play import Row, replay

from .plays import disguise, kinds, mover, play, possible

KINDS = list(kinds())
MANY = 40  # as many of a long list of moves are tried

every_kind = pytest.mark.parametrize("kind", KINDS, ids=str)


def sample(rng, moves, most=MANY):
    return list(moves) if len(moves) <= most else [rng.choice(moves) for _ in range(most)]


def viewers(kind):
    return [*range(kind.seats), None]


@every_kind
def test_a_play_keeps_the_laws(kind, plays):
    for seed in range(plays):
        rng, log, start = Random(seed), [], kind.new()
        watched = rng.random() < 0.2 or plays <= 100  # the dear checks, on every play of a short run
        for before, row, after in play(kind, rng):
            log.append(row)
            over_exactly_when_nobody_moves(kind, after)
            moves_read_back(kind, row.move)
            if watched and rng.random() < max(0.02, 2 / len(log)):
                seat = rng.choice(viewers(kind))
                moves_are_accepted(kind, before, rng)
                strangers_are_refused(kind, before, row)
                stories_are_sentences(kind, before, row, after)
                stories_name_whom_they_concern(kind, before, row, after)
                imagined_looks_the_same(kind, before, seat, rng)
                disguised_looks_the_same(kind, before, seat, rng)
                stories_tell_no_more_than_views(kind, before, row, after, seat, rng)
        assert replay(kind.game.rules, start, log) == after, seed
        assert hash(replay(kind.game.rules, start, log)) == hash(after)
        assert set(kind.game.rules.outcome(after).winners) <= set(range(kind.seats))
        assert len(kind.game.rules.outcome(after).scores) == kind.seats


def over_exactly_when_nobody_moves(kind, state):
    assert (kind.game.rules.outcome(state) is not None) == (kind.game.rules.to_move(state) == ())


def moves_read_back(kind, move):
    text = notation.write(move)
    assert "\n" not in text
    assert notation.read(kind.game.move_types, text) == move


def moves_are_accepted(kind, state, rng):
    """Everything in `moves` is accepted by `apply`, and everybody wanted has a move."""
    rules = kind.game.rules
    for seat in {*range(kind.seats), *rules.to_move(state)}:
        moves = possible(rules, state, seat) if seat != CHANCE else [move for move, _ in rules.chance(state)]
        assert moves or seat not in rules.to_move(state)
        for move in sample(rng, moves):
            rules.apply(state, seat, move)
    assert all(weight > 0 for _, weight in rules.chance(state))


def strangers_are_refused(kind, state, row):
    """A seat that does not exist has no moves, and nature moves only when it is nature's turn."""
    rules = kind.game.rules
    for stranger in (kind.seats, kind.seats + 7, -2):
        assert not rules.moves(state, stranger)
        with pytest.raises(IllegalMove):
            rules.apply(state, stranger, row.move)
    if rules.to_move(state) != (CHANCE,):
        with pytest.raises(IllegalMove):
            rules.apply(state, CHANCE, row.move)


def stories_are_sentences(kind, before, row, after):
    """Every move is told to everybody."""
    for viewer in viewers(kind):
        events = list(kind.game.rules.story(before, *row, after, viewer))
        assert all(isinstance(event, Event) and str(event.message) for event in events)
        assert events or row.seat == CHANCE


def stories_name_whom_they_concern(kind, before, row, after):
    """Whom the public story does not name is told the same as everybody."""
    public = list(kind.game.rules.story(before, *row, after, None))
    for seat in set(range(kind.seats)) - named(tuple(event.message for event in public)):
        assert list(kind.game.rules.story(before, *row, after, seat)) == public


def imagined_looks_the_same(kind, state, seat, rng):
    rules = kind.game.rules
    seen = rules.view(state, seat)
    guess = rules.imagine(seen, rng)
    assert rules.view(guess, seat) == seen
    assert rules.to_move(guess) == rules.to_move(state)
    if seat is not None:
        assert list(rules.moves(guess, seat)) == list(rules.moves(state, seat))


def answer(rules, state, seat, move):
    """What a seat learns from trying a move: the refusal, or nothing yet."""
    try:
        rules.apply(state, seat, move)
    except IllegalMove as refusal:
        return refusal.message
    return None


def disguised_looks_the_same(kind, state, seat, rng):
    """A seat cannot tell apart two states that differ only in what it must not know."""
    rules = kind.game.rules
    other = disguise(kind.game)(state, seat, rng)
    assert rules.view(other, seat) == rules.view(state, seat)
    assert rules.to_move(other) == rules.to_move(state)
    if seat is None or rules.to_move(state) == (CHANCE,):
        return
    moves = sample(rng, rules.moves(state, seat))
    assert list(rules.moves(other, seat)) == list(rules.moves(state, seat))
    strange = [move for someone in range(kind.seats) for move in sample(rng, rules.moves(state, someone), 5)]
    for move in [*moves, *strange]:
        assert answer(rules, other, seat, move) == answer(rules, state, seat, move)


def stories_tell_no_more_than_views(kind, before, row, after, viewer, rng):
    """Where a viewer sees the same after another move of the same seat, the story is the same too."""
    rules = kind.game.rules
    if row.seat == viewer:
        return
    told = list(rules.story(before, *row, after, viewer))
    for move in sample(rng, possible(rules, before, row.seat), 5):
        instead = rules.apply(before, row.seat, move)
        if rules.view(instead, viewer) == rules.view(after, viewer):
            assert list(rules.story(before, row.seat, move, instead, viewer)) == told


@every_kind
def test_the_disguise_is_one(kind):
    """A disguise that changed nothing would prove nothing: where there are secrets, it changes some."""
    changed = any(
        disguise(kind.game)(state, seat, rng) != state
        for rng in map(Random, range(20))
        for _, _, state in islice(play(kind, rng), 60)
        for seat in viewers(kind)
    )
    assert changed


@every_kind
@given(choices=st.lists(st.integers(0, 2**16), max_size=60), seed=st.integers(0, 2**16))
def test_any_line_of_play_keeps_the_laws(kind, choices, seed):
    rules, state, rng, log = kind.game.rules, kind.new(), Random(seed), []
    for choice in choices:
        if not rules.to_move(state):
            break
        seat = mover(rules, state, kind.seats, rng)
        moves = possible(rules, state, seat)
        log.append(Row(seat, moves[choice % len(moves)]))
        state = rules.apply(state, *log[-1])
        over_exactly_when_nobody_moves(kind, state)
        moves_read_back(kind, log[-1].move)
    for viewer in viewers(kind):
        imagined_looks_the_same(kind, state, viewer, rng)
        disguised_looks_the_same(kind, state, viewer, rng)
    assert replay(rules, kind.new(), log) == state
