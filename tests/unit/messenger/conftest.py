"""A client before the local Slack, and what it sent there."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import aiohttp
import pytest

from bot.messenger.client import SlackClient
from bot.playground.local_slack import LocalSlack
from bot.slack.manifest import read_manifest

Recorded = list[tuple[str, Mapping[str, Any]]]


@pytest.fixture
def slack() -> LocalSlack:
    return LocalSlack(read_manifest())


@pytest.fixture
def recorded() -> Recorded:
    return []


@pytest.fixture
async def client(slack: LocalSlack, recorded: Recorded) -> AsyncIterator[SlackClient]:
    session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=0.5))
    async with slack.serving() as url, session:
        yield SlackClient(slack.bot_token, url, session, lambda *call: recorded.append(call))
