"""Who sits where, with which options, and where the record will be: what is settled before the first move."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import cycle
from pathlib import Path

from msgspec import Struct

from .. import folders
from ..arena import level
from ..core import fairness, options
from ..core.game import Game, Refused, Seat, say
from ..core.language import Voice
from ..core.names import clean, quote
from .inputs import MAX_PATH
from .table import Setting

USUAL = 4  # players, where a game allows it
NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


class Wish(Struct, frozen=True):
    """A table as somebody asked for it."""

    seats: int | None
    people: int
    names: Sequence[str]
    bots: Sequence[str]
    options: Sequence[str]
    seed: str | None


def settle(game: Game, wish: Wish, language: str) -> Setting:
    chosen = options.read(game, pairs(wish.options))
    seats = number_of_seats(game, wish)
    game.rules.new(seats, chosen)  # refuses what does not go together
    bots = seated_bots(game, wish, seats)
    voice = Voice(language, game)
    titles = [voice(game.bots[bot].title) for bot in bots.values()]
    return Setting(
        game=game,
        options=chosen,
        names=tuple(distinct([*people_names(voice, wish), *titles])),
        levels=bots,
        seed=fairness.new_seed() if wish.seed is None else sha256(wish.seed.encode()).digest(),
        contributions=tuple(contribution(wish.seed, seat) for seat in range(seats)),
        language=language,
    )


def pairs(words: Iterable[str]) -> dict[str, str]:
    for word in words:
        if "=" not in word:
            raise Refused(say("an option is written name=value, not “{word}”", word=quote(word)))
    return dict(word.split("=", 1) for word in words)


def number_of_seats(game: Game, wish: Wish) -> int:
    taken = wish.people + len(wish.bots)
    if wish.seats is None:
        usual = min(max(USUAL, game.seats[0]), game.seats[-1])
        return taken if wish.bots else max(taken, usual)
    if taken > wish.seats:
        raise Refused(say("{taken} people and bots do not fit at {seats} seats", taken=taken, seats=wish.seats))
    return wish.seats


def seated_bots(game: Game, wish: Wish, seats: int) -> dict[Seat, str]:
    """People sit first, then the bots in their order, and again from the first if seats are left."""
    for bot in wish.bots:
        level(game, bot, seats)
    able = list(game.levels(seats))
    wanted = [bot.removeprefix(f"{game.id}/") for bot in wish.bots] or able[len(able) // 2 :]  # the better half
    return dict(zip(range(wish.people, seats), cycle(wanted), strict=False))


def people_names(voice: Voice, wish: Wish) -> Iterator[str]:
    if len(wish.names) > wish.people:
        raise Refused(say("there are more names than people: {names}", names=tuple(map(quote, wish.names))))
    for number in range(wish.people):
        given = number < len(wish.names)
        yield clean(wish.names[number]) if given else voice(say("Player {n}", n=number + 1))


def distinct(names: Iterable[str]) -> Iterator[str]:
    """Names that can be told apart: the second Ada is Ada II. (Digits would run into the numbers of a sentence.)"""
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else clean(f"{name[:34]} {NUMERALS[seen[name]]}")


def contribution(seed: str | None, seat: Seat) -> str:
    """A seat's word for the draws: random, or repeatable where the seed is given."""
    return secrets.token_hex(8) if seed is None else sha256(f"{seat} {seed}".encode()).hexdigest()[:16]


def record_file(game: Game, wanted: str | None) -> Path:
    """A file of its own for the record, made now so that nothing stands in the way at the end."""
    path = Path(wanted) if wanted else folders.data() / "records" / f"{game.id}-{datetime.now():%Y-%m-%d-%H%M%S-%f}.txt"
    try:
        if not wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
        path.open("x").close()
    except FileExistsError:
        raise Refused(
            say("{file} exists already; choose another name for the record", file=quote(str(path), MAX_PATH))
        ) from None
    except OSError as error:
        raise Refused(
            say("{file} cannot be written: {why}", file=quote(str(path), MAX_PATH), why=error.strerror or "")
        ) from None
    return path
