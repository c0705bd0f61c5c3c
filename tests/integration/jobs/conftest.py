"""A dispatch: a local Slack, a ledger on a real database, and rounds at the instant that a test says."""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Literal

import aiohttp
import pytest
from sqlalchemy import select
from sqlmodel import col

from bot.domain.cadence import Cadence, Kind, Rhythm, no_holiday
from bot.domain.deliveries import Delivery, HolidaysOf, Reason, Schedule, Subject
from bot.domain.people import PersonId, SlackUser
from bot.jobs.embedded import Embedded
from bot.jobs.lanes import LaneParts, run_lane
from bot.jobs.rounds import Counts, Rounds
from bot.messenger.client import SlackClient
from bot.messenger.courier import Courier
from bot.messenger.people import fetch_user
from bot.playground.failures import Failure
from bot.playground.local_slack import LocalSlack
from bot.playground.records import Message
from bot.slack.manifest import manifest_for, read_manifest
from bot.storage.engine import Database
from bot.storage.people import hold_person
from bot.storage.schedules import load_schedule, save_schedule
from bot.storage.tables import DeliveryRow
from bot.surfaces.composing import Composed
from bot.telemetry import CallRecord

AT_ONCE = 4.0  # seconds: less than a lane gets at the end that goes on sending
TIMEOUT = aiohttp.ClientTimeout(total=2)  # seconds: a Slack that never answers
MONDAY = date(2026, 3, 2)
BEFORE = datetime(2026, 3, 2, 6, tzinfo=UTC)
WEEKLY = Cadence(MONDAY, nudges=Rhythm.OFF, check_ins=Rhythm.WEEKLY)


class Clock:
    """The time of a test; sleeping is what moves it, besides the test."""

    def __init__(self) -> None:
        self.at = BEFORE
        self.slept = 0.0

    def now(self) -> datetime:
        return self.at

    def monotonic(self) -> float:
        return self.at.timestamp()

    async def sleep(self, seconds: float) -> None:
        self.slept += seconds
        self.at += timedelta(seconds=seconds)


class Arrival(asyncio.Event):
    """What a held call waits for; it says when the call has come."""

    def __init__(self) -> None:
        super().__init__()
        self.has_come = asyncio.Event()

    async def wait(self) -> Literal[True]:
        self.has_come.set()
        return await super().wait()


async def forever(seconds: float) -> None:
    await asyncio.Event().wait()


class Writer:
    """Says what a test wants said; None: nothing."""

    def __init__(self, texts: dict[str, str | None]) -> None:
        self._texts = texts

    async def compose(self, delivery: Delivery, user: SlackUser | None) -> Composed | Reason:
        assert user is not None
        text = self._texts.get(delivery.recipient, f"{delivery.kind} for {delivery.day} in {user.locale}")
        if text is None:
            return Reason.NOTHING_TO_SAY
        return Composed({"text": text}, Subject("python", "llm-engineer", ("a", "b")))

    async def followed(self, delivery: Delivery, channel: str, ts: str) -> None:
        pass

    async def refused(self, delivery: Delivery, why: str) -> None:
        pass


@dataclass(slots=True)
class Dispatch:
    slack: LocalSlack
    database: Database
    clock: Clock
    parts: LaneParts
    texts: dict[str, str | None]  # by recipient: what is said, instead of the usual

    def person(self, user: str) -> PersonId:
        return PersonId(self.slack.workspace.team_id, user)

    async def expect(self, user: str, cadence: Cadence = WEEKLY, *, zone: str = "UTC", **more: object) -> Schedule:
        """Let somebody have a cadence; gives the schedule."""
        person = self.person(user)
        schedule = Schedule(person, person.tenant, cadence, zone=zone, **more)  # type: ignore[arg-type]
        return await self.keep(schedule.following(self.clock.now(), self.parts.holidays))

    async def keep(self, schedule: Schedule) -> Schedule:
        async def piece(session: object) -> None:
            await hold_person(session, schedule.person, self.clock.now())  # type: ignore[arg-type]
            await save_schedule(session, schedule, self.clock.now())  # type: ignore[arg-type]

        await self.database.write(piece)
        return schedule

    async def schedule(self, user: str) -> Schedule:
        async with self.database.reading() as session:
            found = await load_schedule(session, self.person(user))
        assert found is not None
        return found

    def rounds(self) -> Rounds:
        """Those of a process of its own."""
        engine = Embedded(lambda lane, settle_after: run_lane(lane, self.parts, settle_after))
        return Rounds(self.database, engine, self.parts.holidays, self.clock.now)

    async def round(self, at: datetime | None = None) -> Counts:
        """One round of a new process, at an instant."""
        if at is not None:
            self.clock.at = at
        return await self.rounds().once()

    async def end_amid(self, rounds: Rounds) -> None:
        """Let a process end while its first message is on its way and all others wait for their turn."""
        arrival, usual = Arrival(), self.parts
        self.slack.fail_next("chat.postMessage", Failure.held(arrival))
        self.parts = replace(usual, sleep=forever, ending=rounds.ending)
        await rounds.engine.open(serves=True)
        await rounds.round()
        await arrival.has_come.wait()
        stopped = asyncio.create_task(rounds.stop())
        arrival.set()
        await asyncio.wait_for(stopped, AT_ONCE)
        self.parts = usual

    def sent(self, user: str | None = None) -> list[Message]:
        """The messages of the bot in direct messages."""
        workspace = self.slack.workspace
        return [
            message
            for message in workspace.messages
            if workspace.channels[message.channel].is_direct
            and (user is None or user in workspace.channels[message.channel].members)
        ]

    async def ledger(self) -> list[tuple[str, str, str | None]]:
        """Recipient, status and reason of each delivery."""
        rows = select(col(DeliveryRow.recipient), col(DeliveryRow.status), col(DeliveryRow.reason))
        async with self.database.reading() as session:
            found = await session.execute(rows.order_by(col(DeliveryRow.period), col(DeliveryRow.recipient)))
            return [(recipient, status, reason) for recipient, status, reason in found]

    async def status(self) -> Counter[str]:
        return Counter(reason or status for _, status, reason in await self.ledger())


@pytest.fixture
async def dispatch(database: Database) -> AsyncIterator[Dispatch]:
    clock = Clock()
    slack = LocalSlack(manifest_for(read_manifest(), command="/skill", url=None), now=clock.monotonic)
    for person in slack.workspace.people.values():
        person.tz = "Etc/UTC"  # a test that is about zones says so
    recorded = os.environ.get("RUNG_RECORD_CALLS")
    record = CallRecord(Path(recorded)) if recorded else None
    texts: dict[str, str | None] = {}

    async with slack.serving() as api_url, aiohttp.ClientSession(timeout=TIMEOUT) as session:
        client = SlackClient(slack.bot_token, api_url, session, record, longest_wait=0)

        async def fetch(person: PersonId) -> SlackUser:
            return await fetch_user(client, person)

        holidays: HolidaysOf = lambda country: no_holiday  # noqa: E731
        parts = LaneParts(
            database=database,
            courier=lambda _: Courier(client),
            fetch=fetch,
            writers=dict.fromkeys(Kind, Writer(texts)),
            holidays=holidays,
            now=clock.now,
            monotonic=clock.monotonic,
            sleep=clock.sleep,
            a_minute=600,
            wall=clock.now,
        )
        yield Dispatch(slack, database, clock, parts, texts)
    if record:
        record.close()
