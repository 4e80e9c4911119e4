from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from darsena.bots.random import RandomBot
from darsena.core import fairness, options, record
from darsena.core.game import CHANCE
from darsena.core.play import Row, Undo, replay, run, stories
from darsena.core.record import BadRecord, Record, read, verify, write
from darsena.games import games

from ..tiny import TINY, Roll, Side, Take

GAMES = {TINY.id: TINY}
DOCUMENT = Path(__file__).parents[2] / "docs" / "record.md"


def played(game, seats, seed=b"\x01" * 32):
    """A record of a finished game between bots that play anything."""
    chosen, words = game.options(), tuple(f"word{seat}" for seat in range(seats))
    bots = [RandomBot(seat) for seat in range(seats)]
    nature = fairness.Draws(seed, words)
    rows, states = zip(*run(game.rules, game.rules.new(seats, chosen), bots, nature, Random(seed)), strict=True)
    return Record(
        game=game.id,
        rules_version=game.rules_version,
        options=options.write(chosen),
        names=("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")[:seats],
        bots={1: "random"},
        commitment=fairness.commitment(seed),
        contributions=words,
        rows=rows,
        result=record.result(game.rules.outcome(states[-1])),
        seed=seed,
    )


def undone(game, seats, rng, seed=b"\x02" * 32):
    """A record of a game in which players take back moves, with what nature drew after them, and go on otherwise."""
    chosen, words = game.options(), tuple(f"word{seat}" for seat in range(seats))
    rules, nature, rows = game.rules, fairness.Draws(seed, words), []
    states, movers = [game.rules.new(seats, chosen)], []
    while wanted := rules.to_move(states[-1]):
        if wanted == (CHANCE,):
            row = Row(CHANCE, nature(rules.chance(states[-1])))
        else:
            row = Row(wanted[0], rng.choice(rules.moves(states[-1], wanted[0])))
        rows.append(row)
        movers.append(row.seat)
        states.append(rules.apply(states[-1], *row))
        if rng.random() < 0.2 and not rules.outcome(states[-1]):
            count = next((n for n in range(1, len(movers) + 1) if movers[-n] != CHANCE and rng.random() < 0.7), 0)
            if count:
                rows.append(Undo(count))
                del movers[-count:], states[-count:]
    return replace(
        played(game, seats, seed),
        rows=tuple(rows),
        result=record.result(rules.outcome(states[-1])),
    )


TRUE = played(TINY, 2)
TEXT = write(TRUE)
LINES = TEXT.splitlines(keepends=True)


def refusal(data):
    """The line at which a record is refused, at reading or at checking."""
    with pytest.raises(BadRecord) as caught:
        verify(read(data, GAMES), TINY)
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    return caught.value


def forged(change):
    """A record changed by somebody who can compute digests."""
    return refusal(write(change).encode())


def line_of(start):
    return next(number for number, line in enumerate(LINES, 1) if line.startswith(start))


def test_a_record_reads_back_and_verifies():
    assert read(TEXT.encode(), GAMES) == TRUE
    proof = verify(TRUE, TINY)
    assert proof.fair
    assert proof.draws == sum(seat == CHANCE for seat, _ in TRUE.rows) > 0
    assert proof.moves + proof.draws == len(TRUE.rows)
    assert record.result(proof.outcome) == TRUE.result


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_records_of_every_game_read_back_and_verify(game):
    for seats in (game.seats[0], game.seats[-1]):
        true = played(game, seats)
        assert read(write(true).encode(), games()) == true
        assert verify(true, game).fair


@pytest.mark.parametrize("game", [TINY, *games().values()], ids=[TINY.id, *games()])
def test_moves_taken_back_stay_in_the_record_and_every_draw_is_checked(game):
    true = undone(game, game.seats[0], Random(5))
    known = GAMES | games()
    assert any(isinstance(row, Undo) for row in true.rows)
    assert read(write(true).encode(), known) == true
    proof = verify(true, game)
    assert proof.fair
    assert proof.draws == sum(isinstance(row, Row) and row.seat == CHANCE for row in true.rows)
    start = game.rules.new(game.seats[0], game.options())
    assert replay(game.rules, start, true.rows) == proof.state
    told = [str(event.message) for event in stories(game.rules, start, true.rows, None)]
    assert sum("taken back" in line for line in told) >= sum(isinstance(row, Undo) for row in true.rows)


def test_a_draw_after_an_undo_is_a_new_one():
    """Whoever repeats the draw that was taken back is found out."""
    nature = fairness.Draws(TRUE.seed, TRUE.contributions)
    first, second, third = (nature(TINY.rules.chance(TINY.rules.new(2, TINY.options()))) for _ in range(3))
    assert second != third
    taken = Row(0, Take(Side.LEFT))
    rows = (Row(CHANCE, first), taken, Row(CHANCE, second), Undo(2), taken)
    honest = replace(TRUE, rows=(*rows, Row(CHANCE, third)), result="unfinished")
    assert verify(honest, TINY).fair
    repeated = forged(replace(honest, rows=(*rows, Row(CHANCE, second))))
    assert repeated.line == line_of("* roll") + len(rows)
    assert "another draw" in str(repeated)


def test_an_undo_that_makes_no_sense_is_refused_with_its_line():
    first = line_of("* roll")
    take = next(row for row in TRUE.rows if row.seat != CHANCE)
    assert forged(replace(TRUE, rows=(Undo(1), *TRUE.rows))).line == first
    assert forged(replace(TRUE, rows=(TRUE.rows[0], Undo(1), *TRUE.rows))).line == first + 1
    assert forged(replace(TRUE, rows=(TRUE.rows[0], take, Undo(3), *TRUE.rows))).line == first + 2
    assert "was over" in str(forged(replace(TRUE, rows=(*TRUE.rows, Undo(1)), result="unfinished")))
    for words in ("undo 0", "undo", "undo -1", "undo 01", "undo 1 1", "undo x", "undo " + "9" * 8):
        found = refusal("".join([*LINES[: first - 1], words + "\n", *LINES[first - 1 :]]).encode())
        assert found.line == first


def test_one_byte_changed_anywhere_in_a_record_with_an_undo_is_refused():
    data = write(undone(TINY, 2, Random(5))).encode()
    for place in range(len(data)):
        for byte in {data[place] ^ 1, data[place] ^ 32, 0, 10, 0xFF} - {data[place]}:
            refusal(data[:place] + bytes([byte]) + data[place + 1 :])
        refusal(data[:place] + data[place + 1 :])


def test_an_unfinished_game_keeps_its_seed_to_itself():
    open_end = replace(TRUE, rows=TRUE.rows[:4], result="unfinished", seed=None)
    assert read(write(open_end).encode(), GAMES) == open_end
    proof = verify(open_end, TINY)
    assert proof.outcome is None
    assert not proof.fair


def test_one_byte_changed_anywhere_is_refused():
    data = TEXT.encode()
    for place in range(len(data)):
        for byte in {data[place] ^ 1, data[place] ^ 32, 0, 10, 0xFF} - {data[place]}:
            refusal(data[:place] + bytes([byte]) + data[place + 1 :])


def test_one_byte_lost_or_added_anywhere_is_refused():
    data = TEXT.encode()
    for place in range(len(data)):
        refusal(data[:place] + data[place + 1 :])
        refusal(data[:place] + b"0" + data[place:])
    refusal(data + b"\n")


@given(data=st.binary(max_size=300))
def test_any_other_bytes_are_refused(data):
    refusal(data)


@given(st.data())
def test_longer_records_are_refused_with_any_byte_changed(data):
    game = data.draw(st.sampled_from(sorted(games())))
    text = LONG[game]
    place = data.draw(st.integers(0, len(text) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != text[place]))
    with pytest.raises(BadRecord):
        read(text[:place] + bytes([byte]) + text[place + 1 :], games())


LONG = {name: write(played(game, game.seats[-1])).encode() for name, game in games().items()}


def test_a_record_cut_off_after_any_line_is_refused_where_it_ends():
    for count in range(len(LINES)):
        assert refusal("".join(LINES[:count]).encode()).line <= count + 1


def test_files_of_another_kind_are_refused_at_their_first_line():
    for data in (
        b"",
        b"\n",
        b"PK\x03\x04",
        b"{}",
        b"darsena record 2\n",
        TEXT.encode("utf-16"),
        b"\xef\xbb\xbf" + TEXT.encode(),
    ):
        assert refusal(data).line == 1


def test_a_huge_file_is_refused():
    assert "at most" in str(refusal(b"0" * (record.MAX_SIZE + 1)))


def test_line_ends_of_another_system_are_refused():
    assert refusal(TEXT.replace("\n", "\r\n").encode()).line == 1


@pytest.mark.parametrize(
    ("line", "other", "sentence"),
    [
        ("game: ", "game: chess", "there is no game “chess”"),
        ("rules: ", "rules: many", "“many” is no rules"),
        ("options: ", "options: start=5 loud=no", "“start” can be"),
        ("options: ", "options: colour=red", "no option “colour”"),
        ("seats: ", "seats: 9", "not for 9 players"),
        ("name 0: ", "name 0: A\u202eda", "one line of signs"),
        ("name 0: ", "name 1: Ada", "“name 0:” is expected"),
        ("commitment: ", "commitment: 12", "“12” is no commitment"),
        ("contribution 0: ", "contribution 0: two words", "is no contribution"),
        ("* roll ", "* roll ten", "not a whole number"),
        ("* roll ", "5 pass", "“5” is no seat"),
        ("* roll ", "0 fly", "there is no move “fly”"),
        ("seed: ", "seed: 00", "“00” is no seed"),
    ],
)
def test_a_damaged_line_is_named(line, other, sentence):
    number = line_of(line)
    found = refusal("".join([*LINES[: number - 1], other + "\n", *LINES[number:]]).encode())
    assert found.line == number
    assert sentence in str(found)


def test_seats_and_options_that_do_not_go_together_are_refused():
    assert "not for 3 players" in str(
        forged(replace(TRUE, names=("A", "B", "C"), options={"start": "0", "loud": "yes"}))
    )


def test_a_forged_move_draw_outcome_or_seed_is_refused_with_its_line():
    first = line_of("* roll")
    roll = TRUE.rows[0].move
    other = next(Roll(eyes) for eyes in (1, 2, 3) if Roll(eyes) != roll)
    assert forged(replace(TRUE, rows=(Row(CHANCE, other), *TRUE.rows[1:]))).line == first
    assert forged(replace(TRUE, rows=TRUE.rows[1:])).line == first
    assert forged(replace(TRUE, rows=(TRUE.rows[0], TRUE.rows[0], *TRUE.rows[1:]))).line == first + 1
    assert forged(replace(TRUE, result="winners 0 scores 9 9")).line == line_of("outcome: ")
    assert forged(replace(TRUE, result="unfinished")).line == line_of("outcome: ")
    assert forged(replace(TRUE, commitment="0" * 64)).line == line_of("seed: ")
    assert forged(replace(TRUE, contributions=("other", "words"))).line >= first
    assert forged(replace(TRUE, rules_version=2)).line == 3


def test_the_record_in_the_documentation_is_true():
    sample = DOCUMENT.read_text().split("```text\n")[1].split("```")[0]
    found = read(sample.encode(), games())
    assert verify(found, games()[found.game]).fair


def test_every_field_of_the_format_is_documented():
    text = DOCUMENT.read_text()
    labels = {line.split(":")[0].split(" ")[0] for line in LINES if ":" in line}
    assert all(f"`{label}" in text for label in labels)


def going_on(rows=5, seed=b"\x02" * 32):
    """A record that goes on from a position of another game, with draws of its own."""
    given, words = TRUE.rows[:rows], ("new0", "new1")
    start = TINY.rules.new(2, TINY.options())
    for seat, move in given:
        start = TINY.rules.apply(start, seat, move)
    bots = [RandomBot(0), RandomBot(1)]
    more, states = zip(*run(TINY.rules, start, bots, fairness.Draws(seed, words), Random(7)), strict=True)
    return replace(
        TRUE,
        commitment=fairness.commitment(seed),
        contributions=words,
        rows=(*given, *more),
        result=record.result(TINY.rules.outcome(states[-1])),
        seed=seed,
        given=rows,
    )


def test_a_game_that_goes_on_from_a_position_says_so_and_verifies():
    true = going_on()
    assert read(write(true).encode(), GAMES) == true
    proof = verify(true, TINY)
    assert proof.fair
    assert proof.draws == sum(seat == CHANCE for seat, _ in true.rows[5:])


def test_given_rows_must_be_legal_and_there():
    true = going_on()
    forged(replace(true, rows=(true.rows[0], true.rows[0], *true.rows[2:])))
    forged(replace(true, given=len(true.rows) + 1))


def test_draws_that_were_not_given_are_checked():
    true = going_on()
    later = next(n for n, (seat, _) in enumerate(true.rows) if seat == CHANCE and n >= 5)
    assert "the seed gives another draw" in str(forged(replace(true, given=0)))
    verify(replace(true, rows=true.rows[:later], result="unfinished"), TINY)
    other = Roll(true.rows[later].move.eyes % 3 + 1)
    changed = (*true.rows[:later], Row(CHANCE, other))
    assert "the seed gives another draw" in str(forged(replace(true, rows=changed, result="unfinished")))
