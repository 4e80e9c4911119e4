"""Accounts, and when people last came."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("people", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    op.add_column("people", sa.Column("session", sa.Integer, nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE people SET seen = :now").bindparams(now=time.time()))
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(160), nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("accounts")
    with op.batch_alter_table("people") as people:
        people.drop_column("session")
        people.drop_column("seen")
