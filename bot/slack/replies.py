"""The answers that go back in the body of Slack's own request."""

from collections.abc import Mapping, Sequence
from typing import Any

from slack_bolt.response import BoltResponse

from bot.views.blocks import Block, serialised
from bot.views.message import message

_JSON: dict[str, str | Sequence[str]] = {"content-type": ["application/json;charset=utf-8"]}


def acknowledged() -> BoltResponse:
    return BoltResponse(status=200, body="")


def answered(body: str) -> BoltResponse:
    """JSON that is ready to be sent."""
    return BoltResponse(status=200, body=body, headers=_JSON)


def privately(blocks: list[Block]) -> BoltResponse:
    """A message that only the person sees."""
    return answered(serialised({"response_type": "ephemeral", **message(blocks)}))


def field_errors(errors: Mapping[str, str]) -> BoltResponse:
    """Leave the window as it is, with what is wrong at its fields, by the id of their blocks."""
    return answered(serialised({"response_action": "errors", "errors": errors}))


def window(action: str, view: dict[str, Any]) -> BoltResponse:
    """Answer a submitted window with another one; `action` is `update` or `push`."""
    return answered(serialised({"response_action": action, "view": view}))
