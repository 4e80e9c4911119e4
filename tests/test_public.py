"""What the library promises: its names, and games from other packages."""

import subprocess
import sys
from textwrap import dedent

import darsena


def test_the_public_names():
    assert darsena.__all__ == [
        "CHANCE",
        "Bot",
        "Budget",
        "Game",
        "IllegalMove",
        "Outcome",
        "dice",
        "find",
        "read",
        "run",
        "show",
        "simulate",
        "write",
    ]
    assert all(hasattr(darsena, name) for name in darsena.__all__)


def installed(folder, package, code):
    """A package as an installer would leave it, with an entry point for its game."""
    (folder / package).mkdir()
    (folder / package / "__init__.py").write_text(dedent(code))
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[darsena.games]\n{package} = {package}:GAME\n")


def found_with(folder, code):
    return subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(folder)!r})\n{code}"],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_game_from_another_installed_package_is_found(tmp_path):
    code = """
        from tests.tiny import TINY
        from msgspec.structs import replace
        GAME = replace(TINY, package=__name__, title="Far Harbour")
    """
    installed(tmp_path, "far_harbour", code)
    answer = found_with(tmp_path, "from darsena import find; print(find('Far Harbour').title)")
    assert answer.stdout == "Far Harbour\n", answer.stderr


def test_a_package_that_cannot_be_loaded_does_not_take_the_others_down(tmp_path):
    installed(tmp_path, "sunken", "import a_package_that_is_not_there")
    answer = found_with(tmp_path, "from darsena.games import games; print('sunken' in games(), len(games()) > 0)")
    assert answer.stdout == "False True\n"
    assert "sunken" in answer.stderr
