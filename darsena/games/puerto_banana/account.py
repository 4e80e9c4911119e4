"""How one auction was judged (§4), step by step, and how each step is told."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ...core.game import Event, Message, Outcome, Seat, Who, say, tell

Stocks = tuple[int, ...]


class Bust(Struct, frozen=True, tag=True, gc=False):
    """§4.4: the highest bidder cannot pay and is out; with two players nothing is lost (§4.5)."""

    seat: Seat
    owed: int
    had: int  # stock and lot together
    lost: int


class Win(Struct, frozen=True, tag=True, gc=False):
    """§4.1: one highest bidder takes the lot and pays the bonus to the second; §4.3 shares it."""

    seat: Seat
    lot: int
    bonus: int
    seconds: tuple[Seat, ...]
    share: int
    lost: int  # by rounding


class Tie(Struct, frozen=True, tag=True, gc=False):
    """§4.8: several highest bidders divide the lot."""

    seats: tuple[Seat, ...]
    lot: int
    share: int
    lost: int  # by rounding


class Alone(Struct, frozen=True, tag=True, gc=False):
    """§4.7: the last one left takes the lot and pays nobody."""

    seat: Seat
    lot: int


Step = Bust | Win | Tie | Alone


class Account(Struct, frozen=True, gc=False):
    """One auction: the lot, the stocks before it, the bids of all seats, and the steps of its judgement."""

    lot: int
    stocks: Stocks
    bids: tuple[int, ...]
    steps: tuple[Step, ...]


def bananas(n: int) -> Message:
    return say("{n} banana", "{n} bananas", n=n)


def told(account: Account, viewer: Seat | None) -> Iterator[Event]:
    bids = tuple(
        say("{who} {amount}", who=Who(seat), amount=amount)
        for seat, amount in sorted(enumerate(account.bids), key=lambda bid: -bid[1])
    )
    yield Event(say("The bids are open: {bids}.", bids=bids), sound="reveal")
    for step in account.steps:
        yield from told_step(step, viewer)


def told_step(step: Step, viewer: Seat | None) -> Iterator[Event]:
    match step:
        case Bust(seat):
            yield Event(_bust(step, viewer), seat, "bust")
        case Win(seat):
            yield Event(_win(step, viewer), seat, "win")
            yield from _rounded(step.lost)
        case Tie(seats):
            names = tuple(Who(seat) for seat in seats)
            text = say("{names} tie and take {bananas} each.", names=names, bananas=bananas(step.share))
            yield Event(text, seats[0], "win")
            yield from _rounded(step.lost)
        case Alone(seat, lot):
            yield Event(_alone(seat, lot, viewer), seat, "win")


def _bust(step: Bust, viewer: Seat | None) -> Message:
    if not step.lost:
        return tell(
            viewer,
            step.seat,
            "You are highest, but would owe {owed} and have {had}: out of this auction.",
            "{who} is highest, but would owe {owed} and has {had}: out of this auction.",
            owed=bananas(step.owed),
            had=step.had,
        )
    return tell(
        viewer,
        step.seat,
        "You are highest, but would owe {owed} and have {had}: bust. Overboard: {lost}.",
        "{who} is highest, but would owe {owed} and has {had}: bust. Overboard: {lost}.",
        owed=bananas(step.owed),
        had=step.had,
        lost=bananas(step.lost),
    )


def _win(step: Win, viewer: Seat | None) -> Message:
    lot, bonus = bananas(step.lot), step.bonus
    if step.seconds == (viewer,):
        return say("{who} takes {lot} and pays you {bonus}.", who=Who(step.seat), lot=lot, bonus=bonus)
    if len(step.seconds) == 1:
        return tell(
            viewer,
            step.seat,
            "You take {lot} and pay {bonus} to {second}.",
            "{who} takes {lot} and pays {bonus} to {second}.",
            lot=lot,
            bonus=bonus,
            second=Who(step.seconds[0]),
        )
    return tell(
        viewer,
        step.seat,
        "You take {lot} and pay {bonus}: {share} each to {seconds}.",
        "{who} takes {lot} and pays {bonus}: {share} each to {seconds}.",
        lot=lot,
        bonus=bonus,
        share=step.share,
        seconds=tuple(Who(seat) for seat in step.seconds),
    )


def _alone(seat: Seat, lot: int, viewer: Seat | None) -> Message:
    return tell(
        viewer,
        seat,
        "You are alone and take {bananas}.",
        "{who} is alone and takes {bananas}.",
        bananas=bananas(lot),
    )


def _rounded(lost: int) -> Iterator[Event]:
    if lost:
        yield Event(say("{n} banana is lost in rounding.", "{n} bananas are lost in rounding.", n=lost))


def sealed(seat: Seat, amount: int, viewer: Seat | None) -> Message:
    return tell(viewer, seat, "You seal {amount}.", "{who} seals a bid.", amount=amount)


def ended(outcome: Outcome, viewer: Seat | None) -> Event:
    """§5: who has won, alone or jointly."""
    if len(outcome.winners) > 1:
        names = tuple(Who(seat) for seat in outcome.winners)
        return Event(say("{names} win together: {reason}.", names=names, reason=outcome.reason), sound="end")
    [winner] = outcome.winners
    return Event(
        tell(viewer, winner, "You win: {reason}.", "{who} wins: {reason}.", reason=outcome.reason), winner, "end"
    )
