"""Records as tables: pandas frames and Parquet files. It needs the extra `data`.

A frame of records has one row for each game. Its column `record` is the record itself, so nothing is lost and what was
changed is refused when it is read again; the other columns are there to look things up by.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

import pandas as pd  # type: ignore[import-untyped]

from .core import notation, record
from .core.game import CHANCE
from .core.play import standing
from .core.record import Record
from .games import games


def to_frame(records: Iterable[Record]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "game": each.game,
                "rules_version": each.rules_version,
                "seats": len(each.names),
                "options": " ".join(f"{name}={word}" for name, word in each.options.items()),
                "names": list(each.names),
                "moves": sum(seat != CHANCE for seat, _ in standing(each.rows)),
                "result": each.result,
                "record": record.write(each),
            }
            for each in records
        ]
    )


def from_frame(frame: pd.DataFrame) -> list[Record]:
    """The records again; BadRecord where one is not as it was written."""
    return [record.read(text.encode(), games()) for text in frame["record"]]


def moves(records: Iterable[Record]) -> pd.DataFrame:
    """One row for each move that stood, nature's too, with seat -1: its record, its number, its seat, its text."""
    rows = [
        (number, n, seat, notation.write(move))
        for number, each in enumerate(records)
        for n, (seat, move) in enumerate(standing(each.rows))
    ]
    return pd.DataFrame(rows, columns=["record", "n", "seat", "move"])


def to_parquet(records: Iterable[Record], file: str | PathLike[str]) -> None:
    to_frame(records).to_parquet(file)


def from_parquet(file: str | PathLike[str]) -> list[Record]:
    return from_frame(pd.read_parquet(file))
