"""Which database a URL means. Operators write plain URLs; the drivers are ours to choose."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import RungError

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",  # as several hosting providers write it
}


class UnsupportedDatabase(RungError):
    """The database URL must be sqlite:///file.db, sqlite:////absolute/file.db or postgresql://user@host/name."""


def parse_url(url: str) -> URL:
    """The URL with the driver that Rung uses.

    Raises UnsupportedDatabase, which never quotes the URL: it may hold a password.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise UnsupportedDatabase from error
    driver = _DRIVERS.get(parsed.get_backend_name())
    if driver is None or (driver == "sqlite+aiosqlite" and not _is_file(parsed)):
        raise UnsupportedDatabase
    return parsed.set(drivername=driver)


def conninfo(url: str) -> str:
    """What PostgreSQL's own library takes, the password included. Raises UnsupportedDatabase."""
    return parse_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def sqlite_file(url: URL) -> Path:
    """The file of an SQLite database, made absolute once so that it stays the same file."""
    return Path(url.database or "").absolute()


def _is_file(url: URL) -> bool:
    """Not in memory, where each connection would have a database of its own."""
    return bool(url.database) and url.database != ":memory:" and not url.query
