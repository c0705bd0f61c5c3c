"""Rung as a company runs it, for a while: several processes on PostgreSQL, many workspaces with a Slack that takes its
time and keeps its limits, people who ask, rate and answer, check-ins that fall due, processes that are killed, and a
database that is restarted.

Prints what came of it; exits with 1 where anything was lost or came twice, and after a whole run also where a limit
isn't kept: in a short one a busy machine says nothing of Rung.
"""

import argparse
import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from bot.storage.encryption import new_key
from bot.storage.engine import Database
from bot.storage.migrate import upgrade
from tests.benchmarks.table import Row, machine, table
from tests.chaos.zone import noonish
from tests.soak.company import CLIENT_ID, CLIENT_SECRET, Size, grid_of, settle_in
from tests.soak.fleet import Fleet, by_name
from tests.soak.ledger import Books
from tests.soak.people import People
from tests.soak.slack import BusySlack
from tests.soak.tally import ANYBODY, Blow, Tally, percentile

POSTGRESQL = Path("/usr/lib/postgresql")
ROOT = Path(__file__).parents[2]
KILL_EVERY = 30.0  # seconds
SAMPLE_EVERY = 2.0  # seconds between two looks at the memory
WORKSPACES = 50
PEOPLE_A_MINUTE = 40  # in each workspace: in ten minutes 20,000 in all
DUE_WITHIN = 0.7  # of the time
PATIENCE = 180  # seconds after the end in which what is due has to be sent
ERRORS, P99, GROWTH = 0.001, 0.5, 0.10  # at most: of all requests; seconds; of the memory


@dataclass(frozen=True, slots=True)
class Plan:
    """How long, in seconds, for whom, and how often a second somebody does something."""

    size: Size
    seconds: float
    acts: float


def plan_of(given: argparse.Namespace) -> Plan:
    if given.short:
        return Plan(Size(10, 30, timedelta(seconds=40)), 75, 4)
    seconds = given.minutes * 60
    size = Size(WORKSPACES, round(PEOPLE_A_MINUTE * given.minutes), timedelta(seconds=DUE_WITHIN * seconds))
    return Plan(size, seconds, given.acts)


async def run(plan: Plan, url: str, server: Path, folder: Path, seed: int) -> tuple[list[Row], list[Row]]:
    """How fast and steady it was, and whether all is there once."""
    dice, zone, keys, tally = random.Random(seed), noonish(), (new_key(),), Tally()
    grid = grid_of(plan.size, zone)
    await upgrade(url)
    begin = datetime.now(UTC) + timedelta(seconds=15 + plan.size.everybody / 1000)
    await settle_in(url, keys, grid, plan.size, zone, begin)
    slack, people = BusySlack(grid, random.Random(seed)), People(grid, tally, random.Random(seed))
    async with AsyncExitStack() as stack:
        environment = {
            "SLACK_API_URL": await stack.enter_async_context(slack.serving()),
            "SLACK_CLIENT_ID": CLIENT_ID,
            "SLACK_CLIENT_SECRET": CLIENT_SECRET,
            "SLACK_SIGNING_SECRET": grid.slacks[0].signing_secret,
            "RUNG_DATABASE_URL": url,
            "RUNG_ENCRYPTION_KEYS": ",".join(keys),
            "RUNG_PUBLIC_URL": "https://rung.test/",
        }
        fleet = Fleet(environment, folder, free_ports(4), tally)
        stack.push_async_callback(fleet.end)
        await fleet.start()
        for one in grid.slacks:
            one.connect(fleet)
        begun = time.monotonic()
        await _for_a_while(plan, fleet, people, server, dice)
        books = Books(Database.open(url, keys=keys), grid)
        stack.push_async_callback(books.database.close)
        drained = await books.drained(PATIENCE)
        (folder / "oddities.txt").write_text("\n".join([*tally.oddities(P99), *await books.waiting()]) + "\n")
        rows = [*_numbers(plan, tally, slack), *_speed(tally), *_memory(tally, begun, plan.seconds)]
        return rows, [
            *await books.balance(people, plan.size),
            Row("due messages left to send at the end", f"{drained}", limit="0", within=not drained),
        ]


async def _for_a_while(plan: Plan, fleet: Fleet, people: People, server: Path, dice: random.Random) -> None:
    """Let all of it happen, and end it without a failure of our own."""
    work = [
        asyncio.create_task(one)
        for one in (
            fleet.keep_alive(),
            people.live(plan.acts),
            _strike(fleet, server, plan.seconds, dice),
            _sample(fleet),
        )
    ]
    keeper, living, *_ = work
    try:
        done, _ = await asyncio.wait(work, timeout=plan.seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        living.cancel()
        await asyncio.wait([living])
        await people.finish()
    finally:
        for task in work:
            if task is not keeper:
                task.cancel()
        await asyncio.gather(*work[1:], return_exceptions=True)
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)


async def _strike(fleet: Fleet, server: Path, seconds: float, dice: random.Random) -> None:
    """Kill one every so often, each fourth time softly; halfway restart the database, and then spare one of a kind."""
    halfway, number = time.monotonic() + seconds / 2, 0
    end = time.monotonic() + seconds - 5
    restarted = False
    while (wait := min(KILL_EVERY, seconds / 3)) and time.monotonic() + wait < end:
        await asyncio.sleep(wait)
        number += 1
        if not restarted and time.monotonic() >= halfway - 1:
            restarted = True
            await asyncio.sleep(wait / 3)
            begun = time.monotonic()
            await asyncio.to_thread(postgres, "restart", server)
            fleet.tally.blows.append(Blow("restart", ANYBODY, begun, time.monotonic()))
            continue
        victims = [fleet.webs[-1], fleet.workers[-1]] if restarted else fleet.members
        await fleet.strike(dice.choice(victims), signal.SIGTERM if number % 4 == 0 else signal.SIGKILL)


async def _sample(fleet: Fleet) -> None:
    while True:
        now = time.monotonic()
        fleet.tally.memory += [(one.name, now, mib) for one in fleet.members if (mib := one.resident())]
        await asyncio.sleep(SAMPLE_EVERY)


def _numbers(plan: Plan, tally: Tally, slack: BusySlack) -> list[Row]:
    size, blows = plan.size, Counter(blow.kind for blow in tally.blows)
    requests, unexplained = len(tally.requests), tally.unexplained()
    vain, share = tally.vain(), sum(unexplained.values()) / max(1, requests)
    lost_acts = sum(vain.values()) / max(1, len(tally.acts))
    kinds = Counter(one.kind for one in tally.requests)
    return [
        Row("workspaces, people, seconds", f"{size.workspaces}, {size.everybody:,}, {plan.seconds:.0f}"),
        Row("people who are due meanwhile", f"{size.due:,}"),
        Row("processes killed, asked to stop; restarts of the database",
            f"{blows['SIGKILL']}, {blows['SIGTERM']}; {blows['restart']}"),
        Row("requests: " + ", ".join(sorted(kinds)), ", ".join(f"{kinds[kind]:,}" for kind in sorted(kinds))),
        Row("requests that failed where a process was killed or the database restarted", f"{tally.explained()}"),
        Row(f"other requests that failed{_listed(unexplained)}", f"{sum(unexplained.values())}",
            ratio=f"{share:.2%}", limit=f"<= {ERRORS:.1%}", within=share <= ERRORS),
        Row(f"acts without their effect, of {len(tally.acts):,}{_listed(vain)}", f"{sum(vain.values())}",
            ratio=f"{lost_acts:.2%}", limit=f"<= {ERRORS:.1%}", within=lost_acts <= ERRORS),
        Row("calls of Slack; put off by its limits" + _listed(slack.limited),
            f"{sum(slack.answered.values()):,}; {sum(slack.limited.values()):,}"),
        Row("calls that Slack refused" + _listed(slack.refused), f"{sum(slack.refused.values())}"),
    ]  # fmt: skip


def _speed(tally: Tally) -> list[Row]:
    rows = []
    for kind in (None, "command", "click", "submission", "event"):
        seconds = tally.seconds(kind)
        p50, p99 = percentile(seconds, 0.5), percentile(seconds, 0.99)
        within = None if kind else p99 <= P99
        limit = "" if kind else f"p99 <= {P99 * 1000:.0f} ms"
        what = f"until Slack has its answer, {kind or 'all'}: p50, p99, most"
        figures = f"{p50 * 1000:.0f}, {p99 * 1000:.0f}, {percentile(seconds, 1) * 1000:.0f} ms"
        rows.append(Row(what, figures, limit=limit, within=within))
    return rows


def _memory(tally: Tally, begun: float, seconds: float) -> list[Row]:
    """Of the processes that were spared in the second half: what they held a while after it began, and at the end."""
    rows = []
    for name, samples in by_name(tally.memory).items():
        first = [mib for at, mib in samples if 0.6 <= (at - begun) / seconds < 0.7]
        last = [mib for at, mib in samples if (at - begun) / seconds >= 0.9]
        if not first or not last:
            continue
        spared = name.endswith(" 1")
        grown = median(last) / median(first) - 1
        rows.append(
            Row(
                f"memory of {name}{'' if spared else ', which was killed meanwhile'}: at 65 %, at the end",
                f"{median(first):.0f}, {median(last):.0f} MiB",
                ratio=f"{grown:+.0%}",
                limit=f"<= +{GROWTH:.0%}" if spared else "",
                within=grown <= GROWTH if spared else None,
            )
        )
    return rows


def _listed(counted: Counter[str]) -> str:
    return "".join(f"; {what} {count}" for what, count in counted.most_common(8))


def free_ports(many: int) -> list[int]:
    with ExitStack() as stack:
        taken = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(many)]
        return [one.getsockname()[1] for one in taken]


def postgres(act: str, directory: Path) -> str:
    done = subprocess.run([ROOT / ".ci" / "postgres", act, directory], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--short", action="store_true", help="ten workspaces, a minute and a bit")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--acts", type=float, default=6, help="how often somebody does something, a second")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not list(POSTGRESQL.glob("*/bin/initdb")):
        sys.exit(f"It starts and restarts a PostgreSQL of its own, and there is none in {POSTGRESQL}.")
    sys.stdout.write(f"{machine()}\n\n")
    server = Path(tempfile.gettempdir()) / f"rung-soak-{os.getpid()}"
    folder = Path(tempfile.mkdtemp(prefix="rung-soak-logs-"))
    url = postgres("start", server)
    try:
        steadiness, balance = asyncio.run(run(plan_of(given), url, server, folder, given.seed))
    finally:
        postgres("stop", server)
    sys.stdout.write(
        f"{table([*steadiness, *balance])}\n\nThe logs of the processes, and what was odd and when, are in {folder}\n"
    )
    sys.exit(0 if all_within(balance if given.short else [*steadiness, *balance]) else 1)


def all_within(rows: Iterable[Row]) -> bool:
    return all(row.within is not False for row in rows)


if __name__ == "__main__":
    main()
