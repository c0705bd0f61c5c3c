"""Socket Mode: keeps WebSockets to Slack up, whatever happens to them.

Slack sends an envelope to any one of an app's connections, of which it allows ten. We hold two, so that one is there
while the other is being replaced.

slack_sdk's own client is not used, as it can't be mended from outside: after a failed handshake it tries the same
address for ever, though each serves once; it closes a connection before it opens the next, and loses the answers in
flight; and it waits five minutes for a handshake that hangs.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from random import random
from typing import Any

import aiohttp
from slack_bolt.response import BoltResponse

from bot.errors import SlackRefused, SlackUnavailable
from bot.messenger.client import SlackClient
from bot.tally import Tally
from bot.telemetry import reference_here
from bot.web.connection import Connection

CONNECTIONS = 2
TICK = 1.0  # seconds between two looks of the watchdog
STEADY = 10.0  # seconds that a connection has to last before the next failure counts as the first again
FIRST_WAIT = 1.0  # seconds; doubled with each failure, up to the longest
LONGEST_WAIT = 60.0

_logger = logging.getLogger(__name__)


def wait_before(attempt: int, chance: float) -> float:
    """How many seconds to wait before an attempt to connect: none at first. `chance` is from 0 to 1."""
    if attempt == 0:
        return 0.0
    longest = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(attempt - 1, 10))
    return longest * (0.5 + chance / 2)


class SocketMode:
    """The connections, and the watchdog over them. `slack` holds the token of the app, not of its bot."""

    def __init__(
        self,
        slack: SlackClient,
        session: aiohttp.ClientSession,
        dispatch: Callable[[dict[str, Any]], Awaitable[BoltResponse]],
        now: Callable[[], float],
        chance: Callable[[], float] = random,
        tally: Tally | None = None,
    ) -> None:
        """`now` gives monotonic seconds, `chance` a number from 0 to 1."""
        self._slack = slack
        self._session = session
        self._dispatch = dispatch
        self._now = now
        self._tally = Tally() if tally is None else tally
        self._lines = [_Line(self._connect, now, chance, self._tally) for _ in range(CONNECTIONS)]
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to connect; `problem` tells when that has happened."""
        work = [self._watch(), *(line.keep_up() for line in self._lines)]
        self._tasks = [asyncio.create_task(each) for each in work]

    async def close(self) -> None:
        """Connect no more, take no more envelopes, answer those in flight, and close."""
        for task in self._tasks:
            task.cancel()
        lives = [life for line in self._lines for life in line.ended()]
        await asyncio.gather(*self._tasks, *lives, return_exceptions=True)

    def check(self, now: float) -> None:
        """What the watchdog does at each tick."""
        for line in self._lines:
            line.check(now)

    @property
    def open_connections(self) -> int:
        return sum(line.is_connected for line in self._lines)

    def problem(self) -> str | None:
        """Why no envelope can arrive; None when some can."""
        if any(line.is_connected for line in self._lines):
            return None
        reason = next((line.reason for line in self._lines if line.reason), None)
        return f"Not connected to Slack by Socket Mode: {reason or 'connecting'}."

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self.check(self._now())

    async def _connect(self) -> Connection:
        """Ask for an address, which serves once, and open it. Raises SlackRefused, SlackUnavailable."""
        answer = await self._slack.call("apps.connections.open")
        open_ = partial(
            self._session.ws_connect,
            str(answer.get("url", "")),
            autoping=False,
            proxy=self._slack.web.proxy,
            ssl=True if self._slack.web.ssl is None else self._slack.web.ssl,
        )
        return Connection(open_, self._dispatch, self._now, self._tally)


class _Line:
    """Keeps one connection up: connects, waits until another is needed, and connects again."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Connection]],
        now: Callable[[], float],
        chance: Callable[[], float],
        tally: Tally,
    ) -> None:
        self.reason = ""
        self._tally = tally
        self._connect = connect
        self._now = now
        self._chance = chance
        self._connections: set[Connection] = set()
        self._attempts = 0
        self._due_at = 0.0
        self._is_due = asyncio.Event()

    @property
    def is_connected(self) -> bool:
        return any(connection.is_open for connection in self._connections)

    def check(self, now: float) -> None:
        if now >= self._due_at:
            self._is_due.set()
        for connection in self._connections:
            connection.check(now)

    def ended(self) -> list[asyncio.Task[None]]:
        """End all connections; gives the tasks that are done when they have closed."""
        for connection in self._connections:
            connection.end()
        return [connection.life for connection in self._connections]

    async def keep_up(self) -> None:
        while True:
            await self._wait()
            await self._use()

    async def _wait(self) -> None:
        wait = wait_before(self._attempts, self._chance())
        self._attempts += 1
        if wait:
            self._due_at = self._now() + wait
            self._is_due.clear()
            await self._is_due.wait()

    async def _use(self) -> None:
        """Connect, and wait until another connection is needed."""
        try:
            connection = await self._connect()
        except (SlackRefused, SlackUnavailable) as error:
            self._tell(str(error), logging.WARNING)
            return
        except Exception:  # the edge of what nobody waits for: whatever happens, it is tried again
            reference = reference_here()
            _logger.exception("No connection to Slack could be begun (reference %s)", reference)
            self.reason = f"see the log (reference {reference})"
            return
        self._connections.add(connection)
        connection.life.add_done_callback(lambda _: self._connections.discard(connection))
        await connection.left.wait()
        if connection.lasted >= STEADY:
            self._attempts = 0
            self.reason = ""
        self._tally.lost_connections["routine" if connection.is_routine else "fault"] += 1
        self._tell(connection.reason, logging.INFO if connection.is_routine else logging.WARNING)

    def _tell(self, reason: str, level: int) -> None:
        """Log a reason once for as long as it stays the same."""
        if reason != self.reason:
            _logger.log(level, "A new connection to Slack is needed: %s", reason)
        self.reason = reason
