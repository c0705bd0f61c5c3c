"""A bot of a few lines for tests of the local Slack: it answers with what the test gives it."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from bot.playground.local_slack import LocalSlack

NOW = 1_800_000_000.0
MANIFEST: Mapping[str, Any] = {
    "display_information": {"name": "Rung"},
    "features": {
        "app_home": {"home_tab_enabled": True, "messages_tab_enabled": True},
        "bot_user": {"display_name": "Rung"},
        "slash_commands": [{"command": "/skill", "description": "Look up a skill"}],
        "shortcuts": [
            {"callback_id": "ask", "type": "global", "name": "Ask", "description": "Ask"},
            {"callback_id": "look", "type": "message", "name": "Look", "description": "Look"},
        ],
    },
    "oauth_config": {
        "scopes": {
            "bot": [
                "app_mentions:read",
                "channels:history",
                "channels:read",
                "chat:write",
                "commands",
                "dnd:read",
                "files:read",
                "files:write",
                "im:history",
                "im:read",
                "im:write",
                "team:read",
                "users.profile:read",
                "users:read",
            ]
        }
    },
    "settings": {
        "event_subscriptions": {
            "bot_events": [
                "app_home_opened",
                "app_mention",
                "member_joined_channel",
                "message.channels",
                "message.im",
                "user_change",
            ]
        },
        "interactivity": {"is_enabled": True},
    },
}


class Clock:
    """Time that moves when the test says so; epoch seconds."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


Answer = Callable[[dict[str, Any]], Awaitable[Any] | Any]


class DemoBot:
    """An ASGI application that keeps what it was sent, and acknowledges with what `answer` gives.

    A dict is sent as JSON, a string as text, None as an empty body.
    """

    def __init__(self, answer: Answer = lambda request: None, status: int = 200) -> None:
        self.answer = answer
        self.status = status
        self.broken_body: bytes | None = None
        self.requests: list[dict[str, Any]] = []
        self.raw: list[tuple[dict[str, str], bytes]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = (await receive())["body"]
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        self.raw.append((headers, body))
        request = decoded(headers["content-type"], body)
        self.requests.append(request)
        answer = self.answer(request)
        if isinstance(answer, Awaitable):
            answer = await answer
        is_json = isinstance(answer, dict) or self.broken_body is not None
        kind = b"application/json" if is_json else b"text/plain"
        words = json.dumps(answer) if isinstance(answer, dict) else (answer or "")
        sent = words.encode() if self.broken_body is None else self.broken_body
        await send({"type": "http.response.start", "status": self.status, "headers": [(b"content-type", kind)]})
        await send({"type": "http.response.body", "body": sent})

    @property
    def heard(self) -> dict[str, Any]:
        """The last request."""
        return self.requests[-1]


def decoded(content_type: str, body: bytes) -> dict[str, Any]:
    """A command's fields, an interaction's payload, or an event's envelope."""
    if content_type == "application/json":
        envelope: dict[str, Any] = json.loads(body)
        return envelope
    form = dict(parse_qsl(body.decode(), keep_blank_values=True))
    return json.loads(form["payload"]) if "payload" in form else form


def connected(
    answer: Answer = lambda request: None, *, now: Callable[[], float] | None = None
) -> tuple[LocalSlack, DemoBot]:
    """A local Slack and the bot that it talks to."""
    slack, bot = LocalSlack(MANIFEST, now=now or Clock()), DemoBot(answer)
    slack.connect(bot)
    return slack, bot


def plain(text: str = "Text") -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str = "Text") -> dict[str, Any]:
    return {"type": "mrkdwn", "text": text}


def option(value: str = "one", text: str = "One") -> dict[str, Any]:
    return {"text": plain(text), "value": value}


def section(text: str = "Text", **more: Any) -> dict[str, Any]:
    return {"type": "section", "text": mrkdwn(text), **more}


def actions(*elements: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "actions", "elements": list(elements), **more}


def button(action_id: str = "go", text: str = "Go", **more: Any) -> dict[str, Any]:
    return {"type": "button", "action_id": action_id, "text": plain(text), **more}


def menu(action_id: str = "level", *values: str, **more: Any) -> dict[str, Any]:
    options = [option(value) for value in values or ("one", "two")]
    return {"type": "static_select", "action_id": action_id, "options": options, **more}


def text_input(block_id: str = "note", action_id: str = "words", **more: Any) -> dict[str, Any]:
    element = {"type": "plain_text_input", "action_id": action_id, **more.pop("element", {})}
    return {"type": "input", "block_id": block_id, "label": plain("Note"), "element": element, **more}


def modal(*blocks: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "modal", "title": plain("Title"), "submit": plain("Save"), "blocks": list(blocks), **more}


def home(*blocks: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "home", "blocks": list(blocks), **more}
