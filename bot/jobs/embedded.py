"""The engine within one process: each lane is a task. For SQLite, and for one round by hand."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from bot.errors import RungError
from bot.jobs.lanes import SETTLE_AFTER, Outcomes

_logger = logging.getLogger(__name__)


class Embedded:
    """Runs each lane at most once at a time; one that is wanted while it runs is run once more."""

    def __init__(self, run_lane: Callable[[str, timedelta], Awaitable[Outcomes]]) -> None:
        """`run_lane` is told which claims are to be settled: at first all, as nobody else can have made them."""
        self._run_lane = run_lane
        self._settled: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._running: dict[str, bool] = {}  # whether it is wanted once more
        self.outcomes: Outcomes = Counter()

    async def open(self, *, serves: bool) -> None:
        """Nothing: the tasks live in this process."""

    async def rescue(self) -> None:
        """Nothing: no other process runs lanes."""

    async def defer(self, session: AsyncSession, lanes: frozenset[str]) -> None:
        """Nothing: what is in the ledger is found there."""

    def start(self, lanes: frozenset[str]) -> None:
        for lane in lanes:
            if lane in self._running:
                self._running[lane] = True
            else:
                self._running[lane] = False
                task = asyncio.create_task(self._run(lane), name=f"lane of {lane}")
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait until no lane runs."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self, within: float) -> None:
        """Let what is on its way end within so many seconds; what is cancelled then is found in the ledger."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=within)
        for task in self._tasks:
            task.cancel()
        await self.settled()

    async def _run(self, lane: str) -> None:
        try:
            wanted = True
            while wanted:
                self._running[lane] = False
                self.outcomes += await self._run_lane(lane, SETTLE_AFTER if lane in self._settled else timedelta())
                self._settled.add(lane)
                wanted = self._running[lane]
        except RungError as error:
            _logger.warning("The lane of %s stopped: %s", lane, error)
        finally:
            del self._running[lane]
