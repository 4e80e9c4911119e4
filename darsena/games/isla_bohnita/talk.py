"""What players say at the table: what they look for, and how they will answer raids (§11.8, §11.9)."""

from __future__ import annotations

from msgspec.structs import replace

from ...core.game import IllegalMove, Seat, say
from .cards import INDEX, Bean, full_deck, sort
from .moves import Standing, Wish
from .names import name
from .state import Player, State, island, with_player

MOST_WORDS = 20  # of one player in one turn


def wish(state: State, seat: Seat, move: Wish) -> State:
    """§11.8: public, and binding nobody."""
    wishes = sort(dict.fromkeys(move.beans))
    in_play(state, wishes)
    player = state.players[seat]
    if wishes == player.wishes:
        raise IllegalMove(say("that is what you have told the table already"), "11.8")
    return _said(state, seat, replace(player, wishes=wishes))


def standing(state: State, seat: Seat, move: Standing) -> State:
    """§11.9: the answer to raids to come, known to its player alone until a raid."""
    island(state)
    player = state.players[seat]
    if move.answer == player.standing:
        raise IllegalMove(say("that is your answer to raids already"), "11.9")
    return _said(state, seat, replace(player, standing=move.answer))


def _said(state: State, seat: Seat, player: Player) -> State:
    words = state.turn.words or (0,) * len(state.players)
    if words[seat] >= MOST_WORDS:
        raise IllegalMove(say("you have left word {n} times in this turn: wait for the next", n=MOST_WORDS), "11.8")
    words = (*words[:seat], words[seat] + 1, *words[seat + 1 :])
    return replace(state, players=with_player(state, seat, player), turn=replace(state.turn, words=words))


def in_play(state: State, cards: tuple[Bean, ...]) -> None:
    for bean in cards:
        if not full_deck(len(state.players), state.deck)[INDEX[bean]]:
            raise IllegalMove(say("{bean} is not in this deck", bean=name(bean)), "1.2")
