"""Where Darsena keeps what people played."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def data() -> Path:
    """The platform's folder for data of a user's programs; DARSENA_DATA names another."""
    chosen = os.environ.get("DARSENA_DATA")
    return Path(chosen) if chosen else user_data_path("darsena", appauthor=False)
