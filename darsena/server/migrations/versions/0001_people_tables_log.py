"""People, tables and their log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("creator", sa.String(32), nullable=False),
        sa.Column("join_code", sa.String(32), nullable=False, unique=True),
        sa.Column("watch_code", sa.String(32), nullable=False, unique=True),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("watched", sa.Boolean, nullable=False),
        sa.Column("pace", sa.String(16), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_index("ix_tables_over", "tables", ["over"])
    op.create_table(
        "log",
        sa.Column("code", sa.String(16), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("command", sa.String(64)),
        sa.Column("time", sa.Float, nullable=False),
        sa.UniqueConstraint("code", "command"),
    )
    op.create_index("ix_log_person", "log", ["person"])


def downgrade() -> None:
    for table in ("log", "tables", "people"):
        op.drop_table(table)
