"""Installations: in which tenants Rung is, and what it may do there."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

RENEW_BEFORE = timedelta(hours=2)  # Slack's rotating tokens live for twelve


@dataclass(frozen=True, slots=True)
class BotToken:
    """What calls of Slack are made with. One that rotates has a refresh token, which serves once, and an end."""

    token: str = field(repr=False)
    refresh_token: str | None = field(default=None, repr=False)
    expires_at: datetime | None = None

    def is_to_be_renewed(self, now: datetime) -> bool:
        return self.refresh_token is not None and self.expires_at is not None and now >= self.expires_at - RENEW_BEFORE

    def has_expired(self, now: datetime) -> bool:
        return self.expires_at is not None and now >= self.expires_at


@dataclass(frozen=True, slots=True)
class Installation:
    """Rung in one tenant. `name` is the workspace's or the enterprise's, `installed_by` the user who did it.

    Without a token it was uninstalled, at `uninstalled_at`.
    """

    tenant: str
    name: str
    is_org_wide: bool
    bot_user: str
    scopes: frozenset[str]
    installed_by: str
    installed_at: datetime
    token: BotToken | None
    uninstalled_at: datetime | None = None


def tenant_of(*, is_org_wide: bool, enterprise: str | None, team: str | None) -> str:
    """The enterprise of an org-wide installation, else the workspace; empty where neither is named."""
    return (enterprise if is_org_wide else team) or team or enterprise or ""
