"""What Slack says about channels, and a message in one that can be found again."""

from collections.abc import Mapping
from typing import Any

from bot.domain.channels import ChannelFacts
from bot.errors import (
    ChannelArchived,
    ChannelUnseen,
    PostingRestricted,
    RungError,
    RungNotInChannel,
    SlackRefused,
    SlackUnavailable,
)
from bot.messenger.client import SlackClient
from bot.messenger.courier import EVENT_TYPE

_MEMBERS_A_PAGE = 999
_LOOKED_AT = 100  # the latest messages of a channel

# Slack's words for why nothing can be posted, or nothing be known of a channel.
_REFUSALS: Mapping[str, type[RungError]] = {
    "not_in_channel": RungNotInChannel,
    "channel_not_found": RungNotInChannel,
    "is_archived": ChannelArchived,
    "missing_scope": ChannelUnseen,
    "method_not_supported_for_channel_type": ChannelUnseen,
}
_RESTRICTED = "restricted_action"  # Slack's word begins with it, and may say more
# Something broke on Slack's side: the message may stand there all the same.
_UNCERTAIN = frozenset({"internal_error", "fatal_error", "service_unavailable", "request_timeout"})


def as_ours(refused: SlackRefused) -> RungError:
    """What a refusal means to whoever set up the team of a channel; itself where it says something else."""
    if refused.error.startswith(_RESTRICTED):
        return PostingRestricted(str(refused))
    ours = _REFUSALS.get(refused.error)
    return ours(str(refused)) if ours else refused


async def fetch_channel(client: SlackClient, channel: str) -> ChannelFacts:
    """Ask conversations.info. Raises RungNotInChannel, ChannelUnseen, SlackRefused, SlackUnavailable."""
    try:
        answer = await client.submit("conversations.info", channel=channel)
    except SlackRefused as refused:
        raise as_ours(refused) from refused
    found = answer.get("channel") or {}
    return ChannelFacts(
        is_direct=bool(found.get("is_im") or found.get("is_mpim")),
        is_archived=bool(found.get("is_archived")),
        has_rung=bool(found.get("is_member")),
        is_read_only=bool(found.get("is_read_only")),
        is_shared=bool(found.get("is_ext_shared") or found.get("is_pending_ext_shared")),
    )


async def members_of(client: SlackClient, channel: str) -> frozenset[str]:
    """The ids of all who are in a channel: bots and deactivated people too.

    Raises RungNotInChannel, ChannelUnseen, SlackRefused, SlackUnavailable.
    """
    try:
        return await fetch_members(client, channel)
    except SlackRefused as refused:
        raise as_ours(refused) from refused


async def fetch_members(client: SlackClient, channel: str) -> frozenset[str]:
    """The same, with Slack's own word where it refuses. Raises SlackRefused, SlackUnavailable."""
    found: set[str] = set()
    cursor = ""
    while True:
        more = {"cursor": cursor} if cursor else {}
        answer = await client.submit("conversations.members", channel=channel, limit=_MEMBERS_A_PAGE, **more)
        found.update(answer.get("members") or ())
        cursor = (answer.get("response_metadata") or {}).get("next_cursor") or ""
        if not cursor:
            return frozenset(found)


async def post_marked(client: SlackClient, channel: str, key: str, message: Mapping[str, Any]) -> str:
    """Post a message that carries a key; its time stamp.

    Raises SlackRefused; after SlackUnavailable only `find_marked` can tell whether it stands there.
    """
    metadata = {"event_type": EVENT_TYPE, "event_payload": {"key": key}}
    try:
        answer = await client.call("chat.postMessage", channel=channel, metadata=metadata, **message)
    except SlackRefused as refused:
        if refused.error in _UNCERTAIN:
            raise SlackUnavailable(str(refused)) from refused
        raise
    return str(answer.get("ts", ""))


async def find_marked(client: SlackClient, channel: str, key: str) -> str | None:
    """The time stamp of the message with a key, among the latest. Raises SlackRefused, SlackUnavailable."""
    history = await client.submit(
        "conversations.history", channel=channel, limit=_LOOKED_AT, include_all_metadata="true"
    )
    for message in history.get("messages") or ():
        metadata = message.get("metadata") or {}
        if metadata.get("event_type") == EVENT_TYPE and (metadata.get("event_payload") or {}).get("key") == key:
            return str(message["ts"])
    return None
