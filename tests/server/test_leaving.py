"""Leaving and coming back: bots stand in by a vote, a clock or a resignation, and a seat is given back by one click."""

import asyncio
from contextlib import suppress
from random import Random

import pytest

from darsena.core import notation, record
from darsena.core.game import Refused
from darsena.core.language import Voice
from darsena.server import asking, wishes
from darsena.server.asking import AWAY
from darsena.server.bots import Players
from darsena.server.harbour import Harbour

from .shore import Sundial, at_harbour, every_game, legal, started


def many(game):
    """Three people, where that is possible."""
    return 3 if 3 in game.seats else 2


async def company(harbour, game):
    """A table where everybody is there."""
    table = await started(harbour, game, seats=many(game))
    table.come_and_go(range(many(game)), +1)
    return table


async def do(table, seat, text):
    await asking.do(table, f"p{seat}", text, f"d{table.version} {text}", table.version)


async def voted_out(table, seat):
    """All others have it."""
    first, *others = [each for each in range(table.deal.seats) if each != seat]
    await do(table, first, f"ask bot {seat}")
    for other in others:
        assert not table.bot(seat)
        await do(table, other, f"yes bot {seat}")


@every_game
def test_a_bot_plays_for_somebody_who_is_away_when_all_others_want_it(tmp_path, game):
    now = Sundial()

    async def story(harbour):
        table = await company(harbour, game)
        gone = table.wanted[0]
        with pytest.raises(Refused):
            await voted_out(table, gone)  # who is here cannot be voted on
        table.come_and_go([gone], -1)
        with pytest.raises(Refused):
            await voted_out(table, gone)  # and not at once
        now.time += AWAY
        await voted_out(table, gone)
        assert table.bot(gone)
        assert table.seated("en")[gone].bot
        assert table.seated("en")[gone].name == f"Person {gone}"
        table.come_and_go([gone], +1)
        await do(table, gone, "back")
        assert not table.bot(gone)
        with pytest.raises(Refused):
            await do(table, gone, "back")
        await table.play(gone, legal(table, gone, Random(1)), "m", table.version)
        again = await Harbour(harbour.storage, lambda table: None, now).table(table.code)
        assert again.sitters == table.sitters

    at_harbour(tmp_path, story, now)


def test_who_is_away_reads_that_a_bot_shall_play_for_them():
    def told(viewer, language):
        return Voice(language, None, ("Ada", "Bo", "Cy"), viewer)(wishes.asked(wishes.Bot(1), 0, viewer))

    assert [told(viewer, "en") for viewer in range(3)] == [
        "You ask for a bot to play for Bo.",
        "Ada asks for a bot to play for you.",
        "Ada asks for a bot to play for Bo.",
    ]
    assert told(1, "it") == "Ada chiede che un bot giochi per te."
    assert told(1, "fr") == "Ada demande qu’un bot joue pour toi."


@every_game
def test_a_vote_that_crosses_a_return_does_nothing(tmp_path, game):
    now = Sundial()

    async def story(harbour):
        table = await company(harbour, game)
        gone, (first, *others) = 0, range(1, many(game))
        table.come_and_go([gone], -1)
        now.time += AWAY
        if others:
            await do(table, first, f"ask bot {gone}")
            await asking.arrived(table, [gone])
            assert table.questions == {}
        table.come_and_go([gone], +1)
        for seat in (first, *others):
            for verb in ("ask", "yes"):
                with pytest.raises(Refused):
                    await do(table, seat, f"{verb} bot {gone}")
        table.come_and_go([gone], -1)  # old votes do not count when they leave again
        now.time += AWAY
        for seat in others:
            with pytest.raises(Refused):
                await do(table, seat, f"yes bot {gone}")
        assert not table.bot(gone)

    at_harbour(tmp_path, story, now)


@every_game
def test_a_return_at_the_same_instant_as_the_last_vote(tmp_path, game):
    """Whichever comes first: in the end the person has their seat."""
    now = Sundial()

    async def story(harbour):
        table = await company(harbour, game)
        gone, others = 0, range(1, many(game))
        table.come_and_go([gone], -1)
        now.time += AWAY
        for seat in others[:-1]:
            await do(table, seat, f"ask bot {gone}")
        verb = "yes" if len(others) > 1 else "ask"
        await asyncio.gather(do(table, others[-1], f"{verb} bot {gone}"), do(table, gone, "back"))
        assert not table.bot(gone)

    at_harbour(tmp_path, story, now)


@every_game
def test_two_who_are_away_do_not_keep_each_other_there(tmp_path, game):
    now = Sundial()

    async def story(harbour):
        table = await company(harbour, game)
        stays, *gone = range(many(game))
        table.come_and_go(gone, -1)
        now.time += AWAY
        for seat in gone:
            await do(table, stays, f"ask bot {seat}")
            assert table.bot(seat)

    at_harbour(tmp_path, story, now)


@every_game
def test_who_has_just_moved_is_not_away_without_a_screen_too(tmp_path, game):
    """A page without JavaScript has no open screen, and another process has screens of its own."""
    now = Sundial()

    async def story(harbour):
        table = await started(harbour, game)
        now.time += 2 * AWAY
        mover = table.wanted[0]
        await table.play(mover, legal(table, mover, Random(1)), "m", table.version)
        other = (mover + 1) % game.seats[0]
        with pytest.raises(Refused):
            await do(table, other, f"ask bot {mover}")
        now.time += AWAY
        await do(table, other, f"ask bot {mover}")
        assert table.bot(mover)

    at_harbour(tmp_path, story, now)


@every_game
def test_at_a_table_of_days_nobody_is_voted_on(tmp_path, game):
    now = Sundial()

    async def story(harbour):
        table = await started(harbour, game, "days")
        now.time += 3600
        with pytest.raises(Refused):
            await do(table, 0, "ask bot 1")

    at_harbour(tmp_path, story, now)


@every_game
def test_who_resigns_does_not_come_back_and_asks_and_answers_no_more(tmp_path, game):
    async def story(harbour):
        table = await company(harbour, game)
        await do(table, 0, "resign")
        assert table.bot(0)
        assert table.sitters[0].resigned
        for text in ("back", "resign", "undo", "ask pause"):
            with pytest.raises(Refused):
                await do(table, 0, text)
        await do(table, 1, "ask pause")
        for seat in range(2, many(game)):
            await do(table, seat, "yes pause")
        assert table.paused

    at_harbour(tmp_path, story)


@every_game
def test_the_table_passes_on_to_the_next_person(tmp_path, game):
    async def story(harbour):
        table = await company(harbour, game)
        for seat in range(many(game)):
            assert table.creator == f"p{seat}"
            await do(table, seat, "resign")
        assert table.creator == f"p{many(game) - 1}"  # the last one keeps it
        room = await harbour.open(game, game.seats[0], game.options(), "ada")
        await room.sit("ada", "Ada", "c0ffee00")
        with pytest.raises(Refused):
            await room.remove("ada", 0)
        await room.sit("bo", "Bo", "c0ffee00")
        await room.remove("ada", 0)
        assert (room.creator, room.sitters[0]) == ("bo", None)

    at_harbour(tmp_path, story)


@every_game
def test_a_question_is_answered_when_the_last_one_who_has_not_agreed_leaves(tmp_path, game):
    async def story(harbour):
        table = await company(harbour, game)
        *asking_, silent = range(many(game))
        await do(table, asking_[0], "ask pause")
        for seat in asking_[1:]:
            await do(table, seat, "yes pause")
        assert not table.paused
        await do(table, silent, "resign")
        assert table.paused

    at_harbour(tmp_path, story)


class Guesser:
    """Thinks in this process, so that whole games take no time: any legal move."""

    questions = 0

    async def ask(self, question):
        self.questions += 1
        table = self.table
        moves = table.game.rules.moves(table.state, question.seat)
        return notation.write(Random(question.seed).choice(moves)) if question.seat in table.wanted else None


@every_game
def test_bots_take_over_anywhere_and_give_back_anywhere_and_the_record_verifies(tmp_path, game):
    """At every moment of a game, also in the middle of an auction or a raid."""

    async def story(harbour):
        guesser, rng = Guesser(), Random(7)
        players = Players(guesser, 1.0, harbour.kept)
        table = await started(harbour, game, seats=many(game), pace="quick")
        guesser.table = table
        table.come_and_go(range(many(game)), +1)
        harbour.noticed = table.noticed = players.look
        changes = 0
        while not table.over:
            seat = rng.randrange(many(game))
            people = [each for each in table.wanted if not table.bot(each)]
            with suppress(Refused):  # where a bot that has just thought was quicker
                if changes < 60 and rng.random() < 0.5:
                    changes += 1
                    if table.bot(seat):
                        await do(table, seat, "back")
                    else:
                        await table.do(lambda seat=seat: asking.replaced(table, [seat], "takeover"))
                elif people:
                    await table.play(people[0], legal(table, people[0], rng), f"m{table.version}", table.version)
            await asyncio.sleep(0)
        assert guesser.questions > 0
        players.close()
        return table.record()

    assert record.verify(at_harbour(tmp_path, story), game).fair


@every_game
def test_bots_alone_sleep_until_somebody_looks(tmp_path, game):
    async def story(harbour):
        guesser = Guesser()
        players = Players(guesser, 1.0, harbour.kept)
        table = await started(harbour, game, pace="quick")
        guesser.table = table
        for seat in range(game.seats[0]):
            await do(table, seat, "resign")
        version = table.version
        table.noticed = players.look
        players.look(table)
        assert players._playing == {}
        table.come_and_go([], +1)  # a spectator
        await players._playing[table.code]
        assert table.over
        assert table.version > version

    at_harbour(tmp_path, story)
