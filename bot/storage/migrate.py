"""Bringing a database up to date, by any number of processes at once.

Alembic is imported only where a migration has to run.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import RungError, StorageUnavailable
from bot.storage import postgresql, revisions, sqlite
from bot.storage.engine import Database, unavailable_storage
from bot.storage.revisions import MIGRATIONS
from bot.storage.urls import is_sqlite, parse_url, sqlite_file

if TYPE_CHECKING:
    from alembic.config import Config

TURN = 60.0  # seconds for which a migration of an SQLite file waits for another one

_LOCK = 0x52756E67  # the advisory lock of whoever migrates: "Rung"
_HELD = frozenset({"55P03", "40P01"})  # no lock in time, deadlock
_TOO_LONG = "57014"  # a statement was cancelled
_OLDEST = text(
    "SELECT pid, application_name AS name, state, extract(epoch FROM now() - xact_start) AS seconds"
    " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL"
    " ORDER BY xact_start LIMIT 1"
)

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a migration on PostgreSQL takes from those who work meanwhile, in seconds.

    Whoever waits for a lock on a table makes all who come later wait behind it: so it waits for `lock`, gives up, and
    tries again after a `pause`. No step takes longer than `step`; None is as long as it needs.
    """

    lock: float = 2.0
    pause: float = 5.0
    tries: int = 12
    step: float | None = 300.0

    @property
    def timeouts(self) -> tuple[tuple[str, float], ...]:
        """By PostgreSQL's names; 0 is without an end."""
        return ("lock_timeout", self.lock), ("statement_timeout", self.step or 0.0)


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


async def upgrade(
    url: str,
    *,
    limits: Limits = Limits(),  # it is frozen
    migrations: Path = MIGRATIONS,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Run the migrations that a database has not had, all or none; a missing SQLite file is created.

    A database that is ahead, and that this version can work with, is left as it is. Raises StorageUnavailable,
    MigrationFailed, and UnsupportedDatabase for a URL of something else.
    """
    if await _is_ahead(url, migrations):
        return
    for tries_left in reversed(range(limits.tries)):
        hindrance = await _tried(url, limits, migrations)
        if hindrance is None:
            return
        if tries_left:
            _logger.warning("%s. Nothing was changed; trying %d more times", hindrance, tries_left)
            await sleep(limits.pause)
    raise MigrationFailed(f"{hindrance}. Nothing was changed. End that transaction, or migrate when less is going on")


async def _is_ahead(url: str, migrations: Path) -> bool:
    """Whether a newer version migrated it. Raises MigrationFailed where this one can't work with that."""
    ours, parsed = revisions.head(migrations), parse_url(url)
    if is_sqlite(parsed) and not sqlite_file(parsed).exists():
        return False
    database = Database.open(url)
    try:
        found = await database.revision()
        if found is None or found in revisions.known(migrations):
            return False
        if not await database.goes_with(ours):
            raise MigrationFailed(f"the database is at revision {found}, of a newer version of Rung: use that one")
        return True
    finally:
        await database.close()


async def _tried(url: str, limits: Limits, migrations: Path) -> str | None:
    """Migrate once; what hindered it, where that passes. Raises MigrationFailed, StorageUnavailable."""
    from alembic.util import CommandError

    try:
        with unavailable_storage():
            await _migrate(url, limits, migrations)
    except CommandError as error:
        raise MigrationFailed(str(error)) from error
    except StorageUnavailable as error:
        state = getattr(getattr(error.__cause__, "orig", None), "sqlstate", None)
        if state in _HELD:
            return await _holder(url)
        if state == _TOO_LONG:
            raise MigrationFailed(
                f"a step took longer than {limits.step} seconds, in which others wait for it. Nothing was changed."
                " Stop Rung, and run `rung migrate --unlimited`"
            ) from error
        raise
    return None


async def _migrate(url: str, limits: Limits, migrations: Path) -> None:
    from alembic import command

    # Alembic is synchronous, and our env.py starts an event loop inside it.
    await asyncio.to_thread(command.upgrade, alembic_config(url, migrations, limits), "head")
    if not is_sqlite(parse_url(url)):
        from bot.storage.queue import prepare_queue

        async with migrating(url, limits) as connection:
            await prepare_queue(connection)


async def _holder(url: str) -> str:
    """Who has held up others for longest, without a word of what they did."""
    engine = postgresql.migrator(parse_url(url))
    try:
        async with engine.connect() as connection:
            found = (await connection.execute(_OLDEST)).first()
    finally:
        await engine.dispose()
    if found is None:
        return "A transaction held what has to be changed"
    return (
        f"A transaction holds what has to be changed: the oldest is process {found.pid} of the server"
        f" ({found.name or 'without a name'}, {found.state}), open for {found.seconds:.0f} seconds"
    )


def alembic_config(url: str, migrations: Path = MIGRATIONS, limits: Limits = Limits()) -> "Config":
    """What alembic needs to know of our migrations and one database, without a pyproject.toml."""
    from alembic.config import Config

    config = Config(attributes={"database_url": url, "limits": limits})
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config


@asynccontextmanager
async def migrating(url: str, limits: Limits | None = None) -> AsyncIterator[AsyncConnection]:
    """A connection in a transaction that no other migrating process shares: it waits for the other to end.

    Only then `limits` apply: without them a statement takes, and waits, as long as it needs.
    """
    parsed = parse_url(url)
    engine = sqlite.migrator(sqlite_file(parsed), TURN) if is_sqlite(parsed) else postgresql.migrator(parsed)
    try:
        async with engine.begin() as connection:
            if not is_sqlite(parsed):  # SQLite's transaction began with the write lock
                await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
                for name, seconds in limits.timeouts if limits else ():
                    await connection.execute(text(f"SET LOCAL {name} = '{seconds * 1000:.0f}ms'"))
            yield connection
            if is_sqlite(parsed):
                await _check_references(connection)
    finally:
        await engine.dispose()


async def _check_references(connection: AsyncConnection) -> None:
    """What SQLite didn't check while foreign keys were off."""
    if broken := (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all():
        raise MigrationFailed(f"{len(broken)} rows of {broken[0][0]} would refer to nothing")
