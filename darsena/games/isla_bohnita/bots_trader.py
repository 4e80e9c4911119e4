"""A trader that counts in coins: what each card is worth to itself, and what it is to the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...core.game import Bot, Budget, Seat
from .bots_bargain import Bargain, Deal, Style
from .bots_voyages import answer_to_a_raid, raid, trip
from .cards import FIELD_PRICE, Bean, coins
from .moves import Buy, Decline, Discard, Done, Harvest, Load, Move, Plant
from .state import PLANT, SOW, TRADE, OpenOffer
from .views import View
from .worth import Holding, Way, best_way, holding_of, outlook, plan, prospect

RELIEVED = 0.05  # coins that a discard should bring
EAGER = 0.02  # coins that the second card should bring, planted now


class Trader(Bot):
    def __init__(self, seat: Seat, style: Style) -> None:
        self.seat, self.style = seat, style
        self.made: list[Deal] = []  # its offers of this turn
        self.looked: object = None  # what it last thought of asking for in another's turn

    def told(self, view: View, events: object) -> None:
        """It remembers what it has offered in this turn, so as not to repeat itself."""
        if view.phase != TRADE:
            self.made = []
        for each in view.offers:
            deal = (each.to, each.give, each.want)
            if each.proposer == self.seat and deal not in self.made:
                self.made.append(deal)

    def choose(self, view: View, moves: Sequence[Move], rng: Random, budget: Budget) -> Move | None:
        move = self._considered(view)
        if isinstance(move, Harvest | Load) and rng.random() < self.style.careless:
            return rng.choice([other for other in moves if isinstance(other, Harvest)])
        return move

    def _considered(self, view: View) -> Move | None:
        me, active = view.players[self.seat], view.active == self.seat
        if view.raid is not None and view.raid.seat == self.seat:
            return answer_to_a_raid(view, outlook(view))
        asked = [each for each in view.offers if self.seat in each.open] if view.raid is None else []
        if not active and not asked and not me.received and not self._news(view):
            return None
        look = Bargain(view, self.seat, outlook(view), holding_of(view))
        if asked:
            return self._answer(look, asked)
        if not active:
            return self._received(look) or self._proposal(look, [view.active])
        return self._phase_one(look) if view.phase == PLANT else self._phase_two(look)

    def _news(self, view: View) -> bool:
        """Whether there is something to ask the active player for that was not thought about before."""
        if view.phase != TRADE or not view.up or view.raid is not None or len(view.players) == 2:
            return False
        looked = (view.active, view.up, view.hand, len(self.made), view.players[self.seat].fields)
        if looked == self.looked:
            return False
        self.looked = looked
        return True

    def _answer(self, look: Bargain, asked: list[OpenOffer]) -> Move:
        """The best of the trades that are offered, if it is good; else a better one proposed; else no."""
        best, chosen = self.style.margin, None
        for offer in asked:
            pleased = max(0.0, look.theirs(offer.proposer, offer.give, offer.want))
            for move in look.acceptances(offer):
                gain = look.mine((move.hand, move.up), move.get) - self.style.envy * pleased
                if gain > best:
                    best, chosen = gain, move
        if chosen is not None:
            return chosen
        counter = self._proposal(look, [offer.proposer for offer in asked]) if self.style.counters else None
        return counter or Decline(asked[0].proposer)

    def _proposal(self, look: Bargain, others: list[Seat]) -> Move | None:
        view, style = look.view, self.style
        if view.phase != TRADE or view.raid is not None or len(view.players) == 2:
            return None
        if view.turn.offers[self.seat] >= style.offers or any(each.proposer == self.seat for each in view.offers):
            return None
        return look.proposal(others, self.made, style)

    def _received(self, look: Bargain) -> Move | None:
        """Plant what came by trade; in the base game after the trading."""
        if not look.holding.now or (look.view.deck == "base" and look.view.phase != SOW):
            return None
        return self._purchase(look) or _planting(look)

    def _phase_one(self, look: Bargain) -> Move:
        """The first card has to be planted, the second if that is good; in the duel a burden is thrown away."""
        view, ahead, holding = look.view, look.ahead, look.holding
        if len(view.players) == 2 and not view.turn.discarded:
            kept = [(prospect(ahead, _without(holding, at)), -at) for at in range(len(view.hand))]
            best, at = max(kept, default=(0.0, 0))
            if best > look.now + RELIEVED:
                return Discard(1 - at)
        if not view.hand or view.turn.planted == 2:
            return Done()
        way = best_way(ahead, holding.fields, holding.loads, view.hand[0])
        if view.turn.planted:
            grown = Holding(way.fields, way.loads, view.hand[1:], (), holding.wait)
            if way.gain < 0 or prospect(ahead, grown) + _earned(holding, way) < look.now + EAGER:
                return Done()
        return self._purchase(look) or _step(way, view.hand[0])

    def _phase_two(self, look: Bargain) -> Move | None:
        """Ships first, then trades, then planting. While others have to answer or to plant, it waits."""
        view = look.view
        if view.phase == TRADE and view.raid is None:
            if self.style.sails and view.deck != "base":
                move = raid(view, self.seat, look.ahead) or trip(view, self.seat, look.ahead)
                if move is not None:
                    return move
            if any(each.proposer == self.seat for each in view.offers):
                return None
            offer = self._proposal(look, [seat for seat in range(len(view.players)) if seat != self.seat])
            if offer is not None or view.deck == "base":
                return offer or Done()
        planting = self._received(look)
        if planting is not None:
            return planting
        waiting = view.raid is not None or any(player.received for player in view.players)
        return None if waiting else Done()

    def _purchase(self, look: Bargain) -> Move | None:
        """A third field, while it still pays for itself. Further ships were tried, and did not."""
        me = look.view.players[self.seat]
        able = len(me.fields) == 2 and len(me.coins) >= FIELD_PRICE
        return Buy("field") if able and look.ahead.turns >= self.style.field_turns else None


def _without(holding: Holding, at: int) -> Holding:
    """The holding less one hand card."""
    hand = holding.hand[:at] + holding.hand[at + 1 :]
    return Holding(holding.fields, holding.loads, hand, holding.now, holding.wait)


def _earned(holding: Holding, way: Way) -> int:
    """The coins for the crop that makes room."""
    crop = holding.fields[way.field] if way.room and way.ship is None else None
    return 0 if crop is None else coins(crop.bean, crop.count)


def _planting(look: Bargain) -> Move:
    """The first step of the best way to plant all that lies there."""
    best = plan(look.ahead, look.holding.fields, look.holding.loads, look.holding.now)
    assert best.way is not None
    assert best.bean is not None
    return _step(best.way, best.bean)


def _step(way: Way, bean: Bean) -> Move:
    """Planting, or making room for it."""
    if not way.room:
        return Plant(bean, way.field + 1)
    return Harvest(way.field + 1) if way.ship is None else Load(way.field + 1, way.ship + 1)
