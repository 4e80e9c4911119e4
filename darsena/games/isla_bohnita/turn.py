"""The course of a turn: phases, the draw pile, and the end (§3 to §5, §8)."""

from __future__ import annotations

from msgspec.structs import replace

from ...core.game import IllegalMove, Outcome, Seat, say
from . import trade
from .cards import (
    INDEX,
    PORTS,
    ROW,
    Bean,
    Port,
    coins,
    counted,
    dealt,
    deck_for,
    drawn_cards,
    full_deck,
    less,
    turned_up,
    without,
)
from .moves import Discard
from .names import coins_named
from .state import (
    DEAL,
    DRAW,
    OVER,
    PLANT,
    SOW,
    TRADE,
    UP,
    Beans,
    Options,
    Place,
    Player,
    Ship,
    State,
    Turn,
    is_duel,
    put_player,
    with_player,
)

EXHAUSTIONS = 3  # §8.1: then the game ends


def new(seats: int, options: Options) -> State:
    deck = deck_for(seats, options.deck)
    ships = () if deck == "base" else (Ship(),)  # §2.1, §9.1
    ports: tuple[tuple[Bean, ...], ...] = () if deck == "base" else ((), ())
    hands = [seat for seat, cards in enumerate(dealt(seats, deck)) for _ in range(cards)]
    return State(
        deck=deck,
        players=(Player(merchants=ships),) * seats,
        pile=full_deck(seats, deck),
        due=(*_rows(ports), *hands),  # §2.2
        ports=ports,
    )


def _rows(ports: tuple[tuple[Bean, ...], ...]) -> list[Port]:
    """Five places for each row that is empty, Bohnbay first (§2.2, §5.2)."""
    return [port for port, row in zip(PORTS, ports, strict=False) if not row for _ in range(ROW)]


def draw(state: State, bean: Bean) -> State:
    """The next card of the pile comes to where it is due."""
    if not state.pile[INDEX[bean]]:
        raise IllegalMove(say("there is no such card in the draw pile"), "8.1")
    state = _put(replace(state, pile=less(state.pile, bean), due=state.due[1:]), state.due[0], bean)
    if any(state.pile):
        return state if state.due else _arrived(state)
    return _exhausted(state)


def _put(state: State, place: Place, bean: Bean) -> State:
    if isinstance(place, int):
        player = state.players[place]
        return put_player(state, place, replace(player, hand=(*player.hand, bean), drawn=(*player.drawn, bean)))
    if place == UP:
        return replace(state, up=(*state.up, bean))
    rows = tuple([(*row, bean) if port == place else row for port, row in zip(PORTS, state.ports, strict=True)])
    return replace(state, ports=rows)


def _exhausted(state: State) -> State:
    """§8.1: the last card has been drawn."""
    state = replace(state, exhausted=state.exhausted + 1)
    if state.exhausted == EXHAUSTIONS:
        return _finish(state)
    state = shuffled(state) if state.discards else state
    return supplied(state) if state.due else _arrived(state)


def shuffled(state: State) -> State:
    """The discard pile becomes the draw pile, in the duel with the coins laid aside (§10.6)."""
    return replace(
        state,
        pile=counted(state.discards + state.aside),
        discards=(),
        aside=(),
        players=tuple([replace(player, drawn=()) if player.drawn else player for player in state.players]),
    )


def supplied(state: State) -> State:
    """§8.2: a card is needed; a shuffle that had to wait is done now, and with no card at all the game ends."""
    if any(state.pile):
        return state
    return shuffled(state) if state.discards else _finish(state)


def _finish(state: State) -> State:
    """§8.2: in phase 2 the phase is finished with the cards there are, in phase 3 it is over at once."""
    if state.phase == TRADE:
        return _arrived(replace(state, due=(), closing=True))
    return end(replace(state, due=()))


def _arrived(state: State) -> State:
    """All cards due have come."""
    if state.phase == DEAL:
        return begin(state, 0)
    if state.phase == DRAW:
        return begin(state, (state.active + 1) % len(state.players))  # §5.3
    return _joined(state) if is_duel(state) else state


def _joined(state: State) -> State:
    """§10.3: discards of a type that lies turned up join these, from the top."""
    up, discards = state.up, state.discards
    while discards and discards[-1] in up:
        up, discards = (*up, discards[-1]), discards[:-1]
    return replace(state, up=up, discards=discards)


def begin(state: State, seat: Seat) -> State:
    """A new turn; with an empty hand phase 1 is skipped (§3.1)."""
    turn = Turn(offers=(0,) * len(state.players))
    state = replace(state, active=seat, turn=turn, phase=PLANT)
    return state if state.players[seat].hand else _turn_up(state)


def _turn_up(state: State) -> State:
    return supplied(replace(state, phase=TRADE, due=(UP,) * turned_up(len(state.players))))


def discard(state: State, seat: Seat, move: Discard) -> State:
    """§10.2: in the duel one hand card, from any position, once in phase 1."""
    if not is_duel(state):
        raise IllegalMove(say("hand cards are discarded only in the duel"), "10.2")
    if seat != state.active or state.phase != PLANT:
        raise IllegalMove(say("a hand card is discarded in your own phase 1"), "10.2")
    if state.turn.discarded:
        raise IllegalMove(say("you have discarded a card in this turn"), "10.2")
    player = state.players[seat]
    if not 1 <= move.card <= len(player.hand):
        raise IllegalMove(
            say("there is no card {n} in your hand of {cards}", n=move.card, cards=len(player.hand)), "10.2"
        )
    hand = player.hand[: move.card - 1] + player.hand[move.card :]
    return replace(
        state,
        players=with_player(state, seat, replace(player, hand=hand)),
        discards=(*state.discards, player.hand[move.card - 1]),
        turn=replace(state.turn, discarded=True),
    )


def unplanted(state: State) -> bool:
    if state.up:
        return True
    for player in state.players:  # noqa: SIM110 (quicker than any)
        if player.received:
            return True
    return False


def may_end(state: State) -> bool:
    """Whether the active player may end the phase (§3.1, §4.5), or the trading (§9.1)."""
    if state.phase == PLANT:
        return bool(state.turn.planted) or not state.players[state.active].hand
    return (state.phase == TRADE and state.deck == "base") or not unplanted(state)


def done(state: State, seat: Seat) -> State:
    """The active player ends the phase."""
    if seat != state.active:
        raise IllegalMove(say("only the active player ends a phase"), "4.5")
    if state.phase == PLANT:
        if not may_end(state):
            raise IllegalMove(say("plant the first card of your hand before you end the phase"), "3.1")
        return _turn_up(state)
    if not may_end(state):
        raise IllegalMove(say("everything turned up or received has to be planted first"), "4.5")
    state = trade.lapse(state)
    return replace(state, phase=SOW) if unplanted(state) else _phase_three(state)


def _phase_three(state: State) -> State:
    """§5.1, §5.2"""
    if state.closing:
        return end(state)
    hand = (state.active,) * drawn_cards(len(state.players), state.deck)
    return supplied(replace(state, phase=DRAW, due=(*hand, *_rows(state.ports))))


def end(state: State) -> State:
    """§8.3: everybody sells all fields, and every load that brings a coin."""
    for seat in range(len(state.players)):
        state = _sold_out(state, seat)
    return replace(state, phase=OVER)


def _sold_out(state: State, seat: Seat) -> State:
    player = state.players[seat]
    sales = final_sales(player)
    earned = tuple(lot.bean for lot in sales for _ in range(coins(lot.bean, lot.count)))
    kept = without(tuple(lot.bean for lot in sales for _ in range(lot.count)), earned) or ()
    emptied = replace(
        player,
        fields=(None,) * len(player.fields),
        merchants=tuple([_emptied(ship) for ship in player.merchants]),
        pirate=player.pirate and _emptied(player.pirate),
        coins=player.coins + earned,
    )
    return replace(state, players=with_player(state, seat, emptied), discards=state.discards + kept)


def _emptied(ship: Ship) -> Ship:
    return Ship(ship.port) if ship.load is not None and coins(ship.load.bean, ship.load.count) else ship


def final_sales(player: Player) -> list[Beans]:
    ships = [*player.merchants, *([player.pirate] if player.pirate else [])]
    loads = [ship.load for ship in ships if ship.load is not None and coins(ship.load.bean, ship.load.count)]
    return [field for field in player.fields if field is not None] + loads


def outcome(state: State) -> Outcome | None:
    """§8.4: most coins, then most cards in hand, else joint winners."""
    if state.phase != OVER:
        return None
    ranks = [(len(player.coins), len(player.hand)) for player in state.players]
    best = max(ranks)
    winners = tuple([seat for seat, rank in enumerate(ranks) if rank == best])
    rich = sum(coins == best[0] for coins, _ in ranks)
    won = coins_named(best[0])
    reason = won if rich == len(winners) else say("{coins}, and more cards in hand", coins=won)
    return Outcome(winners, tuple([coins for coins, _ in ranks]), reason)
