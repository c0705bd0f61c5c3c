"""One process at a time on an SQLite database: two would plan and send beside each other, each with its own lanes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from bot.errors import RungError, StorageUnavailable
from bot.storage.urls import is_sqlite, parse_url, sqlite_file


class AlreadyRunning(RungError):
    """Another process runs on this SQLite database."""


@contextmanager
def sole_process(url: str) -> Iterator[None]:
    """Hold an SQLite database for this process; PostgreSQL is for any number of them.

    The hold is an exclusive transaction on an empty database beside it, which the system ends with the process,
    however it ends. Raises AlreadyRunning, UnsupportedDatabase.
    """
    parsed = parse_url(url)
    if not is_sqlite(parsed):
        yield
        return
    file = sqlite_file(parsed)
    guard = file.with_name(f"{file.name}.running")
    try:
        connection = sqlite3.connect(guard, timeout=0, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise StorageUnavailable(f"{guard}: {error}") from error
    with closing(connection):
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise StorageUnavailable(f"{guard}: {error}") from error
            raise AlreadyRunning(
                f"another process of Rung runs on {file}: stop it first, or use PostgreSQL for several"
            ) from error
        yield
