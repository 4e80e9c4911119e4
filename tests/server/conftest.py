"""A site without a network: its own data folder, people as test clients, and tables of any game."""

import re
from random import Random

import pytest
from starlette.testclient import TestClient

from darsena.core import notation
from darsena.games import games
from darsena.server.app import create
from darsena.server.settings import Settings

from .ears import Company


@pytest.fixture
def settings(tmp_path):
    return Settings(data=str(tmp_path), public_tables=True)


@pytest.fixture
def app(settings):
    return create(settings)


@pytest.fixture
def site(app):
    """A running site, and a way for people to come in: `site()` is a browser without cookies."""
    with TestClient(app, base_url="http://harbour") as first:

        def arrive(language="en"):
            client = TestClient(app, base_url="http://harbour", headers={"accept-language": language})
            client.portal = first.portal  # the same loop for everybody
            return client

        yield arrive


@pytest.fixture(params=games().values(), ids=games().keys())
def game(request):
    return request.param


@pytest.fixture
def opened(site, game):
    """A table of the smallest size, everybody seated by the join link and the game started: its people and address."""
    people = [site() for _ in range(game.seats[0])]
    where = people[0].post(f"/new/{game.id}", data={"name": "Ada", "seats": str(len(people)), "watch": "yes"}).url.path
    join = re.search(r"/join/\w+", people[0].get(where).text)[0]
    for number, person in enumerate(people[1:]):
        person.post(join, data={"name": f"Bo{number}"})
    people[0].post(f"{where}start")
    return people, where


@pytest.fixture
def company(site, app, game):
    """A table with a program at it."""
    return Company(site, app, game)


@pytest.fixture
def one(site, app):
    """The same, for what is alike in every game."""
    return Company(site, app, next(iter(games().values())))


@pytest.fixture
def play_on(app):
    """Plays a table to its end, at random."""

    def play(person, where, seed=1):
        harbour, rng = app.state.site.harbour, Random(seed)

        async def to_the_end():
            table = await harbour.table(where.split("/")[2])
            while not table.over:
                seat = table.wanted[0]
                move = notation.write(rng.choice(table.game.rules.moves(table.state, seat)))
                await table.play(seat, move, f"r{table.version}", table.version)
            return table

        return person.portal.call(to_the_end)

    return play
