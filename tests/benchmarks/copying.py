"""How fast an SQLite database becomes one on PostgreSQL, and whether memory stays flat meanwhile."""

import os
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from bot.storage.copying import copy_database
from bot.storage.migrate import upgrade
from tests.benchmarks.planning import memory, scratch_database
from tests.benchmarks.table import Row

RATE = 3_000  # rows a second, at least
GROWTH = 32  # MiB more memory for the whole than for a hundredth, at most


async def copying(rows: int) -> list[Row]:
    server = os.environ.get("RUNG_TEST_POSTGRES_URL")
    what = f"{rows:,} rows copied to PostgreSQL and compared"
    if not server:
        return [Row(f"{what}: RUNG_TEST_POSTGRES_URL names no server", "-")]
    await _seconds(server, rows // 100)
    before = memory()
    rate = rows / await _seconds(server, rows)
    grown = memory() - before
    return [
        Row(f"{what}: a second", f"{rate:,.0f}", limit=f">= {RATE:,}", within=rate >= RATE),
        Row(f"{what}: more memory", f"{grown:.0f} MiB", limit=f"<= {GROWTH} MiB", within=grown <= GROWTH),
    ]


async def _seconds(server: str, rows: int) -> float:
    with tempfile.TemporaryDirectory() as folder, scratch_database(server) as target:
        file = Path(folder) / "rung.db"
        await upgrade(f"sqlite:///{file}")
        await upgrade(target)
        _fill(file, rows)
        counts: dict[str, int] = {}
        begun = time.perf_counter()
        await copy_database(f"sqlite:///{file}", target, counts.__setitem__)
        seconds = time.perf_counter() - begun
    if sum(counts.values()) != rows:
        raise RuntimeError(f"{counts} were copied, there are {rows}")
    return seconds


def _fill(file: Path, rows: int) -> None:
    """A hundredth of them people, the others what these rated."""
    people = rows // 100
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executemany(
            "INSERT INTO person (tenant, user_id, created_at, updated_at)"
            " VALUES ('T1', 'U' || ?, '2026-03-02 09:30:00.000000', '2026-03-02 09:30:00.000000')",
            ((nth,) for nth in range(people)),
        )
        connection.executemany(
            "INSERT INTO assessment (tenant, subject, author, skill, statement, nth, rating, note, locale, source_hash,"
            " shown_hash, submission, at) VALUES ('T1', 'U' || ?, 'U' || ?, 'distributed-training', ?, ?, 'practising',"
            " 'What was done in the last weeks', 'de', '01234567', '89abcdef', ?, '2026-03-02 09:30:00.000000')",
            (
                (nth % people, nth % people, f"statement-{nth // people % 9}", nth // people // 9 + 1, f"V{nth}")
                for nth in range(rows - people)
            ),
        )
