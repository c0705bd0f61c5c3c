"""Lanes as jobs of a queue in PostgreSQL: deferred with what they are for, run by one process at a time."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest

from bot.domain.deliveries import Status
from bot.jobs.distributed import GONE_AFTER, Distributed
from bot.jobs.lanes import Outcomes, run_lane
from bot.jobs.planner import plan
from bot.jobs.rounds import Rounds
from bot.playground.people import DIETER, EMMA, GEORGE
from tests.integration.jobs.conftest import Dispatch

NEARLY_NOON = datetime(2026, 3, 3, 11, 50, tzinfo=UTC)
USERS = (EMMA, DIETER, GEORGE)


@pytest.fixture
def dialect() -> str:
    return "postgresql"


@pytest.fixture
async def engines(dispatch: Dispatch, clean_url: str) -> AsyncIterator[list[Distributed]]:
    """Those of two processes."""
    dispatch.clock.at = NEARLY_NOON
    made = [Distributed(clean_url, lambda lane: run_lane(lane, dispatch.parts)) for _ in range(2)]
    for engine in made:
        await engine.open(serves=False)
    yield made
    for engine in made:
        await engine.close(1)


@pytest.fixture(autouse=True)
def emptied_queue(clean_url: str) -> None:
    query(clean_url, "TRUNCATE procrastinate_jobs, procrastinate_workers CASCADE")


def query(url: str, statement: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


async def expect_everybody(dispatch: Dispatch) -> None:
    dispatch.clock.at = datetime(2026, 3, 2, 6, tzinfo=UTC)
    for user in USERS:
        await dispatch.expect(user)
    dispatch.clock.at = NEARLY_NOON


async def test_rounds_of_several_processes_send_everything_once(
    dispatch: Dispatch, engines: list[Distributed], clean_url: str
) -> None:
    await expect_everybody(dispatch)
    await asyncio.gather(*(plan(dispatch.database, one, dispatch.parts.holidays, NEARLY_NOON) for one in engines))
    assert query(clean_url, "SELECT count(*) FROM procrastinate_jobs") == [(1,)]
    await asyncio.gather(*(engine.settled() for engine in engines))
    assert [len(dispatch.sent(user)) for user in USERS] == [1, 1, 1]
    assert await dispatch.status() == {"sent": 3}
    assert query(clean_url, "SELECT count(*) FROM procrastinate_jobs") == [(0,)]


async def test_a_lane_that_waits_already_undoes_nothing_that_was_planned(
    dispatch: Dispatch, engines: list[Distributed]
) -> None:
    """The queue refuses a second job by an error of the database, which would undo the planning with it."""
    await expect_everybody(dispatch)
    lanes = frozenset({dispatch.person(EMMA).tenant})
    await dispatch.database.write(lambda session: engines[0].defer(session, lanes))
    await plan(dispatch.database, engines[1], dispatch.parts.holidays, NEARLY_NOON)
    assert await dispatch.status() == {Status.DUE: 3}


async def test_planning_that_is_undone_defers_nothing(
    dispatch: Dispatch, engines: list[Distributed], clean_url: str
) -> None:
    async def fail(session: Any) -> None:
        await engines[0].defer(session, frozenset({"T1", "T2"}))
        raise LookupError

    with pytest.raises(LookupError):
        await dispatch.database.write(fail)
    assert query(clean_url, "SELECT count(*) FROM procrastinate_jobs") == [(0,)]


async def test_the_lane_of_a_process_that_is_gone_is_run_by_another(
    dispatch: Dispatch, engines: list[Distributed], clean_url: str
) -> None:
    """A job was begun, its successor waits, and whoever began it gives no sign of life any more."""
    await expect_everybody(dispatch)
    await plan(dispatch.database, engines[0], dispatch.parts.holidays, NEARLY_NOON)
    query(
        clean_url,
        "WITH gone AS (INSERT INTO procrastinate_workers (last_heartbeat)"
        f" VALUES (now() - interval '{GONE_AFTER + 1} seconds') RETURNING id)"
        " UPDATE procrastinate_jobs SET status = 'doing', worker_id = (SELECT id FROM gone)",
    )
    await plan(dispatch.database, engines[1], dispatch.parts.holidays, NEARLY_NOON)  # the successor
    await engines[1].settled()
    assert dispatch.sent() == []
    await engines[1].rescue()
    await engines[0].rescue()
    await engines[1].settled()
    assert await dispatch.status() == {"sent": 3}


async def test_a_process_that_ends_finishes_what_is_on_its_way_and_leaves_the_rest_to_others(
    dispatch: Dispatch, clean_url: str
) -> None:
    await expect_everybody(dispatch)
    holidays, now = dispatch.parts.holidays, dispatch.clock.now
    first, second = (Distributed(clean_url, lambda lane: run_lane(lane, dispatch.parts)) for _ in range(2))

    await dispatch.end_amid(Rounds(dispatch.database, first, holidays, now))

    assert await dispatch.status() == {"sent": 1, "due": 2}
    await Rounds(dispatch.database, second, holidays, now).once()
    assert [len(dispatch.sent(user)) for user in USERS] == [1, 1, 1]


async def test_one_round_by_hand_sends_what_is_due(dispatch: Dispatch, clean_url: str) -> None:
    await expect_everybody(dispatch)
    engine = Distributed(clean_url, lambda lane: run_lane(lane, dispatch.parts))
    counts = await Rounds(dispatch.database, engine, dispatch.parts.holidays, dispatch.clock.now).once()
    assert counts == {("check_in", "planned"): 3, ("check_in", "sent"): 3}


async def test_a_lane_whose_end_the_queue_was_not_told_is_run_again(dispatch: Dispatch, clean_url: str) -> None:
    ran: asyncio.Queue[str] = asyncio.Queue()

    async def note(lane: str) -> Outcomes:
        ran.put_nowait(lane)
        return Outcomes()

    engine = Distributed(clean_url, note)
    await engine.open(serves=True)
    try:
        async with dispatch.database.writing() as session:
            await engine.defer(session, frozenset({"T1"}))
        assert await asyncio.wait_for(ran.get(), 10) == "T1"
        query(
            clean_url,
            "INSERT INTO procrastinate_jobs (task_name, queue_name, lock, queueing_lock, args, status, worker_id)"
            " SELECT 'rung.lane', 'default', 'T2', 'T2', '{\"lane\": \"T2\"}', 'doing', max(id)"
            " FROM procrastinate_workers",
        )
        await engine.rescue()
        assert query(clean_url, "SELECT lock FROM procrastinate_jobs WHERE lock = 'T2'") == [("T2",)], (
            "it may just begin"
        )

        await engine.rescue()

        assert query(clean_url, "SELECT lock FROM procrastinate_jobs WHERE lock = 'T2'") == []
    finally:
        await engine.close(1)
