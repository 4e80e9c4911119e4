import json
import os
import re

import pytest
from click.testing import CliRunner

from darsena.cli import main
from darsena.core import record
from darsena.core.language import LANGUAGES
from darsena.games import games


def asks_first(game):
    return 0 in game.rules.to_move(game.rules.new(game.seats[0], game.options()))


GAME = next(filter(asks_first, games().values()))  # a person alone is asked for a move before anything else
NAME, FEWEST, MOST = GAME.id, GAME.seats[0], GAME.seats[-1]
WEAKEST = next(iter(GAME.bots))
every_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DARSENA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("LANGUAGE", raising=False)
    return tmp_path


def darsena(*words, typed="", env=None):
    return CliRunner().invoke(main, [str(word) for word in words], input=typed, env=env)


def records(folder):
    return sorted((folder / "data" / "records").glob("*"))


def watched(folder, game=GAME, *more):
    """A record of bots among themselves."""
    file = folder / "game.txt"
    answer = darsena("play", game.id, "--people", 0, "--bots", next(iter(game.bots)), "--seats", game.seats[0],
                     "--seed", 1, "--record", file, *more)  # fmt: skip
    assert answer.exit_code == 0, answer.output
    return file


def test_alone_it_is_the_web_table_and_several_workers_need_postgresql():
    answer = darsena("--workers", 2)
    assert answer.exit_code == 2
    assert "PostgreSQL" in answer.output


def test_every_command_has_help_with_examples():
    assert "Exit codes" in darsena("--help").output
    for command in main.commands:
        answer = darsena(command, "--help")
        assert answer.exit_code == 0
        assert f"darsena {command}" in answer.output.split("Examples:")[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_games_are_listed_with_their_bots(language):
    answer = darsena("games", "--lang", language)
    for game in games().values():
        assert game.title in answer.output
        assert all(f"--bots {bot}:" in answer.output for bot in game.bots)
        assert all(f"({level.rating})," in answer.output for level in game.bots.values() if level.rating)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_printed(game, language):
    assert darsena("rules", game.id, "--lang", language).output == game.rulebook(language) + "\n"


@every_game
def test_a_game_of_bots_is_recorded_verified_and_told_again(game, own_folder):
    file = watched(own_folder, game)
    found = record.read(file.read_bytes(), games())
    assert record.verify(found, game).fair
    assert set(found.bots) == set(range(game.seats[0]))
    assert darsena("verify", file).exit_code == 0
    for seat in ([], ["--seat", 1]):
        assert darsena("replay", file, *seat).exit_code == 0


def test_the_same_seed_gives_the_same_record(own_folder):
    texts = []
    for _ in range(2):
        file = watched(own_folder)
        texts.append(file.read_text())
        file.unlink()
    assert texts[0] == texts[1]


def test_a_person_plays_leaves_and_finds_the_record(own_folder):
    answer = darsena("play", NAME, "--name", "Ada [bold]", "--seed", "x", typed="?\nmoves\nlog\nsing\n\nquit\n")
    assert answer.exit_code == 0
    assert "Ada [bold], your move" in answer.output
    assert "Moves you can make now" in answer.output
    assert "You leave the table" in answer.output
    assert not records(own_folder)  # nothing was played


def legal(output):
    return re.findall(r"Moves you can make now:\n  ([^,\n]+)", output)[-1]


def test_a_person_may_ask_for_a_hint():
    answer = darsena("play", NAME, "--seed", "x", typed="moves\nhint\nquit\n")
    moves = re.search(r"Moves you can make now:\n  ([^\n]+)", answer.output)[1].split(", ")
    assert any(f"\n  {move}  " in answer.output for move in moves)


def test_what_was_played_is_kept_when_the_input_ends(own_folder):
    move = legal(darsena("play", NAME, "--seed", "x", typed="?\n").output)
    answer = darsena("play", NAME, "--seed", "x", typed=f"{move}\n")
    assert answer.exit_code == 130
    [file] = records(own_folder)
    assert str(file) in answer.output.replace("\n", "")
    found = record.read(file.read_bytes(), games())
    assert found.result == "unfinished"
    assert found.seed is None
    assert darsena("verify", file).exit_code == 0


def test_several_people_pass_the_keyboard(own_folder):
    people = ["--people", FEWEST, "--seats", FEWEST, *(word for name in "AB" for word in ("--name", f"Sailor {name}"))]
    move = legal(darsena("play", NAME, *people, typed="\n?\n").output)
    answer = darsena("play", NAME, *people, typed=f"\n{move}\n\n?\n")
    assert "Pass the keyboard to Sailor A, who presses Enter." in answer.output
    assert answer.exit_code == 130


@pytest.mark.parametrize(
    ("words", "sentence"),
    {
        ("play", "nope"): "non c’è il gioco «nope»",
        ("rules", "nope"): "non c’è il gioco «nope»",
        ("play", NAME, "--bots", "hal"): "non c’è nessun bot «hal»",
        ("play", NAME, "--option", "colour=red"): "non ha l’opzione «colour»",
        ("play", NAME, "--option", "colour"): "si scrive nome=valore",
        ("play", NAME, "--seats", "many"): "vuole un numero intero",
        ("play", NAME, "--seats", "-3"): "vuole un numero intero",
        ("play", NAME, "--pace", "nan"): "vuole un numero di secondi",
        ("play", NAME, "--seats", str(MOST + 1)): "",
        ("play", NAME, "--seats", "1"): "",
        ("play", NAME, "--people", str(MOST + 1), "--seats", str(MOST)): "non stanno",
        ("play", NAME, "--name", "a\u202eb"): "una sola riga",
        ("play", NAME, "--name", "x" * 41): "al massimo 40 caratteri",
        ("play", NAME, "--name", "A", "--name", "B"): "più nomi che persone",
        ("play", NAME, "--record", "/no/such/folder/x"): "non si può scrivere",
        ("simulate", NAME, "--bots", "hal", "hal"): "non c’è nessun bot «hal»",
        ("simulate", NAME, "--bots", WEAKEST): "",
        ("simulate", NAME, "--bots", WEAKEST, WEAKEST, "--games", "0"): "vuole un numero intero",
        ("arena", NAME, "--bots", "hal,hal"): "non c’è nessun bot «hal»",
        ("arena", NAME, "--seats", "2,x"): "vuole un numero intero",
        ("arena", NAME, "--bots", WEAKEST): "almeno due bot",
        ("arena", NAME, "--games", "1", "--nodes", "1", "--results", "/no/such/folder/x"): "non si può scrivere",
        ("verify", "/no/such/file"): "non si può leggere",
    }.items(),
)
def test_wrong_commands_are_answered_in_the_language_of_the_person_and_leave_nothing(words, sentence, own_folder):
    answer = darsena(*words, env={"LC_ALL": "it_IT.UTF-8"})
    assert answer.exit_code == 2, answer.output
    assert answer.stderr.startswith("darsena: ")
    assert sentence in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
    assert not records(own_folder)


def test_the_language_asked_for_wins_over_that_of_the_environment():
    answer = darsena("play", "nope", "--lang", "fr", env={"LC_ALL": "it_IT.UTF-8"})
    assert "il n’y a pas de jeu «\xa0nope\xa0»" in answer.stderr
    assert "there is no language “tlh”" in darsena("games", "--lang", "tlh").stderr


def test_what_is_wrong_before_the_language_is_said_in_it_too():
    answer = darsena("simulate", NAME, "--bots", "random", "random", "--nodes", "-3", "--lang", "fr")
    assert "--nodes attend un nombre entier à partir de 1" in answer.stderr


def test_a_record_is_never_written_over(own_folder):
    file = own_folder / "mine.txt"
    file.write_text("precious")
    answer = darsena("play", NAME, "--record", file)
    assert answer.exit_code == 2
    assert "exists already" in answer.stderr
    assert file.read_text() == "precious"


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_bad_record_is_refused_with_its_line_and_exit_code_1(command, own_folder):
    good = watched(own_folder).read_bytes()
    bad = own_folder / "bad.txt"
    for data in (b"", b"\x00\xff", b"chess", good[:-40], good.replace(b"name 0", b"name O"), b"0" * 2**25):
        bad.write_bytes(data)
        answer = darsena(command, bad)
        assert answer.exit_code == 1
        assert re.match(r"darsena: line [\d,]+: ", answer.stderr)


def test_a_seat_that_is_not_at_the_table_is_refused(own_folder):
    answer = darsena("replay", watched(own_folder), "--seat", FEWEST + 1)
    assert answer.exit_code == 2
    assert "there is no seat" in answer.stderr


def test_simulations_print_a_table_or_json():
    asked = ("simulate", NAME, "--bots", *[WEAKEST] * FEWEST, "--games", 5, "--seed", "x")
    assert "95% interval" in darsena(*asked).output
    found = json.loads(darsena(*asked, "--json").stdout)
    assert found["games"] == 5
    assert [line["bot"] for line in found["bots"]] == [WEAKEST] * FEWEST
    assert json.loads(darsena(*asked, "--json", "--jobs", 2).stdout) == found


def test_a_league_prints_tables_or_json_and_goes_on_where_it_stopped(own_folder):
    bots = ",".join(list(GAME.bots)[:2])
    asked = ("arena", NAME, "--bots", bots, "--seats", FEWEST, "--games", 4, "--seed", "x", "--nodes", 20)
    assert "95% interval" in darsena(*asked).output
    [file] = (own_folder / "data" / "arena").iterdir()
    before = file.read_bytes()
    found = json.loads(darsena(*asked, "--json").stdout)
    assert found["games"] == 4
    assert list(found["ratings"]) == bots.split(",")
    assert file.read_bytes() == before


def test_a_league_writes_a_page_and_a_section_in_the_language_asked_for(own_folder):
    page, section = own_folder / "page.html", own_folder / "section.md"
    bots = ",".join(list(GAME.bots)[:2])
    answer = darsena("arena", NAME, "--bots", bots, "--games", 2, "--nodes", 20, "--lang", "fr", "--results",
                     own_folder / "results", "--html", page, "--write", section)  # fmt: skip
    assert answer.exit_code == 0, answer.output
    assert 'lang="fr"' in page.read_text()
    assert f"## {GAME.title}" in section.read_text()
    assert len((own_folder / "results").read_text().splitlines()) == 3


def test_a_folder_that_cannot_be_written_is_said_before_the_game_begins(own_folder):
    (own_folder / "data").write_text("a file, not a folder")
    answer = darsena("play", NAME, env={"DARSENA_DATA": os.fspath(own_folder / "data")})
    assert answer.exit_code == 2
    assert "cannot be written" in answer.stderr
