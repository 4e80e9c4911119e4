"""Puerto Banana. The § numbers are those of RULES.en.md beside this file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import TypeGuard

from msgspec import Struct

from ...core.game import Event, IllegalMove, Outcome, Refused, Seat, say
from ...core.notation import MAX_DIGITS
from .account import Account, Alone, Bust, Step, Stocks, Tie, Win, bananas, ended, sealed, told

SEATS = range(2, 7)
START, GOAL = 10, 200
TOO_LONG = 10**MAX_DIGITS


class Options(Struct, frozen=True):
    """Puerto Banana has none."""


class Bid(Struct, frozen=True, gc=False):
    amount: int


class State(Struct, frozen=True, gc=False):
    stocks: Stocks
    bids: tuple[int | None, ...]  # None until written
    account: Account | None = None  # how the last auction was judged
    earlier: tuple[Stocks, ...] = ()  # the stocks at the start of each round before this one


class View(Struct, frozen=True):
    seat: Seat | None
    stocks: Stocks
    lot: int
    has_bid: tuple[bool, ...]
    my_bid: int | None
    account: Account | None
    earlier: tuple[Stocks, ...]
    over: bool


def new(seats: int, options: Options) -> State:
    if seats not in SEATS:  # §1.1
        raise Refused(say("Puerto Banana is for 2 to 6 players, not {n}", n=seats))
    return State((START,) * seats, (None,) * seats)


def over(stocks: Stocks) -> bool:
    return max(stocks) >= GOAL  # §5.1


def to_move(state: State) -> tuple[Seat, ...]:
    return () if over(state.stocks) else tuple([seat for seat, bid in enumerate(state.bids) if bid is None])


def moves(state: State, seat: Seat) -> Sequence[Bid]:
    if over(state.stocks) or not 0 <= seat < len(state.bids) or state.bids[seat] is not None:
        return ()
    return bids_up_to(2 * lot(state))


@cache
def bids_up_to(most: int) -> tuple[Bid, ...]:
    """The bids worth thinking about; §3.1 allows any other number too."""
    return tuple([Bid(amount) for amount in range(most + 1)])


def chance(state: State) -> Iterable[tuple[Bid, int]]:
    return ()  # nature has no part in this game


def apply(state: State, seat: Seat, move: Bid) -> State:
    stocks, bids = state.stocks, state.bids
    _check(stocks, bids, seat, move)
    bids = (*bids[:seat], move.amount, *bids[seat + 1 :])
    if not _all_written(bids):  # §3.3
        return State(stocks, bids, state.account, state.earlier)
    crate = lot(state)
    after, steps = auction(crate, stocks, bids)
    return State(after, (None,) * len(bids), Account(crate, stocks, bids, steps), (*state.earlier, stocks))


def _all_written(bids: tuple[int | None, ...]) -> TypeGuard[tuple[int, ...]]:
    return None not in bids


def _check(stocks: Stocks, bids: tuple[int | None, ...], seat: Seat, move: Bid) -> None:
    """Refuse whatever is no bid, or none that this seat may still write."""
    if over(stocks):
        raise IllegalMove(say("the game is over: a ship holds {goal} bananas or more", goal=GOAL), "5.1")
    if not 0 <= seat < len(bids):
        raise IllegalMove(say("there is no seat {n} at this table of {seats}", n=seat + 1, seats=len(bids)), "1.1")
    if bids[seat] is not None:
        raise IllegalMove(say("your bid is sealed, and a sealed bid is final; wait for the others"), "3.4")
    if type(move.amount) is not int or move.amount < 0:
        raise IllegalMove(say("a bid is a whole number, zero or more"), "3.1")
    if move.amount >= TOO_LONG:
        raise IllegalMove(say("a bid has at most {most} digits; write a smaller one", most=MAX_DIGITS), "3.4")


def auction(lot: int, stocks: Stocks, bids: Sequence[int]) -> tuple[Stocks, tuple[Step, ...]]:
    """The stocks after one auction, and how it was judged step by step (§4)."""
    holds = list(stocks)
    left = sorted(range(len(bids)), key=bids.__getitem__, reverse=True)
    steps: list[Step] = []
    while len(left) > 1:
        first, second = left[0], left[1]
        bonus, had = bids[first] - bids[second], holds[first] + lot
        if bonus <= had:  # §4.2
            break
        lost = holds[first] if len(stocks) > 2 else 0  # §4.4, §4.5
        holds[first] -= lost
        steps.append(Bust(first, bonus, had, lost))
        left = left[1:]  # §4.6
    steps.append(_won(lot, holds, bids, left))
    return tuple(holds), tuple(steps)


def _won(lot: int, holds: list[int], bids: Sequence[int], left: list[Seat]) -> Step:
    """Fill the holds of those whom the auction pays. `left` in it are those who have not overbid, highest first."""
    winner, *rest = left
    if not rest:  # §4.7
        holds[winner] += lot
        return Alone(winner, lot)
    high, low = bids[winner], bids[rest[0]]
    sharing = tuple([seat for seat in left if bids[seat] == low])
    if high == low:  # §4.8
        share, lost = divmod(lot, len(sharing))
        step: Step = Tie(sharing, lot, share, lost)
    else:
        bonus = high - low
        share, lost = divmod(bonus, len(sharing))  # §4.3
        holds[winner] += lot - bonus  # §4.1
        step = Win(winner, lot, bonus, sharing, share, lost)
    for seat in sharing:
        holds[seat] += share
    return step


def lot(state: State) -> int:
    return max(state.stocks) or START  # §2.1, §2.2


def outcome(state: State) -> Outcome | None:
    if not over(state.stocks):
        return None
    best = max(state.stocks)
    winners = tuple([seat for seat, stock in enumerate(state.stocks) if stock == best])  # §5.2, §5.3
    return Outcome(winners, state.stocks, say("{bananas} in the hold", bananas=bananas(best)))


def view(state: State, seat: Seat | None) -> View:
    return View(
        seat=seat,
        stocks=state.stocks,
        lot=lot(state),
        has_bid=tuple([bid is not None for bid in state.bids]),
        my_bid=None if seat is None else state.bids[seat],
        account=state.account,
        earlier=state.earlier,
        over=over(state.stocks),
    )


def imagine(view: View, rng: Random) -> State:
    """A full state that looks like `view` from its seat."""
    bids = [rng.randint(0, view.lot) if has else None for has in view.has_bid]
    if view.seat is not None:
        bids[view.seat] = view.my_bid  # the one bid this seat does know
    return State(view.stocks, tuple(bids), view.account, view.earlier)


def story(before: State, seat: Seat, move: Bid, after: State, viewer: Seat | None) -> Iterator[Event]:
    yield Event(sealed(seat, move.amount, viewer), seat, "seal")
    if after.account is not None and after.account is not before.account:
        yield from told(after.account, viewer)
        if ending := outcome(after):
            yield ended(ending, viewer)
        else:
            yield Event(say("The next crate holds {bananas}.", bananas=bananas(lot(after))))
