"""Whether Rung is installed where a request comes from, and with which token."""

from typing import Any

from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_bolt.context.async_context import AsyncBoltContext

from bot.domain.installations import tenant_of
from bot.messenger.tokens import StoredTokens


class OneWorkspace(AsyncAuthorize):
    """The bot token of the settings, for every request; Bolt's own would ask auth.test each time."""

    def __init__(self, bot_token: str) -> None:
        self._token = bot_token

    async def __call__(self, **request: Any) -> AuthorizeResult:
        return AuthorizeResult(
            enterprise_id=request.get("enterprise_id"), team_id=request.get("team_id"), bot_token=self._token
        )


class ManyWorkspaces(AsyncAuthorize):
    """What each workspace or enterprise installed, mostly from memory; what calls Slack gets its token by itself."""

    def __init__(self, tokens: StoredTokens) -> None:
        self._tokens = tokens

    async def __call__(
        self, *, context: AsyncBoltContext, enterprise_id: str | None, team_id: str | None, **request: Any
    ) -> AuthorizeResult:
        """Raises NotInstalled, StorageUnavailable."""
        is_org_wide = bool(context.is_enterprise_install)
        tenant = tenant_of(is_org_wide=is_org_wide, enterprise=enterprise_id, team=team_id)
        installation = await self._tokens.installation(tenant)
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            bot_user_id=installation.bot_user or None,
            bot_token=installation.token.token if installation.token else None,
        )
