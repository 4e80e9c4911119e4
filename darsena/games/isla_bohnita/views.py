"""What a seat may know, and a full game that looks like it."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from operator import add
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from ...core.game import Seat
from .cards import Bean, Counts, Deck, counted, full_deck, spread, without
from .state import Beans, OpenOffer, Phase, Place, Player, Reply, Ship, State, Target, Turn

Cards = tuple[Bean, ...]
remembered = lru_cache(maxsize=1 << 10)  # all seats of a table ask


class Public(Struct, frozen=True, gc=False, cache_hash=True, repr_omit_defaults=True):
    """What everybody sees of a player (§2.5)."""

    cards: int = 0  # in hand
    shown: Cards = ()  # those among them that everybody knows of (§11.6)
    drawn: int = 0  # into the hand since the draw pile was last shuffled
    fields: tuple[Beans | None, ...] = (None, None)
    merchants: tuple[Ship, ...] = ()
    pirate: Ship | None = None
    coins: Cards = ()
    received: Cards = ()
    wishes: Cards = ()


class View(Struct, frozen=True, gc=False):
    seat: Seat | None
    deck: Deck
    phase: Phase
    active: Seat
    turn: Turn
    hand: Cards  # the own one, in order
    offered: tuple[int, ...]  # positions of the own cards in the own open offer
    drawn: Cards  # the own cards that came since the draw pile was last shuffled
    players: tuple[Public, ...]
    up: Cards
    ports: tuple[Cards, ...]
    offers: tuple[OpenOffer, ...]
    raid: Target | None
    pile: int
    hidden: Counts  # the draw pile and what was drawn from it into hands, together: known since the shuffle
    discards: Cards
    aside: Cards
    due: tuple[Place, ...]
    exhausted: int
    closing: bool
    standing: Reply = "ask"  # the own answer to raids


NOBODY = Player()


def view(state: State, seat: Seat | None) -> View:
    me = NOBODY if seat is None else state.players[seat]
    return View(
        seat=seat,
        deck=state.deck,
        phase=state.phase,
        active=state.active,
        turn=state.turn,
        hand=me.hand,
        offered=me.offered,
        drawn=me.drawn,
        players=_players(state.players),
        up=state.up,
        ports=state.ports,
        offers=state.offers,
        raid=state.raid,
        pile=sum(state.pile),
        hidden=_hidden(state.pile, state.players),
        discards=state.discards,
        aside=state.aside,
        due=state.due,
        exhausted=state.exhausted,
        closing=state.closing,
        standing=me.standing,
    )


@remembered
def _players(players: tuple[Player, ...]) -> tuple[Public, ...]:
    return tuple([_public(player) for player in players])


@remembered
def _public(player: Player) -> Public:
    return Public(
        cards=len(player.hand),
        shown=player.shown,
        drawn=len(player.drawn),
        fields=player.fields,
        merchants=player.merchants,
        pirate=player.pirate,
        coins=player.coins,
        received=player.received,
        wishes=player.wishes,
    )


@remembered
def _hidden(pile: Counts, players: tuple[Player, ...]) -> Counts:
    taken = _taken(tuple([player.drawn for player in players]))
    return tuple(map(add, pile, taken))


@remembered
def _taken(drawn: tuple[Cards, ...]) -> Counts:
    return counted(chain.from_iterable(drawn))


def unseen(view: View) -> Counts:
    """How many cards of each bean are in the draw pile and in others' hands."""
    seen = [*view.hand, *view.up, *view.discards, *view.aside]
    for row in view.ports:
        seen += row
    for player in view.players:
        seen += [*player.coins, *player.received]
        ships = [*player.merchants, *([player.pirate] if player.pirate else [])]
        for lot in [*player.fields, *(ship.load for ship in ships)]:
            seen += [lot.bean] * lot.count if lot is not None else []
    full = full_deck(len(view.players), view.deck)
    return tuple([all_ - some for all_, some in zip(full, counted(seen), strict=True)])


def imagine(view: View, rng: Random) -> State:
    """A full state that looks like `view`: the unseen cards dealt in agreement with all that its seat knows.

    Others hold at least the cards they have shown. The draw pile holds none that were not in it when it was
    last shuffled, nor those that this seat has drawn from it since.
    """
    others = [player for seat, player in enumerate(view.players) if seat != view.seat]
    fresh = _less(view.hidden, counted(view.drawn))  # in the pile, or drawn from it by others
    loose = _less(unseen(view), counted([bean for player in others for bean in player.shown]))
    pile = rng.sample(spread(map(min, fresh, loose)), view.pile)
    in_hands = without(tuple(spread(loose)), pile)
    drawn = without(tuple(spread(fresh)), pile)
    assert in_hands is not None
    assert drawn is not None
    hands, draws = _shuffled(in_hands, rng), _shuffled(drawn, rng)
    players = tuple(
        _me(view, public) if seat == view.seat else _someone(view, seat, public, hands, draws, rng)
        for seat, public in enumerate(view.players)
    )
    return State(
        deck=view.deck,
        players=players,
        pile=counted(pile),
        due=view.due,
        ports=view.ports,
        phase=view.phase,
        active=view.active,
        turn=view.turn,
        up=view.up,
        offers=view.offers,
        raid=view.raid,
        discards=view.discards,
        aside=view.aside,
        exhausted=view.exhausted,
        closing=view.closing,
    )


def _less(counts: Counts, gone: Counts) -> Counts:
    return tuple([count - less for count, less in zip(counts, gone, strict=True)])


def _shuffled(cards: Cards, rng: Random) -> list[Bean]:
    return rng.sample(cards, len(cards))


def _me(view: View, public: Public) -> Player:
    return replace(_player(public, view.hand, view.offered, view.drawn), standing=view.standing)


def _someone(view: View, seat: Seat, public: Public, hands: list[Bean], draws: list[Bean], rng: Random) -> Player:
    """Another player, with a hand taken from the front of `hands` and draws from that of `draws`."""
    secret = public.cards - len(public.shown)
    hand = _shuffled((*public.shown, *hands[:secret]), rng)
    drawn = tuple(draws[: public.drawn])
    del hands[:secret], draws[: public.drawn]
    return _player(public, tuple(hand), _offered(view, seat, hand, rng), drawn)


def _offered(view: View, seat: Seat, hand: list[Bean], rng: Random) -> tuple[int, ...]:
    """Positions of cards that this seat's open offer may be about."""
    found = next((each for each in view.offers if each.proposer == seat), None)
    wanted = () if found is None else without(found.give, found.up) or ()
    taken: list[int] = []
    for bean in wanted:
        taken.append(rng.choice([at for at, card in enumerate(hand, 1) if card == bean and at not in taken]))
    return tuple(taken)


def _player(public: Public, hand: Cards, offered: tuple[int, ...], drawn: Cards) -> Player:
    return Player(
        hand=hand,
        fields=public.fields,
        merchants=public.merchants,
        pirate=public.pirate,
        coins=public.coins,
        received=public.received,
        shown=public.shown,
        offered=offered,
        drawn=drawn,
        wishes=public.wishes,
    )
