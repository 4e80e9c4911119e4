"""Where ships go, what they take aboard, and whom pirates visit, as one seat sees it."""

from __future__ import annotations

from ...core.game import Seat
from .cards import PORTS, coins
from .moves import Home, Move, Raid, Sail, Sell, Unload, Which, Yield
from .ships import same_in_front
from .state import Beans, Target
from .views import View
from .worth import Lots, Outlook, loads_of, standing

NUMBERS: tuple[Which, ...] = (1, 2)
TROUBLE = 0.1  # coins that a change of cargo should bring
PERIL = 0.5  # coins that the raids to come may take
READY = 0.05  # coins at most that are given up by selling booty now


def threatened(view: View, seat: Seat, load: Beans) -> bool:
    """Whether a pirate could take of this load, if it lay at home."""
    pirates = [player.pirate for other, player in enumerate(view.players) if other != seat and player.pirate]
    return any(pirate.load is None or pirate.load.bean == load.bean for pirate in pirates)


def answer_to_a_raid(view: View, ahead: Outlook) -> Move:
    """The load is sold, unless what is left without a card promises more."""
    assert view.raid is not None
    load = view.players[view.raid.seat].merchants[view.raid.ship - 1].load
    assert load is not None
    sold = coins(load.bean, load.count) >= ahead.ship[load.bean][load.count - 1] - PERIL
    return Sell(NUMBERS[view.raid.ship - 1]) if sold else Yield()


def raid(view: View, seat: Seat, ahead: Outlook) -> Move | None:
    """The richest opponent is raided first; booty is sold when it is ripe."""
    pirate = view.players[seat].pirate
    if pirate is None:
        return None
    bean = pirate.load and pirate.load.bean
    prey = [
        (len(player.coins) + ahead.ship[ship.load.bean][ship.load.count], Raid(other, number))
        for other, player in enumerate(view.players)
        if other != seat
        for number, ship in enumerate(player.merchants, 1)
        if ship.port is None and ship.load is not None and bean in (None, ship.load.bean)
        if Target(other, number) not in view.turn.raided
    ]
    if prey:
        return max(prey, key=lambda each: each[0])[1]
    return None if pirate.load is None or view.turn.captured else _booty(pirate.load, ahead)


def _booty(load: Beans, ahead: Outlook) -> Move | None:
    earned = coins(load.bean, load.count)
    if earned < ahead.ship[load.bean][load.count] - READY:
        return None
    return Sell("pirate") if earned else Unload("pirate")


def trip(view: View, seat: Seat, ahead: Outlook) -> Move | None:
    """A merchant ship's next move: out to what is worth most, with another cargo if need be; home if that is safe."""
    for number, ship in enumerate(view.players[seat].merchants, 1):
        if number in view.turn.sailed:
            continue
        if ship.port is None:
            move = _outward(view, seat, ahead, number)
            if move is not None:
                return move
        elif ship.load is None or not threatened(view, seat, ship.load):
            return Home(number)
    return None


def _outward(view: View, seat: Seat, ahead: Outlook, number: int) -> Move | None:
    me = view.players[seat]
    load, loads = me.merchants[number - 1].load, loads_of(me)
    here = standing(ahead, me.fields, loads)
    best, chosen = here, None
    for port, row in zip(PORTS, view.ports, strict=True):
        most = same_in_front(row)
        had = load.count if load is not None and row and load.bean == row[0] else 0
        for cards in range(1, most + 1):
            move: Move = Sail(number, port, cards)
            then = standing(ahead, me.fields, _with(loads, number, Beans(row[0], had + cards)))
            if load is not None and not had:  # another cargo has to go first
                earned = coins(load.bean, load.count)
                move = Sell(NUMBERS[number - 1]) if earned else Unload(NUMBERS[number - 1])
                then += earned - TROUBLE
            if then > best:
                best, chosen = then, move
    return chosen


def _with(loads: Lots, number: int, load: Beans) -> Lots:
    return (*loads[: number - 1], load, *loads[number:])
