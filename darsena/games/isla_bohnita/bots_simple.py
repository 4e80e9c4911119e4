"""A simple trader: the yardstick that other bots are measured with. It thinks of this turn and of nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...core.game import Bot, Budget, Seat
from .cards import PORTS, Bean, coins
from .moves import (
    Accept,
    Buy,
    Decline,
    Discard,
    Done,
    Harvest,
    Home,
    Load,
    Move,
    Offer,
    Plant,
    Raid,
    Sail,
    Sell,
    Unload,
    Yield,
)
from .state import Beans, Phase, Ship
from .values import held, loss, planted, received, ripe, worth
from .views import Public, View, unseen

MARGIN = 0.12  # coins that a trade should bring at least
PATIENCE_WITH_OTHERS = 6  # offers in one turn
MIDDLE = 2.5  # where in a hand a card probably is


class Simple(Bot):
    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def choose(self, view: View, moves: Sequence[Move], rng: Random, budget: Budget) -> Move | None:
        me = view.players[self.seat]
        listed = list(moves)
        if Yield() in listed:
            return _answer_to_a_raid(view, me)
        return (
            _sale(view, self.seat, listed)
            or _purchase(view, me, listed)
            or _answer(view, self.seat, listed)
            or (_turn(view, self.seat, listed) if view.active == self.seat else _aside(view, self.seat, listed))
        )


def _answer_to_a_raid(view: View, me: Public) -> Move:
    """Sell if that brings as much as the beans that would be left."""
    assert view.raid is not None
    load = me.merchants[view.raid.ship - 1].load
    assert load is not None
    if coins(load.bean, load.count) >= worth(load.bean, load.count - 1) - 0.25:
        return Sell(1 if view.raid.ship == 1 else 2)
    return Yield()


def _sale(view: View, seat: Seat, moves: list[Move]) -> Move | None:
    """Whatever brings no more by waiting."""
    me = view.players[seat]
    for move in moves:
        match move:
            case Harvest(field):
                crop = me.fields[field - 1]
                if crop is not None and ripe(crop):
                    return move
            case Sell(which) | Unload(which):
                ship = me.pirate if which == "pirate" else me.merchants[which - 1]
                if ship is None or ship.load is None:
                    continue
                if ripe(ship.load) or (which != "pirate" and _in_the_way(view, seat, ship)):
                    return move
    return None


def _in_the_way(view: View, seat: Seat, ship: Ship) -> bool:
    """A load at home that keeps its ship from sailing, with no more of its kind in sight."""
    if ship.port is not None or ship.load is None or view.active != seat:
        return False
    return view.phase == Phase.TRADE and not _fed(view, view.players[seat], ship.load.bean)


def _fed(view: View, me: Public, bean: Bean) -> bool:
    """Whether there is more of this bean for a ship: growing here, or first in a row at the island."""
    growing = [field.bean for field in me.fields if field is not None]
    return bean in growing or any(row and row[0] == bean for row in view.ports)


def _purchase(view: View, me: Public, moves: list[Move]) -> Move | None:
    """A third field as soon as possible, a pirate where there is loot; nothing when the end is near."""
    if view.exhausted:
        return None
    if Buy("field") in moves:
        return Buy("field")
    loot = sum(ship.port is None and ship.load is not None for player in view.players for ship in player.merchants)
    return Buy("pirate") if loot and len(me.coins) > 4 and Buy("pirate") in moves else None


def _answer(view: View, seat: Seat, moves: list[Move]) -> Move | None:
    """The best of the trades that are offered, if it is good; else a better one proposed; else no."""
    accepts = [(_accepted(view, seat, move), move) for move in moves if isinstance(move, Accept)]
    gain, best = max(accepts, key=lambda each: each[0], default=(0.0, None))
    if best is not None and gain >= MARGIN:
        return best
    declines = [move for move in moves if isinstance(move, Decline)]
    return (_proposal(view, seat, moves) or declines[0]) if declines else None


def _accepted(view: View, seat: Seat, move: Accept) -> float:
    return received(view.players[seat].fields, move.get) - _given(view, seat, move.hand, move.up)


def _given(view: View, seat: Seat, hand: tuple[int, ...], up: tuple[Bean, ...]) -> float:
    """What these cards are worth where they are; turned-up ones would have to be planted here."""
    fields = view.players[seat].fields
    return received(fields, up) + sum(held(fields, view.hand[position - 1], position) for position in hand)


def _proposal(view: View, seat: Seat, moves: list[Move]) -> Move | None:
    """The offer that is likely to bring most; fewer and fewer are worth the trouble."""
    if view.turn.offers[seat] >= PATIENCE_WITH_OTHERS:
        return None
    offers = [(_expected(view, seat, move), move) for move in moves if isinstance(move, Offer)]
    ranked = sorted((each for each in offers if each[0] > 0.03), key=lambda each: -each[0])
    made = view.turn.offers[seat]
    return ranked[made][1] if made < len(ranked) else None


def _expected(view: View, seat: Seat, move: Offer) -> float:
    """What an offer brings here, times the chance that somebody takes it."""
    fields = view.players[seat].fields
    gain = received(fields, move.want) - _given(view, seat, move.hand, move.up)
    if gain < MARGIN:
        return 0.0
    give = (*(view.hand[position - 1] for position in move.hand), *move.up)
    asked = [other for other in range(len(view.players)) if other != seat] if move.to is None else [move.to]
    return gain * max(_taken(view, other, give, move.want) for other in asked)


def _taken(view: View, other: Seat, give: tuple[Bean, ...], want: tuple[Bean, ...]) -> float:
    """The chance that another player has these cards and likes the trade."""
    public = view.players[other]
    lying = view.up if other == view.active else ()
    cost = sum(held(public.fields, bean, 1 if bean in lying else MIDDLE) for bean in want)
    if received(public.fields, give) - cost < MARGIN:
        return 0.0
    left, chance = unseen(view), 1.0
    for bean in want:
        if bean not in lying and bean not in public.shown:
            share = left[list(Bean).index(bean)] / max(1, sum(left))
            chance *= 1 - (1 - share) ** public.cards
    return chance


def _turn(view: View, seat: Seat, moves: list[Move]) -> Move | None:
    me = view.players[seat]
    if view.phase == Phase.PLANT:
        return _phase_one(view, me, moves)
    return (
        _welcome(me, moves)
        or _trip(view, me, moves)
        or next((move for move in moves if isinstance(move, Raid)), None)
        or _proposal(view, seat, moves)
        or _obliged(view, me, _to_plant(view, seat), moves)
        or next((move for move in moves if isinstance(move, Done)), None)
    )


def _to_plant(view: View, seat: Seat) -> tuple[Bean, ...]:
    """What can be planted besides the hand; in the base game only after the trading."""
    if view.phase == Phase.TRADE and view.deck == "base":
        return ()
    received = view.players[seat].received
    return received + view.up if view.active == seat else received


def _aside(view: View, seat: Seat, moves: list[Move]) -> Move | None:
    """In others' turns: plant what was received, and ask for what lies there."""
    return _obliged(view, view.players[seat], _to_plant(view, seat), moves) or _proposal(view, seat, moves)


def _phase_one(view: View, me: Public, moves: list[Move]) -> Move | None:
    """Plant the first card, and the second if it does no harm; in the duel a burden is thrown away."""
    discards = [move for move in moves if isinstance(move, Discard)]
    if discards:
        worst = min(discards, key=lambda move: held(me.fields, view.hand[move.card - 1], move.card))
        if held(me.fields, view.hand[worst.card - 1], worst.card) < -0.1:
            return worst
    gain = planted(me.fields, view.hand[0])[0] if view.hand else 0.0
    if Done() in moves and (view.turn.planted == 2 or gain <= 0):
        return Done()
    return _obliged(view, me, view.hand[:1], moves)


def _welcome(me: Public, moves: list[Move]) -> Move | None:
    """Beans beside their like."""
    for move in moves:
        if isinstance(move, Plant):
            field = me.fields[move.field - 1]
            if field is not None and field.bean == move.bean:
                return move
    return None


def _obliged(view: View, me: Public, cards: tuple[Bean, ...], moves: list[Move]) -> Move | None:
    """Plant one of these, and if none has room make room."""
    if not cards:
        return None
    plants = [move for move in moves if isinstance(move, Plant) and move.bean in cards]
    if plants:
        return _welcome(me, moves) or max(plants, key=lambda move: planted(me.fields, move.bean)[0])
    rooms = [move for move in moves if isinstance(move, Harvest | Load)]
    return min(rooms, key=lambda move: _price_of_room(view, me, move))


def _price_of_room(view: View, me: Public, move: Harvest | Load) -> float:
    """What is given up by emptying this field; a ship should have more to fetch of what it takes aboard."""
    crop = me.fields[move.field - 1]
    assert crop is not None
    if isinstance(move, Harvest):
        return loss(crop)
    load = me.merchants[move.ship - 1].load or Beans(crop.bean, 0)
    if not load.count and not any(row and row[0] == crop.bean for row in view.ports):
        return loss(crop) + 0.1
    return 0.1 + worth(crop.bean, crop.count) - worth(crop.bean, load.count + crop.count) + worth(crop.bean, load.count)


def _trip(view: View, me: Public, moves: list[Move]) -> Move | None:
    """Out where the most beans of one's own kind wait; home to fetch more, or if nothing more comes aboard."""
    sails = [move for move in moves if isinstance(move, Sail) and move.cards]
    if sails:
        return max(sails, key=lambda move: _fetched(view, me, move))
    for move in moves:
        if isinstance(move, Home):
            load = me.merchants[move.ship - 1].load
            growing = load is not None and any(field is not None and field.bean == load.bean for field in me.fields)
            if not growing or any(row and load is not None and row[0] == load.bean for row in view.ports):
                return move
    return None


def _fetched(view: View, me: Public, move: Sail) -> float:
    bean = view.ports[PORTS.index(move.port)][0]
    load = me.merchants[move.ship - 1].load
    before = load.count if load is not None else 0
    grows = any(field is not None and field.bean == bean for field in me.fields)
    return worth(bean, before + move.cards) - worth(bean, before) + (0.2 if grows else 0)
