"""The engine over several processes: each lane is a job of Procrastinate's queue, in the same PostgreSQL.

A lane's job has its `lock`, so that one process at a time runs it, and its `queueing_lock`, so that it waits once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

import procrastinate
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.job_context import JobContext
from procrastinate.jobs import Job, Status
from sqlalchemy.ext.asyncio import AsyncSession

from bot.errors import RungError, StorageUnavailable
from bot.jobs.lanes import Outcomes
from bot.storage.postgresql import CONNECT_ARGS, POOL_TIMEOUT
from bot.storage.urls import conninfo

AT_ONCE = 10  # lanes that one process runs at the same time
POOL = 4  # connections of the queue itself
BEATS = 6  # signs of life that are missed before a process counts as gone
GRACE = 5.0  # seconds that lanes get at the end
POLL = 5.0  # seconds between two looks for lanes, should the word that one waits have been lost
RETRY = 5.0  # seconds between two tries to reach the database
GONE_AFTER = 30.0  # seconds without one; longer than a claim is held, and than a call to Slack takes

_logger = logging.getLogger(__name__)


class Distributed:
    """Defers lanes, and runs those that it gets."""

    def __init__(
        self, url: str, run_lane: Callable[[str], Awaitable[Outcomes]], gone_after: float = GONE_AFTER
    ) -> None:
        """`gone_after` is for how many seconds a process may give no sign of life."""
        connector = procrastinate.PsycopgConnector(
            conninfo=conninfo(url),
            kwargs=dict(CONNECT_ARGS),
            min_size=1,
            max_size=POOL,
            timeout=POOL_TIMEOUT,
            reconnect_timeout=POOL_TIMEOUT,  # its pauses double: whoever comes later tries anew, and at once
        )
        self._app = procrastinate.App(connector=connector)
        self._run_lane = run_lane
        self._gone_after = gone_after
        self._work: asyncio.Task[None] | None = None
        self.outcomes = Outcomes()
        self._own: set[int] = set()  # ids under which the queue knows this process
        self._running: set[int | None] = set()  # jobs
        self._idle: frozenset[int | None] = frozenset()  # jobs that the queue took for running when last looked at
        self._lane = self._app.task(name="rung.lane", pass_context=True)(self._run)

    async def defer(self, session: AsyncSession, lanes: frozenset[str]) -> None:
        """As part of the session's own transaction; a lane that waits already isn't deferred twice.

        Raises StorageUnavailable.
        """
        if not lanes:
            return
        connection = await session.connection()  # its savepoint begins at once; that of a session, when it is used
        driver = (await connection.get_raw_connection()).driver_connection
        for lane in sorted(lanes):
            with suppress(AlreadyEnqueued), _unavailable():
                async with connection.begin_nested():  # else the refused one would undo the whole transaction
                    await self._lane.configure(lock=lane, queueing_lock=lane, connection=driver).defer_async(lane=lane)

    def start(self, lanes: frozenset[str]) -> None:
        """Nothing: the queue tells the processes."""

    async def open(self, *, serves: bool) -> None:
        """Connect the queue; where it `serves`, run lanes from now on. Raises StorageUnavailable."""
        with _unavailable():
            await self._app.open_async()
        if serves:
            self._work = asyncio.create_task(self._steady_work(), name="lanes")

    async def close(self, within: float) -> None:
        """Lanes that don't end in time are cancelled, and found in the ledger."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait([self._work], timeout=within)
        await self._app.close_async()

    async def settled(self) -> None:
        """Run lanes until none waits."""
        with _unavailable():
            await self._run_worker(wait=False)

    async def _steady_work(self) -> None:
        """A worker ends when its database is gone, with an error or without: another one is tried until it is back."""
        while True:
            try:
                await self._run_worker(wait=True)
                _logger.warning("The queue's work has ended; it is begun again")
            except (ConnectorException, OSError) as error:
                _logger.warning("The queue can't be reached: %s", error)
            await asyncio.sleep(RETRY)

    async def _run_worker(self, *, wait: bool) -> None:
        await self._app.run_worker_async(
            wait=wait,
            concurrency=AT_ONCE,
            install_signal_handlers=False,
            fetch_job_polling_interval=POLL,
            delete_jobs="always",
            update_heartbeat_interval=self._gone_after / BEATS,
            stalled_worker_timeout=self._gone_after,
            shutdown_graceful_timeout=GRACE,
        )

    async def rescue(self) -> None:
        """Finish the jobs of processes that are gone, so that their lanes can be run by others.

        They aren't put back: with both locks set that fails where a successor waits (procrastinate#1446). What they
        left behind is in the ledger, and the next round of planning defers the lane. Raises StorageUnavailable.
        """
        jobs = self._app.job_manager
        with _unavailable():
            stalled = list(await jobs.get_stalled_jobs(seconds_since_heartbeat=self._gone_after))
            unfinished = await self._unfinished()
        for job in (*stalled, *unfinished):
            if job.id is not None:
                _logger.warning("Nobody runs the lane of %s any more", job.lock)
                with suppress(ConnectorException):  # another process was quicker
                    await jobs.finish_job_by_id_async(job.id, Status.FAILED, delete_job=True)

    async def _unfinished(self) -> list[Job]:
        """Jobs that ended here while the database was away, which the queue wasn't told: found at the second look."""
        listed = [await self._app.job_manager.list_jobs_async(status="doing", worker_id=own) for own in self._own]
        idle = {job.id: job for jobs in listed for job in jobs if job.id not in self._running}
        before, self._idle = self._idle, frozenset(idle)
        return [job for number, job in idle.items() if number in before]

    async def _run(self, context: JobContext, lane: str) -> None:
        job = context.job
        if job.worker_id is not None:
            self._own.add(job.worker_id)
        self._running.add(job.id)
        try:
            self.outcomes += await self._run_lane(lane)
        except RungError as error:
            _logger.warning("The lane of %s stopped: %s", lane, error)
        finally:
            self._running.discard(job.id)


@contextmanager
def _unavailable() -> Iterator[None]:
    try:
        yield
    except (ConnectorException, OSError) as error:
        raise StorageUnavailable(f"the queue can't be reached: {error}") from error
