"""What Slack knows about people."""

from collections.abc import Mapping
from typing import Any

from bot.domain.people import SlackUser
from bot.messenger.client import SlackClient

_NOT_MEMBERS = ("is_bot", "deleted", "is_restricted", "is_ultra_restricted", "is_stranger")


async def fetch_user(client: SlackClient, user: str) -> SlackUser:
    """Ask users.info, with the locale. Raises SlackRefused, SlackUnavailable."""
    answer = await client.read("users.info", user=user, include_locale="true")
    return slack_user(answer.get("user") or {})


def slack_user(user: Mapping[str, Any]) -> SlackUser:
    """Slack's user object, from users.info or a user_change event, as ours."""
    profile = user.get("profile") or {}
    return SlackUser(
        locale=user.get("locale") or None,
        timezone=user.get("tz") or None,
        title=str(profile.get("title") or ""),
        is_admin=bool(user.get("is_admin") or user.get("is_owner")),
        is_member=not any(user.get(flag) for flag in _NOT_MEMBERS),
    )
