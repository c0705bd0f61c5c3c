"""What Slack tells without being asked."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.people import PersonId
from bot.errors import StorageUnavailable
from bot.messenger.people import slack_user
from bot.services.helping import withdraw_every_offer
from bot.services.scheduling import follow_zone
from bot.services.teams import leave_every_team
from bot.slack.parts import Parts
from bot.slack.payloads import tenant_of_event
from bot.slack.replies import acknowledged

_logger = logging.getLogger(__name__)


def user_change_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """Somebody moved, changed language, became a guest: what is remembered of them follows."""

    async def follow_user(body: dict[str, Any]) -> BoltResponse:
        user = body["event"]["user"]
        person = PersonId(tenant_of_event(body), user["id"])
        known = slack_user(user, person.tenant)
        parts.people.learn(person, known)
        parts.spawn(_follow_zone(parts, person, known.timezone))
        if not known.is_member:
            parts.spawn(_count_nowhere(parts, person))
            parts.spawn(_name_nowhere(parts, person))
        return acknowledged()

    return follow_user


async def _follow_zone(parts: Parts, person: PersonId, zone: str | None) -> None:
    """What is planned for somebody who moves stays at their wall time."""
    try:
        if await follow_zone(person, zone, parts.database, parts.now()):
            parts.homes.refresh(person)
    except StorageUnavailable as error:
        _logger.warning("%s is in another zone, and it can't be kept: %s", person.user, error)


async def _count_nowhere(parts: Parts, person: PersonId) -> None:
    """Guests and deactivated people aren't counted in any team."""
    try:
        if left := await leave_every_team(person, parts.database):
            _logger.info("%s is no member any more, and isn't counted in %s", person.user, ", ".join(left))
            parts.homes.refresh(person)
    except StorageUnavailable as error:
        _logger.warning("%s is no member any more, and is still counted: %s", person.user, error)


async def _name_nowhere(parts: Parts, person: PersonId) -> None:
    """And they help nobody any more."""
    try:
        if gone := await withdraw_every_offer(person, parts.offers, parts.database):
            _logger.info("%s is no member any more, and offers no help with %s", person.user, ", ".join(gone))
    except StorageUnavailable as error:
        _logger.warning("%s is no member any more, and still offers help: %s", person.user, error)
