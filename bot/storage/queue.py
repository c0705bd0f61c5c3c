"""The tables of the job queue, which are its own: they come with PostgreSQL's migrations."""

import re
from dataclasses import dataclass

from procrastinate import sql
from procrastinate.schema import SchemaManager
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

FIRST_TABLE = "procrastinate_jobs"


async def prepare_queue(connection: AsyncConnection) -> None:
    """Make the tables of the queue where they aren't there, on PostgreSQL, within the connection's transaction."""
    if (await connection.execute(text("SELECT to_regclass(:name)"), {"name": FIRST_TABLE})).scalar_one() is None:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute(SchemaManager.get_schema())


@dataclass(frozen=True, slots=True)
class QueueState:
    """How the queue is. `missing` are functions and tables that this version of it calls and the database hasn't."""

    missing: tuple[str, ...]
    waiting: int = 0
    stalled: int = 0
    workers: int = 0


async def queue_state(session: AsyncSession, gone_after: float) -> QueueState:
    """On PostgreSQL, for operators. `gone_after` is for how many seconds a process may give no sign of life."""
    there = set((await session.execute(_THERE)).scalars())
    if missing := tuple(sorted(_needed() - there)):
        return QueueState(missing)
    row = (await session.execute(_STATE, {"gone_after": gone_after})).one()
    return QueueState((), row.waiting, row.stalled, row.workers)


def _needed() -> set[str]:
    """What its statements call, and whose rows they read."""
    return {name for query in sql.queries.values() for found in _CALLED.findall(query) for name in found if name}


_CALLED = re.compile(r"\b(procrastinate_\w+)(?=\s*\()|(?:FROM|JOIN|INTO|UPDATE)\s+(procrastinate_\w+)\b")
_THERE = text(
    "SELECT proname FROM pg_proc WHERE proname LIKE 'procrastinate%'"
    " UNION SELECT relname FROM pg_class WHERE relname LIKE 'procrastinate%'"
)
_STATE = text("""
    WITH alive AS (
        SELECT id FROM procrastinate_workers WHERE last_heartbeat >= now() - make_interval(secs => :gone_after)
    )
    SELECT
        (SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo') AS waiting,
        (SELECT count(*) FROM procrastinate_jobs WHERE status = 'doing'
            AND (worker_id IS NULL OR worker_id NOT IN (SELECT id FROM alive))) AS stalled,
        (SELECT count(*) FROM alive) AS workers
""")
