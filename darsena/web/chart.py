"""Numbers over time as lines of a drawing: where each point stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ..core.game import Seat

LEFT, WIDTH, FLOOR, HEIGHT = 32, 222, 128, 118  # of the drawing's field
FLAG = 14  # between two flags
MARKS = 34  # digits of the times named below it, at most


class Chart(Struct, frozen=True):
    """One line for each seat. `at` is the time looked at, where there is one."""

    values: tuple[tuple[int, ...], ...]  # at each time, of each seat
    first: int = 0  # the number of the first time
    at: int | None = None

    @property
    def top(self) -> int:
        """Where the scale ends: four round steps above nothing."""
        step = max(1, -(-max(max(row) for row in self.values) // 4))
        return 4 * (step if step <= 10 else 10 * -(-step // 10))

    @property
    def steps(self) -> range:
        """The numbers along the scale."""
        return range(0, self.top + 1, self.top // 4)

    def x(self, i: int) -> int:
        return round(LEFT + i * WIDTH / max(1, len(self.values) - 1))

    def y(self, value: int) -> int:
        return round(FLOOR - value * HEIGHT / self.top)

    @property
    def marks(self) -> range:
        """The times that are named."""
        last = self.first + len(self.values)
        return range(0, len(self.values), 1 + len(self.values) * (1 + len(str(last))) // MARKS)

    def points(self, seat: Seat) -> str:
        """The corners of a line; where it runs level, only its two ends."""
        line = [row[seat] for row in self.values]
        corners = [i for i in range(len(line)) if i in (0, len(line) - 1) or not line[i - 1] == line[i] == line[i + 1]]
        return " ".join(f"{self.x(i)},{self.y(line[i])}" for i in corners)

    @property
    def flags(self) -> tuple[tuple[Seat, int], ...]:
        """Where each seat's flag stands at the end of its line, so that none covers another."""
        last = self.values[-1]
        placed: list[tuple[Seat, int]] = []
        for seat in sorted(range(len(last)), key=lambda seat: -last[seat]):
            y = self.y(last[seat])
            placed.append((seat, max(y, placed[-1][1] + FLAG) if placed else y))
        over = max(0, placed[-1][1] - 138)
        return tuple([(seat, y - over) for seat, y in placed])

    def changes(self) -> Iterator[tuple[int, Sequence[int]]]:
        """The times at which something was new, with the numbers."""
        for i, row in enumerate(self.values):
            if i in (0, len(self.values) - 1) or row != self.values[i - 1]:
                yield self.first + i, row
