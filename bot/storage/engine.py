"""Where every session comes from, and where a database that fails becomes StorageUnavailable."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from sqlalchemy.exc import (
    DatabaseError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,
)
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from bot.errors import StorageUnavailable
from bot.storage import postgresql, revisions, sqlite
from bot.storage.announcing import TELLER, new_teller
from bot.storage.encryption import use_keys
from bot.storage.pieces import Piece, T, ThreadOfPieces
from bot.storage.urls import is_sqlite, parse_url, sqlite_file

BUSY_TIMEOUT = 5.0  # seconds that SQLite waits for another process to release the database


@contextmanager
def unavailable_storage() -> Iterator[None]:
    """Say StorageUnavailable where the database is locked, full, damaged or gone; our own mistakes pass."""
    try:
        yield
    except SQLAlchemyError as error:
        if _is_outage(error):
            raise StorageUnavailable(_reason(error)) from error
        raise


def _is_outage(error: SQLAlchemyError) -> bool:
    """sqlite3 raises the bare DatabaseError for a file that is damaged or no database at all."""
    if isinstance(error, (OperationalError, InterfaceError, TimeoutError)) or type(error) is DatabaseError:
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _reason(error: SQLAlchemyError) -> str:
    """What the driver said, without the statement and its parameters: they are somebody's data."""
    return str(error.orig if isinstance(error, DBAPIError) else error.args[0])


@dataclass(frozen=True, slots=True)
class Database:
    """One open database. Nothing connects before the first session."""

    _readers: AsyncEngine
    _writer: AsyncEngine
    _pieces: ThreadOfPieces | None = None  # SQLite's
    teller: str = field(default_factory=new_teller)

    @classmethod
    def open(cls, url: str, *, busy_timeout: float = BUSY_TIMEOUT, keys: Sequence[str] = ()) -> "Database":
        """Raises UnsupportedDatabase for a URL of anything else than an SQLite file or PostgreSQL.

        `busy_timeout` is in seconds, and for SQLite alone. With the first of `keys` secrets are encrypted, each of them
        decrypts.
        """
        parsed = parse_url(url)
        if not is_sqlite(parsed):
            engine = postgresql.engine(parsed)
            use_keys(engine.dialect, keys)
            return cls(postgresql.reading(engine), engine)
        file = sqlite_file(parsed)
        thread_writer = sqlite.thread_writer(file, busy_timeout)
        readers, writer = sqlite.readers(file, busy_timeout), sqlite.writer(file, busy_timeout)
        for one in (thread_writer, readers, writer):
            use_keys(one.dialect, keys)
        return cls(readers, writer, ThreadOfPieces(thread_writer))

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use it meanwhile."""
        return self._pieces is None

    @property
    def kind(self) -> str:
        """What it is called."""
        return "PostgreSQL" if self._pieces is None else "SQLite"

    @property
    def holds_rows(self) -> bool:
        """Whether a transaction can hold one row while others write: SQLite knows only the whole database."""
        return self._pieces is None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A session that only reads; each statement sees what is committed when it runs."""
        with unavailable_storage():
            async with AsyncSession(self._readers, expire_on_commit=False) as session:
                yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """A session in a transaction, committed at the end and rolled back on an error."""
        with unavailable_storage():
            info = {TELLER: self.teller}
            async with AsyncSession(self._writer, expire_on_commit=False, info=info) as session, session.begin():
                yield session

    async def write(self, piece: Piece[T]) -> T:
        """Run a transaction that awaits nothing but the session which it is given, and give its result.

        Committed at the end and rolled back on an error, as `writing` is; on SQLite at a third of the cost.
        """
        if self._pieces is None:
            async with self.writing() as session:
                return await piece(session)
        with unavailable_storage():
            return await self._pieces.run(piece)

    async def problem(self) -> str | None:
        """Why this database can't be used now, for operators; None where it is reachable and migrated."""
        ours = revisions.head()
        try:
            found = await self.revision()
            if found == ours or await self.goes_with(ours):
                return None
        except StorageUnavailable as error:
            return f"the database can't be reached: {error}"
        if found is not None and found not in revisions.known():
            return f"the database is at revision {found}, of a newer version than this one, which can't work with it"
        return f"the database is at revision {found or 'none'}, not at {ours}: run `rung migrate`"

    async def revision(self) -> str | None:
        """Which revision it is at, or None where nothing was ever migrated. Raises StorageUnavailable."""
        with unavailable_storage():
            async with self._readers.connect() as connection:
                return await connection.run_sync(revisions.current)

    async def goes_with(self, ours: str) -> bool:
        """Whether whoever knows a revision can work with it though it is ahead. Raises StorageUnavailable."""
        with unavailable_storage():
            async with self._readers.connect() as connection:
                return await connection.run_sync(revisions.goes_with, ours)

    async def close(self) -> None:
        await self._readers.dispose()
        await self._writer.dispose()
        if self._pieces is not None:
            await self._pieces.close()
