"""Run a game forward: by nature, by players, from a log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from .game import CHANCE, Bot, Budget, Event, IllegalMove, Refused, Rules, Seat, say

AnyRules = Rules[Any, Any, Any, Any]
Nature = Callable[[Iterable[tuple[Any, int]]], Any]  # picks one of nature's possible moves by weight


ONE_SECOND = Budget()


class Row(NamedTuple):
    """One move in a log, and whose it was."""

    seat: Seat
    move: Any


class Undo(NamedTuple):
    """The last so many moves that stood are taken back, down to one of a player. Draws go on counting."""

    moves: int


def dice(rng: Random) -> Nature:
    """A nature that is merely random; `fairness.Draws` is one that can be checked afterwards."""

    def pick(possible: Iterable[tuple[Any, int]]) -> Any:
        options = list(possible)
        left = rng.random() * sum([weight for _, weight in options])
        for move, weight in options:
            left -= weight
            if left < 0:
                return move
        return options[-1][0]

    return pick


def drawn(rules: AnyRules, state: Any, nature: Nature) -> Iterator[tuple[Any, Row, Any]]:
    """What nature plays until a person must decide or the game is over, with the states before and after it."""
    while rules.to_move(state) == (CHANCE,):
        before, row = state, Row(CHANCE, nature(rules.chance(state)))
        state = rules.apply(before, *row)
        yield before, row, state


def settle(rules: AnyRules, state: Any, nature: Nature) -> tuple[Any, list[Row]]:
    """Let nature play until a person must decide or the game is over."""
    log: list[Row] = []
    for _, row, after in drawn(rules, state, nature):
        state = after
        log.append(row)
    return state, log


def walk(rules: AnyRules, state: Any, log: Iterable[Row | Undo]) -> Iterator[tuple[Any, Row | Undo, Any]]:
    """A log again, row by row, with the state before it and the state after it."""
    standing: list[tuple[Any, Seat]] = []  # the moves not taken back: the state before each, and whose it was
    for row in log:
        before = state
        if isinstance(row, Undo):
            if rules.outcome(before):
                raise Refused(say("the game was over"))
            if not 0 < row.moves <= len(standing):
                raise Refused(say("so many moves cannot be taken back here"))
            state, mover = standing[-row.moves]
            if mover == CHANCE:
                raise Refused(say("a move is taken back whole, with the draws it led to"))
            del standing[-row.moves :]
        else:
            state = rules.apply(before, *row)
            standing.append((before, row[0]))
        yield before, row, state


def standing(log: Iterable[Row | Undo]) -> tuple[Row, ...]:
    """The moves of a log that were not taken back."""
    kept: list[Row] = []
    for row in log:
        if isinstance(row, Undo):
            del kept[-row.moves :]
        else:
            kept.append(row)
    return tuple(kept)


def replay(rules: AnyRules, state: Any, log: Iterable[Row | Undo]) -> Any:
    for _, _, after in walk(rules, state, log):
        state = after
    return state


def run(
    rules: AnyRules, state: Any, bots: Sequence[Bot], nature: Nature, rng: Random, budget: Budget = ONE_SECOND
) -> Iterator[tuple[Row, Any]]:
    """Play to the end, row by row with the state after it.

    The first seat in `to_move` is asked; after its move every other seat that has moves is asked once.
    """
    while wanted := rules.to_move(state):
        others = (seat for seat in range(len(bots)) if seat != wanted[0])
        for seat in (CHANCE,) if wanted == (CHANCE,) else (wanted[0], *others):
            if seat == CHANCE:
                move = nature(rules.chance(state))
            else:
                move = _choice(rules, state, seat, bots[seat], rng, budget, asked=seat == wanted[0])
            if move is not None:
                before, state = state, rules.apply(state, seat, move)
                for viewer, bot in enumerate(bots):
                    bot.told(rules.view(state, viewer), rules.story(before, seat, move, state, viewer))
                yield Row(seat, move), state


def _choice(
    rules: AnyRules, state: Any, seat: Seat, bot: Bot, rng: Random, budget: Budget, *, asked: bool
) -> Any | None:
    moves = rules.moves(state, seat)
    if not moves or (not asked and seat in rules.to_move(state)):  # then its turn comes anyway
        return None
    move = bot.choose(rules.view(state, seat), moves, rng, budget)
    if move is None and asked:
        raise IllegalMove(say("a move is wanted here"))
    return move


def stories(rules: AnyRules, state: Any, log: Iterable[Row | Undo], viewer: Seat | None) -> Iterator[Event]:
    """A log again, as `viewer` was told it."""
    for before, row, after in walk(rules, state, log):
        if isinstance(row, Row):
            yield from rules.story(before, *row, after, viewer)
        else:
            yield Event(say("{n} move is taken back.", "{n} moves are taken back.", n=row.moves))
