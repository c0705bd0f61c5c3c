"""How near a lane comes to the rate that it is allowed, and what answers cost while lanes run beside them."""

import asyncio
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from datetime import time as wall_time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import aiohttp

from bot.domain.cadence import Cadence, IsHoliday, Kind, Occasion, Rhythm, no_holiday
from bot.domain.deliveries import Delivery, Schedule
from bot.domain.focus import Focus, FocusState
from bot.domain.people import PersonId, SlackUser
from bot.jobs.embedded import Embedded
from bot.jobs.lanes import LaneParts, run_lane
from bot.jobs.planner import plan
from bot.messenger.client import SlackClient
from bot.messenger.courier import Courier
from bot.messenger.people import fetch_user
from bot.storage.engine import Database
from bot.storage.focus import save_focus
from bot.storage.migrate import upgrade
from bot.storage.people import hold_person
from bot.storage.schedules import save_schedule
from tests.benchmarks.requests import command
from tests.benchmarks.servers import Server, compare, rung
from tests.benchmarks.slack_stub import TEAM, user_id
from tests.benchmarks.table import Row
from tests.chaos.slack import ChaoticSlack
from tests.chaos.worker import Plain

SHARE = 0.98  # of the rate that is allowed, at least
P99_RATIO = 1.5  # times that of the process alone, at most
A_MINUTE = 1_200
WEB_A_MINUTE = 600  # six times the default
FIRST_ROUND = 30  # seconds that the first one may take to come
ZONE = "Europe/Berlin"  # that of everybody in the stub


class _Timing(Plain):
    """Notes when each message had arrived."""

    def __init__(self) -> None:
        self.sent_at: list[float] = []

    async def followed(self, delivery: Delivery, channel: str, ts: str) -> None:
        self.sent_at.append(time.monotonic())


async def lane(messages: int) -> list[Row]:
    """One lane with nothing in its way, on SQLite."""
    slack = ChaoticSlack(random.Random(1), 0.0, ZONE)
    writer = _Timing()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'rung.db'}"
        await _fill(url, [f"U{number}" for number in range(messages)], with_focus=False)
        database = Database.open(url)
        async with slack.serving() as api_url, aiohttp.ClientSession() as session:
            client = SlackClient(TEAM, api_url, session, None, longest_wait=0)

            async def fetch(person: PersonId) -> SlackUser:
                return await fetch_user(client, person)

            parts = LaneParts(
                database, lambda _: Courier(client), fetch, dict.fromkeys(Kind, writer), _no_holidays, _now,
                time.monotonic, asyncio.sleep, A_MINUTE, _now,
            )  # fmt: skip
            engine = Embedded(lambda lane, after: run_lane(lane, parts, after))
            await plan(database, engine, _no_holidays, _now())
            await engine.settled()
        await database.close()
    if len(slack.arrived) != messages or len(writer.sent_at) != messages:
        raise RuntimeError(f"{len(slack.arrived)} messages arrived, {messages} were due")
    share = (messages - 1) / (writer.sent_at[-1] - writer.sent_at[0]) / (A_MINUTE / 60)
    what = f"a lane of {messages:,} messages at {A_MINUTE:,} a minute: share of that rate"
    return [Row(what, f"{share:.3f}", limit=f">= {SHARE}", within=share >= SHARE)]


async def beside_lanes(api_url: str, turns: int) -> list[Row]:
    """The same process answers commands and sends: all it has to do, on one core."""
    body = command("distributed-training senior", user_id("en"))
    due = [user_id("en", number) for number in range(1, 3_000)]
    alone, busy, rate = [], [], 0.0
    for _ in range(2):  # in turns, as the machine is not always equally fast
        with tempfile.TemporaryDirectory() as name:
            async with rung(api_url, Path(name)) as server:
                alone.append(await _p99(server, body, turns))
        with tempfile.TemporaryDirectory() as name:
            await _fill(f"sqlite:///{Path(name) / 'rung.db'}", due, with_focus=True)
            async with rung(api_url, Path(name), RUNG_MESSAGES_A_MINUTE=str(WEB_A_MINUTE)) as server:
                await _sending(Path(name))
                before, begun = _sent(Path(name)), time.monotonic()
                busy.append(await _p99(server, body, turns))
                rate = (_sent(Path(name)) - before) / (time.monotonic() - begun)
    if rate < WEB_A_MINUTE / 60 / 2:
        raise RuntimeError(f"the lanes sent {rate:.1f} messages a second beside the answers: nothing was compared")
    ratio = min(busy) / min(alone)
    what = f"one card, p99 while {rate:.0f} messages a second are sent"
    ours, bare = (f"{min(times) * 1000:.1f} ms" for times in (busy, alone))
    return [Row(what, ours, bare, f"{ratio:.2f}", f"<= {P99_RATIO}", ratio <= P99_RATIO)]


async def _p99(server: Server, body: bytes, turns: int) -> float:
    loads = await compare(server, server, [body], turns, 0.25)
    return max(load.p99 for load in loads)


async def _sending(folder: Path) -> None:
    """Wait for the first round."""
    for _ in range(FIRST_ROUND):
        if _sent(folder):
            return
        await asyncio.sleep(1)
    raise RuntimeError("the lanes send nothing")


def _sent(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "rung.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM delivery WHERE status = 'sent'").fetchone()[0])


async def _fill(url: str, users: list[str], *, with_focus: bool) -> None:
    """Let everybody's moment have just come, at whatever hour this runs."""
    await upgrade(url)
    database, now = Database.open(url), _now()
    today = now.astimezone(ZoneInfo(ZONE)).date()
    midnight = wall_time()
    always = Cadence(
        today - timedelta(days=7), Rhythm.OFF, Rhythm.WEEKLY, frozenset(range(1, 8)), midnight,
        wall_time(23, 59, 59), midnight, midnight, frozenset(),
    )  # fmt: skip
    occasion = Occasion(Kind.CHECK_IN, today, now, now + timedelta(hours=2))
    focus = Focus("distributed-training", "llm-engineer", "senior", FocusState.ACTIVE, now, now)

    async def piece(session: Any) -> None:
        for user in users:
            person = PersonId(TEAM, user)
            await hold_person(session, person, now)
            if with_focus:
                await save_focus(session, person, focus)
            await save_schedule(session, Schedule(person, TEAM, always, ZONE, upcoming=occasion), now)

    await database.write(piece)
    await database.close()


def _no_holidays(country: str | None) -> IsHoliday:
    return no_holiday


def _now() -> datetime:
    return datetime.now(UTC)
