"""What Slack tells without being asked."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.people import PersonId
from bot.errors import StorageUnavailable
from bot.messenger.people import slack_user
from bot.services.announcing import tell_of_user
from bot.services.helping import withdraw_every_offer
from bot.services.scheduling import follow_zone
from bot.services.sharing import end_every_share
from bot.services.teams import leave_every_team
from bot.slack.parts import Parts
from bot.slack.payloads import tenant_of_event
from bot.slack.replies import acknowledged
from bot.slack.sharing import tell_withdrawn

_logger = logging.getLogger(__name__)


def user_change_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """Somebody moved, changed language, became a guest: what is remembered of them follows."""

    async def follow_user(body: dict[str, Any]) -> BoltResponse:
        user = body["event"]["user"]
        person = PersonId(tenant_of_event(body), user["id"])
        known = slack_user(user, person.tenant)
        if parts.people.learn(person, known):
            parts.spawn(tell_of_user(person, parts.database))
        parts.spawn(_follow_zone(parts, person, known.timezone))
        if not known.is_member:
            parts.spawn(_leave(parts, person))
        return acknowledged()

    return follow_user


async def _follow_zone(parts: Parts, person: PersonId, zone: str | None) -> None:
    """What is planned for somebody who moves stays at their wall time."""
    try:
        if await follow_zone(person, zone, parts.database, parts.now()):
            parts.homes.refresh(person)
    except StorageUnavailable as error:
        _logger.warning("%s is in another zone, and it can't be kept: %s", person.user, error)


async def _leave(parts: Parts, person: PersonId) -> None:
    """Guests and deactivated people aren't counted, offer no help, and show nothing to anybody, nor are they shown."""
    try:
        left = await leave_every_team(person, parts.database)
        offered = await withdraw_every_offer(person, parts.offers, parts.database)
        shared = await end_every_share(person, parts.database)
    except StorageUnavailable as error:
        _logger.warning("%s is no member any more, and what hangs on that can't be ended: %s", person.user, error)
        return
    await tell_withdrawn(parts, [one for one in shared if one.viewer != person])
    if left or offered or shared:
        told = "%s is no member any more: teams left: %s, offers withdrawn: %s, shares ended: %s"
        _logger.info(told, person.user, ", ".join(left), ", ".join(offered), len(shared))
        parts.homes.refresh(person)
