"""A backup made under a running server, and everything as it was when it is put back."""

import re

import pytest
from click.testing import CliRunner

from darsena.cli import main
from darsena.games import games

GAME = next(iter(games().values()))


@pytest.fixture
def admin(tmp_path, monkeypatch):
    monkeypatch.setenv("DARSENA_DATA", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")

    def run(*words, code=0):
        answer = CliRunner().invoke(main, ["admin", *words])
        assert answer.exit_code == code, answer.output
        return answer.output

    return run


def sit_down(person):
    return person.post(f"/new/{GAME.id}", data={"name": "Ada", "seats": str(GAME.seats[0])}).url.path


def test_a_backup_holds_what_was_there_and_a_restore_brings_it_back(fragile, admin, tmp_path):
    import httpx

    with httpx.Client(base_url=fragile.url, follow_redirects=True) as ada:
        before = sit_down(ada)
        admin("backup", str(tmp_path / "copy.db"))
        after = sit_down(ada)
        fragile.stop()
        admin("restore", str(tmp_path / "copy.db"), "--yes")
        fragile.start()
        assert re.search(r"/join/\w+", ada.get(before).text)
        assert ada.get(after).status_code == 404


def test_a_backup_replaces_no_file_and_what_is_no_backup_changes_nothing(fragile, admin, tmp_path):
    kept = tmp_path / "kept"
    kept.write_text("mine")
    assert "exists" in admin("backup", str(kept), code=2)
    assert kept.read_text() == "mine"
    before = (tmp_path / "darsena.db").read_bytes()
    for wrong in (kept, tmp_path / "nothing"):
        assert "damaged" in admin("restore", str(wrong), "--yes", code=2)
    assert (tmp_path / "darsena.db").read_bytes() == before
    assert "pg_dump" in admin("--database", "postgresql://nowhere/x", "backup", str(tmp_path / "p"), code=2)
