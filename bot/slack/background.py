"""Work that goes on after Slack was answered: kept from being lost, and waited for before the process ends."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from bot.telemetry import current_request, reference_here

_logger = logging.getLogger(__name__)


class Background:
    """The tasks that nobody waits for while they run."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Start it; an error that it leaves unhandled is logged."""
        task = asyncio.create_task(work)
        if (request := current_request()) is not None:
            request.hold()
            task.add_done_callback(lambda _: request.release())
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    @property
    def count(self) -> int:
        """How many run."""
        return len(self._tasks)

    async def settled(self) -> None:
        """Wait until nothing runs any more, including what was started meanwhile."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self, within: float) -> None:
        """Wait for what runs, at most `within` seconds, and cancel the rest."""
        try:
            await asyncio.wait_for(self.settled(), within)
        except TimeoutError:
            _logger.error("%s tasks were still running and were cancelled", len(self._tasks))
            for task in self._tasks:
                task.cancel()
            await self.settled()  # each puts away what it holds, such as a connection to the database

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _logger.error("A task failed (reference %s)", reference_here(), exc_info=error)
