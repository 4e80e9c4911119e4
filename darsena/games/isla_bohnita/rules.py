"""La Isla Bohnita: the nine functions. The § numbers are those of RULES.en.md beside this file."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import CHANCE, IllegalMove, Seat, Who, say
from . import choices, fields, market, ships, talk, trade, turn
from .cards import BEANS
from .moves import (
    Accept,
    Buy,
    Decline,
    Discard,
    Done,
    Draw,
    Harvest,
    Home,
    Load,
    Move,
    Offer,
    Plant,
    Raid,
    Sail,
    Sell,
    Standing,
    Unload,
    Wish,
    Withdraw,
    Yield,
)
from .state import OVER, PLANT, SOW, State
from .stories import story
from .turn import new, outcome
from .views import imagine, view

__all__ = ["apply", "chance", "imagine", "moves", "new", "outcome", "story", "to_move", "view"]

DRAWS = tuple(Draw(bean) for bean in BEANS)


def to_move(state: State) -> tuple[Seat, ...]:
    """The attacked player; those asked by an offer; those with cards to plant; then the active player."""
    phase, active = state.phase, state.active
    if state.due:
        return (CHANCE,)
    if phase == OVER:
        return ()
    if phase == PLANT:
        return (active,)
    raid, cards = state.raid, state.up or state.players[active].received
    wanted = [raid.seat] if raid is not None else trade.asked(state) if state.offers else []
    if phase == SOW or state.deck != "base":  # §9.1
        wanted += [seat for seat, player in enumerate(state.players) if player.received and seat not in wanted]
    if active in wanted:
        wanted.remove(active)
        wanted.append(active)
    elif cards or (raid is None and (not wanted or turn.may_end(state))):
        wanted.append(active)
    return tuple(wanted)


def moves(state: State, seat: Seat) -> Sequence[Move]:
    if state.due or state.phase == OVER or not 0 <= seat < len(state.players):
        return ()
    return choices.moves(state, seat)


def chance(state: State) -> list[tuple[Draw, int]]:
    """Every bean, as likely as there are cards of it in the draw pile."""
    if not state.due:
        return []
    return [(draw, count) for draw, count in zip(DRAWS, state.pile, strict=True) if count]


def apply(state: State, seat: Seat, move: Move) -> State:
    _check(state, seat, move)
    match move:
        case Offer():
            return trade.offer(state, seat, move)
        case Decline():
            return trade.decline(state, seat, move)
        case Accept():
            return trade.accept(state, seat, move)
        case Withdraw():
            return trade.withdraw(state, seat)
        case Plant():
            return fields.plant(state, seat, move)
        case Done():
            return turn.done(state, seat)
        case Harvest():
            return fields.harvest(state, seat, move.field)
        case Load():
            return fields.load(state, seat, move)
        case Sail():
            return ships.sail(state, seat, move)
        case Home():
            return ships.home(state, seat, move.ship)
        case Sell():
            return ships.sell(state, seat, move.ship)
        case Unload():
            return ships.unload(state, seat, move.ship)
        case Raid():
            return ships.raid(state, seat, move)
        case Yield():
            return ships.give_in(state, seat)
        case Buy():
            return market.buy(state, seat, move.what)
        case Discard():
            return turn.discard(state, seat, move)
        case Wish():
            return talk.wish(state, seat, move)
        case Standing():
            return talk.standing(state, seat, move)
        case Draw():
            return turn.draw(state, move.bean)


def _check(state: State, seat: Seat, move: Move) -> None:
    """Refuse whoever has no say at this moment."""
    if state.phase == OVER:
        raise IllegalMove(say("the game is over"), "6.6")
    if seat != CHANCE and not 0 <= seat < len(state.players):
        raise IllegalMove(say("there is no seat {n} at this table", n=seat + 1), "2.2")
    if (seat == CHANCE) != isinstance(move, Draw):
        raise IllegalMove(say("cards come from the draw pile by themselves: nobody draws for another"), "5.2")
    if state.due and seat != CHANCE:
        raise IllegalMove(say("cards are being drawn, and nobody moves in between"), "5.2")
    if seat == CHANCE and not state.due:
        raise IllegalMove(say("no card is due"), "5.2")
    if state.raid is not None:
        _during_a_raid(state, seat, move)


def _during_a_raid(state: State, seat: Seat, move: Move) -> None:
    """§4.11, §11.1: the attacked player answers; until then nobody trades, sails, raids or ends the phase."""
    assert state.raid is not None
    if seat == state.raid.seat:
        if not isinstance(move, Yield | Wish) and move != Sell(choices.NUMBERS[state.raid.ship - 1]):
            raise IllegalMove(say("your ship is being raided: sell its load, or yield a card"), "4.11")
    elif isinstance(move, Offer | Accept | Decline | Withdraw | Sail | Home | Raid | Done):
        raise IllegalMove(say("{who} has to answer the raid first", who=Who(state.raid.seat)), "4.11")
