"""Messages that Rung sends by itself: each carries its key, by which it can be found again."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.errors import SlackRefused
from bot.messenger.client import SlackClient
from bot.messenger.files import direct_channel

EVENT_TYPE = "rung_delivery"
MOST_AT_ONCE = 50  # people whose do-not-disturb Slack tells in one call
_LOOKED_AT = 100  # the latest messages of a conversation; Slack may give fewer

_PEOPLE = ("U", "W")  # what the ids of people begin with; those of channels don't

_NOT_ALLOWED = frozenset({"missing_scope", "not_allowed_token_type", "access_denied", "no_permission"})


class Courier:
    """Sends messages of one tenant to people and channels, by a client that doesn't wait at a 429."""

    def __init__(self, client: SlackClient) -> None:
        self._client = client

    async def require_token(self) -> None:
        """Raises NotInstalled, SlackUnavailable."""
        await self._client.require_token()

    async def send(self, recipient: str, key: str, message: Mapping[str, Any]) -> tuple[str, str]:
        """The conversation and the time stamp of the message, once Slack has it.

        Raises SlackLimited and SlackRefused where it certainly hasn't; after SlackUnavailable only `find` can tell.
        """
        metadata = {"event_type": EVENT_TYPE, "event_payload": {"key": key}}
        answer = await self._client.call("chat.postMessage", channel=recipient, metadata=metadata, **message)
        return str(answer.get("channel", "")), str(answer.get("ts", ""))

    async def find(self, recipient: str, key: str) -> tuple[str, str] | None:
        """The message with a key among the latest of a conversation, or None; people are found by their ids.

        Raises SlackRefused where the history may not be read, SlackUnavailable, SlackLimited.
        """
        is_person = recipient.startswith(_PEOPLE)
        channel = await direct_channel(self._client, recipient) if is_person else recipient
        history = await self._client.submit(
            "conversations.history", channel=channel, limit=_LOOKED_AT, include_all_metadata="true"
        )
        for message in history.get("messages") or ():
            metadata = message.get("metadata") or {}
            if metadata.get("event_type") == EVENT_TYPE and (metadata.get("event_payload") or {}).get("key") == key:
                return channel, str(message["ts"])
        return None

    async def disturbed(self, users: Sequence[str], workspace: str, now: datetime) -> dict[str, datetime]:
        """Until when people are not to be disturbed, of those who aren't to be now; nobody where Slack doesn't say.

        Of `MOST_AT_ONCE` people of one workspace at most. Raises SlackUnavailable, SlackLimited.
        """
        try:
            answer = await self._client.submit("dnd.teamInfo", users=",".join(users), team_id=workspace)
        except SlackRefused as error:
            if error.error in _NOT_ALLOWED:
                return {}
            raise
        found = {}
        for user, dnd in (answer.get("users") or {}).items():
            begin, end = dnd.get("next_dnd_start_ts") or 0, dnd.get("next_dnd_end_ts") or 0
            if dnd.get("dnd_enabled") and begin <= now.timestamp() < end:
                found[user] = datetime.fromtimestamp(end, UTC)
        return found
