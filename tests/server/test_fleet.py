"""Two server processes on one database: whoever looks where, all play at one table, and each thing happens once."""

import asyncio
from random import Random

import sqlalchemy as sa

from bench.fleet import Screen, children, seated
from bench.history import problems
from darsena.core import notation
from darsena.core.play import dice, settle
from darsena.games import games
from darsena.server.storage import TABLES, WORKERS

from ..games.plays import Kind, play
from .fleets import fleet, outside, postgres, until
from .loop import run
from .shore import legal


def most_at_once():
    """The game where most people are asked at the same time: there they get in each other's way."""

    def asked(game):
        state, _ = settle(game.rules, game.rules.new(max(game.seats), game.options()), dice(Random(1)))
        return len(game.rules.to_move(state))

    return max(games().values(), key=asked)


async def all_move(table, screens, rng):
    """Whoever is wanted plays any legal move, all at once, and is answered."""
    await table.catch_up()
    asked = [screens[seat].play(legal(table, seat, rng), table.version) for seat in table.wanted if seat in screens]
    done = await asyncio.gather(*asked)
    assert all(command.version for command in done), done
    await table.catch_up()


async def same_everywhere(here, there, harbour, rng):
    game = most_at_once()
    where, cookies = await seated(here.base, game.id, 3)
    table = await harbour.table(where.split("/")[2])
    bases = [here.base, there.base]
    screens = {seat: Screen([bases[seat % 2]], where, seat, cookies[seat], rng) for seat in range(3)}
    twins = [Screen([base], where, 0, cookies[0], rng) for base in bases]
    for _ in range(6):
        await all_move(table, screens, rng)
    for screen in [*screens.values(), *twins]:
        await screen.shows(table.version)

    async def alike():
        return twins[0].parts == twins[1].parts

    await until(alike)  # who looks on is told a moment later

    async def known():
        await harbour.meet(table)
        return table.presence.elsewhere == {0, 1, 2}

    await until(known)
    await screens[1].move_to(here.base)
    await all_move(table, screens, rng)
    for screen in [*screens.values(), *twins]:
        await screen.shows(table.version)
        await screen.close()


async def some_order_explains_it(here, there, harbour, rng):
    """Everybody asks at once, sometimes twice, sometimes out of turn or for what is long past, at both processes."""
    game = most_at_once()
    where, cookies = await seated(here.base, game.id, 3)
    table = await harbour.table(where.split("/")[2])
    screens = [Screen([base], where, seat, cookies[seat], rng) for seat in range(3) for base in (here.base, there.base)]
    for round in range(10):
        asked = []
        for number, screen in enumerate(screens):
            able = game.rules.moves(table.state, screen.seat) or game.rules.moves(table.state, table.wanted[0])
            id = f"r{round}s{screen.seat}" if rng.random() < 0.5 else f"r{round}n{number}"
            chance = Random(round) if id[-2] == "s" else rng  # what is asked twice is the same both times
            seen = table.version if chance.random() < 0.8 else table.version // 2
            asked.append(screen.play(notation.write(chance.choice(able)), seen, id))
        await asyncio.gather(*asked)
        await table.catch_up()
        if table.over:
            break
    history = [command for screen in screens for command in screen.history]
    assert problems(game, table.new(), table.log, history) == []
    assert any(command.refused for command in history)
    for screen in screens:
        await screen.close()


def longest():
    """The game that is not over so soon."""
    return max(games().values(), key=lambda game: len([*play(Kind(game, game.seats[0], game.options()), Random(1))]))


async def bots_move_once_and_are_carried_on(here, there, harbour, rng):
    game = longest()
    bots = {f"seat{seat}": f"bot:{next(iter(game.bots))}" for seat in range(1, game.seats[0])}
    where, cookies = await seated(here.base, game.id, 1, seats=str(game.seats[0]), **bots)
    table, screen = await harbour.table(where.split("/")[2]), Screen([there.base], where, 0, cookies[0], rng)

    def moves_of_bots():
        return len([entry for entry in table.log if entry.command and ":bot" in entry.command])

    async def play_until_bots_have_moved(times):
        while moves_of_bots() < times:
            await table.catch_up()
            if 0 in table.wanted:
                await screen.play(legal(table, 0, rng), table.version)

    await play_until_bots_have_moved(5)
    assert children(here.pid)
    assert not children(there.pid)  # nobody thinks where the table is only looked at
    dead = await keeper(harbour, table)
    here.kill(here.pid)
    await harbour.storage.write(WORKERS.update().where(WORKERS.c.id == dead).values(seen=0.0))  # as if long ago
    await table.catch_up()
    await play_until_bots_have_moved(moves_of_bots() + 3)
    assert children(there.pid)
    assert await keeper(harbour, table) != dead
    await screen.close()


async def keeper(harbour, table):
    [(name,)] = await harbour.storage.read(sa.select(TABLES.c.keeper).where(TABLES.c.code == table.code))
    return name


def test_one_table_is_served_by_two_processes(tmp_path):
    async def story(servers, database):
        async with outside(database) as harbour:
            await same_everywhere(*servers, harbour, Random(1))
            await some_order_explains_it(*servers, harbour, Random(3))
            await bots_move_once_and_are_carried_on(*servers, harbour, Random(2))

    with postgres() as database, fleet(tmp_path, database) as servers:
        run(story(servers, database))
