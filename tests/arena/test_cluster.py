"""The same games on a Ray cluster as here."""

import pytest

from darsena.arena import cluster, simulate
from darsena.arena.league import compete, league
from darsena.core.game import Refused
from darsena.games import find, games

GAME = find(next(iter(games())))


@pytest.fixture
def here():
    """A cluster on this machine. Ray gives it half a minute to start, which a very busy machine may not keep."""
    ray = pytest.importorskip("ray", reason="Ray is not installed: the extra `ray` has it")
    for _ in range(2):
        try:
            ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, object_store_memory=80 << 20)
        except Exception as error:
            if "timed out during startup" not in str(error):
                raise
            ray.shutdown()
            continue
        yield
        ray.shutdown()
        return
    pytest.skip("this machine is too busy for a Ray cluster to start")


def test_a_cluster_finds_the_same_results_as_one_process(here):
    played = simulate(GAME, ["random"] * GAME.seats[0], games=6, seed="7", ray="auto")
    assert played == simulate(GAME, ["random"] * GAME.seats[0], games=6, seed="7")


def test_a_league_on_a_cluster_is_the_same_league(here, tmp_path):
    wished = league(GAME, list(GAME.bots)[:2], seed="7", nodes=10)

    def played(name, ray):
        return compete(wished, tmp_path / name, games=3, ray=ray, begun=lambda *_: None, done=lambda: None)

    assert played("there", "auto") == played("here", None)


def test_without_ray_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(Refused, match="Ray is not installed"):
        list(cluster.each(str, [1, 2], "local"))
