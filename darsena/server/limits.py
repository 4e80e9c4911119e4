"""How much anybody may ask of the server: enough for a club behind one router, not for a flood."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from ..core.game import Refused, say

MAX_BODY = 64 * 1024
MAX_HEADERS = 32 * 1024  # all of one request, with its address
MAX_MESSAGE = 8 * 1024
MAX_SCREENS = 20  # open at once, per seat of a table
MAX_SPECTATORS = 200  # screens of people who watch, per table
TABLES_OF_GUEST = 30  # that go on, opened by one person
TABLES_OF_ACCOUNT = 200


class TooFast(Refused):
    def __init__(self) -> None:
        super().__init__(say("that was too fast; wait a moment and try again"))


class Bucket:
    """`burst` requests at once, and `rate` more each second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, time.monotonic()

    def take(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            raise TooFast
        self.left -= 1


class Buckets:
    """One bucket for each address or person, the most recent ones only."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        bucket = self._known.pop(key, None) or Bucket(self.rate, self.burst)
        self._known[key] = bucket
        if len(self._known) > self.most:
            self._known.popitem(last=False)
        return bucket

    def take(self, key: str) -> None:
        self.of(key).take()


class Places:
    """So many at once for each address or person."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken: Counter[str] = Counter()

    @contextmanager
    def one(self, key: str) -> Iterator[None]:
        if self.taken[key] >= self.most:
            raise TooFast
        self.taken[key] += 1
        try:
            yield
        finally:
            self.taken[key] -= 1
            if not self.taken[key]:
                del self.taken[key]
