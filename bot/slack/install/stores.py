"""Where Bolt's flow keeps what it begins, and nothing where it isn't to keep anything."""

from collections.abc import Callable
from datetime import datetime

from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore

from bot.services.installing import begin_installation, was_begun
from bot.storage.engine import Database


class States(AsyncOAuthStateStore):
    """Any of our processes takes back what any of them gave out. Both raise StorageUnavailable."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def async_issue(self, *args: object, **kwargs: object) -> str:
        return await begin_installation(self._database, self._now())

    async def async_consume(self, state: str) -> bool:
        return await was_begun(state, self._database, self._now())


def no_oauth() -> AsyncOAuthSettings:
    """For Bolt's app, which has nothing to do with installations: given none, and SLACK_CLIENT_ID in the environment,
    it adds settings of its own, which keep tokens in files."""
    return AsyncOAuthSettings(
        client_id="none",
        client_secret="none",
        scopes=[],
        user_scopes=[],
        installation_store=AsyncInstallationStore(),
        state_store=AsyncOAuthStateStore(),
    )
