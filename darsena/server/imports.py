"""Records that people bring from elsewhere: kept by what they say, the newest of them."""

from __future__ import annotations

import time
from hashlib import sha256

import sqlalchemy as sa

from .storage import RECORDS, Storage

MOST = 5_000  # the oldest make room
ID = 20  # digits of an address


async def keep(storage: Storage, text: str) -> str:
    """Where the record can be seen from now on; the same text has always the same place."""
    id = sha256(text.encode()).hexdigest()[:ID]
    if await find(storage, id) is None:
        newest = sa.select(RECORDS.c.id).order_by(RECORDS.c.created.desc()).limit(MOST - 1).scalar_subquery()
        await storage.write(
            RECORDS.delete().where(RECORDS.c.id.not_in(newest)),
            RECORDS.insert().values(id=id, text=text, created=time.time()),
        )
    return id


async def find(storage: Storage, id: str) -> str | None:
    rows = await storage.read(sa.select(RECORDS.c.text).where(RECORDS.c.id == id))
    return str(rows[0].text) if rows else None
