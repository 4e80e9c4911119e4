"""The values of the board's components: what each part of the screen is made from."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache

from msgspec import Struct

from ...core import notation
from ...core.game import Message, Seat, Seated, say
from ...core.notation import NOTHING
from .cards import KINDS, PORTS, Bean, Deck, Port, coins, full_deck, next_step
from .market import Good
from .moves import Accept, Harvest, Home, Load, Move, Raid, Sail, Sell, Unload, Which
from .names import GOOD_NAMES, PORT_NAMES, beans, coins_named
from .state import Beans, Reply
from .turn import EXHAUSTIONS

Fronts = tuple[Bean | None, ...]  # the first card at each port

LETTERS = dict(zip(Bean, "BCSGYERNFDOWM", strict=True))  # the same in all languages, like a notation


class Chip(Struct, frozen=True, gc=False):
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


@lru_cache(maxsize=1 << 12)
def counted(cards: tuple[Bean, ...]) -> tuple[Chip, ...]:
    return tuple([Chip(bean, count) for bean, count in Counter(cards).items()])


@lru_cache(maxsize=1 << 12)
def each(cards: tuple[Bean, ...]) -> tuple[Chip, ...]:
    return tuple(map(Chip, cards))


class Plate(Struct, frozen=True, gc=False):
    """Who sits there."""

    seat: Seat
    who: Seated
    active: bool


class Land(Struct, frozen=True, gc=False):
    seat: Seat
    name: str
    fields: tuple[Chip | None, ...]


class Vessel(Struct, frozen=True, gc=False):
    which: Which
    load: Chip | None
    port: Port | None

    @property
    def place(self) -> str:
        return "" if self.port is None else PORT_NAMES[self.port]


class Fleet(Struct, frozen=True, gc=False):
    seat: Seat
    name: str
    ships: tuple[Vessel, ...]


class Row(Struct, frozen=True, gc=False):
    """A port: its cards, and how many a ship may take at once."""

    port: Port
    cards: tuple[Chip, ...]
    run: int

    @property
    def name(self) -> str:
        return PORT_NAMES[self.port]


class Moored(Struct, frozen=True, gc=False):
    """Whose ships lie at a port."""

    port: str
    ships: tuple[tuple[Seat, int, str], ...]


class Pile(Struct, frozen=True, gc=False):
    cards: int
    exhausted: int
    most: int = EXHAUSTIONS


class Top(Struct, frozen=True, gc=False):
    """The discard pile, from above."""

    card: Chip | None
    cards: int


class Deed(Struct, frozen=True, gc=False):
    """A move on a button."""

    text: str
    label: Message


class Plot(Struct, frozen=True, gc=False):
    """An own field: what grows there, what may be planted, and what its harvest may become."""

    number: int
    crop: Chip | None
    plants: tuple[Bean, ...]
    harvests: tuple[Harvest | Load, ...]
    flip: str = ""  # of its coin

    @property
    def sowings(self) -> tuple[Chip, ...]:
        return each(self.plants)

    @property
    def deeds(self) -> tuple[Deed, ...]:
        return tuple([_deed(move, self._label(move)) for move in self.harvests])

    def _label(self, move: Harvest | Load) -> Message:
        assert self.crop is not None
        if isinstance(move, Load):
            return say("Harvest onto ship {n}", n=move.ship)
        return say("Harvest and sell for {coins}", coins=coins_named(self.crop.coins))


def _deed(move: Move, label: Message) -> Deed:
    return Deed(notation.write(move), label)


class Sale(Struct, frozen=True, gc=False):
    """Something that can be bought."""

    what: Good
    price: int
    enough: bool

    @property
    def title(self) -> Message:
        return GOOD_NAMES[self.what]


class Prey(Struct, frozen=True, gc=False):
    """A ship that may be raided."""

    raid: Raid
    name: str
    load: Beans


class Berth(Struct, frozen=True, gc=False):
    """An own ship, what may be done with it, and what lies first at the ports it may sail to."""

    seat: Seat
    ship: Vessel
    moves: tuple[Sell | Unload | Sail | Home, ...]
    fronts: Fronts = ()
    preys: tuple[Prey, ...] = ()
    flip: str = ""  # of its coin

    @property
    def deeds(self) -> tuple[Deed, ...]:
        raids = [_deed(prey.raid, _raided(prey)) for prey in self.preys]
        return tuple([_deed(move, self._label(move)) for move in self.moves] + raids)

    def _label(self, move: Sell | Unload | Sail | Home) -> Message:
        match move:
            case Home():
                return say("Sail home")
            case Sail():
                return sailed(move, self.fronts)
            case Unload():
                return say("Unload for nothing")
            case Sell():
                assert self.ship.load is not None
                return say("Sell the load for {coins}", coins=self.ship.load.price)


def sailed(move: Sail, fronts: Fronts) -> Message:
    front = fronts[PORTS.index(move.port)]
    if front is None:
        return say("Sail to {port}, where nothing lies", port=PORT_NAMES[move.port])
    return say("Sail to {port} and take {beans}", port=PORT_NAMES[move.port], beans=beans(front, move.cards))


def _raided(prey: Prey) -> Message:
    return say(
        "Raid {name}: ship {n} with {beans}",
        name=prey.name,
        n=prey.raid.ship,
        beans=beans(prey.load.bean, prey.load.count),
    )


class Trips(Struct, frozen=True, gc=False):
    """How the own ships may sail to a port."""

    port: Port
    moves: tuple[Sail, ...]
    fronts: Fronts

    @property
    def name(self) -> str:
        return PORT_NAMES[self.port]

    @property
    def deeds(self) -> tuple[Deed, ...]:
        return tuple(
            [_deed(move, say("Ship {n}: {trip}", n=move.ship, trip=sailed(move, self.fronts))) for move in self.moves]
        )


class Purse(Struct, frozen=True, gc=False):
    seat: Seat
    coins: int
    wishes: tuple[Chip, ...]
    flip: str


class Word(Struct, frozen=True, gc=False):
    """What this seat may leave word of: what it looks for, and how it answers raids."""

    seats: int
    deck: Deck
    wishes: tuple[Bean, ...]
    standing: Reply

    @property
    def beans(self) -> tuple[Chip, ...]:
        return in_deck(self.seats, self.deck)

    @property
    def joined(self) -> str:
        return ",".join(self.wishes) or NOTHING

    @property
    def replies(self) -> tuple[tuple[Reply, Message], ...]:
        return ("ask", say("ask me")), ("sell", say("always sell")), ("yield", say("never sell"))


class Held(Struct, frozen=True, gc=False):
    """A card in the hand, at its place from the front."""

    card: Chip
    place: int
    offered: bool
    alone: bool


class Hand(Struct, frozen=True, gc=False):
    cards: tuple[Chip, ...]
    offered: tuple[int, ...]
    alone: bool  # one card at a time is picked: in the duel cards are discarded, not given

    @property
    def held(self) -> tuple[Held, ...]:
        return tuple([Held(card, n, n in self.offered, self.alone) for n, card in enumerate(self.cards, 1)])


class Laid(Struct, frozen=True, gc=False):
    """The cards turned up, and those this seat received: they wait for a field."""

    up: tuple[Chip, ...]
    received: tuple[Chip, ...]
    yours: bool  # the turned-up ones


class Deal(Struct, frozen=True, gc=False):
    """An open offer, as everybody sees it."""

    proposer: Seat
    name: str
    to: str  # empty: everyone
    give: tuple[Bean, ...]
    want: tuple[Bean, ...]
    many: bool  # offers are open: each gets little room

    @property
    def given(self) -> tuple[Chip, ...]:
        return counted(self.give)

    @property
    def wanted(self) -> tuple[Chip, ...]:
        return counted(self.want)


class Waits(Struct, frozen=True, gc=False):
    """Where an offer stands among the open ones, the oldest first; and for whom it is open, if for several."""

    nth: int
    names: tuple[str, ...]


class Answer(Struct, frozen=True, gc=False):
    """What a seat may do about an open offer."""

    proposer: Seat
    mine: bool = False
    give: tuple[Bean, ...] = ()
    accepts: tuple[Accept, ...] = ()
    gain: tuple[Chip, ...] = ()  # own fields as they would be

    @property
    def deeds(self) -> tuple[Deed, ...]:
        return tuple([_deed(move, self._label(move)) for move in self.accepts])

    def _label(self, move: Accept) -> Message:
        """Which cards leave, where there is a choice."""
        if len(self.accepts) == 1:
            return say("Accept")
        if not move.hand:
            return say("Accept: turned up")
        if move.up:
            return say("Accept: turned up, and hand card {positions}", positions=move.hand)
        return say("Accept: hand card {positions}", positions=move.hand)

    @property
    def get(self) -> str:
        """What the offer gives, as it stands in the answer."""
        return ",".join(self.give) or NOTHING

    @property
    def counter(self) -> str:
        """What a counter-offer begins with: the same partner, and wanting what is offered."""
        wants = [f"want-{chip.bean}={chip.count}" for chip in counted(self.give)]
        return " ".join([f"offer-to={self.proposer}", *wants])


class To(Struct, frozen=True, gc=False):
    """Whom an offer may go to: the active player chooses, everybody else asks the active player."""

    seats: tuple[tuple[Seat, str], ...]
    free: bool


class Wants(Struct, frozen=True, gc=False):
    """The beans one may ask for: those of the deck."""

    seats: int
    deck: Deck

    @property
    def beans(self) -> tuple[Chip, ...]:
        return in_deck(self.seats, self.deck)


@cache
def in_deck(seats: int, deck: Deck) -> tuple[Chip, ...]:
    counts = full_deck(seats, deck)
    return tuple([Chip(bean) for bean, count in zip(Bean, counts, strict=True) if count])
