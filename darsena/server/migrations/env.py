"""Runs the migrations on the connection that `upgrade` hands over."""

import sqlalchemy as sa
from alembic import context

from darsena.server.storage import METADATA

connection = context.config.attributes["connection"]
if connection.dialect.name == "postgresql":  # several workers start at once: one migrates, the others wait
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(20261115)))
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
