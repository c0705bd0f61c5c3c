"""The server as a process of its own: it says where it listens, and stops without losing a request."""

import asyncio
import hmac
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest

from bot.web import server

SECRET = "a signing secret"
HEALTH = b"GET /health HTTP/1.1\r\nHost: rung.test\r\n\r\n"
SCRIPT = '''
"""A front over a small Bolt app, whose listener says that it has begun and waits to be told to go on."""
import asyncio, sys, time
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from bot.web import server
from bot.web.front import Front

SECRET = "a signing secret"

class Authorized(AsyncAuthorize):
    def __init__(self): pass
    async def __call__(self, **_):
        return AuthorizeResult(enterprise_id=None, team_id="T1", bot_user_id="UBOT", bot_token="x")

bolt = AsyncApp(
    signing_secret=SECRET,
    authorize=Authorized(),
    process_before_response=True,
    request_verification_enabled=False,
)

@bolt.command("/skill")
async def command(ack):
    say("begun")
    await asyncio.to_thread(sys.stdin.readline)
    await ack("answered")

async def readiness(): return {}
async def starts(): say("startup")
async def stops(): say("shutdown")
def say(text): print(text, flush=True)

front = Front(
    bolt, signing_secret=SECRET, now=time.time, readiness=readiness, on_startup=starts, on_shutdown=stops
)
server.run(server.serve(front, host="127.0.0.1", port=0, ready=say, grace=1))
'''


@dataclass(frozen=True)
class Running:
    process: asyncio.subprocess.Process
    port: int

    async def line(self) -> str:
        assert self.process.stdout is not None
        return (await asyncio.wait_for(self.process.stdout.readline(), 10)).decode().strip()

    def go_on(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")

    async def ended(self) -> int:
        return await asyncio.wait_for(self.process.wait(), 10)


@asynccontextmanager
async def running() -> AsyncIterator[Running]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "error", "-c", SCRIPT),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    try:
        starting = Running(process, 0)
        assert await starting.line() == "startup"
        address = await starting.line()
        assert address.startswith("http://127.0.0.1:")
        yield Running(process, int(address.rpartition(":")[2]))
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


def command() -> bytes:
    """A signed command, as it goes over the wire."""
    body = urlencode({"command": "/skill", "text": "help", "team_id": "T1", "user_id": "U1"}).encode()
    timestamp = b"%d" % time.time()
    signature = hmac.new(SECRET.encode(), b"v0:%b:%b" % (timestamp, body), "sha256").hexdigest().encode()
    head = [
        b"POST /slack/events HTTP/1.1",
        b"Host: rung.test",
        b"Content-Type: application/x-www-form-urlencoded",
        b"Content-Length: %d" % len(body),
        b"X-Slack-Request-Timestamp: " + timestamp,
        b"X-Slack-Signature: v0=" + signature,
    ]
    return b"\r\n".join(head) + b"\r\n\r\n" + body


@asynccontextmanager
async def connection(port: int, data: bytes) -> AsyncIterator[asyncio.StreamReader]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        yield reader
    finally:
        writer.close()


async def read_to_end(reader: asyncio.StreamReader) -> bytes:
    return await asyncio.wait_for(reader.read(), 10)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_request_in_flight_is_answered_before_the_server_stops(number: signal.Signals) -> None:
    async with running() as house, connection(house.port, command()) as reader:
        assert await house.line() == "begun"
        house.process.send_signal(number)
        await refuses_connections(house.port)
        house.go_on()
        answer = await read_to_end(reader)
        assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
        assert answer.endswith(b"\r\n\r\nanswered")
        assert await house.line() == "shutdown"
        assert await house.ended() == 0


async def refuses_connections(port: int) -> None:
    async with asyncio.timeout(5):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionError:
                return
            writer.close()


@pytest.mark.parametrize("half", [command()[:40], command()[:-5]], ids=["in its headers", "in its body"])
async def test_a_client_that_stalls_holds_up_the_stop_no_longer_than_the_bound(half: bytes) -> None:
    async with running() as house, connection(house.port, half), connection(house.port, HEALTH) as reader:
        assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
        house.process.send_signal(signal.SIGTERM)
        assert await house.line() == "shutdown"
        assert await house.ended() == 0


async def test_a_connection_that_is_kept_alive_does_not_hold_up_the_stop() -> None:
    async with running() as house, connection(house.port, HEALTH) as reader:
        assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
        house.process.send_signal(signal.SIGTERM)
        assert await house.ended() == 0


async def test_an_answer_does_not_tell_which_server_gave_it() -> None:
    last = HEALTH.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    async with running() as house, connection(house.port, last) as reader:
        answer = await read_to_end(reader)
        assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
        assert b"\r\nserver:" not in answer.lower()


async def test_an_address_in_use_is_told_before_anything_starts() -> None:
    async def never(*_: object) -> None:
        raise AssertionError("the application must not be started")

    taken = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0)
    async with taken:
        port = taken.sockets[0].getsockname()[1]
        with pytest.raises(server.CannotListen, match=f"127.0.0.1:{port}"):
            await server.serve(never, host="127.0.0.1", port=port, ready=lambda _: None)
