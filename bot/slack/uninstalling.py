"""What Slack tells when Rung is uninstalled: two events in either order, perhaps twice, perhaps late."""

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from slack_bolt.response import BoltResponse

from bot.errors import SlackUnavailable, StorageUnavailable
from bot.messenger.standing import standing_of
from bot.services.uninstalling import uninstall
from bot.slack.parts import Parts
from bot.slack.payloads import tenant_of_event
from bot.slack.replies import acknowledged

_logger = logging.getLogger(__name__)

Listener = Callable[..., Awaitable[BoltResponse]]


def uninstalled_listener(parts: Parts) -> Listener:
    async def uninstalled(body: dict[str, Any]) -> BoltResponse:
        return await _uninstall(parts, body)

    return uninstalled


def revoked_listener(parts: Parts) -> Listener:
    """Only the bot's token is ours; whoever signs out of something else is none of our business."""

    async def revoked(body: dict[str, Any]) -> BoltResponse:
        tokens = body["event"].get("tokens")
        is_ours = isinstance(tokens, dict) and bool(tokens.get("bot"))
        return await _uninstall(parts, body) if is_ours else acknowledged()

    return revoked


async def _uninstall(parts: Parts, body: dict[str, Any]) -> BoltResponse:
    """Not acknowledged where it can't be kept: Slack says it again."""
    tenant, now = tenant_of_event(body), parts.now()

    async def works() -> bool:
        return await standing_of(parts.slack(tenant)) is not None

    try:
        is_done = await uninstall(tenant, _moment(body, now), works, parts.database, now)
    except (StorageUnavailable, SlackUnavailable) as error:
        _logger.warning("Rung was uninstalled in %s, which can't be kept yet: %s", tenant, error)
        return BoltResponse(status=503)
    parts.slack.forget_token(tenant)
    if is_done:
        _logger.info("Rung was uninstalled in %s: its tokens are erased", tenant)
    return acknowledged()


def _moment(body: dict[str, Any], now: datetime) -> datetime:
    """When it happened, by Slack's clock."""
    seconds = body.get("event_time")
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int) and 0 <= seconds < 2**34 else now
