"""A game as a text that a person can read and a test can replay.

Lines that start with `>` are moves; the others are what the rules made of them: what a spectator is told, and what
has changed in a spectator's view. `python -m tests.games.playthrough` (or `make record`) writes all of them anew.
"""

from pathlib import Path

from msgspec.structs import asdict

from darsena import games as package
from darsena.core import notation, options
from darsena.core.game import CHANCE
from darsena.core.language import Voice
from darsena.core.play import Row
from darsena.core.record import NATURE
from darsena.games import games

FILES = sorted(Path(package.__file__).parent.glob("*/playthroughs/*.txt"))


def game_of(path):
    return games()[path.parts[-3]]


def again(path):
    """The playthrough as the rules tell it today."""
    game = game_of(path)
    title, *lines = path.read_text().splitlines()
    seats, *words = title.removeprefix("seats ").split()
    rows = [line[2:].split(" ", 1) for line in lines if line.startswith("> ")]
    log = [Row(CHANCE if seat == NATURE else int(seat), notation.read(game.move_types, move)) for seat, move in rows]
    return written(game, int(seats), dict(word.split("=") for word in words), log)


def written(game, seats, words, log):
    rules, voice = game.rules, Voice("en", game, [chr(ord("A") + seat) for seat in range(seats)])
    state = rules.new(seats, options.read(game, words))
    lines = [" ".join([f"seats {seats}", *(f"{name}={word}" for name, word in words.items())])]
    lines += seen(rules, None, state)
    for seat, move in log:
        before, state = state, rules.apply(state, seat, move)
        told = [f"  {voice(event.message)}" for event in rules.story(before, seat, move, state, None)]
        lines += ["", f"> {NATURE if seat == CHANCE else seat} {notation.write(move)}", *told]
        lines += seen(rules, before, state)
    return "\n".join([*lines, "", f"outcome: {rules.outcome(state)}", ""])


def seen(rules, before, after):
    """The parts of a spectator's view that have changed."""
    old = {} if before is None else asdict(rules.view(before, None))
    return [
        f"{name}: {value}" for name, value in asdict(rules.view(after, None)).items() if old.get(name, ...) != value
    ]


if __name__ == "__main__":
    for file in FILES:
        file.write_text(again(file))
