"""A person at the keyboard, who plays like any bot: asked for a move when one is wanted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from getpass import getpass
from itertools import islice
from random import Random
from typing import Any

from ..core import hints, notation
from ..core.game import Bot, Budget, Game, Message, Refused, Seat, say
from .table import Table

SAMPLE = 12  # legal moves shown for "?"
MANY = 400  # and for "moves"


class Left(Exception):
    """Somebody has left the table."""


class Person(Bot):
    def __init__(self, table: Table, seat: Seat) -> None:
        self.table, self.seat = table, seat
        self.game = table.setting.game
        self.voice = table.setting.voice(seat)

    def choose(self, view: Any, moves: Sequence[Any], rng: Random, budget: Budget) -> Any | None:
        wanted = self.game.rules.to_move(self.table.state)
        if self.seat not in wanted:  # a keyboard cannot wait for several people at once
            return None
        people = self.table.setting.people
        secret = len(people) > 1 and len(set(people) & set(wanted)) > 1
        self.table.hand_to(self.seat)
        self.table.screen.show("")
        self.table.screen.draw(self.game, view, self.voice)
        while True:
            move = self.answer(self.ask(moves, secret=secret), moves)
            if move is not None:
                return move

    def ask(self, moves: Sequence[Any], *, secret: bool) -> str:
        usages = " | ".join(map(notation.usage, kinds(moves)))
        prompt = self.voice(say("{name}, your move ({usages}, or ? for help)", name=self.name, usages=usages)) + " › "
        if secret and sys.stdin.isatty():
            return getpass(prompt).strip()
        return input(prompt).strip()

    @property
    def name(self) -> str:
        return self.table.setting.names[self.seat]

    def answer(self, text: str, moves: Sequence[Any]) -> Any | None:
        """The move that was typed; or None after doing what was asked instead, or saying why it is none."""
        match text.lower():
            case "quit":
                raise Left
            case "?" | "help" | "":
                self.help(moves)
            case "moves":
                self.show_moves(moves, MANY)
            case "hint":
                self.hint(moves)
            case "log":
                self.table.screen.tell(self.table.so_far(self.seat), pace=0)
            case _:
                try:
                    move = read(self.game, text, moves)
                    self.game.rules.apply(self.table.state, self.seat, move)
                except Refused as refusal:
                    self.refuse(refusal)
                else:
                    return move
        return None

    def help(self, moves: Sequence[Any]) -> None:
        self.say(say("Type a move, written like this:"))
        for kind in kinds(moves):
            self.table.screen.show(f"  {notation.usage(kind)}")
        self.show_moves(moves, SAMPLE)
        self.say(
            say(
                "Or type: moves (all of them), hint (which are good, and why), log (what happened so far), "
                "quit (leave; the record is kept)."
            )
        )

    def hint(self, moves: Sequence[Any]) -> None:
        """The best moves from what this seat knows; the game goes on from the same draws as without it."""
        seats, seen = len(self.table.setting.names), self.game.rules.view(self.table.state, self.seat)
        found = hints.hints(self.game, seats, self.seat, seen, moves, Random(), Budget())
        for hint in found:
            self.table.screen.show(f"  {notation.write(hint.move)}  {self.voice(hint.measure)}", "bold")
            self.table.screen.show(f"    {self.voice(hint.why)}")
            for when, then in hint.cases:
                self.table.screen.show(f"      {self.voice(when)}: {self.voice(then)}")
        if not found:
            self.say(say("There are no hints here."))

    def show_moves(self, moves: Sequence[Any], most: int) -> None:
        self.say(say("Moves you can make now:"))
        self.table.screen.show("  " + ", ".join(map(notation.write, islice(moves, most))))
        if len(moves) > most:
            self.say(say("… and {n} more", "… and {n} more", n=len(moves) - most))

    def refuse(self, refusal: Refused) -> None:
        rule = f" (§{refusal.rule})" if refusal.rule else ""
        self.table.screen.show(f"✗ {self.voice(refusal.message)}{rule}", "red")

    def say(self, message: Message) -> None:
        self.table.screen.show(self.voice(message))


def kinds(moves: Sequence[Any]) -> list[type]:
    """The kinds of move there are, in the order in which they come."""
    return list(dict.fromkeys(type(move) for move in islice(moves, MANY)))


def read(game: Game, text: str, moves: Sequence[Any]) -> Any:
    """A move as a person types it: in capitals too, and where all moves are of one kind its name may be left out."""
    first, *rest = text.split()
    only, *others = map(notation.name_of, kinds(moves))
    if first.lower() in map(notation.name_of, game.move_types):
        text = " ".join([first.lower(), *rest])
    elif not others:
        text = f"{only} {text}"
    return notation.read(game.move_types, text)
