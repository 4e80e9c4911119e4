from random import Random

import pytest

from darsena.core.game import CHANCE, Bot, IllegalMove
from darsena.core.play import Row, dice, replay, run, settle, stories

from .. import tiny
from ..tiny import Options, Pass, Roll, Shout, Side, Take

TAKE = Take(Side.LEFT)


class Scripted(Bot):
    """Plays what it was told to, and remembers what it was asked and told."""

    def __init__(self, *answers):
        self.answers, self.asked, self.views, self.heard = list(answers), [], [], []

    def choose(self, view, moves, rng, budget):
        self.asked.append(view)
        return self.answers.pop(0) if self.answers else (TAKE if TAKE in moves else None)

    def told(self, view, events):
        self.views.append(view)
        self.heard += [str(event.message) for event in events]


def fixed(possible):
    return next(move for move, _ in possible if move == Roll(3))


def played(*bots, seats=2):
    return list(run(tiny, tiny.new(seats, Options()), bots, fixed, Random(1)))


def test_nature_rolls_and_players_move_to_the_end():
    rows = [row for row, _ in played(Scripted(), Scripted())]
    assert rows[:4] == [Row(CHANCE, Roll(3)), Row(0, TAKE), Row(CHANCE, Roll(3)), Row(1, TAKE)]
    assert len(rows) == 10


def test_after_a_move_every_other_seat_that_has_moves_is_asked_once():
    first, second = Scripted(Shout()), Scripted(Shout())
    rows = [row for row, _ in played(first, second)]
    assert rows[:4] == [Row(CHANCE, Roll(3)), Row(0, Shout()), Row(1, Shout()), Row(0, TAKE)]
    assert len(second.asked) == 3  # once out of turn, then for its two turns: after its shout it has nothing else


def test_a_seat_may_let_it_be_when_it_is_not_its_turn():
    rows = [row for row, _ in played(Scripted(Shout()), Scripted(None))]
    assert rows[:3] == [Row(CHANCE, Roll(3)), Row(0, Shout()), Row(0, TAKE)]


def test_a_seat_whose_move_is_wanted_must_move():
    with pytest.raises(IllegalMove, match="a move is wanted here"):
        played(Scripted(None), Scripted())


def test_an_illegal_move_is_refused():
    with pytest.raises(IllegalMove, match="nature rolls the die"):
        played(Scripted(Roll(3)), Scripted())


def test_every_bot_is_told_every_move_as_its_seat_may_know_it():
    first, second = Scripted(), Scripted()
    states = [state for _, state in played(first, second)]
    assert first.views == second.views == states
    assert first.heard[1] == "You move."
    assert "who" not in second.heard[1]


def test_a_log_replays_to_the_same_state_and_is_told_again():
    rows, states = zip(*played(Scripted(Pass()), Scripted()), strict=True)
    start = tiny.new(2, Options())
    assert replay(tiny, start, rows) == states[-1]
    assert len(list(stories(tiny, start, rows, None))) == len(rows)


def test_nature_settles_until_somebody_must_decide():
    state, log = settle(tiny, tiny.new(2, Options()), dice(Random(1)))
    assert tiny.to_move(state) == (0,)
    assert [row.seat for row in log] == [CHANCE]
    assert settle(tiny, state, dice(Random(1))) == (state, [])


def test_dice_follow_the_weights():
    nature = dice(Random(5))
    rolls = [nature(tiny.chance(tiny.new(2, Options()))).eyes for _ in range(600)]
    assert 240 < rolls.count(1) < 360
    assert 60 < rolls.count(3) < 140
