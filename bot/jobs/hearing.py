"""Listening to what other processes have changed, for as long as this one serves."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from bot.errors import StorageUnavailable
from bot.storage.announcing import Changed

RETRY = 2.0  # seconds between two tries to reach the database

_logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Hearing:
    """`listen` gives what is announced, None where it begins; `forget` drops what is remembered of one thing,
    `forget_all` everything: what was announced while nobody listened is not known.
    """

    listen: Callable[[], AsyncIterator[Changed | None]]
    forget: Callable[[Changed], None]
    forget_all: Callable[[], None]
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _task: asyncio.Task[None] | None = field(default=None)

    def start(self) -> None:
        """Needs a running event loop."""
        self._task = asyncio.create_task(self.hear(), name="hear what others change")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def hear(self) -> None:
        """Until cancelled."""
        while True:
            try:
                async for changed in self.listen():
                    if changed is None:
                        self.forget_all()
                    else:
                        self.forget(changed)
            except StorageUnavailable as error:
                _logger.warning("What other processes change can't be heard: %s", error)
                await self.sleep(RETRY)
