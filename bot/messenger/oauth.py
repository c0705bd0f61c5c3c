"""Getting tokens from Slack: for the code of an installation, and for a refresh token."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from bot.domain.installations import BotToken, Installation, tenant_of
from bot.errors import SlackUnavailable
from bot.messenger.client import SlackClient

METHOD = "oauth.v2.access"


@dataclass(frozen=True, slots=True)
class OAuth:
    """What the app proves to Slack that it is. `slack` is a client without a token, `now` gives aware UTC.

    The secrets go in the body: Slack reads them elsewhere too, but not every other server of its API does.
    """

    client_id: str
    client_secret: str = field(repr=False)
    slack: SlackClient
    now: Callable[[], datetime]

    async def installed(self, code: str, redirect_url: str | None) -> Installation:
        """What somebody agreed to. Raises SlackRefused, SlackUnavailable."""
        where = {"redirect_uri": redirect_url} if redirect_url else {}
        return _installation(await self._access(code=code, **where), self.now())

    async def renewed(self, refresh_token: str) -> BotToken:
        """The next token, and the next refresh token. Raises SlackRefused, SlackUnavailable."""
        answer = await self._access(grant_type="refresh_token", refresh_token=refresh_token)
        return _token(answer, self.now())

    async def _access(self, **given: str) -> dict[str, Any]:
        return await self.slack.submit(METHOD, client_id=self.client_id, client_secret=self.client_secret, **given)


def _installation(answer: dict[str, Any], now: datetime) -> Installation:
    team, enterprise = answer.get("team") or {}, answer.get("enterprise") or {}
    is_org_wide = bool(answer.get("is_enterprise_install"))
    tenant = tenant_of(is_org_wide=is_org_wide, enterprise=enterprise.get("id"), team=team.get("id"))
    if not tenant:
        raise SlackUnavailable(f"{METHOD}: an answer that doesn't say where")
    return Installation(
        tenant=tenant,
        name=str((enterprise if is_org_wide else team).get("name") or ""),
        is_org_wide=is_org_wide,
        bot_user=str(answer.get("bot_user_id") or ""),
        scopes=frozenset(filter(None, str(answer.get("scope") or "").split(","))),
        installed_by=str((answer.get("authed_user") or {}).get("id") or ""),
        installed_at=now,
        token=_token(answer, now),
    )


def _token(answer: dict[str, Any], now: datetime) -> BotToken:
    token, lasts = answer.get("access_token"), answer.get("expires_in")
    if not isinstance(token, str) or not token:
        raise SlackUnavailable(f"{METHOD}: an answer without a token")
    return BotToken(
        token,
        answer.get("refresh_token") or None,
        now + timedelta(seconds=int(lasts)) if lasts else None,
    )
