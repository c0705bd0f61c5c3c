"""A transaction that runs as one piece commits, rolls back and fails as any other does."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.errors import StorageUnavailable
from bot.storage import sqlite
from bot.storage.engine import Database, unavailable_storage
from bot.storage.people import hold_person, load_profile, set_language
from bot.storage.pieces import ThreadOfPieces
from tests.integration.storage.growth import NOW, SOMEBODY


async def language(session: AsyncSession) -> str | None:
    return (await load_profile(session, SOMEBODY)).language


async def choose_german(session: AsyncSession) -> str | None:
    await set_language(session, SOMEBODY, "de", NOW)
    return await language(session)


async def stored(database: Database) -> str | None:
    async with database.reading() as session:
        return await language(session)


async def test_a_piece_gives_its_result_and_is_committed(database: Database) -> None:
    assert await database.write(choose_german) == "de"
    assert await stored(database) == "de"


async def test_a_piece_that_fails_leaves_nothing_behind(database: Database) -> None:
    async def choose_and_fail(session: AsyncSession) -> None:
        await choose_german(session)
        raise LookupError

    with pytest.raises(LookupError):
        await database.write(choose_and_fail)
    assert await stored(database) is None
    await database.write(choose_german)  # and the next one isn't hindered
    assert await stored(database) == "de"


async def test_pieces_and_other_transactions_lose_nothing_to_each_other(database: Database) -> None:
    async def count_up(session: AsyncSession) -> None:
        await hold_person(session, SOMEBODY, NOW)
        await set_language(session, SOMEBODY, str(int(await language(session) or 0) + 1), NOW)

    async def count_up_otherwise() -> None:
        async with database.writing() as session:
            await count_up(session)

    await asyncio.gather(*(work for _ in range(8) for work in (database.write(count_up), count_up_otherwise())))
    assert await stored(database) == "16"


async def test_a_piece_on_sqlite_may_wait_for_nothing_but_its_session(sqlite_file: Path) -> None:
    async def dawdle(session: AsyncSession) -> None:
        await choose_german(session)
        await asyncio.sleep(0)

    database = Database.open(f"sqlite:///{sqlite_file}")
    with pytest.raises(RuntimeError, match="nothing but its session"):
        await database.write(dawdle)
    assert await stored(database) is None
    await database.close()


async def test_a_piece_that_meets_a_locked_file_is_unavailable_storage(sqlite_file: Path) -> None:
    database = Database.open(f"sqlite:///{sqlite_file}", busy_timeout=0)
    with closing(sqlite3.connect(sqlite_file)) as somebody_else:
        somebody_else.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageUnavailable, match="locked"):
            await database.write(choose_german)
    assert await database.write(choose_german) == "de"
    await database.close()


async def test_a_piece_notices_a_file_that_is_gone(sqlite_file: Path) -> None:
    database = Database.open(f"sqlite:///{sqlite_file}")
    assert await database.write(choose_german) == "de"
    await asyncio.to_thread(sqlite_file.unlink)
    with pytest.raises(StorageUnavailable):
        await database.write(choose_german)
    await database.close()


async def test_a_piece_whose_turn_does_not_come_in_time_does_not_run(sqlite_file: Path) -> None:
    pieces = ThreadOfPieces(sqlite.thread_writer(sqlite_file, busy_timeout=0), patience=0)
    with pytest.raises(StorageUnavailable, match="no turn"), unavailable_storage():
        await pieces.run(choose_german)
    await pieces.close()
    database = Database.open(f"sqlite:///{sqlite_file}")
    assert await stored(database) is None
    await database.close()


async def test_a_server_that_is_gone_is_unavailable_storage_for_a_piece() -> None:
    database = Database.open("postgresql://rung@127.0.0.1:1/rung")
    with pytest.raises(StorageUnavailable):
        await database.write(choose_german)
    await database.close()
