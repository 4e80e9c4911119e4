"""A table played beside its server, from the same seed: whose decision is wanted there, and what may be played."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec
import sqlalchemy as sa

from darsena.core import notation, options
from darsena.core.fairness import Draws
from darsena.core.game import Seat
from darsena.core.play import settle
from darsena.games import games
from darsena.server.rows import Sitter
from darsena.server.storage import LOG, TABLES


class Mirror:
    def __init__(self, engine: sa.Engine, code: str, rng: Random) -> None:
        with engine.connect() as connection:
            deal = connection.execute(TABLES.select().where(TABLES.c.code == code)).one()
            rows = connection.execute(LOG.select().where(LOG.c.code == code).order_by(LOG.c.n)).all()
        sitters = {row.seat: msgspec.json.decode(row.text, type=Sitter) for row in rows if row.kind == "joined"}
        self.rng, self.game = rng, games()[deal.game]
        self.nature = Draws(deal.seed, [sitters[seat].contribution for seat in sorted(sitters)])
        new = self.game.rules.new(deal.seats, options.read(self.game, deal.options))
        self.state, _ = settle(self.game.rules, new, self.nature)
        self.version = len(rows)

    @property
    def wanted(self) -> tuple[Seat, ...]:
        return self.game.rules.to_move(self.state)

    def choice(self, seat: Seat) -> str:
        """Any move at all, as in a random play."""
        return notation.write(self.rng.choice(self.game.rules.moves(self.state, seat)))

    def take(self, played: Mapping[int, tuple[Seat, str]]) -> None:
        """What the server has accepted, by the version it led to."""
        rules = self.game.rules
        for version in sorted(played):
            seat, text = played[version]
            after = rules.apply(self.state, seat, notation.read(self.game.move_types, text))
            self.state, drawn = settle(rules, after, self.nature)
            self.version += 1 + len(drawn)
            if self.version != version:
                raise RuntimeError(f"the server is at {version} where its mirror is at {self.version}")
