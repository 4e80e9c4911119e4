"""The values of the components that every table shares: the room before the game, the end after it, the curtain."""

from __future__ import annotations

from msgspec import Struct

from ..core.game import Message, Seat, Seated


class Berth(Struct, frozen=True):
    """A seat of the room; `name` is empty until somebody sits there."""

    name: str = ""
    bot: bool = False
    here: bool = False  # at the viewer's device, with others
    away: bool = False


class Seats(Struct, frozen=True):
    """Component `seats`. The creator may remove people and sit bots (`levels`: value and title) at empty seats."""

    berths: tuple[Berth, ...]
    creator: bool = False
    levels: tuple[tuple[str, Message], ...] = ()


class Invite(Struct, frozen=True):
    """Component `invite`. Without `qr` only this device reaches the server, and the page says how to change that."""

    url: str = ""
    qr: str = ""  # the address of the picture


class Start(Struct, frozen=True):
    """Component `start`: the creator's buttons, or whom one waits for."""

    creator: bool
    name: str  # of the creator
    missing: int  # seats still empty


class Line(Struct, frozen=True):
    """Component `line`: one sentence on what is going on, under the title."""

    message: Message
    seated: tuple[Seated, ...]
    you: Seat | None = None


class Rank(Struct, frozen=True):
    place: int
    seat: Seat
    score: int


class End(Struct, frozen=True):
    """Component `end`: who has won and why, the ranking, and what to do next."""

    seated: tuple[Seated, ...]
    winners: tuple[Seat, ...]
    ranking: tuple[Rank, ...]
    reason: Message
    you: Seat | None = None
    rematch: bool = True
    next: str = ""  # where the rematch is, once somebody has opened one
    record: str = ""  # address of the record
    draws: int = 0  # how many of nature's moves there were
    fair: bool = True  # every draw is the one that was committed to


class Curtain(Struct, frozen=True):
    """Component `curtain`: the device goes from hand to hand, and the next person lifts it."""

    seat: Seat
    name: str
