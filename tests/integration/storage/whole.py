"""A database with rows in every table, whatever tables there are."""

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Date,
    Integer,
    NullPool,
    Table,
    Text,
    Time,
    create_engine,
    insert,
    select,
)
from sqlalchemy.engine import Engine
from sqlmodel import SQLModel

from bot.storage.copying import stored_tables
from tests.integration.storage.growth import ODD_TEXTS

ROWS = 7
TABLES = {table.name: table for table in stored_tables()}
REFERENCES = {
    "tenant": "T{}", "user_id": "U{}", "subject": "U{}", "author": "U{}", "viewer": "U{}",
    "channel_id": "C{}", "comment_id": "id{}", "id": "id{}",
}  # fmt: skip


def value(column: Column[Any], nth: int) -> object:
    if column.name in REFERENCES:
        return REFERENCES[column.name].format(nth)
    if isinstance(column.type, Boolean):
        return nth % 2 == 0
    if isinstance(column.type, Integer):
        return nth * 1_000_003
    if isinstance(column.type, Date):
        return date(2024, 2, 29) + timedelta(days=nth)
    if isinstance(column.type, Time):
        return time(23, 59, 59 - nth)
    if not isinstance(column.type, Text):
        return datetime(2026, 10, 25, 1, 30, 0, nth, tzinfo=UTC)
    return f"{nth}{list(ODD_TEXTS.values())[nth % len(ODD_TEXTS)]}"[:60]


def rows_of(table: Table) -> list[dict[str, object]]:
    """All kinds of values; in every second row nothing where nothing may be."""
    originals = SQLModel.metadata.tables[table.name].columns
    return [
        {c.name: None if originals[c.name].nullable and nth % 2 else value(c, nth) for c in table.columns}
        for nth in range(1, ROWS + 1)
    ]


def engine_of(url: str) -> Engine:
    return create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)


def fill(url: str) -> None:
    with engine_of(url).begin() as connection:
        for table in TABLES.values():
            connection.execute(insert(table), rows_of(table))


def everything(url: str) -> dict[str, Counter[tuple[object, ...]]]:
    def rows(connection: Connection, table: Table) -> Counter[tuple[object, ...]]:
        return Counter(tuple(row) for row in connection.execute(select(table)))

    with engine_of(url).connect() as connection:
        return {name: rows(connection, table) for name, table in TABLES.items()}
