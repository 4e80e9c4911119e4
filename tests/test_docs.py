"""What the documents for builders say is true: their examples run, and the code in them is the code in examples/."""

import doctest
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOORINGS = ROOT / "examples" / "moorings"


def needs(*modules):
    missing = [module for module in modules if find_spec(module) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


@needs("pandas", "pettingzoo", "pyspiel", "numba")
def test_the_library_does_what_its_page_says(monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False)
    assert tried > 40
    assert not failed


@pytest.mark.parametrize(
    "file", ["moorings/rules.py", "moorings/__init__.py", "moorings/codec.py", "moorings/hints.py", "pyproject.toml"]
)
def test_the_example_game_stands_in_the_page_as_it_is(file):
    assert (MOORINGS / file).read_text() in (ROOT / "docs" / "builders.md").read_text()


@pytest.fixture
def installed(tmp_path):
    """The example game as an installer would leave it."""
    shutil.copytree(MOORINGS / "moorings", tmp_path / "moorings")
    info = tmp_path / "moorings-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: moorings\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[darsena.games]\nmoorings = moorings:GAME\n")

    def run(code):
        answer = subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{code}"],
            check=False,
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=300,
        )
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    return run


def test_the_example_game_is_found_and_played(installed):
    code = (
        "from darsena import find, simulate; print(simulate(find('moorings'), ['random'] * 3, games=5, seed='1').games)"
    )
    assert installed(code) == "5\n"


def test_the_example_game_is_played_on_the_command_line_by_the_example_bots(installed):
    words = ["simulate", "moorings", "--bots", "./examples/bot.py", "random", "--games", "5", "--json"]
    assert '"forfeits": 0' in installed(f"from darsena.cli import main; main({words})")


@needs("pettingzoo", "pyspiel")
def test_the_example_game_is_an_environment(installed):
    code = """
import warnings; warnings.simplefilter("ignore")
from pettingzoo.test import api_test
from darsena.envs.pettingzoo import moorings_v1
import darsena.envs.openspiel, pyspiel
api_test(moorings_v1.env(3), num_cycles=20)
pyspiel.random_sim_test(pyspiel.load_game("darsena_moorings"), num_sims=3, serialize=True, verbose=False)
"""
    assert "Passed API test" in installed(code)


def test_without_the_extras_the_library_is_there():
    """Nothing that is optional is imported with darsena itself."""
    missing = ["numpy", "numba", "pandas", "ray", "pettingzoo", "gymnasium", "pyspiel"]
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({missing}))\nimport darsena.cli, darsena.games as g; g.games()"
    )
    answer = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stderr
