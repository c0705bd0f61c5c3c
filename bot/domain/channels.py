"""Channels as Slack tells of them: whether one can be a team's."""

import re
from dataclasses import dataclass

from bot.errors import ChannelArchived, NoChannelHere, PostingRestricted, RungNotInChannel

_CHANNELS = ("C", "G")
_ID = re.compile("[CG][A-Z0-9]{2,}")


@dataclass(frozen=True, slots=True)
class ChannelFacts:
    """What Slack says about a conversation. `is_direct` is said of one of two people or a few.

    `is_shared`: people of another company are in it, or are invited.
    """

    is_direct: bool = False
    is_archived: bool = False
    has_rung: bool = True
    is_read_only: bool = False
    is_shared: bool = False


def may_be_channel(conversation: str) -> bool:
    """Whether an id may be a channel's; one that begins with D is a direct message's."""
    return conversation.startswith(_CHANNELS)


def channel_of(value: str) -> str:
    """The id of a channel that a control carries. Raises ValueError for anything else."""
    if not _ID.fullmatch(value):
        raise ValueError(f"no channel: {value}")
    return value


def require_fit(facts: ChannelFacts) -> None:
    """Make sure that a team's messages can be posted there.

    Raises NoChannelHere, ChannelArchived, RungNotInChannel, PostingRestricted.
    """
    if facts.is_direct:
        raise NoChannelHere
    if facts.is_archived:
        raise ChannelArchived
    if not facts.has_rung:
        raise RungNotInChannel
    if facts.is_read_only:
        raise PostingRestricted
