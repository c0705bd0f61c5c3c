"""Which token Slack is called with: of one workspace by a setting, or of many by what each of them installed."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from cachetools import LRUCache

from bot.domain.installations import BotToken, Installation
from bot.errors import NotInstalled, SlackRefused, SlackUnavailable, StorageUnavailable
from bot.storage.engine import Database
from bot.storage.installations import find_installation, hold_installation, renew_token

LIFE = 60.0  # seconds for which an installation is believed to be as it was read
MOST = 20_000
AGAIN_AFTER = 60.0  # seconds from a renewal that failed to the next try, while the token lives

Exchange = Callable[[str], Awaitable[BotToken]]
"""Takes a refresh token, which is spent, and gives what Slack gave for it. Raises SlackRefused, SlackUnavailable."""

Keep = Callable[[BotToken], Awaitable[bool]]

_logger = logging.getLogger(__name__)


class Tokens(Protocol):
    """The tokens of all tenants."""

    async def token(self, tenant: str) -> str:
        """What to call Slack with now. Raises NotInstalled, SlackUnavailable, StorageUnavailable."""

    def forget(self, tenant: str) -> None:
        """It was changed: read it anew."""

    def refused(self, tenant: str, token: str, error: str) -> None:
        """Slack takes that one no more, and `error` is its word for why."""


@dataclass(frozen=True, slots=True)
class OneToken:
    """The token of the settings, for everybody."""

    only: str

    async def token(self, tenant: str) -> str:
        return self.only

    def forget(self, tenant: str) -> None:
        """It is a setting: there is nothing newer to read."""

    def refused(self, tenant: str, token: str, error: str) -> None:
        """Nor another one to be had."""


@dataclass(frozen=True, slots=True)
class _Read:
    installation: Installation
    at: float


class StoredTokens:
    """Those that workspaces installed, renewed before they expire.

    What was read is believed for a while, and where the database can't be reached for as long as that lasts.
    """

    def __init__(
        self, database: Database, exchange: Exchange, now: Callable[[], datetime], monotonic: Callable[[], float]
    ) -> None:
        """`now` gives aware UTC, `monotonic` seconds on a clock that never goes back."""
        self._database = database
        self._exchange = exchange
        self._now = now
        self._monotonic = monotonic
        self._known: LRUCache[str, _Read] = LRUCache(MOST)
        self._renewals: dict[str, asyncio.Task[BotToken]] = {}
        self._failed_at: dict[str, float] = {}
        self._expired: LRUCache[str, str] = LRUCache(MOST)  # by tenant, a token of which Slack said so

    def forget(self, tenant: str) -> None:
        self._known.pop(tenant, None)

    def refused(self, tenant: str, token: str, error: str) -> None:
        """Slack knows better than our clock whether a token has expired: then it is renewed the next time."""
        if error == "token_expired":
            self._expired[tenant] = token
        self.forget(tenant)

    async def installation(self, tenant: str) -> Installation:
        """An installation that has a token. Raises NotInstalled, StorageUnavailable."""
        known = self._known.get(tenant)
        if known is not None and self._monotonic() - known.at < LIFE:
            return known.installation
        try:
            async with self._database.reading() as session:
                found = await find_installation(session, tenant)
        except StorageUnavailable as error:
            if known is None:
                raise
            _logger.warning("The installation of %s is believed to be as it was: %s", tenant, error)
            return known.installation
        return self._learn(tenant, found)

    async def token(self, tenant: str) -> str:
        token = _token_of(await self.installation(tenant))
        return (await self._renewed(tenant)).token if self._is_due(tenant, token) else token.token

    def _is_due(self, tenant: str, token: BotToken) -> bool:
        """Whether it is to be renewed, and that didn't fail just now."""
        has_expired = self._has_expired(tenant, token)
        if not (token.is_to_be_renewed(self._now()) or (has_expired and token.refresh_token)):
            return False
        failed_at = self._failed_at.get(tenant)
        just_now = failed_at is not None and self._monotonic() - failed_at < AGAIN_AFTER
        return has_expired or not just_now

    def _has_expired(self, tenant: str, token: BotToken) -> bool:
        """By our clock, or by Slack's word."""
        return token.has_expired(self._now()) or self._expired.get(tenant) == token.token

    async def _renewed(self, tenant: str) -> BotToken:
        """What comes of the renewal that is on its way, or of a new one.

        It goes on where nobody waits for it any more: the refresh token is spent, and what came for it must be kept.
        """
        if (renewal := self._renewals.get(tenant)) is None:
            renewal = self._renewals[tenant] = asyncio.create_task(self._renew(tenant))
            renewal.add_done_callback(lambda done: self._ended(tenant, done))
        return await asyncio.shield(renewal)

    def _ended(self, tenant: str, renewal: asyncio.Task[BotToken]) -> None:
        del self._renewals[tenant]
        if not renewal.cancelled() and (error := renewal.exception()) is not None:
            _logger.warning("The token of %s was not renewed: %s", tenant, error)

    async def _renew(self, tenant: str) -> BotToken:
        """The token that whoever came first got for the refresh token, which serves once."""
        async with self._held(tenant) as (found, keep):
            token = _token_of(self._learn(tenant, found))
            if not self._is_due(tenant, token):
                return token
            fresh = await self._exchanged(tenant, token)
            if fresh is not token and not await keep(fresh):
                raise NotInstalled(tenant)
            self.forget(tenant)
            return fresh

    @asynccontextmanager
    async def _held(self, tenant: str) -> AsyncIterator[tuple[Installation | None, Keep]]:
        """An installation as it is now, which no other process can renew meanwhile, and what keeps another token.

        On SQLite there is no other process: holding its one lock while Slack is asked would stop everybody.
        """
        if self._database.holds_rows:
            async with self._database.writing() as session:
                held = await hold_installation(session, tenant)
                yield held, lambda fresh: renew_token(session, _installed(held), fresh)
            return
        async with self._database.reading() as session:
            found = await find_installation(session, tenant)
        yield found, lambda fresh: self._database.write(lambda session: renew_token(session, _installed(found), fresh))

    async def _exchanged(self, tenant: str, token: BotToken) -> BotToken:
        """A newer token; where Slack gives none the same one, as long as it lives."""
        try:
            fresh = await self._exchange(token.refresh_token or "")
            self._failed_at.pop(tenant, None)
            return fresh
        except SlackRefused as error:
            _logger.error("The token of %s can't be renewed, so Rung has to be installed again: %s", tenant, error)
            if self._has_expired(tenant, token):
                raise NotInstalled(tenant) from error
        except SlackUnavailable as error:
            _logger.warning("The token of %s is renewed later: %s", tenant, error)
            if self._has_expired(tenant, token):
                raise
        self._failed_at[tenant] = self._monotonic()
        return token

    def _learn(self, tenant: str, found: Installation | None) -> Installation:
        """Raises NotInstalled."""
        if found is None or found.token is None:
            self.forget(tenant)
            raise NotInstalled(tenant)
        self._known[tenant] = _Read(found, self._monotonic())
        return found


def _token_of(installation: Installation) -> BotToken:
    assert installation.token is not None
    return installation.token


def _installed(found: Installation | None) -> Installation:
    assert found is not None
    return found
