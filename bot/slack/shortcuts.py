"""Shortcuts: ways in that work where a command doesn't."""

from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.response import BoltResponse

from bot.slack.errors import afterwards
from bot.slack.parts import Parts
from bot.slack.payloads import act_of_interaction
from bot.slack.readers import reader_of
from bot.slack.replies import acknowledged
from bot.views.search import search_modal


def shortcut_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """Opens the search."""

    async def open_search(body: dict[str, Any]) -> BoltResponse:
        act = act_of_interaction(body)
        t = (await reader_of(parts, act)).t
        afterwards(
            parts, act, parts.slack(act.tenant).do("views.open", trigger_id=act.trigger_id, view=search_modal(t))
        )
        return acknowledged()

    return open_search
