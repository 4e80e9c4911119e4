"""What a seat must not know, it cannot find out (§2.5, §11.5, §11.6)."""

from collections import Counter

from msgspec.structs import replace

from ...core.game import Seat
from .cards import Bean, counted, spread
from .state import Player, State


def disguise(state: State, seat: Seat | None, rng) -> State:
    """Others hold other cards in another order and the draw pile is another one; all that was shown stays."""
    others = [other for other in range(len(state.players)) if other != seat]
    players, pile = list(state.players), spread(state.pile)
    for other in others:
        players[other], pile = redrawn(players[other], pile, rng)
    pool = [bean for other in others for bean in secret(players[other])]
    rng.shuffle(pool)
    for other in others:
        player = players[other]
        hand = [*player.shown, *(pool.pop() for _ in secret(player))]
        rng.shuffle(hand)
        players[other] = replace(player, hand=tuple(hand), offered=found_again(player, hand))
    return replace(state, players=tuple(players), pile=counted(pile))


def secret(player: Player) -> list[Bean]:
    return list((Counter(player.hand) - Counter(player.shown)).elements())


def redrawn(player: Player, pile: list[Bean], rng) -> tuple[Player, list[Bean]]:
    """Perhaps the player drew another card from the pile than this one."""
    could = list((Counter(secret(player)) & Counter(player.drawn)).elements())
    if not could or not pile:
        return player, pile
    old, new = rng.choice(could), rng.choice(pile)
    hand, drawn, rest = list(player.hand), list(player.drawn), list(pile)
    at = max(place for place, bean in enumerate(hand) if bean == old)
    if at + 1 in player.offered:
        return player, pile
    hand[at] = new
    drawn[drawn.index(old)] = new
    rest[rest.index(new)] = old
    return replace(player, hand=tuple(hand), drawn=tuple(drawn)), rest


def found_again(player: Player, hand: list[Bean]) -> tuple[int, ...]:
    """Where the cards of the open offer stand now."""
    places: list[int] = []
    for bean in [player.hand[position - 1] for position in player.offered]:
        places.append(next(at for at, card in enumerate(hand, 1) if card == bean and at not in places))
    return tuple(places)
