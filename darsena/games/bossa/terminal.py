"""BOSSA in a terminal: both lines from low to high, the hands, and what is still unseen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from ...core.game import Message, Seat, say
from ...core.language import Voice
from . import words
from .lines import End, Line, Side
from .state import DEALT
from .tiles import MOST, Colour
from .views import View

WIDTH = 5  # of a column


def draw(view: View, voice: Voice) -> Iterator[str]:
    for place, (colour, line) in enumerate(zip(Colour, view.lines, strict=False)):
        yield from _line(view, voice, place, colour, line)
        yield ""
    for seat in _from_afar(view.seat):
        yield _hand(view, voice, seat)
    yield ""
    yield from _unseen(view, voice)


def _line(view: View, voice: Voice, place: int, colour: Colour, line: Line) -> Iterator[str]:
    """The name of a line, its values with the die in brackets, and the tiles below their values."""
    owner = f"({voice.name(view.owners[place])})" if view.owners else ""
    name = voice(say("White line") if colour is Colour.WHITE else say("Black line"))
    yield f"{name} {owner}".rstrip()
    low = [[str(value), *map(str, group.tiles)] for value, group in line.groups() if value < line.die]
    high = [[str(value), *map(str, group.tiles)] for value, group in line.groups() if value > line.die]
    for row in zip_longest(*low, [f"[{line.die}]"], *high, fillvalue=""):
        yield ("  " + "".join(f"{cell:^{WIDTH}}" for cell in row)).rstrip()
    for value, group in line.groups():
        for cover in group.covers:
            yield "  " + voice(say("on {value}: {tiles}", value=value, tiles=words.named(cover)))
    for end in view.ends:
        if end.colour is colour:
            yield "  " + voice(_need(end))


def _need(end: End) -> Message:
    """What goes on at an end."""
    if end.side is Side.UP:
        if end.dead:
            return say("up: closed")
        return say("up: {value} with {tiles}", value=end.value, tiles=words.one_of(end.sizes))
    if end.dead:
        return say("down: closed")
    return say("down: {value} with {tiles}", value=end.value, tiles=words.one_of(end.sizes))


def _from_afar(seat: Seat | None) -> tuple[Seat, Seat]:
    """The own hand comes last, nearest to whoever looks."""
    return (1, 0) if seat == 0 else (0, 1)


def _hand(view: View, voice: Voice, seat: Seat) -> str:
    hand, mark = view.hands[seat], ">" if view.mover == seat else " "
    shown = " ".join(["?.?"] * view.sizes[seat] if hand is None else map(str, hand))
    unused = ", ".join(voice(words.ACTION_TILES[action]) for action in view.actions[seat]) or "-"
    name = voice.name(seat)[:16]
    return f"{mark} {name:16} {shown:{WIDTH * DEALT + 8}} [{unused}]"


def _unseen(view: View, voice: Voice) -> Iterator[str]:
    """§1.1 as a table: how many tiles with so many pips of a colour nobody has seen yet."""
    yield voice(say("Pile: {n}", n=view.pile))
    if view.out:
        yield voice(say("Out of the game: {tiles}", tiles=words.named(view.out)))
    rows = [
        (voice(say("unseen, by pips")), range(1, MOST + 1)),
        (voice(words.COLOURS[Colour.WHITE]), view.unseen_white),
        (voice(words.COLOURS[Colour.BLACK]), view.unseen_black),
    ]
    for name, numbers in rows:
        yield f"  {name:20}" + "".join(f"{n:4}" for n in numbers)
