"""Work shared among the machines of a Ray cluster: the extra `ray` is needed here, and Darsena on all of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from ..core.game import Refused, say

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 4  # pieces of work for each processor that are under way


def each(one: Callable[[T], R], asked: Sequence[T], address: str) -> Generator[R, None, None]:
    """The answers in the order of the questions. `local` starts a cluster here, and ends it."""
    ray = _ray()
    joined = not ray.is_initialized()
    if joined:
        try:
            ray.init(address=address, log_to_driver=False, include_dashboard=False if address == "local" else None)
        except (ConnectionError, ValueError) as error:
            raise Refused(say("no Ray cluster answers at {address}: {why}", address=address, why=str(error))) from None
    try:
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        size = max(1, min(64, len(asked) // (AHEAD * processors)))
        some = ray.remote(_some)
        under_way: deque[Any] = deque()
        for first in range(0, len(asked), size):
            under_way.append(some.remote(one, asked[first : first + size]))
            if len(under_way) >= AHEAD * processors:
                yield from ray.get(under_way.popleft())
        while under_way:
            yield from ray.get(under_way.popleft())
    finally:
        if joined:
            ray.shutdown()


def _some(one: Callable[[T], R], asked: Sequence[T]) -> list[R]:
    return [one(each) for each in asked]


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise Refused(say("Ray is not installed: the extra `ray` of Darsena has it")) from None
    return ray
