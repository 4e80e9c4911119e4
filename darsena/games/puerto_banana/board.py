"""What the screen shows of a view: one small value for each part of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ...core.game import Message, Seat, Seated
from .account import Account, Alone, Bust, Step, Stocks, Tie, Win, told_step
from .rules import GOAL, SEATS, Bid, View

Part = tuple[str, Any]
SHOWN = 16  # rounds on the chart; few games are longer


class Line(Struct, frozen=True, gc=False):
    """Where the game stands, in the top bar."""

    round: int
    over: bool
    goal: int = GOAL


class Lot(Struct, frozen=True, gc=False):
    lot: int
    sold: bool  # one before it
    over: bool
    again: bool  # all ships are empty, so the crate is the one of the start


class Ship(Struct, frozen=True, gc=False):
    """A ship in its lane: its place is its stock."""

    seat: Seat
    name: str
    stock: int
    bot: bool
    away: bool
    goal: int = GOAL

    @property
    def place(self) -> float:
        """Percent of the lane's width; the ship itself takes the last 36."""
        return round(min(self.stock, self.goal) / self.goal * 64, 1)

    @property
    def boxes(self) -> int:
        return min(3, -(-self.stock // 25))


class Letter(Struct, frozen=True, gc=False):
    """Whether a seat is still writing its bid."""

    seat: Seat
    sealed: bool


class Cover(Struct, frozen=True, gc=False):
    """What a bid of this seat is covered by, while it may still be written."""

    stock: int
    lot: int

    @property
    def most(self) -> int:
        """The largest bonus that this seat could pay (§4.2)."""
        return self.stock + self.lot


class Mine(Struct, frozen=True, gc=False):
    """This seat's own bid, once it is sealed."""

    seat: Seat
    bid: int


class Envelope(Struct, frozen=True, gc=False):
    """A bid as it lies open, and from which step on we know what became of it."""

    seat: Seat
    bid: int
    step: int
    out: bool
    won: bool
    change: int


class Bar(Struct, frozen=True, gc=False):
    """Two bars on one scale: what the bidder has (stock, then lot), and what is owed."""

    stock: int
    lot: int
    owed: int

    def width(self, amount: int) -> int:
        """Out of 330; what is owed far beyond all one has runs to the end."""
        have = self.stock + self.lot
        total = max(have, min(self.owed, 2 * have))
        return 330 * min(amount, total) // total

    @property
    def short(self) -> int:
        return max(0, self.owed - self.stock - self.lot)


class Told(Struct, frozen=True, gc=False):
    """One step of the account: what is said, and the sum behind it."""

    step: Step
    said: tuple[Message, ...]
    seat: Seat  # whose bid it is about
    stock: int  # of that seat, before the step
    bid: int
    next_bid: int  # the highest below it, or the same in a tie
    next_seats: tuple[Seat, ...]
    before: Stocks
    after: Stocks

    @property
    def kind(self) -> str:
        return type(self.step).__name__.lower()

    @property
    def bar(self) -> Bar | None:
        match self.step:
            case Bust(_, owed, had):
                return Bar(self.stock, had - self.stock, owed)
            case Win(_, lot, bonus):
                return Bar(self.stock, lot, bonus)
            case _:
                return None


class Reveal(Struct, frozen=True, gc=False):
    """The last auction, told step by step."""

    round: int
    account: Account
    seated: tuple[Seated, ...]
    over: bool

    @property
    def told(self) -> list[Told]:
        return tell_all(self.account)

    @property
    def envelopes(self) -> tuple[Envelope, ...]:
        """Highest bid first."""
        return envelopes(self.account)


class Rounds(Struct, frozen=True, gc=False):
    """The stocks at the start of each round, and now."""

    stocks: tuple[Stocks, ...]
    names: tuple[str, ...]
    first: int  # rounds before these, in a game so long that not all are shown


def public(view: View, seated: tuple[Seated, ...]) -> dict[str, Part]:
    names = tuple([each.name for each in seated])
    now = len(view.earlier) + 1
    again = max(view.stocks) == 0
    waiting = () if view.over else tuple([name for name, has in zip(names, view.has_bid, strict=True) if not has])
    parts: dict[str, Part] = {
        "line": ("line", Line(now - 1 if view.over else now, view.over)),
        "lot": ("lot", Lot(view.lot, now > 1, view.over, again)),
        "waiting": ("waiting", waiting),
        "account": ("account", _reveal(view, names)),
        "chart": ("chart", _rounds(view, names)),
    }
    for seat in range(SEATS[-1]):
        here = seat < len(seated)
        parts[f"ship-{seat}"] = ("ship", _ship(view, seated, seat) if here else None)
        parts[f"letter-{seat}"] = ("letter", Letter(seat, view.has_bid[seat]) if here and not view.over else None)
    return parts


def own(view: View, seated: tuple[Seated, ...], moves: Sequence[Bid]) -> dict[str, Part]:
    seat, bid = view.seat, view.my_bid
    writes = seat is not None and bid is None and not view.over
    return {
        "cover": ("cover", Cover(view.stocks[seat], view.lot) if seat is not None and writes else None),
        "mine": ("mine", Mine(seat, bid) if seat is not None and bid is not None else None),
    }


def _ship(view: View, seated: tuple[Seated, ...], seat: Seat) -> Ship:
    sitting = seated[seat]
    return Ship(seat, sitting.name, view.stocks[seat], sitting.bot, sitting.away)


def _rounds(view: View, names: tuple[str, ...]) -> Rounds:
    return Rounds((*view.earlier[-SHOWN:], view.stocks), names, max(0, len(view.earlier) - SHOWN))


def _reveal(view: View, names: tuple[str, ...]) -> Reveal | None:
    if view.account is None:
        return None
    return Reveal(len(view.earlier), view.account, tuple([Seated(name) for name in names]), view.over)


def tell_all(account: Account) -> list[Told]:
    """The steps in order, each with the bids it compares and the stocks before and after it."""
    told: list[Told] = []
    before, left = account.stocks, set(range(len(account.bids)))
    for step in account.steps:
        seat = step.seats[0] if isinstance(step, Tie) else step.seat
        others = left - {seat}
        next_bid = max((account.bids[other] for other in others), default=0)
        next_seats = tuple([other for other in sorted(others) if account.bids[other] == next_bid])
        said = tuple([event.message for event in told_step(step, None)])
        after = stocks_after(before, step)
        told.append(Told(step, said, seat, before[seat], account.bids[seat], next_bid, next_seats, before, after))
        before, left = after, others
    return told


def stocks_after(stocks: Stocks, step: Step) -> Stocks:
    changed = list(stocks)
    match step:
        case Bust(seat):
            changed[seat] -= step.lost
        case Win(seat, lot, bonus, seconds, share):
            changed[seat] += lot - bonus
            for second in seconds:
                changed[second] += share
        case Tie(seats, _, share):
            for seat in seats:
                changed[seat] += share
        case Alone(seat, lot):
            changed[seat] += lot
    return tuple(changed)


def envelopes(account: Account) -> tuple[Envelope, ...]:
    *busts, last = account.steps
    bust_at = {step.seat: n for n, step in enumerate(busts, 1) if isinstance(step, Bust)}
    winners = last.seats if isinstance(last, Tie) else (last.seat,)
    final = tell_all(account)[-1]
    return tuple(
        [
            Envelope(
                seat,
                bid,
                bust_at.get(seat, len(account.steps)),
                seat in bust_at,
                seat in winners,
                final.after[seat] - final.before[seat],
            )
            for seat, bid in sorted(enumerate(account.bids), key=lambda each: -each[1])
        ]
    )
