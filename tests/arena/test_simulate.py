import pytest

from darsena.arena import interval, level, simulate
from darsena.core.game import Refused
from darsena.games import games

GAME = next(iter(games().values()))
WEAKEST = next(iter(GAME.bots))


def simulated(**changes):
    asked = {"games": 12, "seed": "dock"} | changes
    return simulate(GAME, [WEAKEST] * GAME.seats[0], **asked)


def test_the_seed_decides_and_the_number_of_processes_does_not():
    assert simulated() == simulated()
    assert simulated() == simulated(jobs=2)
    assert simulated() != simulated(seed="other")


def test_the_wins_of_all_bots_together_are_the_games_that_ended():
    report = simulated()
    assert sum(line.wins for line in report.bots) == pytest.approx(report.games - report.unfinished)
    assert all(0 <= line.low <= line.share <= line.high <= 1 for line in report.bots)
    assert report.mean_moves > 0


def test_progress_is_reported_game_by_game():
    seen = []
    simulated(done=lambda: seen.append(1))
    assert len(seen) == 12


def test_a_bot_goes_by_its_name_with_or_without_the_game():
    seats = GAME.seats[0]
    assert level(GAME, f"{GAME.id}/{WEAKEST}", seats) is level(GAME, WEAKEST, seats) is GAME.levels(seats)[WEAKEST]


def test_an_unknown_bot_and_too_many_of_them_are_refused():
    with pytest.raises(Refused, match="there is no bot “hal”"):
        simulate(GAME, ["hal"] * GAME.seats[0], games=1, seed="")
    with pytest.raises(Refused):
        simulate(GAME, [WEAKEST] * (GAME.seats[-1] + 1), games=1, seed="")


def test_the_interval_is_the_one_wilson_gives():
    low, high = interval(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == 1
