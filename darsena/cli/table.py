"""A table in the terminal: people at one keyboard, bots at the other seats, and the record of it all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from ..core import fairness, options, record
from ..core.game import CHANCE, Bot, Budget, Event, Game, Seat, say
from ..core.language import Voice
from ..core.play import Row, run, stories
from .screen import Screen


class Setting(Struct, frozen=True):
    """What is settled before the first move."""

    game: Game
    options: Any
    names: tuple[str, ...]
    levels: dict[Seat, str]  # the bots, by seat; people sit at the others
    seed: bytes
    contributions: tuple[str, ...]
    language: str

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in range(len(self.names)) if seat not in self.levels]

    def new(self) -> Any:
        return self.game.rules.new(len(self.names), self.options)

    def voice(self, you: Seat | None) -> Voice:
        return Voice(self.language, self.game, self.names, you)

    def record(self, log: Sequence[Row], state: Any) -> record.Record:
        """The game so far; its seed is revealed when it is over."""
        outcome = self.game.rules.outcome(state)
        return record.Record(
            game=self.game.id,
            rules_version=self.game.rules_version,
            options=options.write(self.options),
            names=self.names,
            bots=self.levels,
            commitment=fairness.commitment(self.seed),
            contributions=self.contributions,
            rows=tuple(log),
            result=record.result(outcome),
            seed=self.seed if outcome else None,
        )


class Table:
    """One game being played. A single person is told what their seat may know, several what a spectator may."""

    def __init__(self, setting: Setting, file: Path, pace: float | None = None) -> None:
        self.setting, self.file = setting, file
        self.viewer = setting.people[0] if len(setting.people) == 1 else None
        self.screen = Screen(setting.voice(self.viewer), pace)
        self.state = setting.new()
        self.log: list[Row] = []
        self.holder: Seat | None = None  # of several people, the one at the keyboard
        self.unseen: list[Event] = []  # what happened since the keyboard changed hands

    def play(self, bots: Sequence[Bot], budget: Budget) -> None:
        rules, setting = self.setting.game.rules, self.setting
        nature = fairness.Draws(setting.seed, setting.contributions)
        for row, after in run(rules, self.state, bots, nature, Random(setting.seed), budget):
            before, self.state = self.state, after
            self.log.append(row)
            if row.seat in setting.people:
                self.keep()
            events = list(rules.story(before, *row, after, self.viewer))
            self.unseen += events
            self.screen.tell(events)

    def so_far(self, viewer: Seat | None) -> list[Event]:
        return list(stories(self.setting.game.rules, self.setting.new(), self.log, viewer))

    def hand_to(self, seat: Seat) -> None:
        """Between two people: nothing private stays on the screen, and what everybody may know is shown again."""
        if len(self.setting.people) > 1 and self.holder != seat:
            self.screen.clear()
            self.screen.tell(self.unseen, pace=0)
            name = self.setting.names[seat]
            input(self.screen.voice(say("Pass the keyboard to {name}, who presses Enter.", name=name)) + " ")
            self.holder, self.unseen = seat, []

    def keep(self) -> None:
        """Write the record beside the old one, then put it in its place: there is always a whole one."""
        draft = self.file.with_name(self.file.name + ".part")
        draft.write_text(record.write(self.setting.record(self.log, self.state)), "utf-8", newline="\n")
        os.replace(draft, self.file)

    def leave(self) -> None:
        """Keep what was played, and say where; nothing is kept where nobody has moved but nature."""
        if all(row.seat == CHANCE for row in self.log):
            self.file.unlink()
            return
        self.keep()
        self.screen.say(say("The record is kept in {file}", file=str(self.file)), "dim")

    def scores(self) -> None:
        outcome = self.setting.game.rules.outcome(self.state)
        if outcome:
            for seat in sorted(range(len(outcome.scores)), key=lambda seat: -outcome.scores[seat]):
                crown = "★" if seat in outcome.winners else " "
                self.screen.show(f"{crown} {self.setting.names[seat]}  {self.screen.voice.word(outcome.scores[seat])}")
