"""What people type, and what becomes of it."""

import pytest

from darsena.cli.person import read
from darsena.cli.seating import distinct
from darsena.core.notation import Unreadable

from .. import tiny
from ..tiny import TINY, Options, Pass, Shout, Side, Take, moves, new

ROLLED = tiny.apply(new(2, Options()), tiny.CHANCE, tiny.Roll(2))


def test_a_move_may_be_typed_in_capitals():
    assert read(TINY, "Take left", moves(ROLLED, 0)) == Take(Side.LEFT)
    assert read(TINY, "PASS", moves(ROLLED, 0)) == Pass()


def test_its_name_may_be_left_out_where_all_moves_are_of_one_kind():
    assert read(TINY, "3 4", moves(ROLLED, 1)) == Shout((3, 4))
    with pytest.raises(Unreadable, match="there is no move “left”"):
        read(TINY, "left", moves(ROLLED, 0))


def test_a_move_of_another_kind_is_still_read():
    assert read(TINY, "pass", moves(ROLLED, 1)) == Pass()


def test_two_with_one_name_can_be_told_apart():
    assert list(distinct(["Ada", "Bo", "Ada", "Ada"])) == ["Ada", "Bo", "Ada II", "Ada III"]
    assert all(len(name) <= 40 for name in distinct(["x" * 40] * 7))
