"""One process that plans and sends until it is killed: python -m tests.chaos.worker DATABASE_URL API_URL A_MINUTE."""

import asyncio
import sys
import time
from datetime import UTC, datetime, timedelta

import aiohttp

from bot.domain.cadence import IsHoliday, Kind, no_holiday
from bot.domain.deliveries import Delivery, Subject
from bot.domain.people import PersonId, SlackUser
from bot.jobs.distributed import Distributed
from bot.jobs.embedded import Embedded
from bot.jobs.lanes import HELD, LaneParts, run_lane
from bot.jobs.planner import Engine
from bot.jobs.rounds import Rounds
from bot.messenger.client import SlackClient
from bot.messenger.courier import Courier
from bot.messenger.people import fetch_user
from bot.storage.engine import Database
from bot.storage.sole import sole_process
from bot.storage.urls import is_sqlite, parse_url
from bot.surfaces.composing import Composed

TIMEOUT = aiohttp.ClientTimeout(total=1)  # seconds
SETTLE_AFTER = HELD + 2  # seconds: as in production longer than a claim is held and a call lasts
GONE_AFTER = HELD + 3  # seconds
ROUND_EVERY = 0.5  # seconds
BACK_OFF = timedelta(seconds=1)  # as many failures as are borne are then over within the patience of the run


def no_holidays(country: str | None) -> IsHoliday:
    return no_holiday


def now() -> datetime:
    return datetime.now(UTC)


class Plain:
    """Writes the key of a delivery, and nothing else."""

    async def compose(self, delivery: Delivery, user: SlackUser | None) -> Composed:
        return Composed({"text": delivery.key}, Subject("python", "engineer", ("statement",)))

    async def followed(self, delivery: Delivery, channel: str, ts: str) -> None:
        pass

    async def refused(self, delivery: Delivery, why: str) -> None:
        pass


async def work(url: str, api_url: str, a_minute: float) -> None:
    database = Database.open(url)
    async with aiohttp.ClientSession(timeout=TIMEOUT) as session:

        def client(workspace: str) -> SlackClient:
            return SlackClient(workspace, api_url, session, None, longest_wait=0)

        async def fetch(person: PersonId) -> SlackUser:
            return await fetch_user(client(person.tenant), person)

        parts = LaneParts(
            database=database,
            courier=lambda lane: Courier(client(lane)),
            fetch=fetch,
            writers=dict.fromkeys(Kind, Plain()),
            holidays=no_holidays,
            now=now,
            monotonic=time.monotonic,
            sleep=asyncio.sleep,
            a_minute=a_minute,
            wall=now,
            back_off=BACK_OFF,
        )
        age = timedelta(seconds=SETTLE_AFTER)
        engine: Engine
        if is_sqlite(parse_url(url)):
            engine = Embedded(lambda lane, after: run_lane(lane, parts, min(after, age)))
        else:
            engine = Distributed(url, lambda lane: run_lane(lane, parts, age), GONE_AFTER)
        await engine.open(serves=True)
        rounds = Rounds(database, engine, no_holidays, now)
        while True:
            await rounds.steady_round()
            await asyncio.sleep(ROUND_EVERY)


def main() -> None:
    url, api_url, a_minute = sys.argv[1:]
    with sole_process(url):
        asyncio.run(work(url, api_url, float(a_minute)))


if __name__ == "__main__":
    main()
