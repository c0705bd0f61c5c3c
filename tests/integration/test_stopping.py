"""`rung run` as a process of its own is asked to stop while somebody waits: they are answered, and it exits with 0."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import aiohttp
import pytest

from bot.playground.asgi import answer, read_body
from bot.playground.failures import Failure
from bot.playground.local_slack import LocalSlack
from bot.playground.people import EMMA
from bot.slack.manifest import in_socket_mode, manifest_for, read_manifest
from bot.web.socket_mode import CONNECTIONS
from tests.conventions.repository import ROOT

STOPS_WITHIN = 20.0  # seconds, as docs/install.md says


class Held(asyncio.Event):
    """Says when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = asyncio.Event()

    async def wait(self) -> Literal[True]:
        self.reached.set()
        return await super().wait()


class Elsewhere:
    """What passes requests on to another process, by HTTP."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self._url, self._session = url, session

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        async with self._session.post(
            f"{self._url}{scope['path']}", data=await read_body(receive), headers=headers
        ) as got:
            await answer(send, got.status, await got.read(), got.content_type)


@asynccontextmanager
async def running(
    slack: LocalSlack, api_url: str, database: Path, by_socket: bool
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A Rung that has said that it is ready, with the address in `slack`."""
    secrets = {"SLACK_APP_TOKEN": slack.app_token} if by_socket else {"SLACK_SIGNING_SECRET": slack.signing_secret}
    environment = {
        **os.environ,
        **secrets,
        "SLACK_API_URL": api_url,
        "SLACK_BOT_TOKEN": slack.bot_token,
        "RUNG_DATABASE_URL": f"sqlite:///{database}",
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run", "--port", "0"),
        stdout=asyncio.subprocess.PIPE, cwd=ROOT, env=environment,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.parametrize("by_socket", [False, True], ids=["HTTP", "Socket Mode"])
async def test_a_click_that_is_being_answered_is_answered(by_socket: bool, sqlite_file: Path) -> None:
    manifest = manifest_for(read_manifest(), command="/skill", url=None)
    slack = LocalSlack(in_socket_mode(manifest) if by_socket else manifest, now=time.time)
    async with (
        slack.serving() as api_url,
        aiohttp.ClientSession() as session,
        running(slack, api_url, sqlite_file, by_socket) as process,
    ):
        assert process.stdout is not None
        told = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
        if by_socket:
            await slack.sockets.connected(CONNECTIONS)
        else:
            slack.connect(Elsewhere(told.split()[-1], session))
        card = (await slack.command(EMMA, "distributed-training senior")).message
        held = Held()
        slack.fail_next("views.open", Failure.held(held))
        click = asyncio.create_task(slack.click(EMMA, card, "assess.open"))
        await held.reached.wait()

        process.send_signal(signal.SIGTERM)
        assert (await click).status == 200  # acknowledged, while what it leads to is on its way
        held.set()

        assert await asyncio.wait_for(process.wait(), STOPS_WITHIN) == 0
    assert slack.workspace.modals.top(EMMA) is not None
