"""The code is formatted, linted and fully typed; so that one command checks all."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("check", [["ruff", "format", "--check"], ["ruff", "check"], ["mypy"]], ids="-".join)
def test_tidy(check):
    answer = subprocess.run([sys.executable, "-m", *check], check=False, cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_files_are_short_enough_to_read():
    long = {
        str(path.relative_to(ROOT)): count
        for path in ROOT.glob("darsena/**/*.py")
        if (count := len(path.read_text("utf-8").splitlines())) > 450
    }
    assert not long
