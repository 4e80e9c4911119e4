"""The schema of the database, brought up to date from any version there ever was."""

from pathlib import Path

import alembic.command
import alembic.config
import sqlalchemy as sa


def upgrade(connection: sa.Connection) -> None:
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, "head")
