"""The commands of docs/install.md back a database up while it is written to, and what is restored is whole."""

import asyncio
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import psycopg
import pytest

from bot.domain.people import CurrentLevel, PersonId
from bot.storage.engine import Database
from bot.storage.migrate import prepare
from bot.storage.people import set_current_level, set_language
from bot.storage.urls import conninfo
from tests.conventions.repository import ROOT, fences
from tests.integration.storage.growth import NOW
from tests.integration.storage.whole import everything, fill

COMMANDS = [line for fence in fences(ROOT / "docs/install.md") for line in fence.text.splitlines()]
COPY = next(line for line in COMMANDS if ".backup(" in line)
DUMP = next(line for line in COMMANDS if line.startswith("pg_dump "))
RESTORE = next(line for line in COMMANDS if line.startswith("pg_restore "))

needs_tools = pytest.mark.skipif(shutil.which("pg_dump") is None, reason="needs pg_dump and pg_restore")


async def run(command: str, folder: Path, **environment: str) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    process = await asyncio.create_subprocess_shell(command, cwd=folder, env={"PATH": path, **environment})
    assert await process.wait() == 0


@asynccontextmanager
async def being_written(url: str) -> AsyncIterator[None]:
    """People come, each with a level in the same transaction, from before the block until after it."""
    database, begun, ended = Database.open(url), asyncio.Event(), asyncio.Event()

    async def write() -> None:
        nth = 0
        while not ended.is_set():
            person = PersonId("T-busy", f"U{nth}")
            async with database.writing() as session:
                await set_language(session, person, "de", NOW)
                await set_current_level(session, person, "python", "engineer", CurrentLevel("senior"), NOW)
            begun.set()
            nth += 1

    writing = asyncio.create_task(write())
    await begun.wait()
    yield
    ended.set()
    await writing
    await database.close()


async def require_whole(url: str, before: dict[str, object]) -> None:
    """All that was there before, of what came meanwhile only whole transactions, and ready to be served."""
    await prepare(url)
    restored = everything(url)
    busy = {table: {row[1] for row in rows if row[0] == "T-busy"} for table, rows in restored.items()}
    assert busy["person"]
    assert busy["person"] == busy["current_level"]
    settled = {
        table: {row: count for row, count in rows.items() if row[0] != "T-busy"} for table, rows in restored.items()
    }
    assert settled == before


async def test_an_sqlite_file_is_backed_up_while_it_is_written_to(sqlite_file: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{sqlite_file}"
    fill(url)
    before = {table: dict(rows) for table, rows in everything(url).items()}
    async with being_written(url):
        await run(COPY, sqlite_file.parent)
    with closing(sqlite3.connect(tmp_path / "backup.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    for name in ("rung.db", "rung.db-wal", "rung.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    shutil.move(tmp_path / "backup.db", sqlite_file)
    await require_whole(url, dict(before))


@needs_tools
async def test_a_postgresql_database_is_dumped_while_it_is_written_to(
    postgres_url: str, empty_postgres_url: str, tmp_path: Path
) -> None:
    fill(postgres_url)
    before = {table: dict(rows) for table, rows in everything(postgres_url).items()}
    async with being_written(postgres_url):
        await run(DUMP, tmp_path, RUNG_DATABASE_URL=postgres_url)
    await run(re.sub(r"--dbname=\S+", f"--dbname={empty_postgres_url}", RESTORE), tmp_path)
    await require_whole(empty_postgres_url, dict(before))
    with psycopg.connect(conninfo(empty_postgres_url)) as connection:
        assert connection.execute("SELECT count(*) FROM procrastinate_jobs").fetchone() == (0,)
