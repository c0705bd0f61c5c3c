"""A Slack of many workspaces that limits, drops, fails and keeps silent, and counts what arrived."""

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

RETRY_AFTER = 1  # seconds
SILENCE = 5.0  # seconds; longer than the workers wait


@dataclass(slots=True)
class ChaoticSlack:
    """Each token is a workspace of its own. `trouble` is the share of calls that go wrong."""

    dice: random.Random
    trouble: float
    timezone: str
    arrived: Counter[str] = field(default_factory=Counter)  # by the key of the delivery
    limited: int = 0
    failed: int = 0
    _messages: defaultdict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    _stamps: int = 0

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        """Gives the URL of the Web API."""
        app = web.Application()
        app.router.add_post("/api/{method}", self._answer)
        app.router.add_get("/api/{method}", self._answer)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        yield f"http://127.0.0.1:{port}/api/"
        await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        args = await self._arguments(request)
        workspace = request.headers["Authorization"].removeprefix("Bearer ")
        kind = self.dice.choice(("limit", "error", "before", "after", "silent")) if self._is_troubled() else ""
        if kind == "limit":
            self.limited += 1
            return web.json_response(
                {"ok": False, "error": "ratelimited"}, status=429, headers={"Retry-After": str(RETRY_AFTER)}
            )
        if kind:
            self.failed += 1
        if kind == "error":
            return web.Response(status=500, text="upstream error")
        if kind == "before":
            return self._hang_up(request)
        answer = self._done(workspace, method, args)
        if kind == "after":
            return self._hang_up(request)
        if kind == "silent":
            await asyncio.sleep(SILENCE)
        return web.json_response({"ok": True, **answer})

    def _is_troubled(self) -> bool:
        return self.dice.random() < self.trouble

    def _hang_up(self, request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.close()
        return web.Response()

    async def _arguments(self, request: web.Request) -> dict[str, Any]:
        if request.content_type == "application/json":
            return dict(await request.json())
        return {**request.query, **await request.post()}

    def _done(self, workspace: str, method: str, args: dict[str, Any]) -> dict[str, Any]:
        match method:
            case "chat.postMessage":
                self._stamps += 1
                channel, ts = f"D{args['channel']}", f"1000000000.{self._stamps:06d}"
                self._messages[workspace + channel].append({"ts": ts, "metadata": args["metadata"]})
                self.arrived[args["metadata"]["event_payload"]["key"]] += 1
                return {"channel": channel, "ts": ts}
            case "conversations.open":
                return {"channel": {"id": f"D{args['users']}"}}
            case "conversations.history":
                return {"messages": self._messages[workspace + args["channel"]][::-1]}
            case "users.info":
                return {"user": {"id": args["user"], "team_id": workspace, "tz": self.timezone, "profile": {}}}
            case "dnd.teamInfo":
                return {"users": {}}
        raise web.HTTPNotFound
