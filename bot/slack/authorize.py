"""Which token a request is answered with."""

from typing import Any

from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize


class OneWorkspace(AsyncAuthorize):
    """The bot token of the settings, for every request; Bolt's own would ask auth.test each time."""

    def __init__(self, bot_token: str) -> None:
        self._token = bot_token

    async def __call__(self, **request: Any) -> AuthorizeResult:
        return AuthorizeResult(
            enterprise_id=request.get("enterprise_id"), team_id=request.get("team_id"), bot_token=self._token
        )
