"""A front over a small Bolt app, and requests of Slack's for it."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize

from bot.web.front import Front, Readiness
from tests.unit.web.client import NOW, SECRET, Answer, request, signed

FORM = b"application/x-www-form-urlencoded"
JSON = b"application/json"
PAYLOADS: Mapping[str, dict[str, Any]] = {
    "action": {
        "type": "block_actions",
        "team": {"id": "T1"},
        "user": {"id": "U1", "team_id": "T1"},
        "container": {"type": "message", "channel_id": "C1"},
        "channel": {"id": "C1"},
        "enterprise": None,
        "response_url": "https://slack.test/respond",
        "actions": [{"type": "button", "action_id": "rate", "block_id": "b", "value": "v"}],
    },
    "view": {
        "type": "view_submission",
        "team": {"id": "T1"},
        "user": {"id": "U1"},
        "view": {"type": "modal", "callback_id": "grow", "state": {"values": {}}},
        "response_urls": [{"block_id": "b", "channel_id": "C1", "response_url": "https://slack.test/respond"}],
    },
    "event": {
        "type": "event_callback",
        "team_id": "T1",
        "event_id": "Ev1",
        "event": {"type": "app_home_opened", "user": "U1", "channel": "D1", "tab": "home"},
        "authorizations": [{"enterprise_id": None, "team_id": "T1", "user_id": "UBOT", "is_bot": True}],
    },
}
COMMAND = {"command": "/skill", "text": "help", "team_id": "T1", "user_id": "U1", "channel_id": "C1"}


class Authorized(AsyncAuthorize):
    def __init__(self) -> None:
        pass

    async def __call__(self, **_: Any) -> AuthorizeResult:
        return AuthorizeResult(enterprise_id=None, team_id="T1", bot_user_id="UBOT", bot_id="B1", bot_token="xoxb-1")


def bolt(heard: list[dict[str, Any]]) -> AsyncApp:
    """An app that keeps what it hears, and repeats a command's text."""
    app = AsyncApp(
        signing_secret=SECRET,
        authorize=Authorized(),
        process_before_response=True,
        request_verification_enabled=False,
        ssl_check_enabled=False,
        url_verification_enabled=False,
        attaching_function_token_enabled=False,
    )

    @app.command("/skill")
    async def command(ack: AsyncAck, body: dict[str, Any]) -> None:
        heard.append(body)
        await ack({"text": body["text"]})

    @app.action("rate")
    @app.event("app_home_opened")
    @app.view("grow")
    async def anything(ack: AsyncAck, body: dict[str, Any]) -> None:
        heard.append(body)
        await ack()

    return app


async def all_ready() -> Readiness:
    return {"database": None, "content": None}


class House:
    """A front, what its listeners heard, what was recorded, and which of its phases were entered."""

    def __init__(self, readiness: Any = all_ready, app: AsyncApp | None = None) -> None:
        self.heard: list[dict[str, Any]] = []
        self.recorded: list[tuple[str, Mapping[str, Any]]] = []
        self.phases: list[str] = []
        self.front = Front(
            app or bolt(self.heard),
            signing_secret=SECRET,
            now=lambda: NOW,
            readiness=readiness,
            on_startup=self._starts,
            on_shutdown=self._stops,
            record=lambda method, args: self.recorded.append((method, args)),
        )

    async def _starts(self) -> None:
        self.phases.append("startup")

    async def _stops(self) -> None:
        self.phases.append("shutdown")

    async def post(self, body: bytes, content_type: bytes | None = FORM, **kwargs: Any) -> Answer:
        headers = {**signed(body), **kwargs.pop("headers", {})}
        if content_type is not None:
            headers[b"content-type"] = content_type
        answer = await request(self.front, "POST", "/slack/events", headers=headers, chunks=[body], **kwargs)
        assert answer is not None
        return answer


def form(fields: Mapping[str, str]) -> bytes:
    return urlencode(fields).encode()


def interaction(payload: object) -> bytes:
    return form({"payload": json.dumps(payload)})


def error_of(answer: Answer) -> tuple[int, str]:
    return answer.status, json.loads(answer.body)["error"]
