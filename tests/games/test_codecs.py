"""The laws of every game whose moves and views are numbers too."""

from random import Random

import pytest

from darsena.core.game import CHANCE, IllegalMove
from darsena.envs import codec, codecs

from .plays import disguise, kinds, play

KINDS = [kind for kind in kinds() if kind.game.id in codecs()]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=str)


def test_there_are_some():
    assert KINDS


def legal(kind, state, seat):
    rules = kind.game.rules
    return list(codec(kind.game).legal(rules.view(state, seat), rules.moves(state, seat)))


@every_kind
def test_a_numbered_move_reads_back(kind, plays):
    rules, known = kind.game.rules, codec(kind.game)
    for rng in map(Random, range(1 + plays // 10)):
        for state, _, _ in play(kind, rng):
            for seat in range(kind.seats) if rng.random() < 0.03 else ():
                view, moves, found = rules.view(state, seat), list(rules.moves(state, seat)), legal(kind, state, seat)
                assert len(set(found)) == len(found)
                assert set(found) <= set(range(known.MOVES))
                assert found == [n for n in (known.number(view, move) for move in moves) if n is not None]
                numbered = [known.move(view, n) for n in found]
                assert set(numbered) <= set(moves)
                assert [known.number(view, move) for move in numbered] == found


@every_kind
def test_whoever_is_asked_has_a_numbered_move_and_such_plays_end(kind, plays):
    rules, known = kind.game.rules, codec(kind.game)
    for rng in map(Random, range(1 + plays // 10)):
        state = kind.new()
        while wanted := rules.to_move(state):
            if wanted == (CHANCE,):
                moves = [move for move, _ in rules.chance(state)]
                assert set(moves) <= set(known.NATURE)
                state = rules.apply(state, CHANCE, rng.choice(moves))
            else:
                number = rng.choice(legal(kind, state, wanted[0]))
                state = rules.apply(state, wanted[0], known.move(rules.view(state, wanted[0]), number))
        assert rules.outcome(state) is not None


@every_kind
def test_any_number_is_a_move_or_refused(kind):
    rules, known, rng = kind.game.rules, codec(kind.game), Random(1)
    for state, _, _ in play(kind, rng):
        asked = [seat for seat in rules.to_move(state) if seat != CHANCE]
        for seat in asked if rng.random() < 0.05 else ():
            for number in rng.sample(range(known.MOVES), 10):
                try:
                    rules.apply(state, seat, known.move(rules.view(state, seat), number))
                except IllegalMove:
                    assert number not in legal(kind, state, seat)


@every_kind
def test_features_fill_their_layout(kind):
    known, rng = codec(kind.game), Random(1)
    length = sum(known.layout(kind.seats).values())
    for _, _, state in play(kind, rng):
        if rng.random() < 0.1:
            for seat in (*range(kind.seats), None):
                features = known.features(kind.game.rules.view(state, seat))
                assert len(features) == length
                assert 0 <= min(features) <= max(features) < 2**15


@every_kind
def test_what_a_seat_must_not_know_changes_no_number(kind, plays):
    rules, known = kind.game.rules, codec(kind.game)
    for rng in map(Random, range(1 + plays // 10)):
        for state, _, _ in play(kind, rng):
            for seat in (*range(kind.seats), None) if rng.random() < 0.02 else ():
                other = disguise(kind.game)(state, seat, rng)
                assert known.features(rules.view(other, seat)) == known.features(rules.view(state, seat))
                if seat is not None:
                    assert legal(kind, other, seat) == legal(kind, state, seat)
