"""The local Slack as one object: its state, its Web API, and the people who act in it."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from bot.playground.backend import Backend, Call
from bot.playground.failures import Failure
from bot.playground.installation import Installation
from bot.playground.serving import served
from bot.playground.socket_mode import Sockets
from bot.playground.speaking import Speaking
from bot.playground.web_api import WebApi
from bot.playground.workspace import Workspace, demo_workspace


class LocalSlack(Speaking):
    """A Slack of one workspace in which the bot of the manifest is installed.

    `now` gives epoch seconds; triggers, response urls and signatures age by it.
    """

    def __init__(
        self,
        manifest: Mapping[str, Any],
        *,
        workspace: Workspace | None = None,
        now: Callable[[], float] = time.time,
        signing_secret: str = "local-signing-secret",
        bot_token: str = "xoxb-local-bot-token",
        app_token: str = "xapp-local-app-token",
    ) -> None:
        installation = Installation.from_manifest(manifest)
        sockets = Sockets(installation.has_socket_mode)
        backend = Backend(workspace or demo_workspace(), installation, now, sockets=sockets)
        super().__init__(backend, signing_secret)
        self.web_api = WebApi(backend, bot_token, app_token)
        self.pass_time: Callable[[], Awaitable[None]] | None = None  # lets days go by, where a trial can

    @property
    def bot_token(self) -> str:
        return self.web_api.bot_token

    @property
    def app_token(self) -> str:
        return self.web_api.app_token

    @property
    def sockets(self) -> Sockets:
        """What the bot has opened for Socket Mode, which the manifest switches on."""
        return self.backend.sockets

    @property
    def calls(self) -> list[Call]:
        """What the bot sent, acknowledgements included, with the verdict on each; oldest first."""
        return self.backend.calls

    def called(self, method: str) -> list[Mapping[str, Any]]:
        """The arguments of the calls of one method, refused ones too."""
        return [call.args for call in self.calls if call.method == method]

    def fail_next(self, method: str, failure: Failure, times: int = 1) -> None:
        """Let the next calls of a method fail; `response_url` and `upload` count as methods."""
        self.web_api.failures.add(method, failure, times)

    @asynccontextmanager
    async def serving(self, port: int = 0) -> AsyncIterator[str]:
        """Answer the Web API on 127.0.0.1; gives the url for SLACK_API_URL. Port 0 is any free one."""
        async with served(self.web_api, port) as base_url, self.sockets.serving():
            self.backend.base_url = base_url
            yield f"{base_url}api/"
