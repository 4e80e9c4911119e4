"""Whoever opened a table invites a program by its name; the program comes, or is sorry. All of it is in the log."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import msgspec

from ..core.game import Refused, Seat, say
from ..core.names import quote
from .programs import Program
from .rows import New, Sitter
from .tables import Table


async def invite(table: Table, by: str, program: Program | None, name: str) -> None:
    def decide() -> Iterator[New]:
        table.not_started()
        table.only_creator(by)
        if program is None:
            raise Refused(say("there is no bot “{name}” here", name=quote(name)))
        if table.full:
            raise Refused(say("this table is full"))
        if table.seats_of(program.person) or any(
            entry.kind == "invited" and entry.person == program.person for entry in table.log
        ):
            raise Refused(say("{name} has already been invited", name=program.name))
        yield New("invited", text=_text(Sitter(program.name, "", program.person, program=True)), person=program.person)

    await table.do(decide)


async def accept(table: Table, program: Program) -> Seat:
    _invited(table, program)
    return await table.sit(program.person, program.name, secrets.token_hex(8), program=True)


async def decline(table: Table, program: Program) -> None:
    def decide() -> Iterator[New]:
        yield New("sorry", text=_text(_invited(table, program)), person=program.person)

    await table.do(decide)


def _invited(table: Table, program: Program) -> Sitter:
    if program.person not in table.invited:
        raise Refused(say("this is no longer asked"))
    return table.invited[program.person]


def _text(sitter: Sitter) -> str:
    return msgspec.json.encode(sitter).decode()
