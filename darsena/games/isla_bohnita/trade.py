"""Trading by open offers (§4.2, §4.3, §11)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from ...core.game import IllegalMove, Seat, Who, say
from .cards import Bean, sort, without
from .moves import Accept, Decline, Offer
from .names import cards_named, name
from .state import SOW, TRADE, OpenOffer, Player, State, put_player, with_player
from .talk import in_play

MOST_OFFERS = 20  # §11.7: of one player in one turn
Cards = tuple[Bean, ...]


def trading(state: State) -> None:
    if len(state.players) == 2:
        raise IllegalMove(say("there is no trading in the duel"), "10.1")
    if state.phase == SOW:
        raise IllegalMove(say("the trading of this turn is over"), "9.1")
    if state.phase != TRADE:
        raise IllegalMove(say("cards are traded in phase 2, after two are turned up"), "4.2")


def offer(state: State, seat: Seat, move: Offer) -> State:
    trading(state)
    _addressed(state, seat, move.to)
    player = state.players[seat]
    cards, _ = _given(state, seat, move.hand, move.up)
    if not cards and not move.up and not move.want:
        raise IllegalMove(say("an offer gives something or asks for something"), "11.2")
    in_play(state, move.want)
    if state.turn.offers[seat] >= MOST_OFFERS:
        raise IllegalMove(say("you have made {n} offers in this turn, and there are no more", n=MOST_OFFERS), "11.7")
    asked = tuple([other for other in _asked(state, seat, move.to) if _holds(state, other) >= len(move.want)])
    if not asked:
        raise IllegalMove(say("nobody you ask holds that many cards: want fewer"), "11.5")
    new = OpenOffer(seat, move.to, sort(cards + move.up), sort(move.up), sort(move.want), asked)
    made = state.turn.offers
    return replace(
        state,
        players=with_player(state, seat, replace(player, shown=_at_least(player.shown, cards), offered=move.hand)),
        offers=(*[old for old in state.offers if old.proposer != seat], new),  # §11.4
        turn=replace(state.turn, offers=(*made[:seat], made[seat] + 1, *made[seat + 1 :])),
    )


def _addressed(state: State, seat: Seat, to: Seat | None) -> None:
    """§4.2, §11.2: between the active player and one other; the active player may ask everyone."""
    if to == seat:
        raise IllegalMove(say("you cannot trade with yourself"), "4.2")
    if to is not None and not 0 <= to < len(state.players):
        raise IllegalMove(say("there is no seat {n} at this table", n=to + 1), "11.2")
    if seat != state.active and to is None:
        raise IllegalMove(
            say("only the active player makes an offer to everyone: name {who}", who=_active(state)), "11.2"
        )
    if state.active not in (seat, to):
        raise IllegalMove(
            say("players whose turn it is not never trade among each other: ask {who}", who=_active(state)), "4.2"
        )


def _active(state: State) -> Who:
    return Who(state.active)


def _asked(state: State, seat: Seat, to: Seat | None) -> list[Seat]:
    return [other for other in range(len(state.players)) if other != seat] if to is None else [to]


def _holds(state: State, seat: Seat) -> int:
    """How many cards a seat could give: a public number (§11.5)."""
    return len(state.players[seat].hand) + (len(state.up) if seat == state.active else 0)


def _given(state: State, seat: Seat, hand: tuple[int, ...], up: Cards) -> tuple[Cards, Cards]:
    """The cards at these positions of the hand, and the turned-up cards left after these are given (§4.2)."""
    player = state.players[seat]
    if len(hand) > 1 and len(set(hand)) < len(hand):
        raise IllegalMove(say("the same card cannot be given twice"), "11.2")
    for position in hand:
        if not 1 <= position <= len(player.hand):
            raise IllegalMove(
                say("there is no card {n} in your hand of {cards}", n=position, cards=len(player.hand)), "11.2"
            )
    cards = tuple([player.hand[position - 1] for position in hand])
    if not up:
        return cards, state.up
    lying = state.up if seat == state.active else ()
    if missing := too_many(up, lying):
        raise _not_lying(player, missing[0])
    return cards, without(state.up, up) or ()


def too_many(cards: Cards, lying: Cards) -> list[Bean]:
    """The cards that are not among those lying there."""
    left, missing = list(lying), []
    for bean in cards:
        if bean in left:
            left.remove(bean)
        else:
            missing.append(bean)
    return missing


def _not_lying(player: Player, bean: Bean) -> IllegalMove:
    if bean in player.received:
        return IllegalMove(
            say("{bean} was received: received cards are planted, never traded on", bean=name(bean)), "4.3"
        )
    return IllegalMove(say("no {bean} of yours lies turned up", bean=name(bean)), "4.2")


def accept(state: State, seat: Seat, move: Accept) -> State:
    trading(state)
    found = _open_to(state, seat, move.proposer)
    if sort(move.get) != found.give:
        raise IllegalMove(say("the offer has changed: it gives {cards}", cards=cards_named(found.give)), "11.3")
    cards, up = _given(state, seat, move.hand, move.up)
    if sort(cards + move.up) != found.want:
        raise IllegalMove(say("this offer asks for exactly {cards}", cards=cards_named(found.want)), "11.3")
    return _traded(state, found, seat, move.hand, up)


def _open_to(state: State, seat: Seat, proposer: Seat) -> OpenOffer:
    found = next((each for each in state.offers if each.proposer == proposer), None)
    if found is None:
        raise IllegalMove(say("that offer is not open any more"), "11.3")
    if seat == proposer:
        raise IllegalMove(say("this offer is your own: withdraw it, or wait for an answer"), "11.4")
    if found.to is not None and found.to != seat:
        raise IllegalMove(say("this offer is addressed to {who}", who=Who(found.to)), "4.2")
    if seat not in found.open:
        raise IllegalMove(say("this offer is closed for you: you declined it, or hold too few cards"), "11.4")
    return found


def _traded(state: State, deal: OpenOffer, seat: Seat, hand: tuple[int, ...], up: Cards) -> State:
    """Both give; what they get lies apart and has to be planted (§4.3)."""
    proposer, other = state.players[deal.proposer], state.players[seat]
    fallen = {deal.proposer} if set(other.offered).isdisjoint(hand) else {deal.proposer, seat}
    giver = _parted(replace(proposer, offered=()), proposer.offered)
    taker = _parted(replace(other, offered=()) if seat in fallen else other, hand)
    players = list(state.players)
    players[deal.proposer] = replace(giver, received=giver.received + deal.want)
    players[seat] = replace(taker, received=taker.received + deal.give)
    return settle(
        replace(
            state,
            players=tuple(players),
            up=up if not deal.up else without(up, deal.up) or (),
            offers=tuple([each for each in state.offers if each.proposer not in fallen]),
        )
    )


def _parted(player: Player, gone: tuple[int, ...]) -> Player:
    """The player without the hand cards at these positions; the own offer follows its cards (§11.5)."""
    if not gone:
        return player
    hand = tuple([bean for position, bean in enumerate(player.hand, 1) if position not in gone])
    offered = tuple([position - sum(other < position for other in gone) for position in player.offered])
    shown = forget(player.shown, [player.hand[position - 1] for position in gone])
    still = _at_least(shown, [hand[position - 1] for position in offered])
    return replace(player, hand=hand, shown=still, offered=offered)


def forget(shown: Cards, gone: Iterable[Bean]) -> Cards:
    """What everybody still knows of a hand after these cards have left it (§11.6)."""
    if not shown:
        return shown
    left = list(shown)
    for bean in gone:
        if bean in left:
            left.remove(bean)
    return tuple(left)


def _at_least(shown: Cards, cards: Iterable[Bean]) -> Cards:
    """The cards known of, now that these have been seen together."""
    unknown = too_many(tuple(cards), shown)
    return sort([*shown, *unknown]) if unknown else shown


def settle(state: State) -> State:
    """Offers fall whose turned-up card has left, or that nobody has the number of cards for (§11.5)."""
    standing = tuple([each for each in (_standing(state, each) for each in state.offers) if each is not None])
    if standing == state.offers:
        return state
    stand = {each.proposer for each in standing}
    for fallen in state.offers:
        if fallen.proposer not in stand:
            player = state.players[fallen.proposer]
            state = put_player(state, fallen.proposer, replace(player, offered=()))
    return replace(state, offers=standing)


def _standing(state: State, each: OpenOffer) -> OpenOffer | None:
    if each.up and without(state.up, each.up) is None:
        return None
    able = tuple([seat for seat in each.open if _holds(state, seat) >= len(each.want)])
    return None if not able else each if able == each.open else replace(each, open=able)


def decline(state: State, seat: Seat, move: Decline) -> State:
    """§11.4: closed for this player, and gone when it is closed for all."""
    trading(state)
    found = _open_to(state, seat, move.proposer)
    left = replace(found, open=tuple([other for other in found.open if other != seat]))
    if not left.open:
        return _gone(state, move.proposer)
    return replace(state, offers=tuple([left if each is found else each for each in state.offers]))


def withdraw(state: State, seat: Seat) -> State:
    trading(state)
    if not any(each.proposer == seat for each in state.offers):
        raise IllegalMove(say("you have no open offer, and nobody withdraws the offer of another"), "11.4")
    return _gone(state, seat)


def _gone(state: State, proposer: Seat) -> State:
    player = state.players[proposer]
    players = with_player(state, proposer, replace(player, offered=())) if player.offered else state.players
    return replace(state, players=players, offers=tuple([each for each in state.offers if each.proposer != proposer]))


def lapse(state: State) -> State:
    """§4.5: at the end of the phase all offers are gone."""
    if not state.offers:
        return state
    players = tuple([replace(player, offered=()) if player.offered else player for player in state.players])
    return replace(state, offers=(), players=players)


def asked(state: State) -> list[Seat]:
    """Who has an offer to answer."""
    return list(state.offers[0].open if len(state.offers) == 1 else _asked_by(state.offers))


@lru_cache(maxsize=1 << 10)
def _asked_by(offers: tuple[OpenOffer, ...]) -> tuple[Seat, ...]:
    """A later offer back to its proposer is an answer too (§11.4)."""
    seats: list[Seat] = []
    for index, each in enumerate(offers):
        countered = [later.proposer for later in offers[index + 1 :] if later.to == each.proposer]
        seats += [seat for seat in each.open if seat not in countered and seat not in seats]
    return tuple(seats)
