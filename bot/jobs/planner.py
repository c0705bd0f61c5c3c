"""Planning: whose time has come, entered in the ledger. Any number of processes may plan at once."""

import asyncio
from collections import Counter
from datetime import datetime
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.deliveries import HolidaysOf, plan_due
from bot.storage.deliveries import add_deliveries, lanes_with_work
from bot.storage.engine import Database
from bot.storage.schedules import advance_schedules, due_schedules

AT_ONCE = 1000  # people in one transaction
BESIDE = 2  # transactions beside each other: while the database works at one, the next is worked out


class Engine(Protocol):
    """What runs lanes, in this process or in any. `outcomes` are those of this process."""

    outcomes: Counter[tuple[str, str]]

    async def open(self, *, serves: bool) -> None:
        """Get ready; where it `serves`, run what others defer too. Raises StorageUnavailable."""

    async def close(self, within: float) -> None:
        """Let what is on its way end within so many seconds."""

    async def defer(self, session: AsyncSession, lanes: frozenset[str]) -> None:
        """See to it that lanes are run, as part of a transaction."""

    def start(self, lanes: frozenset[str]) -> None:
        """The transaction is committed."""

    async def rescue(self) -> None:
        """Free the lanes of processes that are gone. Raises StorageUnavailable."""

    async def settled(self) -> None:
        """Wait until no lane of this process runs, and none waits."""


async def plan(database: Database, engine: Engine, holidays: HolidaysOf, now: datetime) -> Counter[tuple[str, str]]:
    """Plan all that is due, and have every lane run that has work; gives how many by kind and "planned" or the reason.

    Each transaction enters deliveries, moves their schedules on and defers their lanes: all of it or nothing.
    Raises StorageUnavailable.
    """
    planned: Counter[tuple[str, str]] = Counter()

    async def some(session: AsyncSession) -> tuple[int, frozenset[str]]:
        schedules = await due_schedules(session, now, AT_ONCE)
        pairs = [plan_due(schedule, now, holidays) for schedule in schedules]
        deliveries = [delivery for delivery, _ in pairs]
        await add_deliveries(session, deliveries, now)
        await advance_schedules(session, (schedule for _, schedule in pairs))
        lanes = frozenset(one.lane for one in deliveries if one.reason is None)
        await engine.defer(session, lanes)
        planned.update((one.kind.value, one.reason or "planned") for one in deliveries)
        return len(schedules), lanes

    async def all_of_them() -> None:
        count = AT_ONCE
        while count == AT_ONCE:
            count, lanes = await database.write(some)
            engine.start(lanes)

    for outcome in await asyncio.gather(*(all_of_them() for _ in range(BESIDE)), return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome

    async def rest(session: AsyncSession) -> frozenset[str]:
        lanes = await lanes_with_work(session, now)
        await engine.defer(session, lanes)
        return lanes

    engine.start(await database.write(rest))
    return planned
