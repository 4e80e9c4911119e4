"""Moves and views as numbers, for learning machines. The numbering is part of the rules version.

The rules allow any bid. Here the number of a move is the bid itself, from 0 to 398: twice the largest lot there can be.
Of these, bids of up to twice the lot at hand are worth thinking about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .rules import GOAL, Bid, View, bids_up_to

HIGHEST = 2 * (GOAL - 1)
MOVES = HIGHEST + 1
NATURE: Sequence[Bid] = ()


def number(view: View, move: Bid) -> int | None:
    return move.amount if move.amount <= HIGHEST else None


def move(view: View, number: int) -> Bid:
    return bids_up_to(HIGHEST)[number]


def legal(view: View, moves: Sequence[Bid]) -> Sequence[int]:
    return range(len(moves))


def layout(seats: int) -> Mapping[str, int]:
    """The parts of `features` and their lengths. What there is of each player stands for oneself first."""
    return {
        "stocks": seats,
        "lot": 1,
        "has_bid": seats,
        "my_bid": 1,  # 0 before it is written
        "round": 1,
        "last_lot": 1,
        "last_stocks": seats,
        "last_bids": seats,
    }


def features(view: View) -> list[int]:
    """What a view shows, in whole numbers from 0 on. Bids above 398 count as 398."""
    me, stocks, written, account = view.seat or 0, view.stocks, view.has_bid, view.account
    mine = view.my_bid or 0
    numbers = [*stocks[me:], *stocks[:me], view.lot, *written[me:], *written[:me]]
    numbers += mine if mine <= HIGHEST else HIGHEST, len(view.earlier)
    if account is None:
        return numbers + [0] * (1 + 2 * len(stocks))
    before, bids = account.stocks, account.bids
    if max(bids) > HIGHEST:
        bids = tuple([min(bid, HIGHEST) for bid in bids])
    numbers += account.lot, *before[me:], *before[:me], *bids[me:], *bids[:me]
    return numbers
