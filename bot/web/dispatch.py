"""The one way of a payload into Bolt, over HTTP and over Socket Mode alike."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from slack_bolt.async_app import AsyncApp, AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.web.shapes import check_shape

Record = Callable[[str, Mapping[str, Any]], None]
"""Takes a method and its arguments; an acknowledgement has the method "ack"."""


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
        context = {"logger": self._bolt.logger}  # it is read before Bolt sets it where there are several response_urls
        request = AsyncBoltRequest(body=fields, context=context, mode="socket_mode")
        answer = await self._bolt.async_dispatch(request)
        if self._record is not None and answer.status == 200:
            self._record("ack", _recorded(answer))
        return answer


def _recorded(answer: BoltResponse) -> Mapping[str, Any]:
    """What an acknowledgement says, as arguments: a plain text is one too."""
    if not answer.body.startswith("{"):
        return {"text": answer.body} if answer.body else {}
    parsed: dict[str, Any] = json.loads(answer.body)
    return parsed
