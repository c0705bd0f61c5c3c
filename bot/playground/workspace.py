"""The state of the local Slack: who and what is there, and the changes that anybody can cause.

It knows nothing of HTTP, and every time is given to it, in epoch seconds.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.playground.installation import BOT_USER_ID
from bot.playground.modals import Modals
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, RITA, ROMAN, SLACKBOT, demo_people
from bot.playground.records import (
    Change,
    ChangeKind,
    Channel,
    ChannelKind,
    File,
    Json,
    Message,
    Person,
    with_ids,
)
from bot.playground.refusals import SlackError
from bot.playground.tickets import Tickets
from bot.playground.watching import Watchers

GENERAL = "C0GENERAL"
TEAM = "C0DEMOTEAM"
WITHOUT_BOT = "C0NOBOT"
ANNOUNCEMENTS = "C0ANNOUNCE"
ARCHIVED = "C0ARCHIVED"
PRIVATE = "C0PRIVATE"


class Workspace:
    """One workspace. `journal` lists in order everything that became visible to anybody.

    Where it has an `enterprise_id`, the app is installed in all of that organization, not in the workspace alone.
    """

    team_id = "T0RUNGDEMO"
    domain = "rung-demo"
    name = "Rung demo"
    enterprise_id: str | None = None

    def __init__(self, people: Iterable[Person] = (), channels: Iterable[Channel] = ()) -> None:
        self.people = {person.id: person for person in people}
        self.channels = {channel.id: channel for channel in channels}
        self.messages: list[Message] = []
        self.files: dict[str, File] = {}
        self.tickets = Tickets()
        self.journal: list[Change] = []
        self.watchers = Watchers()
        self.modals = Modals(self.record)
        self._stamps = 0

    @property
    def names(self) -> dict[str, str]:
        """People and channels by id, for mentions."""
        channels = {channel.id: channel.name for channel in self.channels.values()}
        return channels | {person.id: person.name for person in self.people.values()}

    def person(self, user_id: str) -> Person:
        """Raises user_not_found."""
        if user_id not in self.people:
            raise SlackError("user_not_found")
        return self.people[user_id]

    def channel(self, channel_id: str) -> Channel:
        """Raises channel_not_found."""
        if channel_id not in self.channels:
            raise SlackError("channel_not_found")
        return self.channels[channel_id]

    def direct_channel(self, *users: str) -> Channel:
        """The direct messages between these people, made when they are not there yet."""
        kind = ChannelKind.DIRECT if len(users) == 2 else ChannelKind.GROUP_DIRECT
        for channel in self.channels.values():
            if channel.kind is kind and set(channel.members) == set(users):
                return channel
        number = sum(channel.is_direct for channel in self.channels.values()) + 1
        channel = Channel(f"D{number:09d}", "directmessage", kind, list(users))
        self.channels[channel.id] = channel
        return channel

    def message(self, channel_id: str, ts: str) -> Message:
        """A message that everybody in the channel sees. Raises message_not_found."""
        for message in self.messages:
            is_lasting = not message.is_ephemeral and not message.is_deleted
            if is_lasting and (message.channel, message.ts) == (channel_id, ts):
                return message
        raise SlackError("message_not_found")

    def post(self, channel: str, user: str, text: str, at: float, **more: Any) -> Message:
        """Add a message; `more` are further fields of it. Its ts is later than any other."""
        blocks = with_ids(more.pop("blocks", None) or [])
        message = Message(self._next_ts(at), channel, user, text, blocks, **more)
        self.messages.append(message)
        self.record(Change(ChangeKind.POSTED, message))
        return message

    def record(self, change: Change) -> None:
        self.journal.append(change)
        self.watchers.tell()

    def edit(self, message: Message, at: float, text: str, blocks: list[Mapping[str, Any]]) -> None:
        message.text, message.blocks = text, with_ids(blocks)
        message.edited_ts = self._next_ts(at)
        message.entries.clear()
        self.record(Change(ChangeKind.EDITED, message))

    def delete(self, message: Message) -> None:
        message.is_deleted = True
        self.record(Change(ChangeKind.DELETED, message))

    def sees(self, user_id: str, message: Message) -> bool:
        """Whether the person can see the message now."""
        if message.is_deleted or message.only_for not in (None, user_id):
            return False
        return self.may_enter(user_id, self.channels[message.channel])

    def may_enter(self, user_id: str, channel: Channel) -> bool:
        """Whether the person can look into the channel: guests only where they have been invited."""
        person = self.people[user_id]
        is_guest = person.is_restricted or person.is_ultra_restricted or person.is_stranger
        return user_id in channel.members or (channel.kind is ChannelKind.PUBLIC and not is_guest)

    def visible_messages(self, user_id: str, channel_id: str | None = None) -> list[Message]:
        """What the person sees, in one channel or in all, oldest first."""
        places = {channel_id} if channel_id else self.channels.keys()
        return [m for m in self.messages if m.channel in places and self.sees(user_id, m)]

    def add_file(self, name: str, size: int, alt_text: str) -> File:
        file = File(f"F{len(self.files) + 1:09d}", name, size, alt_text)
        self.files[file.id] = file
        return file

    def file(self, file_id: str) -> File:
        """Raises file_not_found."""
        if file_id not in self.files:
            raise SlackError("file_not_found")
        return self.files[file_id]

    def change_person(self, user_id: str, **changes: Any) -> Person:
        person = self.person(user_id)
        for name, value in changes.items():
            if not hasattr(person, name):
                raise AttributeError(f"a person has no {name}")
            setattr(person, name, value)
        return person

    def _next_ts(self, at: float) -> str:
        """Slack's timestamps are ids too: six digits after the second tell two of one instant apart."""
        self._stamps += 1
        return f"{int(at)}.{self._stamps:06d}"


def demo_workspace() -> Workspace:
    """The workspace in which everybody's name says that it is a demo."""
    everyone = [person.id for person in demo_people() if not person.deleted and person.id != SLACKBOT]
    team = [EMMA, DIETER, ROMAN, RITA, BOT_USER_ID]
    public, private = ChannelKind.PUBLIC, ChannelKind.PRIVATE
    return Workspace(
        demo_people(),
        [
            Channel(GENERAL, "general", public, everyone),
            Channel(TEAM, "demo-team", public, team),
            Channel(WITHOUT_BOT, "without-rung", public, [EMMA, GEORGE, DIETER, RITA, ROMAN]),
            Channel(ANNOUNCEMENTS, "announcements", public, everyone, posting_restricted=True),
            Channel(ARCHIVED, "old-project", public, [EMMA, GUS, BOT_USER_ID], is_archived=True),
            Channel(PRIVATE, "leads", private, [ADA, EMMA, GEORGE]),
        ],
    )


def as_json(message: Message, *, with_metadata: bool = False) -> Json:
    """A message as Slack's APIs and payloads carry it."""
    told: Json = {"type": "message", "user": message.user, "ts": message.ts, "text": message.text}
    if message.blocks:
        told["blocks"] = message.blocks
    if message.thread_ts:
        told["thread_ts"] = message.thread_ts
    if message.edited_ts:
        told["edited"] = {"user": message.user, "ts": message.edited_ts}
    if message.files:
        told["files"] = [{"id": file.id, "name": file.name, "title": file.title} for file in message.files]
    if with_metadata and message.metadata:
        told["metadata"] = message.metadata
    return told
