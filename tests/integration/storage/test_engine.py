"""A database that fails says so as StorageUnavailable, and recovers; concurrent writers lose nothing."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import exc, text

from bot.domain.people import PersonId
from bot.errors import StorageUnavailable
from bot.storage.engine import Database, unavailable_storage
from bot.storage.migrate import upgrade
from bot.storage.people import load_profile, set_language

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SOMEBODY = PersonId("T1", "U1")


async def language(database: Database) -> str | None:
    async with database.reading() as session:
        return (await load_profile(session, SOMEBODY)).language


async def choose(database: Database, locale: str) -> None:
    async with database.writing() as session:
        await set_language(session, SOMEBODY, locale, NOW)


async def count_up(database: Database, times: int) -> None:
    for _ in range(times):
        async with database.writing() as session:
            found = (await load_profile(session, SOMEBODY)).language
            await set_language(session, SOMEBODY, str(int(found or 0) + 1), NOW)


async def test_a_thousand_concurrent_increments_lose_nothing(sqlite_file: Path) -> None:
    """Two engines stand for two processes: nothing but the lock of the file keeps their writers apart."""
    ours, theirs = (Database.open(f"sqlite:///{sqlite_file}") for _ in range(2))
    await asyncio.gather(*(count_up(database, 250) for database in (ours, ours, theirs, theirs)))
    assert await language(ours) == "1000"
    await ours.close()
    await theirs.close()


async def test_a_locked_file_can_be_read_but_not_written(sqlite_file: Path) -> None:
    database = Database.open(f"sqlite:///{sqlite_file}", busy_timeout=0)
    await choose(database, "de")
    with closing(sqlite3.connect(sqlite_file)) as somebody_else:
        somebody_else.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageUnavailable, match="locked"):
            await choose(database, "ru")
        assert await language(database) == "de"
    await choose(database, "ru")
    assert await language(database) == "ru"
    await database.close()


@pytest.mark.parametrize(
    ("pragma", "expected"),
    [("journal_mode", "wal"), ("synchronous", 1), ("foreign_keys", 1), ("busy_timeout", 5000)],
)
async def test_every_connection_of_sqlite_is_told_how_to_behave(
    sqlite_file: Path, pragma: str, expected: object
) -> None:
    database = Database.open(f"sqlite:///{sqlite_file}")
    async with database.reading() as reader, database.writing() as writer:
        found = [(await session.execute(text(f"PRAGMA {pragma}"))).scalar() for session in (reader, writer)]
    assert found == [expected, expected]
    await database.close()


async def test_a_read_session_cannot_write(sqlite_file: Path) -> None:
    database = Database.open(f"sqlite:///{sqlite_file}")
    with pytest.raises(StorageUnavailable, match="readonly"):
        async with database.reading() as session:
            await set_language(session, SOMEBODY, "de", NOW)
    await database.close()


def is_missing(file: Path) -> None:
    file.unlink()


def has_lost_its_directory(file: Path) -> None:
    file.unlink()
    file.parent.rmdir()


def is_no_database(file: Path) -> None:
    file.write_text("not a database at all" * 1000)


DAMAGES = [is_missing, has_lost_its_directory, is_no_database]


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_file_that_cannot_be_used_is_unavailable_storage(
    sqlite_file: Path, damage: Callable[[Path], None]
) -> None:
    damage(sqlite_file)
    database = Database.open(f"sqlite:///{sqlite_file}")
    with pytest.raises(StorageUnavailable):
        await language(database)
    with pytest.raises(StorageUnavailable):
        await choose(database, "de")
    assert "can't be reached" in (await database.problem() or "")
    await database.close()


def replace(database_file: Path, backup: Path) -> None:
    """As an operator restores a backup: the old file goes, and the log that belongs to it."""
    for file in database_file.parent.glob(f"{database_file.name}*"):
        file.unlink()
    shutil.copy(backup, database_file)


async def test_a_file_that_is_deleted_while_open_is_noticed(sqlite_file: Path) -> None:
    database = Database.open(f"sqlite:///{sqlite_file}")
    await choose(database, "de")
    assert await database.problem() is None
    is_missing(sqlite_file)
    with pytest.raises(StorageUnavailable):
        await language(database)
    with pytest.raises(StorageUnavailable):
        await choose(database, "ru")
    assert "can't be reached" in (await database.problem() or "")
    await database.close()


async def test_a_restored_file_is_read_anew(sqlite_file: Path, migrated_file: Path) -> None:
    database = Database.open(f"sqlite:///{sqlite_file}")
    await choose(database, "de")
    assert await language(database) == "de"
    replace(sqlite_file, migrated_file)
    assert await language(database) is None
    await choose(database, "ru")
    assert await language(database) == "ru"
    await database.close()


async def test_a_server_that_is_gone_is_unavailable_storage() -> None:
    database = Database.open("postgresql://rung@127.0.0.1:1/rung")
    with pytest.raises(StorageUnavailable):
        await language(database)
    with pytest.raises(StorageUnavailable):
        await choose(database, "de")
    assert "can't be reached" in (await database.problem() or "")
    await database.close()


def end_connections(server: str, url: str) -> None:
    name = url.rsplit("/", 1)[1].split("?")[0]
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])


async def test_a_server_that_restarted_is_connected_to_again(server: str, postgres_url: str) -> None:
    database = Database.open(postgres_url)
    await choose(database, "de")
    end_connections(server, postgres_url)
    assert await language(database) == "de"
    end_connections(server, postgres_url)
    await choose(database, "ru")
    await database.close()


async def test_a_server_that_stops_in_the_middle_is_unavailable_storage(server: str, postgres_url: str) -> None:
    database = Database.open(postgres_url)

    async def interrupted_choice() -> None:
        async with database.writing() as session:
            await set_language(session, SOMEBODY, "de", NOW)
            end_connections(server, postgres_url)
            await set_language(session, SOMEBODY, "ru", NOW)

    with pytest.raises(StorageUnavailable):
        await interrupted_choice()
    assert await language(database) is None
    await database.close()


async def test_a_server_that_only_reads_after_a_failover_is_left_for_the_one_that_writes(postgres_url: str) -> None:
    database, name = Database.open(postgres_url), postgres_url.rsplit("/", 1)[1].split("?")[0]
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        with pytest.raises(StorageUnavailable, match="read-only"):
            await choose(database, "de")
        admin.execute("SET default_transaction_read_only = off")
        admin.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    await choose(database, "de")
    assert await language(database) == "de"
    await database.close()


async def test_a_mistake_of_ours_is_no_unavailable_storage(postgres_url: str) -> None:
    database = Database.open(postgres_url)
    with pytest.raises(exc.ProgrammingError):
        async with database.reading() as session:
            await session.execute(text("SELECT nothing FROM nowhere"))
    await database.close()


def test_no_connection_to_be_had_is_unavailable_storage() -> None:
    with pytest.raises(StorageUnavailable, match="no connection in time"), unavailable_storage():
        raise exc.TimeoutError("no connection in time", code="3o7r")


def test_the_reason_never_quotes_what_somebody_wrote() -> None:
    locked = exc.OperationalError("INSERT ...", {"note": "private"}, sqlite3.OperationalError("locked"))
    with pytest.raises(StorageUnavailable) as failure, unavailable_storage():
        raise locked
    assert str(failure.value) == "locked"


async def test_any_file_name_will_do(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/été %41 #1 'ü'.db"
    await upgrade(url)
    database = Database.open(url)
    await choose(database, "de")
    assert await language(database) == "de"
    await database.close()
