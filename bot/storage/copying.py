"""Copying one database into another of either kind: all rows, counted and compared, or none."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sqlalchemy import Column, MetaData, RowMapping, String, Table, Text, TypeDecorator, insert, select, text
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import TypeEngine
from sqlmodel import SQLModel

from bot.errors import RungError
from bot.storage import postgresql, revisions, sqlite, tables  # noqa: F401  # tables fill the metadata
from bot.storage.engine import BUSY_TIMEOUT, Database, unavailable_storage
from bot.storage.migrate import migrating
from bot.storage.urls import is_sqlite, parse_url, sqlite_file

BATCH = 1_000  # rows that are in memory at once

Told = Callable[[str, int], None]


class CannotCopy(RungError):
    """One of the two databases isn't what it must be; nothing was changed."""


class CopyFailed(RungError):
    """The copy would not be the same; the target is as it was."""


async def copy_database(source: str, target: str, told: Told) -> None:
    """Copy all that Rung stores, in one transaction, from one moment of the source.

    `told` is called with each table and its number of rows, before anything is committed. The queue isn't copied: what
    is due stands in the tables, and the next round defers it. Raises CannotCopy where one of the two isn't at this
    version's revision or the target holds a row, CopyFailed, StorageUnavailable, UnsupportedDatabase.
    """
    for url, name in ((source, "the source"), (target, "the target")):
        await _require_migrated(url, name)
    with unavailable_storage():
        async with _snapshot(source) as reading, migrating(target) as writing:
            ours = stored_tables()
            await _hold_empty(writing, ours)
            for table in ours:
                told(table.name, await _copy_table(reading, writing, table))


async def _require_migrated(url: str, name: str) -> None:
    database = Database.open(url)
    try:
        found = await database.revision()
    finally:
        await database.close()
    if found != revisions.head():
        at = found or "none"
        raise CannotCopy(f"{name} is at revision {at}, not at {revisions.head()}: run `rung migrate` on it")


@asynccontextmanager
async def _snapshot(url: str) -> AsyncIterator[AsyncConnection]:
    """A connection that reads what was there when it began, whatever is written meanwhile."""
    parsed = parse_url(url)
    if is_sqlite(parsed):
        engine = sqlite.readers(sqlite_file(parsed), BUSY_TIMEOUT)
    else:
        engine = postgresql.migrator(parsed).execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
    try:
        async with engine.connect() as connection:
            if is_sqlite(parsed):
                await connection.exec_driver_sql("BEGIN")
            yield connection
    finally:
        await engine.dispose()


def stored_tables() -> list[Table]:
    """All tables, those that others refer to first; their texts are taken as they are stored, encrypted or not."""
    return [
        Table(table.name, MetaData(), *(Column(column.name, _stored(column.type)) for column in table.columns))
        for table in SQLModel.metadata.sorted_tables
    ]


def _stored(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    return Text() if isinstance(kind, TypeDecorator) and isinstance(kind.impl, String) else kind


async def _hold_empty(connection: AsyncConnection, ours: list[Table]) -> None:
    """Let nobody else write until the end. Raises CannotCopy where somebody has."""
    if connection.dialect.name == "postgresql":  # SQLite's transaction began with the write lock
        names = ", ".join(table.name for table in ours)
        await connection.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
    for table in ours:
        if (await connection.execute(select(table).limit(1))).first() is not None:
            raise CannotCopy(f"the target isn't empty: there are rows in {table.name}")


@dataclass(slots=True)
class _Sum:
    """What a table holds, whatever the order of its rows."""

    rows: int = 0
    hashes: int = 0

    def add(self, batch: Sequence[RowMapping]) -> None:
        self.rows += len(batch)
        self.hashes += sum(map(_hash, batch))


def _hash(row: RowMapping) -> int:
    return int.from_bytes(blake2b(repr(tuple(row.values())).encode(), digest_size=16).digest())


async def _copy_table(source: AsyncConnection, target: AsyncConnection, table: Table) -> int:
    """How many rows were copied. Raises CopyFailed."""
    given, taken = _Sum(), _Sum()
    async with _read(source, table) as batches:
        async for batch in batches:
            given.add(batch)
            try:
                await target.execute(insert(table), [dict(row) for row in batch])
            except (DataError, IntegrityError) as error:
                raise CopyFailed(f"{table.name}: {str(error.orig).splitlines()[0]}") from error
    async with _read(target, table) as batches:
        async for batch in batches:
            taken.add(batch)
    if given != taken:
        raise CopyFailed(f"{table.name}: {given.rows} rows were given, {taken.rows} arrived, and they aren't the same")
    return given.rows


@asynccontextmanager
async def _read(connection: AsyncConnection, table: Table) -> AsyncIterator[AsyncIterator[Sequence[RowMapping]]]:
    """All rows, in batches."""
    result = await connection.stream(select(table), execution_options={"yield_per": BATCH})
    try:
        yield result.mappings().partitions()
    finally:
        await result.close()
