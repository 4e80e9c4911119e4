"""Series: several tables with the same deal."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tables", sa.Column("series", sa.String(16), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("place", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_tables_series", "tables", ["series"])


def downgrade() -> None:
    op.drop_index("ix_tables_series", "tables")
    op.drop_column("tables", "place")
    op.drop_column("tables", "series")
