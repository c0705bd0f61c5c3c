"""Bringing a database up to date, by any number of processes at once.

Alembic is imported only where a migration has to run.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import RungError
from bot.storage import postgresql, sqlite
from bot.storage.engine import BUSY_TIMEOUT, Database, unavailable_storage
from bot.storage.revisions import MIGRATIONS
from bot.storage.urls import is_sqlite, parse_url, sqlite_file

if TYPE_CHECKING:
    from alembic.config import Config

_LOCK = 0x52756E67  # the advisory lock of whoever migrates: "Rung"


class DatabaseNotReady(RungError):
    """The database can't be reached, or `rung migrate` has to run first."""


class MigrationFailed(RungError):
    """The database could not be brought up to date, and is as it was."""


async def prepare(url: str) -> None:
    """Make sure, before serving, that a database has what this version needs; SQLite is brought up to date.

    On PostgreSQL other processes may still work with the old tables, so an operator says when: raises
    DatabaseNotReady until then.
    """
    database = Database.open(url)
    try:
        problem = await database.problem()
    finally:
        await database.close()
    if problem is None:
        return
    if not is_sqlite(parse_url(url)):
        raise DatabaseNotReady(problem)
    await upgrade(url)


async def upgrade(url: str) -> None:
    """Run the migrations that a database has not had, all or none; a missing SQLite file is created.

    Raises StorageUnavailable, MigrationFailed, and UnsupportedDatabase for a URL of something else.
    """
    from alembic import command
    from alembic.util import CommandError

    try:
        with unavailable_storage():
            # Alembic is synchronous, and our env.py starts an event loop inside it.
            await asyncio.to_thread(command.upgrade, alembic_config(url), "head")
            if not is_sqlite(parse_url(url)):
                from bot.storage.queue import prepare_queue

                async with migrating(url) as connection:
                    await prepare_queue(connection)
    except CommandError as error:
        raise MigrationFailed(str(error)) from error


def alembic_config(url: str) -> "Config":
    """What alembic needs to know of our migrations and one database, without a pyproject.toml."""
    from alembic.config import Config

    config = Config(attributes={"database_url": url})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


@asynccontextmanager
async def migrating(url: str) -> AsyncIterator[AsyncConnection]:
    """A connection in a transaction that no other migrating process shares: it waits for the other to end."""
    parsed = parse_url(url)
    engine = sqlite.migrator(sqlite_file(parsed), BUSY_TIMEOUT) if is_sqlite(parsed) else postgresql.migrator(parsed)
    try:
        async with engine.begin() as connection:
            if not is_sqlite(parsed):  # SQLite's transaction began with the write lock
                await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            yield connection
            if is_sqlite(parsed):
                await _check_references(connection)
    finally:
        await engine.dispose()


async def _check_references(connection: AsyncConnection) -> None:
    """What SQLite didn't check while foreign keys were off."""
    if broken := (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all():
        raise MigrationFailed(f"{len(broken)} rows of {broken[0][0]} would refer to nothing")
