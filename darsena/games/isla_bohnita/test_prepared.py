"""Tables that are prepared: bots have played up to an interesting moment, and its log is written where the server
finds it. Seed and contributions are fixed, so the moment is the same each time."""

import re
from itertools import count
from random import Random

import msgspec
import sqlalchemy as sa

from ...core.fairness import Draws
from ...core.notation import write
from ...core.play import Row, replay, run
from ...server.storage import LOG, TABLES
from ...server.tables import Sitter
from . import rules
from .bots import Simple
from .cards import Bean, coins
from .moves import Buy, Load, Offer, Sail, Wish
from .state import TRADE, Options, State


class Thrifty(Simple):
    """Buys nothing and leaves its ship at home: that is for the people at the table to do."""

    def choose(self, view, moves, rng, budget):
        kept = [move for move in moves if not isinstance(move, Buy | Load | Sail)]
        return super().choose(view, kept, rng, budget)


def words(seats):
    return [f"word of seat {seat}" for seat in range(seats)]


def played(seats, seed, ready) -> list[Row]:
    """A game of thrifty bots up to the moment, or nothing."""
    rows, start = [], rules.new(seats, Options())
    bots = [Thrifty(seat) for seat in range(seats)]
    for row, state in run(rules, start, bots, Draws(seed, words(seats)), Random(1)):
        rows.append(row)
        if ready(state):
            return rows
    return []


def moment(seats, ready, first=0) -> tuple[bytes, list[Row]]:
    """The first seed, from this number on, with a game in which the moment comes."""
    seeds = (bytes([number]) * 32 for number in count(first))
    return next((seed, rows) for seed in seeds if (rows := played(seats, seed, ready)))


def late_trade(state: State) -> bool:
    """Seat 0 trades near the end, can buy everything, and both first seats have something to ship and to give."""
    if state.phase != TRADE or state.active or len(state.up) < 2 or state.due or state.exhausted < 2 or state.closing:
        return False
    if state.offers or any(state.turn.offers) or not all(state.ports):
        return False
    first, second = state.players[:2]
    shippers = all(
        any(lot is not None and coins(lot.bean, lot.count) for lot in player.fields) and len(player.hand) > 1
        for player in (first, second)
    )
    return shippers and len(first.coins) >= 9 and len(second.coins) >= 2


def seven_trade(state: State) -> bool:
    """Seat 0 trades with six others."""
    turned_up = state.phase == TRADE and not state.active and len(state.up) == 2 and not state.due
    return turned_up and not state.offers and state.exhausted == 1 and len(state.players[0].hand) > 4


def everybody_offers(rows: list[Row], seats: int) -> list[Row]:
    """All who hold cards want one that lies there, and some tell what they look for."""
    state = replay(rules, rules.new(seats, Options()), rows)
    holders = [seat for seat in range(1, seats) if state.players[seat].hand]
    offers = [Row(seat, Offer(0, (1,), (), (state.up[seat % 2],))) for seat in holders]
    return [*rows, *offers, Row(2, Wish((Bean.COFFEE, Bean.WAX, Bean.SOY))), Row(5, Wish((state.up[0],)))]


def code_of(page) -> str:
    return re.search("/t/([^/]+)", page.url)[1]


def database(server) -> sa.Engine:
    return sa.create_engine(f"sqlite:///{server.data / 'darsena.db'}")


def prepare(server, code, seed, rows) -> None:
    """While the server is down, the table gets its seed, its words and its log."""
    server.kill()
    with database(server).begin() as connection:
        connection.execute(TABLES.update().where(TABLES.c.code == code).values(seed=seed))
        log = connection.execute(LOG.select().where(LOG.c.code == code).order_by(LOG.c.n)).all()
        sitters = {row.seat: msgspec.json.decode(row.text, type=Sitter) for row in log}
        for row in log:
            sitter = msgspec.structs.replace(sitters[row.seat], contribution=words(len(sitters))[row.seat])
            text = msgspec.json.encode(sitter).decode()
            connection.execute(LOG.update().where((LOG.c.code == code) & (LOG.c.n == row.n)).values(text=text))
        new = [("started", None, ""), *[("move", seat, write(move)) for seat, move in rows]]
        connection.execute(
            LOG.insert(),
            [
                {"code": code, "n": n, "kind": kind, "seat": seat, "text": text, "time": log[-1].time}
                for n, (kind, seat, text) in enumerate(new, len(log))
            ],
        )
    server.start()


def test_a_moment_is_reached_by_legal_moves():
    seed, rows = moment(4, late_trade, first=14)
    state = replay(rules, rules.new(4, Options()), rows)
    assert late_trade(state)
    assert seed
