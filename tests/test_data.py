"""Records as tables and back."""

from pathlib import Path

import pytest

pytest.importorskip("pandas", reason="pandas is not installed: the extra `data` has it")
pytest.importorskip("pyarrow", reason="pyarrow is not installed: the extra `data` has it")

from darsena import data
from darsena.core import record
from darsena.core.game import CHANCE
from darsena.core.record import BadRecord
from darsena.games import games

TEXT = (Path(__file__).parents[1] / "docs" / "record.md").read_text().split("```text\n")[1].split("```")[0]


@pytest.fixture
def records():
    return [record.read(TEXT.encode(), games())] * 2


def test_records_come_back_from_a_file_as_they_were(records, tmp_path):
    data.to_parquet(records, tmp_path / "games.parquet")
    assert data.from_parquet(tmp_path / "games.parquet") == records


def test_a_frame_has_a_row_for_each_game(records):
    frame = data.to_frame(records)
    assert list(frame["seats"]) == [2, 2]
    assert list(frame["moves"]) == [sum(seat != CHANCE for seat, _ in records[0].rows)] * 2


def test_moves_have_a_row_for_each_move(records):
    found = data.moves(records)
    assert len(found) == 2 * len(records[0].rows)
    assert list(found["move"][:2]) == [line.split(" ", 1)[1] for line in TEXT.split("\n\n")[1].splitlines()[:2]]


def test_a_record_that_was_changed_is_refused(records):
    frame = data.to_frame(records)
    frame["record"] = [text.replace("Ada", "Bea") for text in frame["record"]]
    with pytest.raises(BadRecord, match="digest"):
        data.from_frame(frame)
