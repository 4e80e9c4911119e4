"""Merchant ships, pirates and their loads (§4.6 to §4.14, §6.2, §6.3)."""

from __future__ import annotations

from msgspec.structs import replace

from ...core.game import IllegalMove, Message, Seat, say
from .cards import PORTS, Bean, coins
from .market import sold
from .moves import Raid, Sail, Which
from .names import PORT_NAMES, lot, name
from .state import Beans, Player, Ship, State, Target, is_duel, island, phase_two, put_player, with_player


def merchant(player: Player, number: int) -> Ship:
    if not 1 <= number <= len(player.merchants):
        raise IllegalMove(say("there is no merchant ship {n}", n=number), "2.1")
    return player.merchants[number - 1]


def stowed(load: Beans | None, more: Beans) -> Beans:
    """§4.7: a ship carries one type only."""
    if load is None:
        return more
    if load.bean != more.bean:
        raise IllegalMove(say("the ship carries {load}, and a ship carries one type only", load=lot(load)), "4.7")
    return Beans(load.bean, load.count + more.count)


def with_merchant(player: Player, number: int, ship: Ship) -> Player:
    return replace(player, merchants=(*player.merchants[: number - 1], ship, *player.merchants[number:]))


def same_in_front(row: tuple[Bean, ...]) -> int:
    """How many cards a ship may take from this row (§4.6)."""
    return next((n for n, bean in enumerate(row) if bean != row[0]), len(row))


def sail(state: State, seat: Seat, move: Sail) -> State:
    """§4.6: out to the island, taking cards from the front of the port's row."""
    ship = _before_a_trip(state, seat, move.ship)
    if ship.port is not None:
        raise IllegalMove(say("this ship lies at the island: it can only sail home"), "4.8")
    row = state.ports[PORTS.index(move.port)]
    load = _taken(ship, row, move)
    player = with_merchant(state.players[seat], move.ship, Ship(move.port, load))
    ports = tuple(
        [row[move.cards :] if port == move.port else other for port, other in zip(PORTS, state.ports, strict=True)]
    )
    return replace(
        state,
        players=with_player(state, seat, player),
        ports=ports,
        turn=replace(state.turn, sailed=(*state.turn.sailed, move.ship)),
    )


def _before_a_trip(state: State, seat: Seat, number: int) -> Ship:
    island(state)
    phase_two(state, seat)
    ship = merchant(state.players[seat], number)
    if number in state.turn.sailed:
        raise IllegalMove(say("this ship has made its trip in this turn"), "4.8")
    return ship


def _taken(ship: Ship, row: tuple[Bean, ...], move: Sail) -> Beans | None:
    """What the ship carries then (§4.6, §4.7)."""
    if not row:
        if move.cards:
            raise IllegalMove(
                say("there is nothing to take at {port}: take 0 cards", port=PORT_NAMES[move.port]), "4.6"
            )
        return ship.load
    if ship.load is not None and ship.load.bean != row[0]:
        raise IllegalMove(
            say(
                "the first card at {port} is {bean}, and this ship carries {load}",
                port=PORT_NAMES[move.port],
                bean=name(row[0]),
                load=lot(ship.load),
            ),
            "4.7",
        )
    most = same_in_front(row)
    if not 1 <= move.cards <= most:
        raise IllegalMove(_how_many(PORT_NAMES[move.port], most), "4.6")
    return stowed(ship.load, Beans(row[0], move.cards))


def _how_many(port: str, most: int) -> Message:
    if most == 1:
        return say("at {port} you can take 1 card, no more and no less", port=port)
    return say("at {port} you can take 1 to {most} cards", port=port, most=most)


def home(state: State, seat: Seat, number: int) -> State:
    """§4.8: back to the own home port."""
    ship = _before_a_trip(state, seat, number)
    if ship.port is None:
        raise IllegalMove(say("this ship is at home"), "4.8")
    return replace(
        state,
        players=with_player(state, seat, with_merchant(state.players[seat], number, Ship(None, ship.load))),
        turn=replace(state.turn, sailed=(*state.turn.sailed, number)),
    )


def raid(state: State, seat: Seat, move: Raid) -> State:
    """§4.10: the attacked player answers, unless the load brings no coin (§4.11)."""
    island(state)
    phase_two(state, seat)
    pirate = state.players[seat].pirate
    if pirate is None:
        raise IllegalMove(say("you have no pirate ship: buy one first"), "4.10")
    if move.seat == seat or not 0 <= move.seat < len(state.players):
        raise IllegalMove(say("name an opponent to raid"), "4.10")
    ship, target = merchant(state.players[move.seat], move.ship), Target(move.seat, move.ship)
    load = _loot(state, pirate, ship, target)
    attacked = replace(state, turn=replace(state.turn, raided=(*state.turn.raided, target)))
    if not coins(load.bean, load.count):
        return _robbed(attacked, target)
    return _answered(replace(attacked, raid=target), target)


def _answered(state: State, target: Target) -> State:
    """§11.9: the attacked player is asked, or has left an answer."""
    match state.players[target.seat].standing:
        case "sell":
            return sell(state, target.seat, 1 if target.ship == 1 else 2)
        case "yield":
            return _robbed(state, target)
        case "ask":
            return state


def _loot(state: State, pirate: Ship, ship: Ship, target: Target) -> Beans:
    """The load a raid is after; refuses what cannot be raided (§4.10, §4.12)."""
    if target in state.turn.raided:
        raise IllegalMove(say("this ship was attacked in this turn, and once is all"), "4.12")
    if ship.port is not None:
        raise IllegalMove(say("this ship lies at the island, where it cannot be raided"), "4.10")
    if ship.load is None:
        raise IllegalMove(say("this ship is empty"), "4.10")
    if pirate.load is not None and pirate.load.bean != ship.load.bean:
        raise IllegalMove(
            say("your pirate ship carries {load}: raid a ship with that type", load=lot(pirate.load)), "4.10"
        )
    return ship.load


def _robbed(state: State, target: Target) -> State:
    """§4.11: one card goes from the attacked ship to the pirate."""
    victim = state.players[target.seat]
    ship = merchant(victim, target.ship)
    assert ship.load is not None
    bean, count = ship.load.bean, ship.load.count
    left = Ship(None, Beans(bean, count - 1) if count > 1 else None)
    state = put_player(state, target.seat, with_merchant(victim, target.ship, left))
    raider = state.players[state.active]
    assert raider.pirate is not None
    pirate = Ship(None, stowed(raider.pirate.load, Beans(bean, 1)))
    return replace(
        state,
        players=with_player(state, state.active, replace(raider, pirate=pirate)),
        turn=replace(state.turn, captured=True),
        raid=None,
    )


def give_in(state: State, seat: Seat) -> State:
    if state.raid is None or state.raid.seat != seat:
        raise IllegalMove(say("nobody is raiding you"), "4.11")
    return _robbed(state, state.raid)


def waits_for_answer(state: State, seat: Seat, which: Which) -> bool:
    return state.raid is not None and state.raid.seat == seat and state.raid.ship == which


def sell(state: State, seat: Seat, which: Which) -> State:
    """§6.2: a load as a whole, for at least one coin, at any time; also in answer to a raid (§4.11)."""
    island(state)
    if is_duel(state) and seat != state.active and not waits_for_answer(state, seat, which):
        raise IllegalMove(say("in the duel you harvest and sell only in your own turn"), "10.5")
    player, load = _cleared(state, seat, which)
    if not coins(load.bean, load.count):
        raise IllegalMove(say("{load} brings no coin, so it cannot be sold", load=lot(load)), "6.2")
    raid = None if waits_for_answer(state, seat, which) else state.raid
    return sold(replace(state, raid=raid), seat, player, load)


def unload(state: State, seat: Seat, which: Which) -> State:
    """§6.3: a load without worth goes onto the discard pile."""
    island(state)
    if seat != state.active:
        raise IllegalMove(say("a load is unloaded only in your own turn"), "6.3")
    player, load = _cleared(state, seat, which)
    if coins(load.bean, load.count):
        raise IllegalMove(say("{load} brings a coin: sell it", load=lot(load)), "6.3")
    return sold(state, seat, player, load)


def _cleared(state: State, seat: Seat, which: Which) -> tuple[Player, Beans]:
    """The player with that ship empty, and what it carried."""
    player = state.players[seat]
    if which == "pirate":
        ship = player.pirate
        if ship is None:
            raise IllegalMove(say("you have no pirate ship"), "2.1")
        empty = replace(player, pirate=Ship())
    else:
        ship = merchant(player, which)
        empty = with_merchant(player, which, Ship(ship.port))
    if ship.load is None:
        raise IllegalMove(say("this ship is empty"), "6.6")
    if which == "pirate" and seat == state.active and state.turn.captured:
        raise IllegalMove(say("the pirate ship captured beans in this turn: its load stays on board"), "4.13")
    return empty, ship.load
