"""The line from the local Slack to the bot: signed requests or envelopes, and the wait after each."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.playground import asgi
from bot.playground.asgi import Application, Response
from bot.playground.backend import Backend
from bot.playground.outcome import Outcome, outcome
from bot.playground.records import Json
from bot.playground.refusals import NotThere, Refused, SlackError
from bot.playground.signing import RequestKind, encoded, signed_headers

EVENTS_PATH = "/slack/events"
Settled = Callable[[], Awaitable[None]]


async def at_once() -> None:
    """For a bot that does nothing after its acknowledgement."""


def retried(headers: Mapping[str, str] | None) -> Json:
    """What an envelope says of a retry, where HTTP has headers for it."""
    if not headers:
        return {}
    return {"retry_attempt": int(headers["X-Slack-Retry-Num"]), "retry_reason": headers["X-Slack-Retry-Reason"]}


class Line:
    """Sends what people do to the bot. `settled` waits until the bot's background work is done."""

    def __init__(self, backend: Backend, signing_secret: str) -> None:
        self.backend = backend
        self.workspace = backend.workspace
        self.signing_secret = signing_secret
        self._app: Application | None = None
        self._settled: Settled = at_once

    def connect(self, app: Application, settled: Settled = at_once) -> None:
        """Talk to this application from now on. Its lifespan is the caller's to run."""
        self._app, self._settled = app, settled

    async def post(self, body: bytes, headers: Mapping[str, str], path: str = EVENTS_PATH) -> Response:
        """Send the bytes as they are, unsigned and unchecked: for what isn't Slack's, or is malformed."""
        if self._app is None:
            raise NotThere("no bot is connected")
        return await asgi.request(self._app, path, headers, body)

    async def deliver(
        self, kind: RequestKind, payload: Mapping[str, Any], more_headers: Mapping[str, str] | None = None
    ) -> Response:
        """Send one payload as Slack does: by a WebSocket in Socket Mode, else signed and encoded over HTTP."""
        if self.backend.installation.has_socket_mode:
            return await self.backend.sockets.deliver(kind, payload, retried(more_headers))
        content_type, body = encoded(kind, payload)
        headers = signed_headers(self.signing_secret, body, self.backend.now())
        return await self.post(body, {"Content-Type": content_type, **headers, **(more_headers or {})})

    async def finished(
        self, actor: str, since: int, response: Response | None, errors: Mapping[str, str] | None = None
    ) -> Outcome:
        """Wait for the bot to fall silent, and tell what came of it; `since` is the journal's length before."""
        await self._settled()
        return outcome(self.workspace, actor, self.workspace.journal[since:], response, errors or {})

    def judge_ack(self, body: Any, apply: Callable[[], None]) -> None:
        """Carry out what an acknowledgement asks for, and note the verdict unless it is empty. Raises Refused."""
        try:
            apply()
        except SlackError as refusal:
            if body:
                self.backend.note("ack", body, refusal.error, refusal.reasons)
            raise Refused(f"Slack would refuse the acknowledgement: {refusal}") from refusal
        if body:
            self.backend.note("ack", body, None)
