"""The servers under test: started as processes of their own, each kept to one core, asked and measured."""

import asyncio
import json
import os
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import aiohttp

from tests.benchmarks.load import Load, Plan
from tests.benchmarks.requests import SECRET, TOKEN, signed_headers

ROOT = Path(__file__).parents[2]
CONNECTIONS = 32
START_TIMEOUT = 30.0  # seconds
RUNG = ("-m", "bot")

_CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, CLIENT_CORE = {_CORES[0]}, {_CORES[-1]}


@dataclass(frozen=True)
class Server:
    """A running server. `started` is the seconds from the start of its process to its first good answer."""

    pid: int
    port: int
    started: float

    async def answer(self, body: bytes) -> bytes:
        """The answer to one command. Raises RuntimeError when it isn't a 200."""
        url = f"http://127.0.0.1:{self.port}/slack/events"
        headers = signed_headers(body)
        async with aiohttp.ClientSession() as session, session.post(url, data=body, headers=headers) as response:
            answer = await response.read()
            if response.status != 200:
                raise RuntimeError(f"{response.status}: {answer[:200]!r}")
            return answer

    def memory(self) -> float:
        """Resident memory, in MiB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def compare(ours: Server, bare: Server, bodies: list[bytes], turns: int, seconds: float) -> list[Load]:
    """What both do under load, from a process on the other core."""
    texts = [body.decode() for body in bodies]
    plan = Plan((ours.port, bare.port), texts, connections=CONNECTIONS, turns=turns, seconds=seconds)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.benchmarks.load"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        preexec_fn=_on(CLIENT_CORE),
    )
    out, _ = await process.communicate(json.dumps(asdict(plan)).encode())
    if process.returncode != 0:
        raise RuntimeError("the load generator failed: see above")
    return [Load(**load) for load in json.loads(out)]


@asynccontextmanager
async def rung(api_url: str, directory: Path, **settings: str) -> AsyncIterator[Server]:
    """Rung as it is run for people, its database in `directory`; `settings` are more of the environment."""
    environment = {
        "SLACK_BOT_TOKEN": TOKEN,
        "SLACK_SIGNING_SECRET": SECRET,
        "SLACK_API_URL": api_url,
        "RUNG_DATABASE_URL": f"sqlite:///{directory / 'rung.db'}",
        **settings,
    }
    port = _free_port()
    arguments = (*RUNG, "run", "--http", "--host", "127.0.0.1", "--port", str(port))
    async with _running(arguments, port, "/ready", 200, environment) as server:
        yield server


@asynccontextmanager
async def bare_bolt(api_url: str, payload: Mapping[str, Any]) -> AsyncIterator[Server]:
    """Bolt with a static payload; its adapter answers 404 where it has nothing."""
    port = _free_port()
    arguments = ("-m", "tests.benchmarks.bare", str(port), api_url)
    async with _running(arguments, port, "/", 404, {}, json.dumps(payload)) as server:
        yield server


@asynccontextmanager
async def _running(
    arguments: tuple[str, ...],
    port: int,
    path: str,
    status: int,
    environment: Mapping[str, str],
    given: str = "",
) -> AsyncIterator[Server]:
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, **environment},
        preexec_fn=_on(SERVER_CORE),
    )
    try:
        assert process.stdin is not None
        process.stdin.write(given.encode())
        process.stdin.close()
        await _answers(process, port, path, status)
        yield Server(process.pid, port, time.perf_counter() - begun)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _answers(process: asyncio.subprocess.Process, port: int, path: str, status: int) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: rung.test\r\nConnection: close\r\n\r\n".encode()
    wanted = f"HTTP/1.1 {status} ".encode()
    async with asyncio.timeout(START_TIMEOUT):
        while not (await _ask(port, request)).startswith(wanted):
            if process.returncode is not None:
                raise RuntimeError("the server ended: see above")
            await asyncio.sleep(0.005)


async def _ask(port: int, request: bytes) -> bytes:
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except ConnectionError:
        return b""
    try:
        writer.write(request)
        return await reader.read()
    finally:
        writer.close()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _on(cores: set[int]) -> Callable[[], None]:
    return lambda: os.sched_setaffinity(0, cores)
