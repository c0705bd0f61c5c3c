"""What the database says of itself: its revision, room to grow, the queue of lanes, and what waits to be sent."""

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import URL

from bot.doctor.findings import Finding, ok, problem, warning
from bot.errors import StorageUnavailable
from bot.jobs.distributed import GONE_AFTER
from bot.settings import Settings
from bot.storage import revisions
from bot.storage.deliveries import oldest_due
from bot.storage.engine import Database
from bot.storage.queue import QueueState, queue_state
from bot.storage.urls import UnsupportedDatabase, is_sqlite, parse_url, sqlite_file

MIB = 1024**2
SCARCE, SHORT = 1024 * MIB, 100 * MIB  # bytes that are free
MUCH_LOG = 256 * MIB  # SQLite takes its log over from 4 MiB on, unless somebody reads on and on
LATE = timedelta(minutes=15)  # a round comes every ten seconds, and a full lane within minutes


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Database | None]:
    """The database, where it can be reached and this version can work with it; nothing is changed in it."""
    try:
        url = parse_url(settings.database_url.get_secret_value())
    except UnsupportedDatabase:
        yield None
        return
    if is_sqlite(url) and not sqlite_file(url).is_file():
        yield None
        return
    database = Database.open(settings.database_url.get_secret_value(), keys=settings.keys)
    try:
        yield None if await database.problem() else database
    finally:
        await database.close()


async def look_at_database(settings: Settings, now: datetime) -> list[Finding]:
    try:
        url = parse_url(settings.database_url.get_secret_value())
    except UnsupportedDatabase as error:
        return [problem("database", f"RUNG_DATABASE_URL is none that Rung knows: {error}", "Mend it.")]
    disk = list(_disk(sqlite_file(url))) if is_sqlite(url) else []
    if is_sqlite(url) and (file := sqlite_file(url)).parent.is_dir() and not file.exists():
        return [warning("database", f"there is no {file} yet", "Start `rung run`, which makes it."), *disk]
    found = [await _reached(url, settings), *disk]
    async with opened(settings) as database:
        if database is not None:
            found += [] if is_sqlite(url) else await _queue(database)
            found.append(await _waiting(database, now))
    return found


async def _reached(url: URL, settings: Settings) -> Finding:
    database = Database.open(settings.database_url.get_secret_value())
    try:
        goes_with = await database.goes_with(revisions.head())
        return _revision(url, await database.revision(), goes_with=goes_with)
    except StorageUnavailable as error:
        return problem("database", f"{_named(url)} can't be reached: {error}", "Start it, or mend RUNG_DATABASE_URL.")
    finally:
        await database.close()


def _revision(url: URL, found: str | None, *, goes_with: bool) -> Finding:
    """`goes_with` is whether this version can work with a database that is ahead."""
    name = _named(url)
    if found == revisions.head():
        return ok("database", f"{name} is reachable and migrated")
    if found is not None and goes_with:
        told = f"{name} was migrated by a newer version of Rung, which this one can work with"
        return warning("database", told, "Bring this one up to date too.")
    if found is not None and found not in revisions.known():
        return problem("database", f"{name} is of a newer version of Rung, at {found}", "Bring Rung up to date.")
    if is_sqlite(url):
        return warning("database", f"{name} isn't up to date", "Start `rung run`, which brings it up to date.")
    return problem("database", f"{name} isn't migrated: it is at {found or 'no revision'}", "Run `rung migrate`.")


def _named(url: URL) -> str:
    """Without the name of a user, or a password."""
    if is_sqlite(url):
        return str(sqlite_file(url))
    return f"PostgreSQL {url.database or ''} on {url.host or 'this machine'}"


def _disk(file: Path) -> Iterator[Finding]:
    """Whether an SQLite file can grow. A folder that isn't there is told elsewhere."""
    folder = file.parent
    if not folder.is_dir():
        return
    closed = [str(path) for path in (folder, file) if path.exists() and not os.access(path, os.W_OK)]
    if closed:
        mend = "Let the user that runs Rung write there: SQLite makes files beside its own."
        yield problem("disk", f"{' and '.join(closed)} can't be written to", mend)
        return
    free, log = shutil.disk_usage(folder).free, _size(file.with_name(f"{file.name}-wal"))
    told = f"{free // MIB:,} MiB are free in {folder}, the file has {_size(file) // MIB:,}, its log {log // MIB:,}"
    if free < SCARCE:
        report = problem if free < SHORT else warning
        yield report("disk", told, "Make room, or move the file: on a full disk nothing that people do is stored.")
    elif log > MUCH_LOG:
        mend = "Look which process reads the file for hours, such as a backup that hangs, and end it."
        yield warning("disk", f"{told}: it isn't taken over into the file", mend)
    else:
        yield ok("disk", told)


def _size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0


async def _queue(database: Database) -> list[Finding]:
    try:
        async with database.reading() as session:
            state = await queue_state(session, GONE_AFTER)
    except StorageUnavailable as error:
        return [problem("queue", f"it can't be read: {error}", "Look at the database.")]
    return [_judged(state)]


def _judged(state: QueueState) -> Finding:
    if state.missing:
        told = f"the database lacks {', '.join(state.missing[:3])}, which this version of the queue needs"
        return problem("queue", told, "Run `rung migrate`. If that doesn't help, restore the tables from a backup.")
    if state.waiting and not state.workers:
        mend = "Start `rung run --worker`, or `rung run`, and look at its log."
        return problem("queue", f"{state.waiting} lanes wait, and no process runs them", mend)
    if state.stalled:
        mend = "A running process frees them within a minute; if they stay, look at its log."
        return warning("queue", f"{state.stalled} lanes are held by processes that are gone", mend)
    return ok("queue", f"its tables are there, {state.workers} processes run lanes, {state.waiting} lanes wait")


async def _waiting(database: Database, now: datetime) -> Finding:
    async with database.reading() as session:
        oldest = await oldest_due(session)
    late = now - oldest if oldest else timedelta()
    if late <= LATE:
        return ok("deliveries", "nothing that is due waits for long")
    told = f"the message that waits longest was due {int(late.total_seconds()) // 60:,} minutes ago"
    mend = (
        "`rung deliveries --status due` lists them; see that a process runs, and what its log says of their workspaces."
    )
    return warning("deliveries", told, mend)
