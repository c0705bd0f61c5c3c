"""What a workspace holds: people, channels, messages, views and files, as plain records."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Json = dict[str, Any]
# What people have entered on a surface: (block_id, action_id) -> the entry as `state.values` carries it.
Entries = dict[tuple[str, str], Json]


class ChannelKind(StrEnum):
    """The kinds of conversation, by the prefix of the scopes that read them."""

    PUBLIC = "channels"
    PRIVATE = "groups"
    DIRECT = "im"
    GROUP_DIRECT = "mpim"


@dataclass(slots=True)
class Person:
    """A member. `locale` is Slack's code, such as `en-US`; `tz` an IANA zone; `do_not_disturb` epoch seconds."""

    id: str
    name: str
    locale: str = "en-US"
    tz: str = "Etc/UTC"
    title: str = ""
    status_text: str = ""
    status_emoji: str = ""
    is_admin: bool = False
    is_owner: bool = False
    is_organization_admin: bool = False
    is_restricted: bool = False
    is_ultra_restricted: bool = False
    is_stranger: bool = False
    is_bot: bool = False
    deleted: bool = False
    do_not_disturb: tuple[int, int] | None = None

    @property
    def handle(self) -> str:
        """The name of old, in lower case and without spaces."""
        return self.name.lower().replace(" ", ".")


@dataclass(slots=True)
class Channel:
    """A conversation of any kind. Where `posting_restricted`, only administrators post.

    `is_shared`: people of another company are in it.
    """

    id: str
    name: str
    kind: ChannelKind
    members: list[str] = field(default_factory=list)
    is_archived: bool = False
    posting_restricted: bool = False
    is_shared: bool = False

    @property
    def is_direct(self) -> bool:
        return self.kind in (ChannelKind.DIRECT, ChannelKind.GROUP_DIRECT)


@dataclass(slots=True, eq=False)
class Message:
    """A message as it stands now: an update changes it in place, so whoever holds it sees the new blocks.

    `only_for` is the person who alone sees it, where it is ephemeral. Times are Slack's `ts` strings.
    """

    ts: str
    channel: str
    user: str
    text: str
    blocks: list[Json] = field(default_factory=list)
    thread_ts: str | None = None
    metadata: Json | None = None
    files: list["File"] = field(default_factory=list)
    only_for: str | None = None
    edited_ts: str | None = None
    is_deleted: bool = False
    entries: Entries = field(default_factory=dict)

    @property
    def is_ephemeral(self) -> bool:
        return self.only_for is not None


@dataclass(slots=True, eq=False)
class View:
    """A modal or a home tab of one person; `body` is what the bot last sent for it."""

    id: str
    owner: str
    body: Json
    hash: str
    root_id: str
    previous_id: str | None = None
    is_open: bool = True
    channel: str | None = None  # where the person was when it opened
    entries: Entries = field(default_factory=dict)

    @property
    def blocks(self) -> list[Json]:
        blocks: list[Json] = self.body["blocks"]
        return blocks

    @property
    def is_home(self) -> bool:
        return bool(self.body["type"] == "home")


@dataclass(slots=True, eq=False)
class File:
    """An upload. It can be seen by others once it is shared in a channel."""

    id: str
    name: str
    size: int
    alt_text: str = ""
    title: str = ""
    content: bytes | None = None
    is_complete: bool = False
    channels: list[str] = field(default_factory=list)

    @property
    def is_picture(self) -> bool:
        return (self.content or b"").startswith(b"\x89PNG")


class ChangeKind(StrEnum):
    """What happened to something that people see."""

    POSTED = "posted"
    EDITED = "edited"
    DELETED = "deleted"
    VIEW_OPENED = "view_opened"
    VIEW_UPDATED = "view_updated"
    VIEW_CLOSED = "view_closed"
    HOME_PUBLISHED = "home_published"


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the journal, from which an act's outcome is told."""

    kind: ChangeKind
    item: Message | View


def with_ids(blocks: list[Mapping[str, Any]]) -> list[Json]:
    """A copy of the blocks in which each block and each control has an id, as Slack gives them."""
    return [_block_with_ids(dict(block), f"b{index}") for index, block in enumerate(blocks)]


def _block_with_ids(block: Json, fallback: str) -> Json:
    block.setdefault("block_id", fallback)
    if block["type"] == "actions":
        block["elements"] = [_with_action_id(e, f"a{n}") for n, e in enumerate(block["elements"])]
    for slot in ("accessory", "element"):
        if slot in block and block[slot]["type"] != "image":
            block[slot] = _with_action_id(block[slot], "a0")
    return block


def _with_action_id(element: Json, fallback: str) -> Json:
    return {"action_id": fallback, **element}
