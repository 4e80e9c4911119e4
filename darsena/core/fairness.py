"""Draws that nobody can bend and everybody can check afterwards.

A table's seed of 32 bytes is drawn first and its SHA-256, the commitment, is published. Then every seat adds a
contribution. Draw number n is HMAC-SHA256 under the seed of the contributions and n, so neither the host nor a
player alone chooses it. When the seed is revealed at the end, anybody can repeat every draw.
This proves that no draw was changed. It does not prove that the host, who holds the seed, did not look.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import count
from typing import Any

_SPAN = 2**256


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    return sha256(seed).hexdigest()


def draw(seed: bytes, contributions: Sequence[str], n: int, total: int) -> int:
    """The n-th draw: a number from 0 to total - 1, each equally likely."""
    if not 0 < total <= _SPAN:
        raise ValueError("a draw is made among 1 to 2^256 possibilities")
    mixed = sha256(json.dumps(list(contributions)).encode()).digest()
    for attempt in count():
        text = mixed + n.to_bytes(8, "big") + attempt.to_bytes(8, "big")
        value = int.from_bytes(hmac.digest(seed, text, "sha256"), "big")
        if value < _SPAN - _SPAN % total:  # else some numbers would be likelier than others
            return value % total
    raise AssertionError("unreachable")


class Draws:
    """A nature whose draws follow from the seed. `n` never repeats, also after an undo."""

    def __init__(self, seed: bytes, contributions: Sequence[str], n: int = 0) -> None:
        self.seed, self.contributions, self.n = seed, contributions, n

    def __call__(self, possible: Iterable[tuple[Any, int]]) -> Any:
        options = list(possible)
        left = draw(self.seed, self.contributions, self.n, sum(weight for _, weight in options))
        self.n += 1
        for move, weight in options:
            left -= weight
            if left < 0:
                return move
        raise AssertionError("unreachable")
