"""All ways to Slack of one process."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from math import inf

import aiohttp

from bot.messenger.client import SlackClient
from bot.messenger.clients import Clients
from bot.messenger.oauth import OAuth
from bot.messenger.tokens import OneToken, StoredTokens
from bot.settings import Settings
from bot.tally import Tally
from bot.telemetry import CallRecord


@dataclass(frozen=True, slots=True)
class Outside:
    """All ways to Slack: one session, one record of what leaves, one address."""

    settings: Settings
    session: aiohttp.ClientSession
    record: CallRecord | None
    tally: Tally

    def client(self, token: str) -> SlackClient:
        return SlackClient(token, self.settings.slack_api_url, self.session, self.record, tally=self.tally)

    def clients(self, tokens: OneToken | StoredTokens, *, longest_wait: float = inf) -> Clients:
        url, tally = self.settings.slack_api_url, self.tally
        return Clients(tokens, url, self.session, self.record, longest_wait=longest_wait, tally=tally)

    def one_token(self) -> OneToken:
        assert self.settings.slack_bot_token is not None
        return OneToken(self.settings.slack_bot_token.get_secret_value())

    def oauth(self, now: Callable[[], datetime]) -> OAuth | None:
        """For many workspaces; None where the settings name the token of one."""
        settings = self.settings
        if settings.slack_bot_token or not settings.slack_client_id or not settings.slack_client_secret:
            return None
        return OAuth(settings.slack_client_id, settings.slack_client_secret.get_secret_value(), self.client(""), now)
