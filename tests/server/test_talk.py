"""Talking at a table: short messages and emotes, slowly, forgotten in time, and never in the way of the game."""

import tracemalloc
from random import Random

import pytest
from msgspec.structs import replace

from darsena.core import record
from darsena.core.game import Refused
from darsena.games import games
from darsena.server import asking, belongings, talk
from darsena.server.harbour import Harbour
from darsena.server.limits import TooFast
from darsena.server.live import LINES, lately

from .shore import Sundial, at_harbour, every_game, legal, played, started

GAME = next(game for game in games().values() if 3 in game.seats)


async def do(table, seat, text):
    return await asking.do(table, f"p{seat}", text, f"d{table.version} {text[:9]}", table.version)


async def chatter(table, now, rows):
    """So many messages of everybody in turn, as fast as they are allowed."""
    for number in range(rows):
        now.time += talk.SPAN / talk.BURST
        await do(table, number % table.deal.seats, f"say message {number}")


async def seeded(harbour, game):
    """A table with a clock whose draws are known."""
    table = await harbour.open(game, game.seats[0], game.options(), "p0", clock="days")
    table.deal = replace(table.deal, seed=b"the same everywhere")
    for seat in range(game.seats[0]):
        await table.sit(f"p{seat}", f"Person {seat}", f"contribution{seat}", seat)
    await table.start("p0")
    return table


def heard(table, person=None, language="en"):
    return [(seat, key, text) for seat, key, _, text in talk.lines(table, person, language)]


def test_everybody_reads_messages_as_written_and_emotes_in_their_own_language(tmp_path):
    async def story(harbour):
        table = await started(harbour, GAME)
        await do(table, 0, "say  <b>ciao</b>  a tutti ")
        await do(table, 1, "emote well-played")
        assert heard(table) == [(1, "", "<b>ciao</b>  a tutti"), (2, "well-played", "Well played!")]
        assert heard(table, "p0", "fr")[1] == (2, "well-played", "Bien joué\xa0!")
        again = await Harbour(harbour.storage, lambda table: None).table(table.code)
        assert heard(again) == heard(table)

    at_harbour(tmp_path, story)


@pytest.mark.parametrize("text", ["", "   ", "x" * 201, "two\nlines", "turned \u202e round", "\u200d"])
def test_what_cannot_be_seen_or_is_too_long_is_refused(tmp_path, text):
    async def story(harbour):
        table = await started(harbour, GAME)
        with pytest.raises(Refused):
            await do(table, 0, f"say x{text}" if "\u202e" in text or "\n" in text else f"say {text}")
        with pytest.raises(Refused):
            await do(table, 0, f"emote {text}")
        assert not table.talk.lines

    at_harbour(tmp_path, story)


def test_only_those_who_sit_there_write(tmp_path):
    async def story(harbour):
        table = await started(harbour, GAME)
        for deed in ("say hello", "emote hello", "mute 0", "report 1"):
            with pytest.raises(Refused):
                await asking.do(table, "stranger", deed, "c", table.version)
        assert not table.talk.rows

    at_harbour(tmp_path, story)


def test_a_flood_is_refused_and_memory_stays_bounded(tmp_path):
    now = Sundial()

    async def story(harbour):
        table = await started(harbour, GAME)
        refused = 0
        tracemalloc.start()
        for number in range(10_000):
            try:
                await do(table, 0, f"say {'x' * 190} {number}")
            except TooFast:
                refused += 1
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert refused == 10_000 - talk.BURST
        assert peak < 2_000_000
        await do(table, 1, "say others still can")
        now.time += talk.SPAN
        await do(table, 0, "say and so can I, later")
        await chatter(table, now, talk.KEPT + 20)
        assert len(heard(table)) == talk.KEPT
        table.talk.rows = talk.MOST
        with pytest.raises(Refused):
            await do(table, 2, "say one more")

    at_harbour(tmp_path, story, now)


@every_game
def test_a_game_with_chatter_is_the_same_game(tmp_path, game):
    """The same record, the same clocks, the same waiting; and nothing of the log's story is pushed out."""
    now = Sundial()

    async def story(harbour):
        quiet, loud = await seeded(harbour, game), await seeded(harbour, game)
        rng, twin = Random(1), Random(1)
        for _ in range(12):
            await played(quiet, 1, rng)
            await played(loud, 1, twin)
            await chatter(loud, now, 3)
            assert (loud.state, loud.since, loud.times) == (quiet.state, quiet.since, quiet.times)
        assert record.write(loud.record()) == record.write(quiet.record())
        told = [*loud.told(None, 0)]
        await chatter(loud, now, 70)
        assert [*loud.told(None, 0)] == told
        rows = [n for n, _ in loud.recent]
        assert lately(loud) == (rows[-LINES] if len(rows) >= LINES else 0)

    at_harbour(tmp_path, story, now)


@every_game
def test_a_move_is_not_stale_because_of_chatter_and_is_still_taken_back_freely(tmp_path, game):
    now = Sundial()

    async def story(harbour):
        table, rng = await started(harbour, game), Random(1)
        while not table.over:
            seat, seen = table.wanted[0], table.version
            await chatter(table, now, 1)
            await table.play(seat, legal(table, seat, rng), f"m{seen}", seen)
            last = asking.last_move(table, [seat])
            if not table.over and asking.free(table, last):
                break
        else:
            return  # nature answers every move of this game
        await chatter(table, now, 70)
        assert asking.free(table, last)
        await do(table, seat, "undo")
        assert last not in table.moves

    at_harbour(tmp_path, story, now)


def test_questions_outlast_chatter(tmp_path):
    async def story(harbour):
        table = await started(harbour, GAME)
        await do(table, 0, "ask pause")
        await do(table, 1, "say one moment")
        assert list(table.questions.values()) == [("p0",)]

    at_harbour(tmp_path, story)


def test_after_the_end_one_still_says_well_played(tmp_path):
    async def story(harbour):
        table = await started(harbour, GAME)
        await played(table, 10_000, Random(1))
        assert table.over
        await do(table, 0, "emote well-played")
        assert heard(table)[-1] == (1, "well-played", "Well played!")
        assert record.verify(table.record(), table.game).fair

    at_harbour(tmp_path, story)


def test_whom_somebody_mutes_only_they_do_not_read(tmp_path):
    async def story(harbour):
        table = await started(harbour, GAME, seats=3)
        await do(table, 1, "say noise")
        await do(table, 0, "mute 1")
        assert (heard(table, "p0"), len(heard(table, "p2")), len(heard(table))) == ([], 1, 1)
        for wrong in ("mute 0", "mute 9", "mute x", "mute"):
            with pytest.raises(Refused):
                await do(table, 0, wrong)
        await table.hand_over("p0", "account")
        assert not heard(table, "account")
        await asking.do(table, "account", "unmute 1", "u", table.version)
        assert len(heard(table, "account")) == 1

    at_harbour(tmp_path, story)


def test_a_report_reaches_the_creator_who_can_mute_somebody_for_all(tmp_path):
    now = Sundial()

    async def story(harbour):
        table = await started(harbour, GAME, seats=3)
        await do(table, 2, "report 1")
        assert heard(table, "p0") == [(3, "", "complains about what Person 1 writes")]
        assert heard(table, "p1") == heard(table, "p2") == heard(table) == []
        for by, deed in ((1, "report 0"), (0, "report 1"), (2, "silence 1"), (0, "silence 0")):
            with pytest.raises(Refused):
                await do(table, by, deed)
        await do(table, 0, "silence 1")
        for deed in ("say still", "emote hello"):
            with pytest.raises(Refused):
                await do(table, 1, deed)
        await do(table, 0, "unsilence 1")
        await do(table, 1, "say sorry")
        assert heard(table)[-1][2] == "sorry"

    at_harbour(tmp_path, story, now)


def test_what_somebody_said_goes_with_them(tmp_path):
    async def story(harbour):
        table = await started(harbour, GAME)
        await do(table, 0, "say a secret of mine")
        await do(table, 1, "say hello")
        await belongings.hand_over(harbour.storage, harbour, "p0", None, belongings.NOBODY)
        assert [text for _, _, text in heard(table)] == ["hello"]
        again = await Harbour(harbour.storage, lambda table: None).table(table.code)
        assert [text for _, _, text in heard(again)] == ["hello"]
        assert not any("secret" in entry.text for entry in again.log)

    at_harbour(tmp_path, story)
