"""A Slack of many workspaces that takes its time, and holds each of them to a limit a minute for every method."""

import asyncio
import random
import time
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from bot.playground.asgi import Receive, Send
from bot.playground.grid import LocalGrid
from bot.playground.refusals import SlackError
from bot.playground.serving import served
from bot.playground.web_api import Reply

MINUTE = 60.0  # seconds
LATENCY = (0.02, 0.12)  # seconds that an answer takes
SLOW, SLOW_SHARE = 1.0, 0.005  # seconds of the few that take long, and how many do

# Slack's tiers, in calls a minute and workspace: https://docs.slack.dev/apis/web-api/rate-limits
TIER_2, TIER_3, TIER_4 = 20, 50, 100
SEVERAL_HUNDRED = 300  # what the documentation says of messages in a workspace
A_MINUTE = {
    "auth.test": SEVERAL_HUNDRED,
    "chat.postMessage": SEVERAL_HUNDRED,
    "dnd.teamInfo": TIER_2,
    "chat.update": TIER_3,
    "chat.delete": TIER_3,
    "conversations.open": TIER_3,
    "conversations.history": TIER_3,
    "conversations.info": TIER_3,
}  # all others are of tier 4


@dataclass(slots=True)
class BusySlack:
    """The ASGI application, in front of the workspaces' Web API. `limited` counts what it put off, by method."""

    grid: LocalGrid
    dice: random.Random
    answered: Counter[str] = field(default_factory=Counter)
    limited: Counter[str] = field(default_factory=Counter)
    _calls: defaultdict[tuple[str, str], deque[float]] = field(default_factory=lambda: defaultdict(deque))

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        """Answer on 127.0.0.1; gives the url for SLACK_API_URL."""
        async with AsyncExitStack() as stack:
            for slack in self.grid.slacks:  # their own addresses take answers to acts, and files
                await stack.enter_async_context(slack.serving())
            yield f"{await stack.enter_async_context(served(self))}api/"

    @property
    def refused(self) -> Counter[str]:
        """What was no good call, by method and error."""
        calls = [call for slack in self.grid.slacks for call in slack.calls]
        found = Counter(f"{call.method}: {call.error} {' '.join(call.reasons)}".strip() for call in calls if call.error)
        return found + Counter(f"{method}: {error}" for method, error in self.grid.refused)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        method = scope["path"].removeprefix("/api/")
        wait = self._wait(self._workspace(scope), method)
        await asyncio.sleep(SLOW if self.dice.random() < SLOW_SHARE else self.dice.uniform(*LATENCY))
        if wait:
            self.limited[method] += 1
            await Reply.of({"ok": False, "error": "ratelimited"}, 429, wait).send(send)
            return
        self.answered[method] += 1
        await self.grid(scope, receive, send)

    def _workspace(self, scope: Any) -> str:
        headers = dict(scope["headers"])
        try:
            token = headers.get(b"authorization", b"").decode().removeprefix("Bearer ")
            return self.grid.authorizations.of(token).workspace.team_id
        except SlackError:  # the grid says so itself
            return ""

    def _wait(self, workspace: str, method: str) -> int:
        """Seconds until the workspace may call the method again; 0 where it may now."""
        calls, now = self._calls[workspace, method], time.monotonic()
        while calls and calls[0] <= now - MINUTE:
            calls.popleft()
        if len(calls) >= A_MINUTE.get(method, TIER_4):
            return ceil(calls[0] + MINUTE - now)
        calls.append(now)
        return 0
