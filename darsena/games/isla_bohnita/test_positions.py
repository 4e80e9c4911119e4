"""Positions drawn as text, for the tests of this folder.

    trade, isla, active 0
    up: coffee wax
    bohnbay: wax wax chili
    0: hand blue chili | fields coffee3 - | ships wax2 -@bohnbay | pirate red1 | coins red | received soy
    1: hand soy

What is not drawn is empty. The draw pile holds all cards that lie nowhere else, or those drawn as `pile:`.
"""

import re

import pytest
from msgspec.structs import replace

from ...core.game import CHANCE, IllegalMove
from ...core.notation import read
from .cards import BEANS, PORTS, Bean, Port, counted, full_deck
from .moves import MOVE_TYPES, Draw
from .rules import apply
from .state import UP, Beans, Phase, Player, Ship, State, Turn


def table(text: str) -> State:
    head, *rest = [line.strip() for line in text.strip().splitlines()]
    phase, deck, active = head.split(", ")
    lines = dict(line.split(":", 1) for line in rest)
    players = tuple(player(lines[str(seat)], deck) for seat in range(7) if str(seat) in lines)
    state = State(
        deck=deck,
        players=players,
        pile=(),
        due=(UP,) * int(lines.get("due", 0)),
        ports=() if deck == "base" else tuple(beans(lines.get(port, "")) for port in PORTS),
        phase=Phase(phase),
        active=int(active.split()[1]),
        turn=Turn(offers=(0,) * len(players)),
        up=beans(lines.get("up", "")),
        discards=beans(lines.get("discards", "")),
        aside=beans(lines.get("aside", "")),
        exhausted=int(lines.get("exhausted", 0)),
    )
    return replace(state, pile=counted(beans(lines["pile"])) if "pile" in lines else rest_of_deck(state))


def player(text: str, deck: str) -> Player:
    parts = dict((*part.strip().split(" ", 1), "")[:2] for part in text.split("|"))
    ships = parts.get("ships", "" if deck == "base" else "-").split()
    return Player(
        hand=beans(parts.get("hand", "")),
        fields=tuple(lot(word) for word in parts.get("fields", "- -").split()),
        merchants=tuple(ship(word) for word in ships),
        pirate=ship(parts["pirate"]) if "pirate" in parts else None,
        coins=beans(parts.get("coins", "")),
        received=beans(parts.get("received", "")),
    )


def beans(text: str) -> tuple[Bean, ...]:
    """`red red soy`, or `red×2 soy`."""
    words = [(*word.split("×"), "1")[:2] for word in text.split()]
    return tuple(Bean(word) for word, count in words for _ in range(int(count)))


def lot(word: str) -> Beans | None:
    found = re.fullmatch("([a-z]+)([0-9]+)", word)
    return Beans(Bean(found[1]), int(found[2])) if found else None


def ship(word: str) -> Ship:
    load, _, port = word.partition("@")
    return Ship(Port(port) if port else None, lot(load))


def everywhere(state: State) -> tuple[int, ...]:
    """All cards of the game, counted wherever they lie."""
    cards = [*state.up, *state.discards, *state.aside, *(bean for row in state.ports for bean in row)]
    for each in state.players:
        cards += [*each.hand, *each.coins, *each.received]
        loads = [merchant.load for merchant in each.merchants] + [each.pirate.load if each.pirate else None]
        cards += [some.bean for some in (*each.fields, *loads) if some is not None for _ in range(some.count)]
    return tuple(a + b for a, b in zip(counted(cards), state.pile or (0,) * len(BEANS), strict=True))


def rest_of_deck(state: State) -> tuple[int, ...]:
    full = full_deck(len(state.players), state.deck)
    return tuple(max(0, a - b) for a, b in zip(full, everywhere(state), strict=True))


def after(state: State, *rows: str) -> State:
    """The state after these moves: `0 plant red 1`, or `* draw red` for nature."""
    for row in rows:
        seat, move = row.split(" ", 1)
        state = apply(state, CHANCE if seat == "*" else int(seat), read(MOVE_TYPES, move))
    return state


def drawn(state: State, cards: str) -> State:
    """Nature draws these."""
    for bean in beans(cards):
        state = apply(state, CHANCE, Draw(bean))
    return state


def refused(state: State, row: str, sentence: str, rule: str) -> None:
    """The move is refused with this sentence and this rule, and nothing has changed."""
    before = hash(state)
    with pytest.raises(IllegalMove) as refusal:
        after(state, row)
    assert sentence in str(refusal.value)
    assert refusal.value.rule == rule
    assert hash(state) == before


def test_a_drawn_position_is_what_it_says():
    state = table(
        """
        trade, isla, active 1
        up: wax
        0: hand blue×2 chili | fields red3 - | ships wax2 -@bohnbay | coins red
        1: hand soy | pirate green1
        2: hand soy
        """
    )
    assert state.players[0].hand == (Bean.BLUE, Bean.BLUE, Bean.CHILI)
    assert state.players[0].fields == (Beans(Bean.RED, 3), None)
    assert state.players[0].merchants == (Ship(None, Beans(Bean.WAX, 2)), Ship(Port.BOHNBAY))
    assert state.players[1].pirate == Ship(None, Beans(Bean.GREEN, 1))
    assert everywhere(state) == full_deck(3, "isla")
