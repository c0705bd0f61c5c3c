"""Insert a row or update the one that is there: both databases can, each by a statement of its own."""

from collections.abc import Mapping

from sqlalchemy import inspect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel

_INSERTS: dict[str, type[postgresql.Insert] | type[sqlite.Insert]] = {
    "postgresql": postgresql.Insert,
    "sqlite": sqlite.Insert,
}


async def upsert(
    session: AsyncSession,
    table: type[SQLModel],
    key: Mapping[str, object],
    changes: Mapping[str, object],
    **first: object,
) -> None:
    """Give the row of `key` these `changes`; where there is none, insert it with `first` as well."""
    insert = _INSERTS[session.get_bind().dialect.name]
    statement = insert(table).values({**key, **changes, **first})
    await session.execute(statement.on_conflict_do_update(index_elements=list(key), set_=dict(changes)))


async def insert_new(session: AsyncSession, table: type[SQLModel], key: Mapping[str, object], **values: object) -> bool:
    """Insert a row unless there is one of this `key`; whether it was inserted."""
    insert = _INSERTS[session.get_bind().dialect.name]
    statement = insert(table).values({**key, **values}).on_conflict_do_nothing(index_elements=list(key))
    return bool((await session.execute(statement.returning(*inspect(table).primary_key))).first())
