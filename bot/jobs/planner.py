"""Planning: whose time has come, entered in the ledger. Any number of processes may plan at once."""

import asyncio
from collections import Counter
from datetime import datetime
from itertools import repeat
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.deliveries import Delivery, HolidaysOf, plan_due
from bot.domain.team_deliveries import plan_summary
from bot.storage.deliveries import add_deliveries, lanes_with_work
from bot.storage.engine import Database
from bot.storage.pieces import Piece
from bot.storage.schedules import advance_schedules, due_schedules
from bot.storage.team_deliveries import advance_teams, due_teams

AT_ONCE = 1000  # people, or teams, in one transaction
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

    Each transaction enters deliveries, moves on what they were planned from and defers their lanes: all or nothing.
    Raises StorageUnavailable.
    """
    planning = _Planning(engine, holidays, now)
    turns = (planning.teams, *repeat(planning.people, BESIDE))
    for outcome in await asyncio.gather(*(_all_of(turn, database, engine) for turn in turns), return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome
    engine.start(await database.write(planning.rest))
    return planning.planned


async def _all_of(turn: Piece[tuple[int, frozenset[str]]], database: Database, engine: Engine) -> None:
    """Take turns until one finds fewer than it could take."""
    count = AT_ONCE
    while count == AT_ONCE:
        count, lanes = await database.write(turn)
        engine.start(lanes)


class _Planning:
    """One planning at one instant. Each turn is a transaction; it gives how many it planned, and their lanes."""

    def __init__(self, engine: Engine, holidays: HolidaysOf, now: datetime) -> None:
        self.planned: Counter[tuple[str, str]] = Counter()
        self._engine = engine
        self._holidays = holidays
        self._now = now

    async def people(self, session: AsyncSession) -> tuple[int, frozenset[str]]:
        schedules = await due_schedules(session, self._now, AT_ONCE)
        pairs = [plan_due(schedule, self._now, self._holidays) for schedule in schedules]
        await advance_schedules(session, (schedule for _, schedule in pairs))
        return len(pairs), await self._enter(session, [delivery for delivery, _ in pairs])

    async def teams(self, session: AsyncSession) -> tuple[int, frozenset[str]]:
        pairs = [plan_summary(team, self._now) for team in await due_teams(session, self._now, AT_ONCE)]
        await advance_teams(session, (team for _, team in pairs))
        return len(pairs), await self._enter(session, [delivery for delivery, _ in pairs])

    async def rest(self, session: AsyncSession) -> frozenset[str]:
        """Lanes that have work from before."""
        lanes = await lanes_with_work(session, self._now)
        await self._engine.defer(session, lanes)
        return lanes

    async def _enter(self, session: AsyncSession, deliveries: list[Delivery]) -> frozenset[str]:
        await add_deliveries(session, deliveries, self._now)
        lanes = frozenset(one.lane for one in deliveries if one.reason is None)
        await self._engine.defer(session, lanes)
        self.planned.update((one.kind.value, one.reason or "planned") for one in deliveries)
        return lanes
