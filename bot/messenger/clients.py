"""A client for each tenant, all with one session and one way to get their tokens."""

from dataclasses import dataclass
from math import inf

import aiohttp
from cachetools import LRUCache

from bot.errors import SlackUnavailable, StorageUnavailable
from bot.messenger.client import Record, SlackClient
from bot.messenger.tokens import MOST, Tokens
from bot.storage.encryption import SecretUnreadable
from bot.tally import Tally


@dataclass(frozen=True, slots=True)
class _OfTenant:
    """The token of one tenant, as it is at each call."""

    tokens: Tokens
    tenant: str

    async def token(self) -> str:
        try:
            return await self.tokens.token(self.tenant)
        except (StorageUnavailable, SecretUnreadable) as error:
            raise SlackUnavailable(f"the token of {self.tenant} can't be read: {error}") from error

    def refused(self, token: str, error: str) -> None:
        self.tokens.refused(self.tenant, token, error)


class Clients:
    """Gives a client for a tenant: `clients(tenant)`."""

    def __init__(
        self,
        tokens: Tokens,
        base_url: str,
        session: aiohttp.ClientSession,
        record: Record | None,
        *,
        longest_wait: float = inf,
        tally: Tally | None = None,
    ) -> None:
        """`base_url`, the session, `longest_wait` and `tally` are those of SlackClient."""
        self._tokens = tokens
        self._base_url = base_url
        self._session = session
        self._record = record
        self._longest_wait = longest_wait
        self._tally = tally
        self._clients: LRUCache[str, SlackClient] = LRUCache(MOST)

    def __call__(self, tenant: str) -> SlackClient:
        if (known := self._clients.get(tenant)) is not None:
            return known
        own = _OfTenant(self._tokens, tenant)
        client = SlackClient(
            own, self._base_url, self._session, self._record, longest_wait=self._longest_wait, tally=self._tally
        )
        self._clients[tenant] = client
        return client

    def forget_token(self, tenant: str) -> None:
        """It was erased, or another one was installed: read it anew."""
        self._tokens.forget(tenant)
