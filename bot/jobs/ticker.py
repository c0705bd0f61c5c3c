"""A ticker: work that is looked at every few seconds. It stores nothing; what is due is decided by the work."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.interval import IntervalTrigger

from bot.telemetry import by_itself


class Ticker:
    """APScheduler in memory. A tick that comes late or while the one before still runs is not made up for twice."""

    def __init__(self) -> None:
        self._scheduler = AsyncIOScheduler(
            timezone=UTC, job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None}
        )

    def every(self, seconds: float, work: Callable[[], Awaitable[None]], name: str) -> None:
        """Do it every so many seconds, from one interval after the start."""

        async def tick() -> None:
            # It is cancelled by `stop`; APScheduler would log that as a failure.
            with suppress(asyncio.CancelledError), by_itself():
                await work()

        self._scheduler.add_job(tick, IntervalTrigger(seconds=seconds, timezone=UTC), name=name)

    def start(self) -> None:
        """Needs a running event loop."""
        self._scheduler.start()

    def stop(self) -> None:
        """Work that is under way is cancelled."""
        self._scheduler.shutdown(wait=False)
