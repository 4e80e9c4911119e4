"""The check of histories finds what it is there to find."""

from random import Random

from bench.history import Command, problems

from .shore import at_harbour, every_game, legal, started


async def recorded(harbour, game, moves=8):
    """A table, and what people there asked one after the other: some moves, and one that is stale."""
    table, rng, history = await started(harbour, game), Random(1), []
    for number in range(moves):
        seat, seen = table.wanted[0], table.version
        text = legal(table, seat, rng)
        version = await table.play(seat, text, f"c{number}", seen)
        history.append(Command(seat, f"c{number}", text, seen, number, number + 0.5, version))
    first = history[0]
    history.append(Command(first.seat, "late", first.text, first.seen, 100.0, 101.0, refused="already moved"))
    return table, history


@every_game
def test_what_happened_is_explained_and_what_did_not_is_not(tmp_path, game):
    table, history = at_harbour(tmp_path, lambda harbour: recorded(harbour, game))
    new = table.new()

    def found(log=table.log, history=history):
        return len(problems(game, new, log, history))

    assert found() == 0
    row = next(entry for entry in table.log if entry.command == f"{history[3].seat}:c3")
    assert found(history=[*history, history[3]._replace(sent=50.0, answered=51.0)]) == 0  # asked again, done once
    assert found(history=[*history, history[3]._replace(id="lost")]) > 0
    assert found(history=[*history[:3], history[3]._replace(version=None, refused="no"), *history[4:]]) > 0
    assert found(log=[*table.log, row]) > 0
    assert found(history=[*history[:-2], history[-2]._replace(sent=-2.0, answered=-1.0), history[-1]]) > 0
    assert found(history=[*history[:3], history[3]._replace(version=row.n), *history[4:]]) > 0
    unfair = history[5]._replace(id="unfair", sent=4.6, answered=4.9, version=None, refused="no")
    assert found(history=[*history, unfair]) > 0
    early = history[5]._replace(sent=4.6, answered=4.9, version=None, refused="already moved")
    assert found(history=[*history, early._replace(seen=0)]) == 0  # refused with reason, and done when asked again
    assert found(history=[*history, early]) > 0
    assert found(history=[*history, early._replace(sent=50.0, answered=51.0)]) > 0
