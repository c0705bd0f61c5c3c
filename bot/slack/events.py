"""What Slack tells without being asked."""

from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.people import PersonId
from bot.messenger.people import slack_user
from bot.slack.parts import Parts
from bot.slack.payloads import tenant_of_event
from bot.slack.replies import acknowledged


def user_change_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """Somebody moved, changed language, became a guest: what is remembered of them follows."""

    async def follow_user(body: dict[str, Any]) -> BoltResponse:
        user = body["event"]["user"]
        person = PersonId(tenant_of_event(body), user["id"])
        parts.people.learn(person, slack_user(user, person.tenant))
        return acknowledged()

    return follow_user
