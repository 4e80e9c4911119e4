"""Imports point one way: core <- bots <- games <- everything else; and nobody outside a game's folder names it."""

import ast
import re
from pathlib import Path

import pytest

import darsena
from darsena.games import games

ROOT = Path(darsena.__file__).parent
REPOSITORY = ROOT.parent
MAY_IMPORT = {"core": {"core"}, "bots": {"core", "bots"}, "games": {"core", "bots", "games"}}
CORE_NEEDS = {"msgspec"}


def imported(path):
    """The darsena sub-packages that a file imports."""
    depth = len(path.relative_to(ROOT).parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == depth:
            yield from [node.module.split(".")[0]] if node.module else [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and 0 < node.level < depth:
            yield path.relative_to(ROOT).parts[0]
        else:
            absolute = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            absolute += [node.module] if isinstance(node, ast.ImportFrom) else []
            assert "darsena" not in [name.split(".")[0] for name in absolute], f"{path}: imports are relative here"


def foreign(path):
    """The installed packages that a file imports."""
    import sys

    for node in ast.walk(ast.parse(path.read_text())):
        modules = [name.name for name in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            modules = [node.module or ""]
        yield from (
            name for name in (module.split(".")[0] for module in modules) if name not in sys.stdlib_module_names
        )


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_a_layer_imports_only_what_is_below(layer):
    for path in (ROOT / layer).rglob("*.py"):
        if not path.name.startswith("test_"):
            assert set(imported(path)) <= MAY_IMPORT[layer], path


def test_core_needs_nothing_but_msgspec():
    for path in (ROOT / "core").rglob("*.py"):
        assert set(foreign(path)) <= CORE_NEEDS, path


def test_no_game_is_named_outside_its_folder():
    names = re.compile("|".join([*games(), *(game.title for game in games().values())]))
    code = [*ROOT.rglob("*.py"), *ROOT.rglob("*.js"), *ROOT.rglob("*.html"), *(REPOSITORY / "tests").rglob("*.py")]
    for path in code:
        if not path.is_relative_to(ROOT / "games") or path == ROOT / "games" / "__init__.py":
            found = names.findall(path.read_text().split('"""', 2)[-1])
            assert not found, f"{path} names {found}"
