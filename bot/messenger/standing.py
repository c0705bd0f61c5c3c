"""What a token is good for: where, and with which scopes."""

from dataclasses import dataclass

from bot.errors import SlackRefused, SlackUnavailable
from bot.messenger.client import SlackClient

# Slack's words for a token that will never work again; any other says nothing about it.
_GONE = frozenset({"account_inactive", "invalid_auth", "not_installed", "token_expired", "token_revoked"})


@dataclass(frozen=True, slots=True)
class Standing:
    """`tenants` are the ids of its workspace and enterprise; `scopes` is None where Slack doesn't say."""

    tenants: frozenset[str]
    scopes: frozenset[str] | None


async def standing_of(client: SlackClient) -> Standing | None:
    """Ask auth.test; None where the token is of no use any more. Raises SlackUnavailable where that isn't known."""
    try:
        told, headers = await client.call_with_headers("auth.test")
    except SlackRefused as refused:
        if refused.error in _GONE:
            return None
        raise SlackUnavailable(str(refused)) from refused
    granted = next((value for name, value in headers.items() if name.lower() == "x-oauth-scopes"), None)
    ids = (told.get("team_id"), told.get("enterprise_id"))
    return Standing(
        frozenset(one for one in ids if isinstance(one, str)),
        None if granted is None else frozenset(filter(None, (scope.strip() for scope in granted.split(",")))),
    )
