"""Many rows in one statement: PostgreSQL takes them as one JSON text, at a fraction of the cost of a statement each.

Columns of text that people type aren't made storable on this way.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from sqlalchemy import BindParameter, Table, TextClause, Update, bindparam, inspect, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel

from bot.storage.upserts import insert_missing_rows

Rows = Sequence[Mapping[str, object]]


async def insert_missing(session: AsyncSession, table: type[SQLModel], rows: Rows) -> None:
    """Insert those whose key isn't there, each with the same columns. Sort them by key: see `insert_missing_rows`."""
    if not rows:
        return
    if _is_postgresql(session):
        await session.execute(_inserting(table, tuple(rows[0])), {"rows": _as_json(rows)})
    else:
        await insert_missing_rows(session, table, rows)


async def update_rows(session: AsyncSession, table: type[SQLModel], rows: Rows) -> None:
    """Change the rows that are there: each of `rows` has the whole key, and the same columns to change."""
    if not rows:
        return
    names = tuple(rows[0])
    if _is_postgresql(session):
        await session.execute(_updating(table, names), {"rows": _as_json(rows)})
    else:
        renamed = [{f"its_{name}": value for name, value in row.items()} for row in rows]
        await session.execute(_updating_each(table, names), renamed)


def _is_postgresql(session: AsyncSession) -> bool:
    return session.get_bind().dialect.name == "postgresql"


def _as_json(rows: Rows) -> str:
    return json.dumps(rows, default=str)  # moments and days


# All names below are those of our own tables.


@cache
def _inserting(table: type[SQLModel], names: tuple[str, ...]) -> TextClause:
    name, columns = table.__tablename__, ", ".join(names)
    return text(
        f"INSERT INTO {name} ({columns}) SELECT {columns}"
        f" FROM json_populate_recordset(NULL::{name}, CAST(:rows AS json)) ON CONFLICT DO NOTHING"
    )


@cache
def _updating(table: type[SQLModel], names: tuple[str, ...]) -> TextClause:
    name, key = table.__tablename__, _key(table)
    changes = ", ".join(f"{one} = new.{one}" for one in names if one not in key)
    same = " AND ".join(f"{name}.{one} = new.{one}" for one in key)
    return text(
        f"UPDATE {name} SET {changes} FROM json_populate_recordset(NULL::{name}, CAST(:rows AS json)) new WHERE {same}"
    )


@cache
def _updating_each(table: type[SQLModel], names: tuple[str, ...]) -> Update:
    of, key = cast(Table, inspect(table).local_table), _key(table)
    changes: dict[str, BindParameter[object]] = {name: bindparam(f"its_{name}") for name in names if name not in key}
    return update(of).where(*(of.c[name] == bindparam(f"its_{name}") for name in key)).values(changes)


def _key(table: type[SQLModel]) -> tuple[str, ...]:
    return tuple(column.name for column in inspect(table).primary_key)
