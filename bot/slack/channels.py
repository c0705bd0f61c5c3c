"""What becomes of channels: who leaves isn't counted there, and where nothing can be posted a team rests."""

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.people import PersonId
from bot.errors import StorageUnavailable
from bot.services.teams import leave_channel, move_channel, pause_team, resume_team
from bot.slack.parts import Parts
from bot.slack.payloads import tenant_of_event
from bot.slack.replies import acknowledged

# Slack's own words for why nothing can be posted, and for what happened.
ARCHIVED = "is_archived"
DELETED = "channel_deleted"

_logger = logging.getLogger(__name__)

Listener = Callable[..., Awaitable[BoltResponse]]


def left_listener(parts: Parts) -> Listener:
    """Membership follows the channel."""

    async def leave(tenant: str, event: dict[str, Any]) -> None:
        person = PersonId(tenant, event["user"])
        if await leave_channel(person, event["channel"], parts.database):
            parts.homes.refresh(person)

    return _listener(parts, leave)


def archived_listener(parts: Parts) -> Listener:
    async def rest(tenant: str, event: dict[str, Any]) -> None:
        await pause_team(tenant, event["channel"], ARCHIVED, parts.database, parts.now())

    return _listener(parts, rest)


def unarchived_listener(parts: Parts) -> Listener:
    async def go_on(tenant: str, event: dict[str, Any]) -> None:
        await resume_team(tenant, event["channel"], ARCHIVED, parts.database, parts.now())

    return _listener(parts, go_on)


def deleted_listener(parts: Parts) -> Listener:
    async def rest(tenant: str, event: dict[str, Any]) -> None:
        await pause_team(tenant, event["channel"], DELETED, parts.database, parts.now())

    return _listener(parts, rest)


def moved_listener(parts: Parts) -> Listener:
    """A channel has another id, as after it was shared with another company."""

    async def move(tenant: str, event: dict[str, Any]) -> None:
        old, new = event["old_channel_id"], event["new_channel_id"]
        await move_channel(tenant, old, new, parts.database, parts.now())

    return _listener(parts, move)


def _listener(parts: Parts, follow: Callable[[str, dict[str, Any]], Coroutine[Any, Any, None]]) -> Listener:
    """Twice does no harm, so nobody remembers which of these events were seen."""

    async def answer_event(body: dict[str, Any]) -> BoltResponse:
        parts.spawn(_guarded(follow(tenant_of_event(body), body["event"]), body["event"]["type"]))
        return acknowledged()

    return answer_event


async def _guarded(following: Coroutine[Any, Any, None], event: str) -> None:
    try:
        await following
    except StorageUnavailable as error:
        _logger.warning("What %s told can't be kept: %s", event, error)
