"""How fast five ratings are submitted, stored and answered on SQLite, beside Bolt; none may be lost."""

import asyncio
import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from bot.catalog.loader import load_framework
from bot.settings import BUNDLED_CONTENT
from tests.benchmarks.requests import command, http_request
from tests.benchmarks.servers import CLIENT_CORE, Server, bare_bolt, rung
from tests.benchmarks.slack_stub import TEAM, user_id
from tests.benchmarks.table import Row

CONNECTIONS = 16
PEOPLE = 50
TURNS = 10
RATINGS = 5
RATE_LIMIT = 0.12  # of the rate of bare Bolt, at least
P99_LIMIT = 150  # ms
SKILL = "distributed-training"
LEVELS = ("not_yet", "practising", "consistent")


async def rating(api_url: str, submissions: int = 2_000) -> list[Row]:
    statements = list(load_framework(BUNDLED_CONTENT).skills[SKILL].statements)
    people = [user_id("en", number) for number in range(PEOPLE)]
    asked = [command(SKILL, person) for person in people] * (submissions // PEOPLE)
    ours, bare = _Timed(), _Timed()
    with tempfile.TemporaryDirectory() as name:
        async with (
            rung(api_url, Path(name)) as rung_server,
            bare_bolt(api_url, {"response_type": "ephemeral", "text": "Saved. " * 300}) as bare_server,
        ):
            for person in people:  # who is known needs no question to Slack
                await rung_server.answer(command(SKILL, person))
            bodies = [_submission(number, people, statements) for number in range(submissions)]
            for turn in range(TURNS):  # in turns, as the machine is not always equally fast
                await _answer(rung_server, bodies[turn::TURNS], b'"response_action":"update"', ours)
                await _answer(bare_server, asked[turn::TURNS], b"Saved.", bare)
        stored = _stored(Path(name) / "rung.db")
    if stored != submissions * RATINGS:
        raise RuntimeError(f"{stored} ratings are stored, {submissions * RATINGS} were submitted")
    return _rows(ours.rate, bare.rate, sorted(ours.times)[int(len(ours.times) * 0.99)] * 1000)


@dataclass(slots=True)
class _Timed:
    """The seconds that all requests to one server took together, and those of each."""

    seconds: float = 0.0
    times: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds


def _rows(rate: float, bare_rate: float, p99: float) -> list[Row]:
    ratio, limit = rate / bare_rate, f">= {RATE_LIMIT:.2f}"
    what = f"{RATINGS} ratings submitted and stored"
    return [
        Row(f"{what}: a second", f"{rate:,.0f}", f"{bare_rate:,.0f}", f"{ratio:.2f}", limit, ratio >= RATE_LIMIT),
        Row(f"{what}: p99 at {CONNECTIONS}", f"{p99:.0f} ms", limit=f"<= {P99_LIMIT} ms", within=p99 <= P99_LIMIT),
    ]


def _submission(number: int, people: list[str], statements: list[str]) -> bytes:
    """A window of its own each time, with ratings that differ from the same person's last ones."""
    turn = number // len(people)
    rated = [statements[(turn * RATINGS + n) % len(statements)] for n in range(RATINGS)]
    chosen = LEVELS[turn // (len(statements) // RATINGS) % len(LEVELS)]
    field = {"type": "radio_buttons", "selected_option": {"value": chosen, "text": {"type": "plain_text", "text": "-"}}}
    view = {
        "id": f"V{number}",
        "type": "modal",
        "callback_id": "assess",
        "private_metadata": json.dumps({"card": f"{SKILL}/llm-engineer/senior", "page": 0}),
        "state": {"values": {f"rating {statement}": {"assess.rating": field} for statement in rated}},
    }
    user = {"id": people[number % len(people)], "team_id": TEAM}
    payload = {"type": "view_submission", "team": {"id": TEAM}, "user": user, "view": view, "api_app_id": "A1"}
    return urlencode({"payload": json.dumps(payload)}).encode()


async def _answer(server: Server, bodies: list[bytes], wanted: bytes, timed: _Timed) -> None:
    """Have all answered. Raises RuntimeError for a wrong answer."""
    requests = iter([http_request(body) for body in bodies])
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, CLIENT_CORE)
    begun = time.perf_counter()
    await asyncio.gather(*(_ask(server.port, requests, wanted, timed.times) for _ in range(CONNECTIONS)))
    timed.seconds += time.perf_counter() - begun
    os.sched_setaffinity(0, cores)


async def _ask(port: int, requests: Iterator[bytes], wanted: bytes, times: list[float]) -> None:
    """One connection: the next request as soon as the last one is answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for request in requests:
        begun = time.perf_counter()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]))
        times.append(time.perf_counter() - begun)
        if not head.startswith(b"HTTP/1.1 200 ") or wanted not in body:
            raise RuntimeError(f"not as expected: {head[:40]!r} {body[:200]!r}")
    writer.close()
    await writer.wait_closed()


def _stored(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT count(*) FROM assessment").fetchone()[0])
