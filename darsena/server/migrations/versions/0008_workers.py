"""Server processes that share a database: which of them live, who keeps which table, who looks on where."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("keeper", sa.String(32), nullable=False, server_default=""))
    op.create_table(
        "workers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("worker", sa.String(32), primary_key=True),
        sa.Column("seats", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("presence")
    op.drop_table("workers")
    op.drop_column("tables", "keeper")
