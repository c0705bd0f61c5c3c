"""SQLite's two engines: one writer that takes the write lock first, and readers that never wait for it.

A deferred transaction that reads before it writes loses what another one wrote in between, without an error.
"""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

_READERS = 4
_POOL_TIMEOUT = 2.0  # seconds; whoever waits longer for a connection would miss Slack's three seconds

_DURABLE = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL")
_WRITER = (*_DURABLE, "PRAGMA foreign_keys = ON")
_READER = (*_WRITER, "PRAGMA query_only = ON")


def writer(file: Path, busy_timeout: float) -> AsyncEngine:
    """One connection, so that this process never competes with itself. `busy_timeout` is in seconds."""
    engine = create_async_engine(
        _url(file),
        connect_args=_connect_args(busy_timeout),
        pool_size=1,
        max_overflow=0,
        pool_timeout=_POOL_TIMEOUT,
        hide_parameters=True,  # an error is logged, and they are somebody's data
    )
    _prepare_writer(engine.sync_engine, file)
    return engine


def thread_writer(file: Path, busy_timeout: float) -> Engine:
    """The same for one thread that runs whole transactions; to it, the other writer is another process."""
    engine = create_engine(
        URL.create("sqlite+pysqlite", database=str(file)),
        connect_args=_connect_args(busy_timeout),
        pool_size=1,
        max_overflow=0,
        hide_parameters=True,  # an error is logged, and they are somebody's data
    )
    _prepare_writer(engine, file)
    return engine


def _prepare_writer(engine: Engine, file: Path) -> None:
    _require(engine, file, Path.is_file)
    _tell_connections(engine, _WRITER)
    _begin_immediate(engine)
    _notice_a_replaced_file(engine, file)


def readers(file: Path, busy_timeout: float) -> AsyncEngine:
    """Connections that can't write. Each statement sees what is committed when it runs."""
    engine = create_async_engine(
        _url(file),
        connect_args=_connect_args(busy_timeout),
        pool_size=_READERS,
        max_overflow=0,
        pool_timeout=_POOL_TIMEOUT,
        hide_parameters=True,  # an error is logged, and they are somebody's data
        skip_autocommit_rollback=True,  # there is no transaction: spare the trip to the connection's thread
    )
    _require(engine.sync_engine, file, Path.is_file)
    _tell_connections(engine.sync_engine, _READER)
    _notice_a_replaced_file(engine.sync_engine, file)
    return engine


def migrator(file: Path, busy_timeout: float) -> AsyncEngine:
    """One connection that may create the file.

    Foreign keys stay off: a batch migration copies a table and drops the old one, and the drop would cascade.
    """
    engine = create_async_engine(_url(file), connect_args=_connect_args(busy_timeout), poolclass=NullPool)
    _require(engine.sync_engine, file.parent, Path.is_dir)
    _tell_connections(engine.sync_engine, _DURABLE)
    _begin_immediate(engine.sync_engine)
    return engine


def _url(file: Path) -> URL:
    return URL.create("sqlite+aiosqlite", database=str(file))


def _require(engine: Engine, path: Path, is_there: Callable[[Path], bool]) -> None:
    """Refuse to connect without `path`: SQLite would make an empty database, or leave a thread behind."""

    @event.listens_for(engine, "do_connect")
    def refuse(*_: object) -> None:
        if not is_there(path):
            raise sqlite3.OperationalError(f"there is no {path}")


def _connect_args(busy_timeout: float) -> dict[str, float | None]:
    # The driver begins no transaction by itself: its own BEGIN is deferred.
    return {"timeout": busy_timeout, "isolation_level": None}


def _tell_connections(engine: Engine, pragmas: tuple[str, ...]) -> None:
    @event.listens_for(engine, "connect")
    def tell(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
        cursor.close()


def _begin_immediate(engine: Engine) -> None:
    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _notice_a_replaced_file(engine: Engine, file: Path) -> None:
    """Connect anew where the file was deleted or restored: an open connection goes on with the old one."""

    @event.listens_for(engine, "connect")
    def remember(_: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        entry.info["file"] = _identity(file)

    @event.listens_for(engine, "checkout")
    def compare(_: DBAPIConnection, entry: ConnectionPoolEntry, __: object) -> None:
        if entry.info["file"] != _identity(file):
            raise InvalidatePoolError(f"{file} is not the file that was opened")


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino
