"""How fast due people are planned on PostgreSQL, beside the bare statements that this takes."""

import os
import resource
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta

import psycopg
from psycopg import sql
from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.cadence import Cadence, IsHoliday, no_holiday
from bot.jobs.planner import plan
from bot.storage.engine import Database
from bot.storage.migrate import upgrade
from bot.storage.urls import conninfo
from tests.benchmarks.table import Row

RATE = 10_000  # people a second, at least
GROWTH = 32  # MiB more memory after them than before, at most
NOW = datetime(2026, 3, 3, 11, tzinfo=UTC)


class Nowhere:
    """An engine that runs no lanes."""

    def __init__(self) -> None:
        self.outcomes: Counter[tuple[str, str]] = Counter()

    async def open(self, *, serves: bool) -> None:
        pass

    async def close(self, within: float) -> None:
        pass

    async def defer(self, session: AsyncSession, lanes: frozenset[str]) -> None:
        pass

    def start(self, lanes: frozenset[str]) -> None:
        pass

    async def rescue(self) -> None:
        pass

    async def settled(self) -> None:
        pass


def no_holidays(country: str | None) -> IsHoliday:
    return no_holiday


async def planning(people: int) -> list[Row]:
    server = os.environ.get("RUNG_TEST_POSTGRES_URL")
    what = f"{people:,} due people planned on PostgreSQL"
    if not server:
        return [Row(f"{what}: RUNG_TEST_POSTGRES_URL names no server", "-")]
    with scratch_database(server) as url:
        await upgrade(url)
        _fill(url, people)
        database, before, begun = Database.open(url), memory(), time.perf_counter()
        counts = await plan(database, Nowhere(), no_holidays, NOW)
        seconds = time.perf_counter() - begun
        grown = memory() - before
        await database.close()
    with scratch_database(server) as url:
        await upgrade(url)
        _fill(url, people)
        bare = people / await _bare(url)
    if sum(counts.values()) != people:
        raise RuntimeError(f"{counts} were planned, {people} were due")
    rate = people / seconds
    return [
        Row(f"{what}: a second", f"{rate:,.0f}", f"{bare:,.0f}", f"{rate / bare:.2f}", f">= {RATE:,}", rate >= RATE),
        Row(f"{what}: more memory", f"{grown:.0f} MiB", limit=f"<= {GROWTH} MiB", within=grown <= GROWTH),
    ]


async def _bare(url: str) -> float:
    """Seconds for the same rows by the driver alone: 500 are locked, entered and moved on in each transaction."""
    due = (
        "SELECT tenant, user_id, next_day, next_at, next_closes_at FROM cadence WHERE next_at <= %s"
        " ORDER BY next_at LIMIT 500 FOR UPDATE SKIP LOCKED"
    )
    enter = (
        "INSERT INTO delivery (tenant, recipient, kind, period, user_id, lane, status, due_at, expires_at, fence,"
        " attempts) VALUES (%s, %s, 'check_in', %s, %s, %s, 'due', %s, %s, 0, 0) ON CONFLICT DO NOTHING"
    )
    move = (
        "UPDATE cadence SET last_check_in = %s, next_kind = 'nudge', next_day = %s, next_at = %s, next_closes_at = %s"
        " WHERE tenant = %s AND user_id = %s"
    )
    week, begun = timedelta(days=7), time.perf_counter()
    async with await psycopg.AsyncConnection.connect(conninfo(url)) as connection:
        while True:
            async with connection.transaction(), connection.cursor() as cursor:
                rows = await (await cursor.execute(due, (NOW,))).fetchall()
                if not rows:
                    return time.perf_counter() - begun
                await cursor.executemany(enter, [(t, u, day, u, t, at, to) for t, u, day, at, to in rows])
                await cursor.executemany(
                    move, [(day, day + week, at + week, to + week, t, u) for t, u, day, at, to in rows]
                )


def _fill(url: str, people: int) -> None:
    cadence = Cadence(date(2026, 3, 2))
    with psycopg.connect(conninfo(url)) as connection:
        connection.execute(
            "INSERT INTO person (tenant, user_id, created_at, updated_at)"
            " SELECT 'T' || n %% 20, 'U' || n, now(), now() FROM generate_series(1, %s) n",
            (people,),
        )
        connection.execute(
            "INSERT INTO cadence (tenant, user_id, workspace, first_week, nudges, check_ins, days, opens, closes,"
            " quiet_from, quiet_to, quiet_days, most_a_week, unanswered, zone, next_kind, next_day, next_at,"
            " next_closes_at, updated_at) SELECT tenant, user_id, tenant, %s, 'fortnightly', 'fortnightly', '2', %s,"
            " %s, %s, %s, '67', 1, 0, 'Europe/Berlin', 'check_in', %s, %s, %s, now() FROM person",
            (cadence.first_week, cadence.opens, cadence.closes, cadence.quiet_from, cadence.quiet_to, NOW.date(),
             NOW - timedelta(minutes=1), NOW + timedelta(hours=1)),
        )  # fmt: skip
    with psycopg.connect(conninfo(url), autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def memory() -> float:
    """The most that this process has ever held, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextmanager
def scratch_database(server: str) -> Iterator[str]:
    name = f"rung_bench_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield make_url(server).set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
