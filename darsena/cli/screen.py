"""What a terminal shows: sentences with coloured names and bold numbers, told at a pace people can follow."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import asdict
from rich.console import Console
from rich.highlighter import Highlighter
from rich.text import Text

from ..core.game import Event, Game, Message, Seat
from ..core.language import Voice

COLOURS = ("cyan", "yellow", "magenta", "green", "blue", "red", "bright_cyan", "bright_yellow")
PACE = 0.5  # seconds between two sentences


class Names(Highlighter):
    """Every seat's name in its own colour, and numbers bold."""

    def __init__(self, names: Sequence[str]) -> None:
        self.patterns = [(rf"(?<!\w){re.escape(name)}(?!\w)", colour(seat)) for seat, name in enumerate(names)]

    def highlight(self, text: Text) -> None:
        text.highlight_regex(r"(?<!\w)\d[\d.,\u202f]*\d|\d", "bold")
        for pattern, style in self.patterns:
            text.highlight_regex(pattern, style)


def colour(seat: Seat) -> str:
    return f"bold {COLOURS[seat % len(COLOURS)]}"


class Screen:
    """A terminal that speaks one language. What people typed is shown as it is, never read as markup."""

    def __init__(self, voice: Voice, pace: float | None = None) -> None:
        self.console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
        self.voice = voice
        self.pace = pace if pace is not None else PACE * self.console.is_terminal
        self.names = Names(voice.names)

    def say(self, message: Message, style: str = "") -> None:
        self.show(self.voice(message), style)

    def show(self, line: str, style: str = "") -> None:
        self.console.print(self.names(Text(line, style)))

    def tell(self, events: Iterable[Event], pace: float | None = None) -> None:
        for event in events:
            mark = Text("● ", colour(event.seat)) if event.seat is not None and event.seat >= 0 else Text("  ")
            self.console.print(mark + self.names(Text(self.voice(event.message))))
            time.sleep(self.pace if pace is None else pace)

    def draw(self, game: Game, view: Struct, voice: Voice) -> None:
        """The table as this viewer sees it: as the game draws it, else its parts by name."""
        for line in game.draw(view, voice) if game.draw else _parts(view):
            self.show(line)

    def clear(self) -> None:
        self.console.clear()


def _parts(view: Struct) -> Iterable[str]:
    return (f"{name}: {value}" for name, value in asdict(view).items() if value not in (None, ()) and _plain(value))


def _plain(value: object) -> bool:
    return all(map(_plain, value)) if isinstance(value, tuple) else not isinstance(value, Struct)
