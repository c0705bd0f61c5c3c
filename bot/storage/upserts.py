"""Insert a row or update the one that is there: both databases can, each by a statement of its own."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from sqlalchemy import Table, inspect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel

_Insert = postgresql.Insert | sqlite.Insert

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
    statement = _updating(_dialect(session), table, tuple(key), tuple(changes))
    await session.execute(statement, {**key, **changes, **first})


async def insert_new(session: AsyncSession, table: type[SQLModel], key: Mapping[str, object], **values: object) -> bool:
    """Insert a row unless there is one of this `key`; whether it was inserted."""
    statement = _inserting(_dialect(session), table).on_conflict_do_nothing(index_elements=list(key))
    inserted = await session.execute(statement.returning(*inspect(table).primary_key), {**key, **values})
    return inserted.first() is not None


async def count_up(
    session: AsyncSession, table: type[SQLModel], key: Mapping[str, object], counter: str, **changes: object
) -> None:
    """Add 1 to the counter of the row of `key`, and give it these `changes`; a new row begins with 1."""
    statement = _inserting(_dialect(session), table)
    more = {counter: statement.table.c[counter] + 1, **changes}
    counting = statement.on_conflict_do_update(index_elements=list(key), set_=more)
    await session.execute(counting, {**key, counter: 1, **changes})


async def insert_rows(session: AsyncSession, table: type[SQLModel], rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows, each with the same columns."""
    await session.execute(_inserting(_dialect(session), table), rows)


async def insert_missing_rows(
    session: AsyncSession, table: type[SQLModel], rows: Sequence[Mapping[str, object]]
) -> None:
    """Insert those whose key isn't there. Sort them by key: two transactions in opposite orders wait for ever."""
    await session.execute(_inserting_missing(_dialect(session), table), rows)


async def upsert_rows(session: AsyncSession, table: type[SQLModel], rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows, all columns given; a whole row takes the place of the one with its key."""
    await session.execute(_replacing(_dialect(session), table), rows)


def _dialect(session: AsyncSession) -> str:
    return session.get_bind().dialect.name


# Statements without values are built once: building and hashing one costs more than running it.


@cache
def _inserting(dialect: str, table: type[SQLModel]) -> _Insert:
    return _INSERTS[dialect](cast(Table, inspect(table).local_table))


@cache
def _inserting_missing(dialect: str, table: type[SQLModel]) -> _Insert:
    return _inserting(dialect, table).on_conflict_do_nothing(index_elements=inspect(table).primary_key)


@cache
def _updating(dialect: str, table: type[SQLModel], key: tuple[str, ...], changed: tuple[str, ...]) -> _Insert:
    statement = _inserting(dialect, table)
    changes = {name: statement.excluded[name] for name in changed}
    return statement.on_conflict_do_update(index_elements=list(key), set_=changes)


@cache
def _replacing(dialect: str, table: type[SQLModel]) -> _Insert:
    key = tuple(column.name for column in inspect(table).primary_key)
    names = inspect(table).local_table.c.keys()
    return _updating(dialect, table, key, tuple(name for name in names if name not in key))
