"""The table as lines of text, at most 90 columns wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from ...core.game import Message, Seat, Who, say
from ...core.language import Voice
from .cards import KINDS, PORTS, Bean, coins, full_deck, next_step
from .names import PORT_NAMES
from .state import Beans, OpenOffer, Phase, Ship
from .stories import STANDING
from .views import Public, View

WIDTH = 90
PHASES = {
    Phase.DEAL: say("dealing"),
    Phase.PLANT: say("phase 1, plant"),
    Phase.TRADE: say("phase 2, trade and sail"),
    Phase.SOW: say("phase 2, plant everything"),
    Phase.DRAW: say("phase 3, draw"),
    Phase.OVER: say("the game is over"),
}


def draw(view: View, voice: Voice) -> Iterator[str]:
    yield from _folded(voice(_heading(view)))
    for port, row in zip(PORTS, view.ports, strict=False):
        yield from _folded(f"  {PORT_NAMES[port]:<9} {_row(row)}")
    for seat, player in enumerate(view.players):
        yield from _player(view, seat, player, voice)
    if view.up:
        yield from _folded(voice(say("turned up: {cards}", cards=_row(view.up))))
    for each in view.offers:
        yield from _folded(voice(_offer(each, view.seat)))
    if view.raid is not None:
        yield voice(say("{who} must answer the raid on ship {n}", who=Who(view.raid.seat), n=view.raid.ship))
    if view.seat is not None:
        yield from _folded(voice(say("your hand: {cards}", cards=_numbered(view.hand))))
        if view.standing != "ask":
            yield voice(STANDING[view.standing])
    yield from _legend(view, voice)


def _heading(view: View) -> Message:
    return say(
        "{phase}; active: {who}; draw pile {pile}, discards {discards} ({top}), exhausted {times} of 3",
        phase=PHASES[view.phase],
        who=Who(view.active),
        pile=view.pile,
        discards=len(view.discards),
        top=view.discards[-1] if view.discards else "-",
        times=view.exhausted,
    )


def _folded(text: str) -> Iterator[str]:
    yield from wrap(text, WIDTH, subsequent_indent="      ", break_long_words=False, break_on_hyphens=False)


def _row(cards: Iterable[Bean]) -> str:
    return " ".join(cards) or "-"


def _numbered(cards: Iterable[Bean]) -> str:
    return "  ".join(f"{position} {bean}" for position, bean in enumerate(cards, 1)) or "-"


def _player(view: View, seat: int, player: Public, voice: Voice) -> Iterator[str]:
    mark = ">" if seat == view.active else " "
    facts = [say("coins {n}", n=len(player.coins)), say("cards {n}", n=player.cards)]
    if player.shown and seat != view.seat:
        facts.append(say("among them {cards}", cards=_row(player.shown)))
    if player.wishes:
        facts.append(say("looks for {cards}", cards=_row(player.wishes)))
    yield from _folded(f"{mark} {seat} {voice.name(seat)}: " + ", ".join(map(voice, facts)))
    fields = "   ".join(f"{number}: {_crop(field)}" for number, field in enumerate(player.fields, 1))
    yield from _folded("      " + voice(say("fields   {fields}", fields=fields)))
    ships = [f"{number}: {_ship(ship, voice)}" for number, ship in enumerate(player.merchants, 1)]
    if player.pirate is not None:
        ships.append(f"pirate: {_ship(player.pirate, voice)}")
    if ships:
        yield from _folded("      " + voice(say("ships    {ships}", ships="   ".join(ships))))
    if player.received:
        yield from _folded("      " + voice(say("received {cards}", cards=_row(player.received))))


def _crop(lot: Beans | None) -> str:
    """What grows here, what it brings now, and how many bring more: `coffee ×5 (1; 7)`."""
    if lot is None:
        return "-"
    more = next_step(lot.bean, lot.count)
    now = coins(lot.bean, lot.count)
    return f"{lot.bean} ×{lot.count} ({now}; {more})" if more else f"{lot.bean} ×{lot.count} ({now})"


def _ship(ship: Ship, voice: Voice) -> str:
    where = voice(say("at home")) if ship.port is None else PORT_NAMES[ship.port]
    return f"{_crop(ship.load)} {where}"


def _offer(each: OpenOffer, viewer: Seat | None) -> Message:
    if each.to is None:
        return say(
            "offer: {who} → all: {give} for {want}",
            who=Who(each.proposer),
            give=_row(each.give),
            want=_row(each.want),
        )
    if each.to == viewer:
        return say(
            "offer: {who} → you: {give} for {want}",
            who=Who(each.proposer),
            give=_row(each.give),
            want=_row(each.want),
        )
    return say(
        "offer: {who} → {to}: {give} for {want}",
        who=Who(each.proposer),
        to=Who(each.to),
        give=_row(each.give),
        want=_row(each.want),
    )


def _legend(view: View, voice: Voice) -> Iterator[str]:
    """The beans of this deck with their price steps, two in a line."""
    yield voice(say("cards for 1, 2, 3, 4 coins:"))
    deck = zip(KINDS.items(), full_deck(len(view.players), view.deck), strict=True)
    rows = [f"{bean:<10}{_steps(bean):<11}{voice(kind.name)}" for (bean, kind), count in deck if count]
    half = (len(rows) + 1) // 2
    for left, right in zip(rows[:half], [*rows[half:], ""], strict=False):
        yield f"  {left:<43}{right}".rstrip()


def _steps(bean: Bean) -> str:
    return "/".join("-" if step is None else str(step) for step in KINDS[bean].steps)
