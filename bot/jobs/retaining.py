"""Keeping to how long everything is kept: what has outlived its time is removed, again and again or once by hand."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.domain.retention import RetentionOf
from bot.errors import StorageUnavailable
from bot.services.retaining import Removed, count_outlived, forget_what_passed, remove_outlived
from bot.storage.engine import Database

REST = 0.05  # seconds between two transactions, in which others write
TRUSTED_LEAP = timedelta(minutes=10)  # by which the clock may be set meanwhile

_logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Retaining:
    """`retention_of` is the policy of a tenant, `events_kept` how long the ids of Slack's events are.

    `monotonic` and `sleep` are in seconds. Any number of processes may do it at once.
    """

    retention_of: RetentionOf
    events_kept: timedelta
    database: Database
    now: Callable[[], datetime]
    monotonic: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    _seen: tuple[datetime, float] = field(init=False)

    def __post_init__(self) -> None:
        self._seen = self.now(), self.monotonic()

    async def remove(self) -> Removed:
        """How much went, by kind. Raises StorageUnavailable."""
        now = self.now()
        removed = await remove_outlived(self.retention_of, self.database, now, self._rest)
        removed += await forget_what_passed(self.events_kept, self.database, now, self._rest)
        if removed:
            _logger.info("Removed, as its time was over: %s", in_words(removed))
        return removed

    async def rehearsal(self) -> Removed:
        """How much would go now. Raises StorageUnavailable."""
        return await count_outlived(self.retention_of, self.events_kept, self.database, self.now())

    async def steady_remove(self) -> None:
        """The same where nobody waits for it: what can't be done now is done the next time.

        What is removed can't be brought back: a clock that has leapt is believed only if it stays so until then.
        """
        if self._has_leapt():
            _logger.warning("The clock was set: nothing is removed for its age this time")
            return
        try:
            await self.remove()
        except StorageUnavailable as error:
            _logger.warning("What has outlived its time is removed later: %s", error)

    def _has_leapt(self) -> bool:
        """Whether the time of day has gone on by something else than time has, since this was asked last."""
        (before, then), self._seen = self._seen, (self.now(), self.monotonic())
        passed = timedelta(seconds=self._seen[1] - then)
        return abs(self._seen[0] - before - passed) > TRUSTED_LEAP

    async def _rest(self) -> None:
        await self.sleep(REST)


def in_words(removed: Removed) -> str:
    """For operators: how much of each kind, `12 check-ins, 3 notes`."""
    return (
        ", ".join(f"{count} {kind.replace('_', '-')}" for kind, count in sorted(removed.items()) if count) or "nothing"
    )
