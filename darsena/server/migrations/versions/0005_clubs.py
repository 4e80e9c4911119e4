"""Clubs and their members."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("join_code", sa.String(32), nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("club", sa.String(16), sa.ForeignKey("clubs.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("ix_members_person", "members", ["person"])


def downgrade() -> None:
    for table in ("members", "clubs"):
        op.drop_table(table)
