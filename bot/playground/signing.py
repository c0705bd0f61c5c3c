"""Requests as Slack sends them: how each kind is encoded, and the signature over it."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

FORM_TYPE = "application/x-www-form-urlencoded"
USER_AGENT = "Slackbot 1.0 (+https://api.slack.com/robots)"


class RequestKind(StrEnum):
    """What a request to the bot is about; Socket Mode names its envelopes by the same words."""

    COMMAND = "slash_commands"
    INTERACTION = "interactive"
    EVENT = "events_api"


def encoded(kind: RequestKind, payload: Mapping[str, Any]) -> tuple[str, bytes]:
    """The content type and the body: a command is a form, an interaction JSON in a form, an event JSON."""
    if kind is RequestKind.COMMAND:
        return FORM_TYPE, urlencode(payload).encode()
    if kind is RequestKind.INTERACTION:
        return FORM_TYPE, urlencode({"payload": json.dumps(payload)}).encode()
    return "application/json", json.dumps(payload).encode()


def signed_headers(secret: str, body: bytes, at: float) -> dict[str, str]:
    """The headers that prove at what time, in epoch seconds, Slack sent this body."""
    timestamp = str(int(at))
    base = b"v0:" + timestamp.encode() + b":" + body
    digest = hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
    return {
        "X-Slack-Request-Timestamp": timestamp,
        "X-Slack-Signature": f"v0={digest}",
        "User-Agent": USER_AGENT,
        "Accept": "*/*",
    }
