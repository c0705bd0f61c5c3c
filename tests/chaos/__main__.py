"""Kill and pause the processes that send, restart their database, with a Slack that fails: each delivery arrives once.

Prints what arrived; exits with 1 where anything came twice, or is neither sent nor dropped for a reason, or where a
process ended that nobody had killed.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
from psycopg import sql
from sqlalchemy import func, make_url, select
from sqlmodel import col

from bot.domain.cadence import Cadence, Kind, Occasion, Rhythm
from bot.domain.deliveries import Schedule, Status
from bot.domain.people import PersonId
from bot.errors import StorageUnavailable
from bot.storage.engine import Database
from bot.storage.migrate import upgrade
from bot.storage.people import hold_person
from bot.storage.schedules import save_schedule
from bot.storage.tables import CadenceRow, DeliveryRow
from bot.storage.urls import conninfo, is_sqlite, parse_url
from tests.chaos.slack import ChaoticSlack
from tests.chaos.zone import noonish
from tests.conventions.repository import ROOT

PATIENCE = 240.0  # seconds after which what has not arrived counts as lost
POSTGRES = ROOT / ".ci/postgres"
LANE_RATE = 600  # messages a minute in each workspace


@dataclass(frozen=True, slots=True)
class Plan:
    deliveries: int
    workspaces: int
    blows: int  # how many times a process is killed or paused
    trouble: float  # the share of calls to Slack that go wrong


async def fill(url: str, plan: Plan, zone: str) -> None:
    """Let everybody's moment have just come."""
    database, now = Database.open(url), datetime.now(UTC)
    today = now.astimezone(ZoneInfo(zone)).date()
    always = Cadence(
        today - timedelta(days=7), Rhythm.OFF, Rhythm.WEEKLY, frozenset(range(1, 8)), datetime.min.time(),
        datetime.max.time().replace(microsecond=0), datetime.min.time(), datetime.min.time(), frozenset(),
    )  # fmt: skip
    occasion = Occasion(Kind.CHECK_IN, today, now, now + timedelta(hours=2))

    async def piece(session: Any) -> None:
        for number in range(plan.deliveries):
            workspace = f"T{number % plan.workspaces}"
            person = PersonId(workspace, f"U{number}")
            await hold_person(session, person, now)
            await save_schedule(session, Schedule(person, workspace, always, zone, upcoming=occasion), now)

    await database.write(piece)
    await database.close()


async def status(database: Database) -> Counter[str]:
    async with database.reading() as session:
        found = await session.execute(select(col(DeliveryRow.status), func.count()).group_by(col(DeliveryRow.status)))
        counted = Counter({name: count for name, count in found})
        due = select(func.count()).select_from(CadenceRow).where(col(CadenceRow.next_at) <= datetime.now(UTC))
        counted["unplanned"] = (await session.execute(due)).scalar_one()
    return counted


async def accounted(database: Database, arrived: Counter[str]) -> int:
    """How many deliveries arrived as the ledger says, or were dropped for a reason."""
    rows = select(
        col(DeliveryRow.tenant), col(DeliveryRow.recipient), col(DeliveryRow.kind), col(DeliveryRow.period),
        col(DeliveryRow.status), col(DeliveryRow.reason),
    )  # fmt: skip
    async with database.reading() as session:
        found = (await session.execute(rows)).all()
    return sum(
        f"{tenant}/{recipient}/{kind}/{period}" in arrived if state == Status.SENT else reason is not None
        for tenant, recipient, kind, period, state, reason in found
    )


class Fleet:
    """The processes that send, which are started again whenever one is gone."""

    def __init__(self, url: str, api_url: str, size: int, dice: random.Random) -> None:
        self._command = (sys.executable, "-m", "tests.chaos.worker", url, api_url, str(LANE_RATE))
        self._size, self._dice = size, dice
        self._processes: list[asyncio.subprocess.Process] = []
        self._paused: dict[int, float] = {}
        self.kills = self.pauses = self.endings = 0

    async def keep_alive(self) -> None:
        alive = [one for one in self._processes if one.returncode is None]
        self.endings += len(self._processes) - len(alive)
        self._processes = alive
        while len(self._processes) < self._size:
            self._processes.append(
                await asyncio.create_subprocess_exec(*self._command, stderr=asyncio.subprocess.DEVNULL)
            )
        for pid, until in list(self._paused.items()):
            if time.monotonic() >= until:
                del self._paused[pid]
                _signal(pid, signal.SIGCONT)

    async def strike(self) -> None:
        victim = self._dice.choice(self._processes)
        if self._dice.random() < 0.6:
            self._paused.pop(victim.pid, None)
            self._processes.remove(victim)
            _signal(victim.pid, signal.SIGKILL)
            await victim.wait()
            self.kills += 1
        elif victim.pid not in self._paused:
            _signal(victim.pid, signal.SIGSTOP)
            self._paused[victim.pid] = time.monotonic() + self._dice.uniform(0.5, 12)
            self.pauses += 1

    async def end(self) -> None:
        for process in self._processes:
            if process.returncode is None:
                _signal(process.pid, signal.SIGKILL)
                await process.wait()


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


async def restart(url: str) -> str:
    """Restart the server, where it is one of `.ci/postgres`; else end all of its connections."""
    async with await psycopg.AsyncConnection.connect(conninfo(url), autocommit=True) as connection:
        found = await (await connection.execute("SELECT current_setting('data_directory')")).fetchone()
        folder = Path(str(found and found[0])).parent
        if not (folder / "initdb.log").exists():
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            await connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
            return "all connections ended"
    process = await asyncio.create_subprocess_exec(POSTGRES, "restart", folder)
    return "the server was restarted" if await process.wait() == 0 else "the server didn't come back"


async def left(database: Database) -> int | None:
    """How many are neither sent nor dropped; None while the database is away."""
    try:
        counted = await status(database)
    except StorageUnavailable:
        return None
    return counted["unplanned"] + counted["due"] + counted["sending"]


async def run(name: str, url: str, plan: Plan, workers: int, seed: int) -> bool:
    """Whether everything arrived once, or was dropped for a reason, and no process ended by itself."""
    dice, zone = random.Random(seed), noonish()
    slack = ChaoticSlack(random.Random(seed), plan.trouble, zone)
    await upgrade(url)
    await fill(url, plan, zone)
    database, begun = Database.open(url), time.monotonic()
    restarted = "" if is_sqlite(parse_url(url)) else None
    async with slack.serving() as api_url:
        fleet = Fleet(url, api_url, workers, dice)
        try:
            blows, next_blow = plan.blows, begun + 1
            while time.monotonic() < begun + PATIENCE:
                await fleet.keep_alive()
                if blows and time.monotonic() >= next_blow:
                    await fleet.strike()
                    blows, next_blow = blows - 1, time.monotonic() + dice.uniform(0.2, 2.0)
                if restarted is None and blows <= plan.blows // 2:
                    restarted = await restart(url)
                if not blows and await left(database) == 0:
                    break
                await asyncio.sleep(0.1)
        finally:
            await fleet.end()
    counted = await status(database)
    lost = plan.deliveries - await accounted(database, slack.arrived)
    await database.close()
    twice = sum(count > 1 for count in slack.arrived.values())
    sys.stdout.write(
        f"{name}, seed {seed}: {plan.deliveries} deliveries over {plan.workspaces} workspaces by {workers} process(es)"
        f" in {time.monotonic() - begun:.0f} s; {fleet.kills} killed, {fleet.pauses} paused,"
        f" {fleet.endings} ended by themselves;{f' {restarted};' if restarted else ''}"
        f" Slack: {slack.limited} times 429, {slack.failed} other failures;"
        f" sent {counted['sent']}, dropped {counted['dropped']}, duplicates {twice}, lost {lost}\n"
    )
    sys.stdout.flush()
    return not (twice or lost or fleet.endings)


@contextmanager
def postgres_database(server: str) -> Iterator[str]:
    """No connection is kept open meanwhile: the server restarts."""
    name = f"rung_chaos_{os.getpid()}"
    _execute(server, sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        _execute(server, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _execute(server: str, statement: sql.Composed) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--short", action="store_true", help="a tenth of it")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    plan = Plan(300, 4, 6, 0.1) if given.short else Plan(3_000, 20, 25, 0.1)
    runs = [("SQLite", 1)]
    server = os.environ.get("RUNG_TEST_POSTGRES_URL")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        urls = {"SQLite": f"sqlite:///{Path(folder)}/rung.db"}
        if server:
            urls["PostgreSQL"] = stack.enter_context(postgres_database(server))
            runs.append(("PostgreSQL", 2))
        else:
            sys.stdout.write("RUNG_TEST_POSTGRES_URL names no PostgreSQL server: SQLite alone\n")
        good = [asyncio.run(run(name, urls[name], plan, workers, given.seed)) for name, workers in runs]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
