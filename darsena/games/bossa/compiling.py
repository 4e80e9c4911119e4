"""Whether the compiled part of the game can be used: it needs Numba, and on the first use it has to be made."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from threading import Thread


def ready(seconds: float | None) -> bool:
    """Wait so long for it, or with None until it is there. The first time on a machine it takes a minute."""
    if find_spec("numba") is None:
        return False
    making = _making()
    making.join(seconds)
    return not making.is_alive()


@cache
def _making() -> Thread:
    making = Thread(target=_make, daemon=True)
    making.start()
    return making


def _make() -> None:
    from .think import warm  # imports Numba

    warm()
