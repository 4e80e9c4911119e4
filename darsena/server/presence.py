"""Who looks at a table: with the screens of this process, and, as the other processes say, with theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..core.game import Seat

Looking = frozenset[Seat | None]  # seats with an open screen; None where spectators have one
NOBODY: Looking = frozenset()


class Presence:
    def __init__(self, seats: int, now: float) -> None:
        self.screens: Counter[Seat | None] = Counter()  # how many are open here, of each seat and of spectators
        self.elsewhere = NOBODY
        self.gone = [now] * seats  # when each seat was last there, as far as this process knows

    @property
    def mine(self) -> Looking:
        return frozenset([seat for seat, count in self.screens.items() if count])

    @property
    def anybody(self) -> bool:
        return bool(self.mine or self.elsewhere)

    def here(self, seat: Seat) -> bool:
        return seat in self.elsewhere or bool(self.screens[seat])

    def count(self, seats: Sequence[Seat], change: int, now: float) -> bool:
        """Somebody opens or closes a screen. True if a seat is there now that was not, or the other way round."""
        before = [self.here(seat) for seat in seats]
        for seat in seats or (None,):  # spectators are counted together
            self.screens[seat] += change
        for seat in seats:
            self.gone[seat] = now
        return before != [self.here(seat) for seat in seats]

    def meet(self, elsewhere: Looking, now: float) -> bool:
        """What the other processes say. True if that makes a difference."""
        changed = (self.elsewhere ^ elsewhere) - self.mine
        for seat in self.elsewhere ^ elsewhere:
            if seat is not None:
                self.gone[seat] = now
        self.elsewhere = elsewhere
        return bool(changed)


def write(looking: Looking) -> str:
    return " ".join(["-" if seat is None else str(seat) for seat in looking])


def read(texts: Iterable[str]) -> Looking:
    return frozenset([None if word == "-" else int(word) for text in texts for word in text.split()])
