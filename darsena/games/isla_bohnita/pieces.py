"""The values of the board's components: what each part of the screen is made from."""

from __future__ import annotations

from msgspec import Struct

from ...core.game import Message, Seat, Seated
from ...core.notation import NOTHING
from .cards import KINDS, Bean, Deck, Port, coins, full_deck, next_step
from .market import Good
from .moves import Which
from .names import GOOD_NAMES, PORT_NAMES, beans, coins_named
from .turn import EXHAUSTIONS

LETTERS = dict(zip(Bean, "BCSGYERNFDOWM", strict=True))  # the same in all languages, like a notation


class Chip(Struct, frozen=True):
    """Cards of one bean: a drawing, a letter and a number. `flip` follows a card from place to place."""

    bean: Bean
    count: int = 1
    flip: str = ""

    @property
    def letter(self) -> str:
        return LETTERS[self.bean]

    @property
    def name(self) -> Message:
        return beans(self.bean, self.count)

    @property
    def coins(self) -> int:
        return coins(self.bean, self.count)

    @property
    def price(self) -> Message:
        return coins_named(self.coins)

    @property
    def more(self) -> int | None:
        """How many cards are missing to the next coin."""
        step = next_step(self.bean, self.count)
        return None if step is None else step - self.count

    @property
    def next_coins(self) -> int:
        return coins(self.bean, self.count + (self.more or 0))

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Coins, and the number of cards that bring them."""
        return tuple([(n, step) for n, step in enumerate(KINDS[self.bean].steps, 1) if step is not None])

    @property
    def prices(self) -> str:
        return "·".join("–" if step is None else str(step) for step in KINDS[self.bean].steps)


class Plate(Struct, frozen=True):
    """Who sits there."""

    seat: Seat
    who: Seated
    active: bool


class Known(Struct, frozen=True):
    """The cards everybody knows a player to have: in the hand, and received but not planted yet."""

    shown: tuple[Chip, ...]
    received: tuple[Chip, ...]


class Land(Struct, frozen=True):
    seat: Seat
    name: str
    fields: tuple[Chip | None, ...]


class Vessel(Struct, frozen=True):
    which: Which
    load: Chip | None
    port: Port | None

    @property
    def place(self) -> str:
        return "" if self.port is None else PORT_NAMES[self.port]


class Fleet(Struct, frozen=True):
    seat: Seat
    name: str
    ships: tuple[Vessel, ...]


class Row(Struct, frozen=True):
    """A port: its cards, and how many a ship may take at once."""

    port: Port
    cards: tuple[Chip, ...]
    run: int

    @property
    def name(self) -> str:
        return PORT_NAMES[self.port]


class Moored(Struct, frozen=True):
    """Whose ships lie at a port."""

    port: str
    ships: tuple[tuple[Seat, str], ...]


class Pile(Struct, frozen=True):
    cards: int
    exhausted: int
    most: int = EXHAUSTIONS


class Top(Struct, frozen=True):
    """The discard pile, from above."""

    card: Chip | None
    cards: int


class Deed(Struct, frozen=True):
    """A move on a button."""

    text: str
    label: Message


class Plot(Struct, frozen=True):
    """An own field: what grows there, what may be planted, and what its harvest may become."""

    number: int
    crop: Chip | None
    plants: tuple[Chip, ...]
    deeds: tuple[Deed, ...]


class Sale(Struct, frozen=True):
    """Something that can be bought."""

    what: Good
    price: int
    enough: bool

    @property
    def title(self) -> Message:
        return GOOD_NAMES[self.what]


class Berth(Struct, frozen=True):
    """An own ship."""

    seat: Seat
    ship: Vessel
    deeds: tuple[Deed, ...]


class Trips(Struct, frozen=True):
    """How the own ships may sail to a port."""

    port: Port
    deeds: tuple[Deed, ...]

    @property
    def name(self) -> str:
        return PORT_NAMES[self.port]


class Purse(Struct, frozen=True):
    seat: Seat
    coins: int


class Hand(Struct, frozen=True):
    cards: tuple[Chip, ...]
    offered: tuple[int, ...]
    alone: bool  # one card at a time is picked: in the duel cards are discarded, not given


class Laid(Struct, frozen=True):
    """The cards turned up, and those this seat received: they wait for a field."""

    up: tuple[Chip, ...]
    received: tuple[Chip, ...]
    yours: bool  # the turned-up ones


class Deal(Struct, frozen=True):
    """An open offer as this seat sees it."""

    proposer: Seat
    name: str
    to: str  # empty: everyone
    mine: bool
    give: tuple[Chip, ...]
    want: tuple[Chip, ...]
    accepts: tuple[Deed, ...] = ()
    open: bool = False  # for this seat
    waits: tuple[str, ...] = ()  # who has not answered yet
    gain: tuple[Chip, ...] = ()  # own fields as they would be
    yours: bool = False  # addressed to this seat alone

    @property
    def get(self) -> str:
        """What it gives, as it stands in the answer."""
        return ",".join([chip.bean.value for chip in self.give for _ in range(chip.count)]) or NOTHING

    @property
    def counter(self) -> str:
        """What a counter-offer begins with: the same partner, and wanting what is offered."""
        return " ".join([f"offer-to={self.proposer}", *[f"want-{chip.bean.value}={chip.count}" for chip in self.give]])


class To(Struct, frozen=True):
    """Whom an offer may go to: the active player chooses, everybody else asks the active player."""

    seats: tuple[tuple[Seat, str], ...]
    free: bool


class Wants(Struct, frozen=True):
    """The beans one may ask for: those of the deck."""

    seats: int
    deck: Deck

    @property
    def beans(self) -> tuple[Chip, ...]:
        counts = full_deck(self.seats, self.deck)
        return tuple([Chip(bean) for bean, count in zip(Bean, counts, strict=True) if count])
