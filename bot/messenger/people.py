"""What Slack knows about people, and where they are written to."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from bot.domain.people import PersonId, SlackUser
from bot.messenger.client import SlackClient

# Slack's own statuses of vacation and sickness, and what people put there besides.
_AWAY_EMOJI = frozenset(
    {":palm_tree:", ":face_with_thermometer:", ":desert_island:", ":beach_with_umbrella:", ":beach:", ":airplane:"}
)
_AWAY_WORDS = re.compile(
    r"\b(vacation\w*|on holidays?|pto|ooo|out of office|out sick|sick leave|parental leave|"
    r"urlaub|im urlaub|krank\w*|elternzeit|abwesend|"
    r"отпуск\w*|в отпуске|больничн\w*|болею)\b",
    re.IGNORECASE,
)
_NEVER = datetime.max.replace(tzinfo=UTC)

_ADMINS = ("is_admin", "is_owner", "is_primary_owner")
_NOT_MEMBERS = ("is_bot", "deleted", "is_restricted", "is_ultra_restricted", "is_stranger")


async def fetch_user(client: SlackClient, person: PersonId) -> SlackUser:
    """Ask users.info, with the locale. Raises SlackRefused, SlackUnavailable."""
    answer = await client.submit("users.info", user=person.user, include_locale="true")
    return slack_user(answer.get("user") or {}, person.tenant)


def slack_user(user: Mapping[str, Any], tenant: str) -> SlackUser:
    """Slack's user object, from users.info or a user_change event, as ours. Who is of another tenant is no member."""
    profile = user.get("profile") or {}
    return SlackUser(
        locale=user.get("locale") or None,
        timezone=user.get("tz") or None,
        title=str(profile.get("title") or ""),
        is_admin=_is_admin(user),
        is_stranger=bool(user.get("is_stranger")) or not _is_of(tenant, user),
        is_member=_is_of(tenant, user) and not any(user.get(flag) for flag in _NOT_MEMBERS),
        away_until=_away_until(profile),
        workspace=user.get("team_id") or None,
        is_tenant_admin=_is_tenant_admin(tenant, user),
    )


def _is_admin(of: Mapping[str, Any]) -> bool:
    return any(of.get(flag) for flag in _ADMINS)


def _is_tenant_admin(tenant: str, user: Mapping[str, Any]) -> bool:
    """What is said of the whole enterprise stands apart from what is said of the person's workspace."""
    enterprise = user.get("enterprise_user") or {}
    return _is_admin(enterprise if enterprise.get("enterprise_id") == tenant else user)


def _away_until(profile: Mapping[str, Any]) -> datetime | None:
    """When a status of vacation or sickness ends, as far as one can tell from its emoji or its words."""
    emoji, words = str(profile.get("status_emoji") or ""), str(profile.get("status_text") or "")
    if emoji not in _AWAY_EMOJI and not _AWAY_WORDS.search(words):
        return None
    expires = profile.get("status_expiration")
    return datetime.fromtimestamp(expires, UTC) if isinstance(expires, int) and expires > 0 else _NEVER


def _is_of(tenant: str, user: Mapping[str, Any]) -> bool:
    """A shared channel brings people of other workspaces; within an enterprise all workspaces are one tenant."""
    enterprise = (user.get("enterprise_user") or {}).get("enterprise_id")
    return tenant in (enterprise, user.get("team_id", tenant))
