"""Rounds: planning what is due and having it sent, again and again or once by hand."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from bot.domain.deliveries import Delivery, HolidaysOf, plan_due
from bot.domain.team_deliveries import plan_summary
from bot.errors import RungError
from bot.jobs.ending import Ending
from bot.jobs.planner import AT_ONCE, Engine, plan
from bot.jobs.pulse import Pulse
from bot.storage.deliveries import oldest_due
from bot.storage.engine import Database
from bot.storage.schedules import due_schedules, next_moment
from bot.storage.team_deliveries import due_teams, next_summary_moment

EVERY = 10.0  # seconds between two rounds
STOP_WITHIN = 8.0  # seconds that what is on its way gets at the end

_logger = logging.getLogger(__name__)

Counts = Counter[tuple[str, str]]  # by kind, and "planned", "sent", "later" or the reason for which it was dropped


@dataclass(frozen=True, slots=True)
class Rounds:
    """What a process does by itself. `now` gives aware UTC. Lanes hear of the end by `ending`."""

    database: Database
    engine: Engine
    holidays: HolidaysOf
    now: Callable[[], datetime]
    ending: Ending = field(default_factory=Ending)
    pulse: Pulse = field(default_factory=lambda: Pulse(time.monotonic))

    async def round(self) -> Counts:
        """Plan what is due and have it sent, by this process or another. Raises StorageUnavailable."""
        await self.engine.rescue()
        return await plan(self.database, self.engine, self.holidays, self.now())

    async def steady_round(self) -> None:
        """The same where nobody waits for it: a failure is logged, and the next round comes soon."""
        try:
            await self.round()
            self.pulse.beat()
        except RungError as error:
            self.pulse.miss()
            _logger.warning("Nothing was planned: %s", error)

    async def once(self) -> Counts:
        """One round, until all that it planned is sent, dropped, or left for later. Raises StorageUnavailable."""
        await self.engine.open(serves=False)
        try:
            counts = await self.round()
            await self.engine.settled()
        finally:
            await self.engine.close(STOP_WITHIN)
        return counts + self.engine.outcomes

    async def stop(self) -> None:
        """For good: begin nothing new, and let what is on its way come to its end, for at most STOP_WITHIN."""
        self.ending.begin()
        await self.engine.close(STOP_WITHIN)

    async def next_due(self) -> datetime | None:
        """When there is something to do next. Raises StorageUnavailable."""
        async with self.database.reading() as session:
            moments = await next_moment(session), await next_summary_moment(session), await oldest_due(session)
        return min((moment for moment in moments if moment is not None), default=None)

    async def rehearsal(self) -> Counts:
        """What a round would plan now; nothing is changed and nothing sent. Raises StorageUnavailable."""
        now, counts = self.now(), Counts()
        async with self.database.reading() as session:
            for schedule in await due_schedules(session, now, AT_ONCE):
                counts[_planned(plan_due(schedule, now, self.holidays)[0])] += 1
            for team in await due_teams(session, now, AT_ONCE):
                counts[_planned(plan_summary(team, now)[0])] += 1
        return counts


def _planned(delivery: Delivery) -> tuple[str, str]:
    return delivery.kind.value, delivery.reason or "planned"
