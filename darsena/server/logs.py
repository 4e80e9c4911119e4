"""The log of the server: for whoever keeps it, and not to be filled by strangers."""

from __future__ import annotations

import logging
from collections import Counter

from .limits import Buckets, TooFast


class Quiet(logging.Filter):
    """One place of the program is not heard without end; what it said meanwhile is counted."""

    def __init__(self, rate: float = 5, burst: float = 200) -> None:
        super().__init__()
        self._places = Buckets(rate, burst)
        self._unheard: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        place = f"{record.pathname}:{record.lineno}"
        try:
            self._places.take(place)
        except TooFast:
            self._unheard[place] += 1
            return False
        if unheard := self._unheard.pop(place, 0):
            record.msg, record.args = f"{record.getMessage()} ({unheard} more like it were left out)", ()
        return True


def begin() -> None:
    """To stderr: warnings of everybody, and what happens to tables."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("darsena").setLevel(logging.INFO)
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # it complains of every damaged form
    for handler in (*logging.root.handlers, *logging.getLogger("uvicorn").handlers):
        if not any(isinstance(each, Quiet) for each in handler.filters):
            handler.addFilter(Quiet())
