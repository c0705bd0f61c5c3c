"""What one person sees of the local Slack in one place, as plain facts for the templates."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_time

from bot.playground.backend import Call
from bot.playground.installation import BOT_USER_ID, Installation
from bot.playground.local_slack import LocalSlack
from bot.playground.page.faces import title_of
from bot.playground.people import SLACKBOT
from bot.playground.records import Channel, ChannelKind, Message, Person, View
from bot.playground.refusals import NotThere
from bot.playground.workspace import Workspace

MOST_MESSAGES = 100
MOST_CALLS = 100
TOGETHER = 5 * 60.0  # seconds within which messages of one author stand under one name
HOME, MESSAGES = "home", "messages"

Errors = Mapping[str, str]  # what is wrong in a modal, by block_id


@dataclass(slots=True)
class Memory:
    """What the page itself keeps: errors at the fields of views, and how far people have read."""

    errors: dict[str, Errors] = field(default_factory=dict)  # by the id of the view
    read: dict[tuple[str, str], str] = field(default_factory=dict)  # (person, channel) -> the last ts


@dataclass(frozen=True, slots=True)
class Said:
    """A message with what the page adds. `opens_day` is the day that begins with it."""

    message: Message
    author: Person
    time: str
    whole_time: str
    opens_day: str
    follows: bool
    replies: Sequence["Said"] = ()


@dataclass(frozen=True, slots=True)
class Room:
    """A conversation in the sidebar."""

    channel: Channel
    title: str
    is_unread: bool
    is_member: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """All facts for one rendering. `place` is the id of a channel, or `home`; `thread` the ts of a message."""

    slack: LocalSlack
    memory: Memory
    person: Person
    place: str
    thread: str | None = None

    @property
    def workspace(self) -> Workspace:
        return self.slack.workspace

    @property
    def installation(self) -> Installation:
        return self.slack.backend.installation

    @property
    def bot(self) -> Person:
        return self.workspace.people[BOT_USER_ID]

    @property
    def people(self) -> list[Person]:
        """Everybody whom one can be."""
        able = (p for p in self.workspace.people.values() if not p.is_bot and not p.deleted)
        return [person for person in able if person.id != SLACKBOT]

    @property
    def rooms(self) -> list[Room]:
        """The channels that the person may look into, those they are in first."""
        channels = [c for c in self.workspace.channels.values() if not c.is_direct and not c.is_archived]
        rooms = [self._room(c) for c in channels if self.workspace.may_enter(self.person.id, c)]
        return sorted(rooms, key=lambda room: not room.is_member)

    @property
    def direct(self) -> Room:
        """The direct messages with the bot."""
        return self._room(self.workspace.direct_channel(BOT_USER_ID, self.person.id))

    @property
    def is_home(self) -> bool:
        return self.place == HOME

    @property
    def is_direct(self) -> bool:
        return self.is_home or self.room.channel.is_direct

    @property
    def room(self) -> Room:
        """The conversation that is shown. Raises NotThere where the person can't look into it."""
        if self.place in (HOME, MESSAGES):
            return self.direct
        channel = self.workspace.channels.get(self.place)
        if channel is None or not self.workspace.may_enter(self.person.id, channel):
            raise NotThere(f"{self.person.name} can't look into {self.place}")
        return self._room(channel)

    def _room(self, channel: Channel) -> Room:
        seen = self.workspace.visible_messages(self.person.id, channel.id)
        last = self.memory.read.get((self.person.id, channel.id), "")
        is_unread = any(message.ts > last and message.user != self.person.id for message in seen)
        return Room(
            channel=channel,
            title=title_of(self.workspace, self.person.id, channel),
            is_unread=is_unread and channel.id != self.place,
            is_member=self.person.id in channel.members,
        )

    @property
    def may_write(self) -> bool:
        room = self.room
        if room.channel.kind is ChannelKind.DIRECT:
            return self.installation.has_messages_tab and not self.installation.messages_tab_is_read_only
        return room.is_member and (not room.channel.posting_restricted or self.person.is_admin)

    def read_messages(self) -> list[Said]:
        """The last messages of the place, oldest first, each with its replies. From now on they count as read."""
        channel = self.room.channel.id
        seen = self.workspace.visible_messages(self.person.id, channel)
        if seen:
            self.memory.read[self.person.id, channel] = seen[-1].ts
        present = {message.ts for message in seen}
        replies: dict[str, list[Message]] = {}
        for message in seen:
            if message.thread_ts in present and message.thread_ts != message.ts:
                replies.setdefault(str(message.thread_ts), []).append(message)
        in_threads = {reply.ts for thread in replies.values() for reply in thread}
        top = [message for message in seen if message.ts not in in_threads]
        return list(self._told(top[-MOST_MESSAGES:], replies))

    def _told(self, messages: Sequence[Message], replies: Mapping[str, Sequence[Message]]) -> Iterator[Said]:
        above: Message | None = None
        for message in messages:
            at = self._local(message)
            is_new_day = above is None or self._local(above).date() != at.date()
            yield Said(
                message=message,
                author=self.workspace.people[message.user],
                time=format_time(at, "short", locale=self.locale),
                whole_time=f"{format_date(at, 'full', locale='en')}, {at:%H:%M:%S} {self.person.tz}",
                opens_day=self._day(at.date()) if is_new_day else "",
                follows=not is_new_day and above is not None and _are_together(above, message),
                replies=list(self._told(replies.get(message.ts, ()), {})),
            )
            above = None if message.ts in replies else message

    @property
    def locale(self) -> Locale:
        return Locale.parse(self.person.locale.replace("-", "_"))

    def _local(self, message: Message) -> datetime:
        return datetime.fromtimestamp(float(message.ts), UTC).astimezone(ZoneInfo(self.person.tz))

    def _day(self, day: date) -> str:
        today = datetime.fromtimestamp(self.slack.backend.now(), UTC).astimezone(ZoneInfo(self.person.tz)).date()
        return "Today" if day == today else str(format_date(day, "full", locale="en"))

    def place_of(self, person: Person) -> str:
        """Where one is after becoming somebody else: here, or with the bot where they can't come in."""
        if self.place in (HOME, MESSAGES) or not self.workspace.may_enter(person.id, self.room.channel):
            return HOME if self.is_home else MESSAGES
        return self.place

    @property
    def home(self) -> View | None:
        return self.workspace.modals.homes.get(self.person.id)

    @property
    def modals(self) -> list[View]:
        return self.workspace.modals.stack(self.person.id)

    def errors(self, view: View) -> Errors:
        return self.memory.errors.get(view.id, {})

    @property
    def calls(self) -> list[tuple[int, Call]]:
        """The last calls with their numbers, newest first."""
        return list(enumerate(self.slack.calls, 1))[-MOST_CALLS:][::-1]

    @property
    def today(self) -> str:
        """The date in the person's zone, with its weekday in short."""
        now = datetime.fromtimestamp(self.slack.backend.now(), UTC)
        return f"{now.astimezone(ZoneInfo(self.person.tz)):%a, %d %b}"

    def clock(self, at: float) -> str:
        """A time of the day in the person's zone, to the second."""
        return f"{datetime.fromtimestamp(at, UTC).astimezone(ZoneInfo(self.person.tz)):%H:%M:%S}"


def language_of(person: Person) -> str:
    """The language of a person's Slack, in English."""
    return str(Locale.parse(person.locale.replace("-", "_")).get_display_name("en"))


def _are_together(above: Message, message: Message) -> bool:
    same = (above.user, above.only_for) == (message.user, message.only_for) and not message.is_ephemeral
    return same and float(message.ts) - float(above.ts) < TOGETHER
