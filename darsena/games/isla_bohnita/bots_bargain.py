"""What trades bring to whom, as one seat sees it; and which offer it should make."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, combinations_with_replacement
from math import exp, prod

from msgspec import Struct

from ...core.game import Seat
from . import choices
from .cards import BEANS, INDEX, Counts, sort
from .moves import Accept, Offer
from .state import OpenOffer
from .views import View, unseen
from .worth import Cards, Holding, Outlook, guess_worth, prospect, swapped

Give = tuple[tuple[int, ...], Cards]  # positions in the hand, and turned-up cards
Deal = tuple[Seat | None, Cards, Cards]  # to whom, what for what

NEVER = 99.0
DECENT = 0.15  # coins that a trade should bring to another player, who then takes it every second time
DOUBT = 0.12  # how wrong that may be
HOPE = 0.12  # the chance of a yes below which nobody is asked
WORTH_ASKING = 0.03  # coins to be expected of an offer
SACRIFICE = 0.6  # coins that two cards given away together may cost
LIKED = 0.05  # coins that a card brings which is asked for
WANTED = 4  # types of cards asked for, the most liked ones


class Style(Struct, frozen=True):
    """What makes one trader different from another."""

    margin: float = 0.1  # coins that a trade has to bring
    envy: float = 0.15  # part of another's gain that counts as a loss
    offers: int = 8  # of its own in one turn
    boldness: float = 0.6  # 1: the likeliest offers first; 0: the dearest
    counters: bool = True  # answers an offer by another one
    sails: bool = True
    careless: float = 0.0  # how often it makes room by any harvest, not by the best
    field_turns: float = 3.5  # turns left for which a third field pays


class Bargain:
    """One look at the table, and what was found out since."""

    def __init__(self, view: View, seat: Seat, ahead: Outlook, holding: Holding) -> None:
        self.view, self.seat, self.ahead, self.holding = view, seat, ahead, holding
        self.active = seat == view.active
        self.up = view.up if self.active else ()
        self.now = prospect(ahead, holding)
        self._mine: dict[tuple[Give, Cards], float] = {}
        self._theirs: dict[tuple[Seat, Cards, Cards], float] = {}

    @cached_property
    def hidden(self) -> Counts:
        return unseen(self.view)

    def mine(self, give: Give, get: Cards) -> float:
        """The coins that a trade brings to this seat."""
        found = self._mine.get((give, get))
        if found is None:
            found = prospect(self.ahead, swapped(self.holding, *give, get)) - self.now
            self._mine[give, get] = found
        return found

    def theirs(self, other: Seat, give: Cards, get: Cards) -> float:
        """The coins that giving these for those probably brings to another player."""
        found = self._theirs.get((other, give, get))
        if found is None:
            lying = self.view.up if other == self.view.active else ()
            found = guess_worth(self.ahead, self.view.players[other], lying, give, get)
            self._theirs[other, give, get] = found
        return found

    def has(self, other: Seat, cards: Cards) -> float:
        """The chance that another player has these cards."""
        player = self.view.players[other]
        lying = self.view.up if other == self.view.active else ()
        if len(cards) > player.cards + len(lying):
            return 0.0
        known, chance, all_ = [*lying, *player.shown], 1.0, max(1, sum(self.hidden))
        for bean in cards:
            if bean in known:
                known.remove(bean)
            else:
                chance *= 1 - (1 - self.hidden[INDEX[bean]] / all_) ** (player.cards - len(player.shown))
        return chance

    def yes(self, other: Seat, give: Cards, want: Cards) -> float:
        """The chance that another player takes these for those."""
        chance = self.has(other, want)
        return chance / (1 + exp((DECENT - self.theirs(other, want, give)) / DOUBT)) if chance > HOPE else 0.0

    def acceptances(self, offer: OpenOffer) -> list[Accept]:
        """All ways to accept an offer."""
        return [Accept(offer.proposer, offer.give, *way) for way in choices.ways(self.view.hand, self.up, offer.want)]

    def cards(self, give: Give) -> Cards:
        hand, up = give
        return sort((*[self.view.hand[position - 1] for position in hand], *up))

    @cached_property
    def gives(self) -> list[Give]:
        """What could be given: one card, or two that are not missed much; or nothing, by whoever asks for a gift."""
        hand = self.view.hand
        single: list[Give] = [((), (bean,)) for bean in dict.fromkeys(self.up)]
        single += [((hand.index(bean) + 1,), ()) for bean in dict.fromkeys(hand)]
        twice: list[Give] = [((one + two), (up + and_up)) for (one, up), (two, and_up) in combinations(single, 2)]
        if len(self.up) == 2 and self.up[0] == self.up[1]:
            twice.append(((), self.up))
        nothing: list[Give] = [] if self.active else [((), ())]
        return single + [give for give in twice if self.mine(give, ()) > -SACRIFICE] + nothing

    @cached_property
    def wants(self) -> list[Cards]:
        """What could be asked for: nothing, or one or two cards that are liked here."""
        known = self.view.up + self.view.players[self.view.active].shown
        pool = [bean for bean in BEANS if (self.hidden[INDEX[bean]] if self.active else bean in known)]
        liked = sorted([(-self.mine(((), ()), (bean,)), INDEX[bean], bean) for bean in pool])
        best = [bean for loss, _, bean in liked if loss < -LIKED][:WANTED]
        twice = [sort(pair) for pair in combinations_with_replacement(best[: WANTED - 1], 2)]
        return [(), *[(bean,) for bean in best], *twice]

    def proposal(self, others: list[Seat], made: list[Deal], style: Style) -> Offer | None:
        """The offer that promises most: to one of these players, or to everyone if several may take it."""
        best, chosen = WORTH_ASKING, None
        for give in self.gives:
            cards = self.cards(give)
            for want in self.wants:
                gain = self.mine(give, want)
                if gain < max(style.margin, best) or not (cards or want) or set(cards) & set(want):
                    continue
                takers = self._takers([other for other in others if not refused(made, other, cards, want)], cards, want)
                if not takers:
                    continue
                pleased = sum([max(0.0, self.theirs(other, want, cards)) for other in takers]) / len(takers)
                some = 1 - prod([1 - chance for chance in takers.values()])
                score = (gain - style.envy * pleased) * some**style.boldness
                if score > best:
                    best, chosen = score, Offer(None if len(takers) > 1 else next(iter(takers)), *give, want)
        return chosen

    def _takers(self, others: list[Seat], give: Cards, want: Cards) -> dict[Seat, float]:
        """Who might say yes, and how likely that is."""
        chances = {other: self.yes(other, give, want) for other in others}
        return {other: chance for other, chance in chances.items() if chance > HOPE}


def refused(made: list[Deal], other: Seat, give: Cards, want: Cards) -> bool:
    """Whether this player has been offered as much for as little."""
    return any(to in (None, other) and within(give, gave) and within(wanted, want) for to, gave, wanted in made)


def within(few: Cards, many: Cards) -> bool:
    """Whether all of the few are among the many."""
    return all(few.count(bean) <= many.count(bean) for bean in set(few))
