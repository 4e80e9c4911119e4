"""What a viewer is told of a move."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.game import Event, Message, Outcome, Seat, Who, say, tell
from .cards import PORTS, Bean, coins
from .moves import (
    Accept,
    Buy,
    Decline,
    Discard,
    Done,
    Draw,
    Harvest,
    Home,
    Load,
    Move,
    Offer,
    Plant,
    Raid,
    Sail,
    Sell,
    Standing,
    Unload,
    Wish,
    Withdraw,
    Yield,
)
from .names import GOOD_NAMES, PORT_NAMES, cards_named, coins_named, lot, name
from .state import UP, Beans, OpenOffer, Phase, State, Target
from .turn import outcome

Viewer = Seat | None


def story(before: State, seat: Seat, move: Move, after: State, viewer: Viewer) -> Iterator[Event]:
    yield from _told(before, seat, move, after, viewer)
    if before.offers and after.phase == before.phase:
        yield from _fallen(before, seat, move, after, viewer)
    yield from _pile(before, after)
    if before.phase != after.phase or before.active != after.active:
        yield from _next_phase(before, after, viewer)


def _told(before: State, seat: Seat, move: Move, after: State, viewer: Viewer) -> Iterator[Event]:
    match move:
        case Draw():
            yield from _drawn(before, move.bean, after, viewer)
        case Offer() | Accept() | Decline() | Withdraw():
            yield from _trade(before, seat, move, after, viewer)
        case Plant():
            yield Event(_planted(seat, move, viewer), seat, "plant")
        case Harvest():
            crop = before.players[seat].fields[move.field - 1]
            yield _sale(seat, crop, viewer)
        case Load():
            yield Event(_loaded(before, seat, move, viewer), seat, "harvest")
        case Sell():
            yield _sale(seat, _load(before, seat, move.ship), viewer)
        case Unload():
            yield Event(_unloaded(seat, _load(before, seat, move.ship), viewer), seat, "harvest")
        case Buy():
            yield Event(_bought(before, seat, move, after, viewer), seat, "buy")
        case Done():
            yield Event(_ended(before, seat, viewer), seat, "turn")
        case Discard():
            bean = before.players[seat].hand[move.card - 1]
            yield Event(
                tell(viewer, seat, "You discard {bean}.", "{who} discards {bean}.", bean=name(bean)), seat, "draw"
            )
        case Sail():
            yield Event(_sailed(before, seat, move, viewer), seat, "sail")
        case Home():
            text = tell(viewer, seat, "Your ship {n} sails home.", "{who}: ship {n} sails home.", n=move.ship)
            yield Event(text, seat, "sail")
        case Raid():
            yield from _raided(before, seat, move, after, viewer)
        case Yield():
            assert before.raid is not None
            yield _robbed(before, before.raid, viewer)
        case Wish():
            yield Event(_wished(after.players[seat].wishes, seat, viewer), seat, "offer")
        case Standing():
            yield Event(_left_word(seat, move, viewer), seat)


def _planted(seat: Seat, move: Plant, viewer: Viewer) -> Message:
    return tell(
        viewer,
        seat,
        "You plant {bean} on field {n}.",
        "{who} plants {bean} on field {n}.",
        bean=name(move.bean),
        n=move.field,
    )


def _sale(seat: Seat, sold: Beans | None, viewer: Viewer) -> Event:
    assert sold is not None
    earned = coins(sold.bean, sold.count)
    text = tell(
        viewer,
        seat,
        "You sell {beans}: {coins}.",
        "{who} sells {beans}: {coins}.",
        beans=lot(sold),
        coins=coins_named(earned),
    )
    return Event(text, seat, "coins" if earned else "harvest")


def _load(state: State, seat: Seat, which: int | str) -> Beans | None:
    player = state.players[seat]
    ship = player.pirate if isinstance(which, str) else player.merchants[which - 1]
    return None if ship is None else ship.load


def _loaded(before: State, seat: Seat, move: Load, viewer: Viewer) -> Message:
    crop = before.players[seat].fields[move.field - 1]
    assert crop is not None
    return tell(
        viewer,
        seat,
        "You harvest {beans} onto ship {n}.",
        "{who} harvests {beans} onto ship {n}.",
        beans=lot(crop),
        n=move.ship,
    )


def _unloaded(seat: Seat, load: Beans | None, viewer: Viewer) -> Message:
    assert load is not None
    return tell(viewer, seat, "You unload {beans} for nothing.", "{who} unloads {beans} for nothing.", beans=lot(load))


def _bought(before: State, seat: Seat, move: Buy, after: State, viewer: Viewer) -> Message:
    paid = len(before.players[seat].coins) - len(after.players[seat].coins)
    return tell(
        viewer,
        seat,
        "You buy for {coins}: {what}.",
        "{who} buys for {coins}: {what}.",
        coins=coins_named(paid),
        what=GOOD_NAMES[move.what],
    )


def _ended(before: State, seat: Seat, viewer: Viewer) -> Message:
    if before.phase == Phase.PLANT:
        return tell(viewer, seat, "You are done planting.", "{who} is done planting.")
    if before.phase == Phase.TRADE and before.deck == "base":
        return tell(viewer, seat, "You declare the trading over.", "{who} declares the trading over.")
    return tell(viewer, seat, "You end phase 2.", "{who} ends phase 2.")


def _sailed(before: State, seat: Seat, move: Sail, viewer: Viewer) -> Message:
    row = before.ports[PORTS.index(move.port)]
    return tell(
        viewer,
        seat,
        "Your ship {n} sails to {port} and takes: {cards}.",
        "{who}: ship {n} sails to {port} and takes: {cards}.",
        n=move.ship,
        port=PORT_NAMES[move.port],
        cards=cards_named(row[: move.cards]),
    )


def _raided(before: State, seat: Seat, move: Raid, after: State, viewer: Viewer) -> Iterator[Event]:
    load = _load(before, move.seat, move.ship)
    assert load is not None
    if viewer == move.seat:
        text = say("{who} raids your ship {n} with {beans}.", who=Who(seat), n=move.ship, beans=lot(load))
    else:
        text = tell(
            viewer,
            seat,
            "You raid {victim}: ship {n} with {beans}.",
            "{who} raids {victim}: ship {n} with {beans}.",
            victim=Who(move.seat),
            n=move.ship,
            beans=lot(load),
        )
    yield Event(text, seat, "raid")
    if after.raid is not None:
        return
    if after.players[seat].pirate != before.players[seat].pirate:
        yield _robbed(before, Target(move.seat, move.ship), viewer)
    else:  # an answer left beforehand
        yield _sale(move.seat, load, viewer)


def _robbed(before: State, target: Target, viewer: Viewer) -> Event:
    load = _load(before, target.seat, target.ship)
    assert load is not None
    text = tell(
        viewer,
        target.seat,
        "You lose to the pirate: {bean}.",
        "{who} loses to the pirate: {bean}.",
        bean=name(load.bean),
    )
    return Event(text, target.seat, "raid")


def _wished(wishes: tuple[Bean, ...], seat: Seat, viewer: Viewer) -> Message:
    if not wishes:
        return tell(viewer, seat, "You look for nothing in particular.", "{who} looks for nothing in particular.")
    cards = cards_named(wishes)
    return tell(viewer, seat, "You look for: {cards}.", "{who} looks for: {cards}.", cards=cards)


STANDING = {
    "ask": say("Your answer to raids: you are asked."),
    "sell": say("Your answer to raids: you sell the load."),
    "yield": say("Your answer to raids: you lose one card."),
}


def _left_word(seat: Seat, move: Standing, viewer: Viewer) -> Message:
    """Everybody sees that an answer was left, and only its player which one (§11.9)."""
    return STANDING[move.answer] if viewer == seat else say("{who} leaves word for raids, face down.", who=Who(seat))


def _trade(before: State, seat: Seat, move: Move, after: State, viewer: Viewer) -> Iterator[Event]:
    match move:
        case Offer():
            yield Event(_offered(after.offers[-1], viewer), seat, "offer")
        case Accept():
            found = next(each for each in before.offers if each.proposer == move.proposer)
            yield Event(_traded(found, seat, viewer), seat, "trade")
        case Decline():
            yield Event(_declined(seat, move.proposer, viewer), seat, "offer")
        case Withdraw():
            yield Event(tell(viewer, seat, "You withdraw your offer.", "{who} withdraws the offer."), seat, "offer")


def _offered(each: OpenOffer, viewer: Viewer) -> Message:
    terms = _terms(each)
    if each.to is None:
        return tell(viewer, each.proposer, "You offer to all: {terms}.", "{who} offers to all: {terms}.", terms=terms)
    if viewer == each.to:
        return say("{who} offers you: {terms}.", who=Who(each.proposer), terms=terms)
    return tell(
        viewer,
        each.proposer,
        "You offer to {to}: {terms}.",
        "{who} offers to {to}: {terms}.",
        to=Who(each.to),
        terms=terms,
    )


def _terms(each: OpenOffer) -> Message:
    give, want = cards_named(each.give), cards_named(each.want)
    return say("{give} for {want}", give=give, want=want) if each.want else say("{give} as a gift", give=give)


def _traded(each: OpenOffer, seat: Seat, viewer: Viewer) -> Message:
    proposer = Who(each.proposer)
    if viewer == each.proposer:
        return say("{who} accepts your offer: {terms}.", who=Who(seat), terms=_yours(each.want, each.give))
    if viewer == seat:
        return say("You trade with {other}: {terms}.", other=proposer, terms=_yours(each.give, each.want))
    terms = _theirs(each.give, each.want)
    return say("{who} trades with {other}: {terms}.", who=Who(seat), other=proposer, terms=terms)


def _yours(get: tuple[Bean, ...], give: tuple[Bean, ...]) -> Message:
    if not give:
        return say("you get {get} as a gift", get=cards_named(get))
    if not get:
        return say("you give {give} as a gift", give=cards_named(give))
    return say("you get {get} for {give}", get=cards_named(get), give=cards_named(give))


def _theirs(get: tuple[Bean, ...], give: tuple[Bean, ...]) -> Message:
    if not give:
        return say("gets {get} as a gift", get=cards_named(get))
    if not get:
        return say("gives {give} as a gift", give=cards_named(give))
    return say("gets {get} for {give}", get=cards_named(get), give=cards_named(give))


def _declined(seat: Seat, proposer: Seat, viewer: Viewer) -> Message:
    if viewer == proposer:
        return say("{who} declines your offer.", who=Who(seat))
    return tell(
        viewer, seat, "You decline the offer of {other}.", "{who} declines the offer of {other}.", other=Who(proposer)
    )


def _fallen(before: State, seat: Seat, move: Move, after: State, viewer: Viewer) -> Iterator[Event]:
    """Offers that stand no more although nobody answered them or took them back (§11.5)."""
    left = {each.proposer for each in after.offers}
    if isinstance(move, Accept | Decline):
        left.add(move.proposer)
    elif isinstance(move, Withdraw):
        left.add(seat)
    for each in before.offers:
        if each.proposer not in left:
            text = tell(viewer, each.proposer, "Your offer stands no more.", "The offer of {who} stands no more.")
            yield Event(text, each.proposer)


def _drawn(before: State, bean: Bean, after: State, viewer: Viewer) -> Iterator[Event]:
    place = before.due[0]
    if isinstance(place, int):
        yield Event(tell(viewer, place, "You draw {bean}.", "{who} draws a card.", bean=name(bean)), place, "draw")
    elif place == UP:
        yield Event(say("Turned up: {bean}.", bean=name(bean)), before.active, "turn")
    else:
        yield Event(say("{port}: {bean} joins the row.", port=PORT_NAMES[place], bean=name(bean)), None, "draw")


def _pile(before: State, after: State) -> Iterator[Event]:
    """§8.1, §8.2, §10.3: what the draw pile and the discards do by themselves."""
    if after.exhausted != before.exhausted:
        yield Event(say("The draw pile is exhausted: {n} of 3.", n=after.exhausted), None, "turn")
    if after.pile != before.pile and (left := sum(after.pile)) > sum(before.pile):
        yield Event(say("The discards are shuffled: {n} cards to draw.", n=left), None, "turn")
    if after.closing and not before.closing:
        yield Event(say("Nothing is drawn any more: the game ends with this phase."), None, "turn")
    if joined := after.up[len(before.up) + 1 :]:
        yield Event(say("From the discards join: {cards}.", cards=cards_named(joined)), after.active, "turn")


def _next_phase(before: State, after: State, viewer: Viewer) -> Iterator[Event]:
    if after.active != before.active or before.phase == Phase.DEAL:
        text = tell(viewer, after.active, "It is your turn.", "It is the turn of {who}.")
        yield Event(text, after.active, "turn")
    if after.phase == Phase.OVER:
        yield from _ending(before, after, viewer)


def _ending(before: State, after: State, viewer: Viewer) -> Iterator[Event]:
    """§8.3, §8.4"""
    yield Event(say("The game is over."), None, "end")
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        earned = coins_named(len(new.coins) - len(old.coins))
        text = tell(viewer, seat, "You sell everything: {coins}.", "{who} sells everything: {coins}.", coins=earned)
        yield Event(text, seat, "coins")
    result = outcome(after)
    assert result is not None
    if len(result.winners) > 1:
        yield Event(_shared(result, viewer), None, "end")
    else:
        [winner] = result.winners
        text = tell(viewer, winner, "You win: {reason}.", "{who} wins: {reason}.", reason=result.reason)
        yield Event(text, winner, "end")


def _shared(result: Outcome, viewer: Viewer) -> Message:
    names = tuple(Who(seat) for seat in result.winners if seat != viewer)
    if viewer in result.winners:
        return say("You win together with {names}: {reason}.", names=names, reason=result.reason)
    return say("{names} win together: {reason}.", names=names, reason=result.reason)
