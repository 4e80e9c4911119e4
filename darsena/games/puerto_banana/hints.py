"""Hints for a bid: with two players the proven mix, with more the bids that fare best against imagined rounds.

Each comes with what it does against whatever the highest of the other bids may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ...core.game import Budget, Message, Seat, say
from ...core.hints import Hint
from .account import Alone, Bust, Step, Tie, Win
from .master import Master, candidates
from .perfect import chance
from .rules import Bid, View, auction
from .sharp import prospect

TITLE = say("The highest other bid, and what yours does against it")
BIDS = 4  # that are told of
APART = 8  # they differ by this part of the lot at least


def hints(view: View, moves: Sequence[Bid], rng: Random, budget: Budget) -> Sequence[Hint]:
    if view.seat is None:
        return ()
    return [_perfect(view, view.seat, rng)] if len(view.stocks) == 2 else _imagined(view, view.seat, moves, rng)


def named(view: View, move: Bid) -> Message:
    return say("Seal {value}", value=move.amount)


def _perfect(view: View, seat: Seat, rng: Random) -> Hint:
    won, bid = chance(view.stocks[seat], view.stocks[1 - seat]), rng.randrange(view.lot)
    why = say(
        "For two there is a perfect recipe: any number from 0 to {most}, each equally likely; this one was drawn for "
        "you. Leading by some and trailing by the rest of the crate come to the same, so nobody has anything to guess.",
        most=view.lot - 1,
    )
    measure = say("{percent} % to win, if both play perfectly", percent=100 * won)
    return Hint(Bid(bid), won, measure, why, tuple(cases(view, seat, bid)), TITLE)


def _imagined(view: View, seat: Seat, moves: Sequence[Bid], rng: Random) -> Sequence[Hint]:
    """Bids that lie well apart, the most promising first."""
    reader = Master(seat)
    reader.told(view, ())
    rounds = reader.imagined(view, rng)
    tried = [amount for amount in candidates(view, rounds, rng) if amount <= moves[-1].amount]
    found = sorted((_judged(view, seat, amount, rounds) for amount in tried), key=lambda hint: -hint.worth)
    kept: list[Hint] = []
    for hint in found:
        if len(kept) < BIDS and all(abs(hint.move.amount - other.move.amount) * APART >= view.lot for other in kept):
            kept.append(hint)
    return kept


def _judged(view: View, seat: Seat, amount: int, rounds: Sequence[list[int]]) -> Hint:
    worth, gain, won, paid, bust = 0.0, 0, 0, 0, 0
    for bids in rounds:
        bids[seat] = amount
        stocks, steps = auction(view.lot, view.stocks, bids)
        worth += prospect(stocks, seat) / len(rounds)
        gain += stocks[seat] - view.stocks[seat]
        bust += any(isinstance(step, Bust) and step.seat == seat for step in steps)
        won += _wins(steps[-1], seat)
        paid += isinstance(steps[-1], Win) and seat in steps[-1].seconds
    why = say(
        "Of {n} imagined rounds: the crate or a share of it {won}, paid as the next bidder {paid}, overbid {bust}. "
        "Change of your stock, on average: {gain}.",
        n=len(rounds),
        won=won,
        paid=paid,
        bust=bust,
        gain=gain / len(rounds),
    )
    measure = say("about {percent} % to win", percent=round(100 * worth))
    return Hint(Bid(amount), worth, measure, why, tuple(cases(view, seat, amount)), TITLE)


def _wins(step: Step, seat: Seat) -> bool:
    match step:
        case Win(winner) | Alone(winner):
            return winner == seat
        case Tie(seats):
            return seat in seats
    return False


def cases(view: View, seat: Seat, bid: int) -> Iterator[tuple[Message, Message]]:
    """What a bid does against every possible highest bid of the others, from nothing up."""
    lot, mine, two = view.lot, view.stocks[seat], len(view.stocks) == 2
    least = max(0, bid - mine - lot)  # of another's bid, so that this one can be paid
    if least:
        lost = say("you overbid and lose your stock") if mine and not two else say("you overbid and get nothing")
        yield _from_to(0, least - 1), lost
    if bid:
        yield _from_to(least, bid - 1), say("you win: {gain}", gain=_gains(lot - bid + least, lot - 1))
    yield _from_to(bid, bid), say("a tie: {gain}", gain=_gains(lot // 2, lot // 2))
    if two:
        most = view.stocks[1 - seat] + lot
        yield _from_to(bid + 1, bid + most), say("you are paid: {gain}", gain=_gains(1, most))
        yield _or_more(bid + most + 1), say("the other overbids, the crate is yours: {gain}", gain=_gains(lot, lot))
    else:
        yield (
            _or_more(bid + 1),
            say("you are paid the difference, if yours is the next highest; if they cannot pay, you lead"),
        )


def _from_to(least: int, most: int) -> Message:
    return say("{n}", n=least) if least == most else say("{least} to {most}", least=least, most=most)


def _or_more(least: int) -> Message:
    return say("{least} or more", least=least)


def _gains(least: int, most: int) -> Message:
    if least == most:
        return say("{n}", n=_signed(least))
    return say("{least} to {most}", least=_signed(least), most=_signed(most))


def _signed(n: int) -> str:
    return f"{n:+}".replace("-", "\N{MINUS SIGN}")
