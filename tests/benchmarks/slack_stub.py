"""The little of Slack's Web API that the servers under test call: who the bot and a user are, and what is sent."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

TEAM = "T0BENCH"
LOCALES = {"en": "en-US", "de": "de-DE", "ru": "ru-RU"}


def user_id(locale: str, number: int = 0) -> str:
    """The id of a person whose Slack is in that language."""
    return f"U{locale.upper()}{number}"


@asynccontextmanager
async def slack_stub() -> AsyncIterator[str]:
    """The address of the API, for as long as the context lasts."""
    app = web.Application()
    app.router.add_post("/api/auth.test", _auth_test)
    app.router.add_route("*", "/api/users.info", _users_info)
    app.router.add_route("*", "/api/dnd.teamInfo", _nobody_is_disturbed)
    app.router.add_post("/api/chat.postMessage", _posted)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/api/"
    finally:
        await runner.cleanup()


async def _auth_test(_request: web.Request) -> web.Response:
    who = {"ok": True, "team_id": TEAM, "user_id": "UBOT", "bot_id": "BBOT", "team": "Bench", "user": "rung"}
    return web.json_response(who, headers={"x-oauth-scopes": "commands,chat:write,users:read"})


async def _users_info(request: web.Request) -> web.Response:
    user = (await request.post()).get("user") or request.query["user"]
    locale = LOCALES[str(user)[1:3].lower()]
    return web.json_response(
        {"ok": True, "user": {"id": user, "team_id": TEAM, "locale": locale, "tz": "Europe/Berlin", "profile": {}}}
    )


async def _nobody_is_disturbed(_request: web.Request) -> web.Response:
    return web.json_response({"ok": True, "users": {}})


async def _posted(request: web.Request) -> web.Response:
    to = (await request.json())["channel"]
    return web.json_response({"ok": True, "channel": f"D{to}", "ts": f"{time.time():.6f}"})
