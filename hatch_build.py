"""Compiles the catalogues (.po) to what gettext reads (.mo), for every build and for editable installs."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "darsena").rglob("*.po"):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(text))
