"""The values of the components that every table shares: the room before the game, what surrounds it, the end."""

from __future__ import annotations

from msgspec import Struct

from ..core.game import Message, Seat, Seated


class Berth(Struct, frozen=True, gc=False):
    """A seat of the room; `name` is empty until somebody sits there, `guest` is not the creator's own place."""

    name: str = ""
    bot: bool = False
    here: bool = False  # at the viewer's device, with others
    away: bool = False
    guest: bool = True


class Seats(Struct, frozen=True, gc=False):
    """Component `seats`. The creator may remove people and sit bots (`levels`: value and label) at empty seats.

    Bots of other people may be invited by their names.
    """

    berths: tuple[Berth, ...]
    creator: bool = False
    levels: tuple[tuple[str, str], ...] = ()
    invited: tuple[str, ...] = ()


class Invite(Struct, frozen=True, gc=False):
    """Component `invite`. Without `qr` only this device reaches the server, and the page says how to change that."""

    url: str = ""
    qr: str = ""  # the address of the picture


class Start(Struct, frozen=True, gc=False):
    """Component `start`: the creator's buttons, or whom one waits for."""

    creator: bool
    name: str  # of the creator; none where several tables start together
    missing: int  # seats still empty


class Line(Struct, frozen=True, gc=False):
    """Component `line`: one sentence on what is going on, under the title."""

    message: Message
    seated: tuple[Seated, ...]
    you: Seat | None = None


class Rank(Struct, frozen=True, gc=False):
    place: int
    seat: Seat
    score: int


class End(Struct, frozen=True, gc=False):
    """Component `end`: who has won and why, the ranking, and what to do next."""

    seated: tuple[Seated, ...]
    winners: tuple[Seat, ...]
    ranking: tuple[Rank, ...]
    reason: Message
    you: Seat | None = None
    rematch: bool = True
    next: str = ""  # where the rematch is, once somebody has opened one
    record: str = ""  # address of the record
    replay: str = ""  # where the game can be seen again
    series: str = ""  # where it is compared with other tables of the same deal
    given: bool = False  # it began from a position of another game
    draws: int = 0  # how many of nature's moves there were
    fair: bool = True  # every draw is the one that was committed to


class Question(Struct, frozen=True, gc=False):
    """Something asked of all who play; `wish` is its text."""

    text: Message
    wish: str
    seat: Seat  # who asks
    own: bool = False  # the viewer has asked it
    open: bool = False  # the viewer may answer


class Hand(Struct, frozen=True, gc=False):
    """The time of one seat: what was left at the last row of the log, and when it ends if it runs."""

    seat: Seat
    left: int
    until: float | None = None


class Notes(Struct, frozen=True, gc=False):
    """Component `notes`: what concerns all at the table, above the board."""

    seated: tuple[Seated, ...]
    you: Seat | None
    hands: tuple[Hand, ...] = ()
    paused: bool = False
    resume: bool = False  # the viewer may ask to go on
    standins: tuple[tuple[Seat, bool], ...] = ()  # where a bot plays for a person; whether they have resigned
    back: bool = False  # the viewer may take their seat back
    still: bool = False  # the viewer cannot move now
    questions: tuple[Question, ...] = ()


class Helm(Struct, frozen=True, gc=False):
    """Component `helm`, in the menu: what one can do besides moving."""

    undo: bool = False
    pause: bool = False
    resign: bool = False
    clock: str = ""
    clocks: tuple[tuple[str, Message], ...] = ()  # value and title of each
    absent: tuple[tuple[Seat, str], ...] = ()  # who may be voted on
    watched: bool | None = None  # whether people may look on, for whoever decides it


class Tip(Struct, frozen=True, gc=False):
    """A hint: a move with its name, what it is worth and why; and what it does, case by case, under a title."""

    move: str
    name: Message
    measure: Message
    why: Message
    cases: tuple[tuple[Message, Message], ...] = ()
    title: Message | None = None


class Hints(Struct, frozen=True, gc=False):
    """Component `hints`, above the board: a button that asks for them, or what was found."""

    seated: tuple[Seated, ...]
    you: Seat
    asked: bool = False
    tips: tuple[Tip, ...] = ()


class Peer(Struct, frozen=True, gc=False):
    """Somebody else at the table."""

    seat: Seat
    name: str
    muted: bool  # the viewer does not want to read them
    silenced: bool  # they may not write


class Peers(Struct, frozen=True, gc=False):
    """Component `peers`, in the chat: what can be done about what others write."""

    others: tuple[Peer, ...]
    host: Seat | None  # the seat of whoever opened the table
    creator: bool = False  # that is the viewer


class Curtain(Struct, frozen=True, gc=False):
    """Component `curtain`: the device goes from hand to hand, and the next person lifts it."""

    seat: Seat
    name: str
