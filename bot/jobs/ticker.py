"""A ticker: work that is looked at every few seconds. It stores nothing; what is due is decided by the work."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.base import BaseTrigger

from bot.telemetry import by_itself

LOOK_EVERY = 5.0  # seconds between two looks whether the clock on the wall has gone back


class Ticker:
    """APScheduler in memory. A tick that comes late or while the one before still runs is not made up for twice.

    APScheduler goes by the clock on the wall. Where that jumps ahead, each work is done once; where it goes back, ticks
    come as soon as that is noticed, and not when the clock is where it was.
    """

    def __init__(self, look_every: float = LOOK_EVERY) -> None:
        """`look_every` is in seconds, on a clock that never goes back."""
        self._look_every = look_every
        self._watch: asyncio.Task[None] | None = None
        self._scheduler = AsyncIOScheduler(
            timezone=UTC, job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None}
        )

    def every(self, seconds: float, work: Callable[[], Awaitable[None]], name: str) -> None:
        """Do it every so many seconds, from one interval after the start."""

        async def tick() -> None:
            # It is cancelled by `stop`; APScheduler would log that as a failure.
            with suppress(asyncio.CancelledError), by_itself():
                await work()

        self._scheduler.add_job(tick, _Every(timedelta(seconds=seconds)), name=name)

    def start(self) -> None:
        """Needs a running event loop."""
        self._scheduler.start()
        self._watch = asyncio.create_task(self._mind_the_clock(), name="the ticker's clock")

    def stop(self) -> None:
        """Work that is under way is cancelled."""
        self._scheduler.shutdown(wait=False)
        if self._watch is not None:
            self._watch.cancel()

    async def _mind_the_clock(self) -> None:
        """A tick that is farther away than its own interval was planned by a clock that has gone back since."""
        while True:
            await asyncio.sleep(self._look_every)
            now = datetime.now(UTC)
            for job in self._scheduler.get_jobs():
                if job.next_run_time - now > job.trigger.interval:
                    job.modify(next_run_time=now)


class _Every(BaseTrigger):  # type: ignore[misc]  # APScheduler has no types
    """One interval from now, and not from the tick before: after a jump there are no hours of ticks to go through."""

    def __init__(self, interval: timedelta) -> None:
        self.interval = interval

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime:
        return now + self.interval
