"""The processes of Rung, each started again when it is gone, and the balancer in front of those that answer."""

import asyncio
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import ClientConnectorError, ClientError

from bot.playground.asgi import Receive, Send, answer, read_body
from tests.soak.tally import ANYBODY, Blow, Request, Tally

PATIENCE = 3.0  # seconds for which Slack waits for an answer
TRIES_AGAIN_AFTER = 0.05  # seconds until the balancer looks for a process again that takes a request
LOOKS_EVERY = 0.2  # seconds between two looks whether a process is gone

touched: ContextVar[list[str]] = ContextVar("touched")
"""The names of the processes that a person's act has reached."""


@dataclass(slots=True)
class Member:
    """One process and the ones that took its place. `since` is when the present one was started, monotonic."""

    name: str
    port: int
    arguments: tuple[str, ...]
    process: asyncio.subprocess.Process | None = None
    since: float = 0.0

    def resident(self) -> float:
        """Its memory now, in MiB; 0 where it is gone."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text() if self.process else ""
        except OSError:
            return 0.0
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024 if "VmRSS:" in status else 0.0


@dataclass(slots=True)
class Fleet:
    """So many that answer and so many that write, all with the same settings. Their logs go to `folder`."""

    environment: Mapping[str, str]
    folder: Path
    ports: list[int]
    tally: Tally
    webs: list[Member] = field(default_factory=list)
    workers: list[Member] = field(default_factory=list)
    _turns: "count[int]" = field(default_factory=count)
    _session: aiohttp.ClientSession | None = None

    def __post_init__(self) -> None:
        half = len(self.ports) // 2
        for number, port in enumerate(self.ports[:half], 1):
            self.webs.append(Member(f"web {number}", port, ("--http", "--no-rounds")))
        for number, port in enumerate(self.ports[half:], 1):
            self.workers.append(Member(f"worker {number}", port, ("--worker",)))

    @property
    def members(self) -> list[Member]:
        return [*self.webs, *self.workers]

    async def start(self) -> None:
        """All of them; once they are ready."""
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE))
        for member in self.members:
            await self._start(member)
        for member in self.members:
            await self._ready(member)

    async def keep_alive(self) -> None:
        """Start those again that are gone, until cancelled."""
        while True:
            for member in self.members:
                if member.process is None or member.process.returncode is not None:
                    await self._start(member)
            await asyncio.sleep(LOOKS_EVERY)

    async def strike(self, member: Member, number: signal.Signals) -> None:
        """Kill one, or ask it to stop."""
        assert member.process is not None
        begun = time.monotonic()
        os.kill(member.process.pid, number)
        await member.process.wait()
        self.tally.blows.append(Blow(number.name, member.name, begun, time.monotonic()))

    async def end(self) -> None:
        for member in self.members:
            if member.process and member.process.returncode is None:
                member.process.terminate()
        for member in self.members:
            if member.process:
                await member.process.wait()
        if self._session:
            await self._session.close()

    async def _start(self, member: Member) -> None:
        with (self.folder / f"{member.name.replace(' ', '-')}.log").open("ab") as log:
            member.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run", "--host", "127.0.0.1", "--port", str(member.port)),
                *member.arguments,
                env={**os.environ, **self.environment},
                stdout=asyncio.subprocess.DEVNULL,
                stderr=log,
            )
        member.since = time.monotonic()

    async def _ready(self, member: Member) -> None:
        assert self._session is not None
        assert member.process is not None
        async with asyncio.timeout(60):
            while True:
                try:
                    async with self._session.get(f"http://127.0.0.1:{member.port}/ready") as response:
                        if response.status == 200:
                            return
                except ClientError:
                    pass
                if member.process.returncode is not None:
                    raise RuntimeError(f"{member.name} ended at once: see {self.folder}")
                await asyncio.sleep(0.1)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """The balancer, as an ASGI application: each request goes to the next process that takes it."""
        headers = {name.decode(): value.decode("latin-1") for name, value in scope["headers"]}
        body, begun, reached = await read_body(receive), time.monotonic(), ANYBODY
        request = Request(kind_of(body), begun)
        self.tally.requests.append(request)
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    member = self.webs[next(self._turns) % len(self.webs)]
                    try:
                        status, told, kept = await self._passed_on(member, scope["path"], headers, body, request)
                        break
                    except ClientConnectorError:
                        await asyncio.sleep(TRIES_AGAIN_AFTER)
        except (ClientError, TimeoutError, ConnectionError) as error:
            status, told, kept = 502, type(error).__name__.encode(), "text/plain"
            request.problem = type(error).__name__
        request.seconds = time.monotonic() - begun
        reached = request.member
        touched.get([]).append(reached)
        if status != 200:
            request.problem = request.problem or f"status {status}"
        await answer(send, status, told, kept)

    async def _passed_on(
        self, member: Member, path: str, headers: Mapping[str, str], body: bytes, request: Request
    ) -> tuple[int, bytes, str]:
        assert self._session is not None
        request.member = member.name
        url = f"http://127.0.0.1:{member.port}{path}"
        async with self._session.post(url, data=body, headers=headers) as response:
            return response.status, await response.read(), response.headers.get("content-type", "")


def kind_of(body: bytes) -> str:
    """What a request is about, by what it begins with."""
    if body.startswith(b"{"):
        return "event"
    if not body.startswith(b"payload="):
        return "command"
    return "submission" if b"%22type%22%3A+%22view_submission%22" in body[:400] else "click"


def by_name(samples: list[tuple[str, float, float]]) -> Mapping[str, list[tuple[float, float]]]:
    """Samples of (name, moment, figure) by name."""
    found: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for name, at, figure in samples:
        found[name].append((at, figure))
    return found
