"""One call that looks how Slack answers: what it refuses, which scopes a token has, and what time it is there."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.errors import SlackUnavailable
from bot.messenger.client import Record, RecordingClient


@dataclass(frozen=True, slots=True)
class Probe:
    """An answer. `error` is Slack's word for a refusal; `scopes` and `at` (UTC) are None where Slack doesn't say."""

    error: str | None
    told: Mapping[str, Any]
    scopes: frozenset[str] | None
    at: datetime | None


async def probe(
    method: str, token: str | None, base_url: str, session: aiohttp.ClientSession, record: Record | None = None
) -> Probe:
    """Call a method that needs no arguments, once. Raises SlackUnavailable where no answer can be understood."""
    client = RecordingClient(record, token=token, base_url=base_url, session=session, retry_handlers=[])
    try:
        answer = await client.api_call(method)
    except SlackApiError as refused:
        answer = refused.response
    except (TimeoutError, SlackClientError, aiohttp.ClientError, ValueError) as error:
        raise SlackUnavailable(f"{type(error).__name__}: {error}") from error
    told = answer.data if isinstance(answer, AsyncSlackResponse) else None
    if not isinstance(told, Mapping) or not isinstance(told.get("ok"), bool):
        raise SlackUnavailable("the answer is none of Slack's")
    headers = {name.lower(): value for name, value in answer.headers.items()}
    refusal = None if told["ok"] else str(told.get("error"))
    return Probe(refusal, told, _scopes(headers.get("x-oauth-scopes")), _instant(headers.get("date")))


def _scopes(listed: str | None) -> frozenset[str] | None:
    return None if listed is None else frozenset(filter(None, (scope.strip() for scope in listed.split(","))))


def _instant(date: str | None) -> datetime | None:
    try:
        return parsedate_to_datetime(date).astimezone(UTC) if date else None
    except ValueError:
        return None
