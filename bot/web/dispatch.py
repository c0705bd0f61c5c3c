"""The one way of a payload into Bolt, over HTTP and over Socket Mode alike."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from slack_bolt.async_app import AsyncApp, AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.tally import RequestKind
from bot.telemetry import current_request
from bot.web.shapes import check_shape

Record = Callable[[str, Mapping[str, Any]], None]
"""Takes a method and its arguments; an acknowledgement has the method "ack"."""

_COMMAND, _OTHER = RequestKind.COMMAND, RequestKind.OTHER
_KINDS: Mapping[str, RequestKind] = {
    "block_actions": RequestKind.ACTION,
    "view_submission": RequestKind.SUBMISSION,
    "block_suggestion": RequestKind.OPTIONS,
    "shortcut": RequestKind.SHORTCUT,
    "message_action": RequestKind.SHORTCUT,
    "event_callback": RequestKind.EVENT,
}
_UNHEARD = 404  # nobody listens to it; what somebody listens to has a name of ours or of Slack's
_NAMES: Mapping[RequestKind | None, Callable[[Mapping[str, Any]], str]] = {
    RequestKind.EVENT: lambda fields: str(fields["event"].get("type", "")),
    RequestKind.SHORTCUT: lambda fields: str(fields.get("callback_id", "")),
}


class Dispatch:
    """Lets Bolt answer, and shows every acknowledgement to `record`."""

    def __init__(self, bolt: AsyncApp, record: Record | None = None) -> None:
        self._bolt = bolt
        self._record = record

    async def __call__(self, fields: dict[str, Any]) -> BoltResponse:
        """Bolt's answer; its body is JSON where it begins with a brace. Raises Refused for what Slack never sends.

        Bolt takes an object as the body only in the mode that is named after Socket Mode. No header is passed on:
        some steer Bolt's lazy listeners, and none tells what the body doesn't.
        """
        check_shape(fields)
        if (asked := current_request()) is not None:
            asked.kind = _kind(fields)
        context = {"logger": self._bolt.logger}  # it is read before Bolt sets it where there are several response_urls
        request = AsyncBoltRequest(body=fields, context=context, mode="socket_mode")
        answer = await self._bolt.async_dispatch(request)
        if asked is not None and asked.kind in _NAMES and answer.status != _UNHEARD:
            asked.verb = _NAMES[asked.kind](fields)
        if self._record is not None and answer.status == 200:
            self._record("ack", _recorded(answer))
        return answer


def _kind(fields: Mapping[str, Any]) -> RequestKind:
    return _COMMAND if "command" in fields else _KINDS.get(fields.get("type", ""), _OTHER)


def _recorded(answer: BoltResponse) -> Mapping[str, Any]:
    """What an acknowledgement says, as arguments: a plain text is one too."""
    if not answer.body.startswith("{"):
        return {"text": answer.body} if answer.body else {}
    parsed: dict[str, Any] = json.loads(answer.body)
    return parsed
