"""What people write and change outside of controls, which the bot hears of as events."""

import html
import re
from collections.abc import Iterable
from typing import Any

from bot.playground import payloads
from bot.playground.asgi import Response
from bot.playground.installation import BOT_USER_ID
from bot.playground.methods.people import person_json
from bot.playground.methods.views import view_json
from bot.playground.outcome import Outcome
from bot.playground.records import Channel, ChannelKind, Json, Message
from bot.playground.refusals import NotThere
from bot.playground.signing import RequestKind
from bot.playground.submitting import Submitting

# The name under which a manifest subscribes to the messages of each kind of conversation.
MESSAGES_IN = {
    ChannelKind.PUBLIC: "message.channels",
    ChannelKind.PRIVATE: "message.groups",
    ChannelKind.DIRECT: "message.im",
    ChannelKind.GROUP_DIRECT: "message.mpim",
}


REFERENCE = re.compile(r"&lt;([@#][A-Z0-9]+)&gt;")


def typed(text: str) -> str:
    """Text as Slack passes it on: escaped, except for people and channels that the client has completed."""
    return REFERENCE.sub(r"<\1>", html.escape(text, quote=False))


class Speaking(Submitting):
    """The acts that Slack calls events. An event that the manifest doesn't subscribe to isn't sent."""

    _events_sent = 0
    _last_event: Json | None = None

    async def send_message(
        self, user: str, text: str, *, channel: str | None = None, thread_ts: str | None = None
    ) -> Outcome:
        """Write a message; without a channel, to the bot. Its own message is not part of the outcome."""
        self.present(user)
        place = self.place(user, channel) if channel else self._direct_messages(user)
        message = self.workspace.post(place.id, user, typed(text), self.backend.now(), thread_ts=thread_ts)
        since, responses = len(self.workspace.journal), []
        hears_channel = BOT_USER_ID in place.members
        event = self._message_event(message, place)
        if f"<@{BOT_USER_ID}>" in text and place.kind is not ChannelKind.DIRECT and hears_channel:
            mention = {key: value for key, value in event.items() if key != "channel_type"}
            responses.append(await self._event(mention | {"type": "app_mention"}, ["app_mention"]))
        if hears_channel:
            responses.append(await self._event(event, [MESSAGES_IN[place.kind]]))
        sent = [response for response in responses if response]
        return await self.finished(user, since, sent[0] if sent else None)

    async def mention(self, user: str, text: str, *, channel: str) -> Outcome:
        """Write a message in a channel that begins with a mention of the bot."""
        return await self.send_message(user, f"<@{BOT_USER_ID}> {text}", channel=channel)

    def _direct_messages(self, user: str) -> Channel:
        installation = self.backend.installation
        if not installation.has_messages_tab or installation.messages_tab_is_read_only:
            raise NotThere("nobody can write to the bot: its messages tab is off or read-only")
        return self.workspace.direct_channel(BOT_USER_ID, user)

    def _message_event(self, message: Message, place: Channel) -> Json:
        kind = {ChannelKind.PUBLIC: "channel", ChannelKind.PRIVATE: "group"}.get(place.kind, str(place.kind))
        told = {"channel": place.id, "channel_type": kind, "event_ts": message.ts}
        return payloads.message_json(message) | told | {"team": self.workspace.team_id}

    async def open_home(self, user: str) -> Outcome:
        """Look at the bot's home tab."""
        self.present(user)
        if not self.backend.installation.has_home_tab:
            raise NotThere("the bot has no home tab")
        since = len(self.workspace.journal)
        channel = self.workspace.direct_channel(BOT_USER_ID, user)
        event: Json = {"type": "app_home_opened", "user": user, "channel": channel.id, "tab": "home"}
        if home := self.workspace.modals.homes.get(user):
            event["view"] = view_json(self.backend, home)
        event["event_ts"] = f"{self.backend.now():.6f}"
        return await self.finished(user, since, await self._event(event, ["app_home_opened"]))

    async def change_user(self, user: str, **changes: Any) -> Outcome:
        """Change a profile, such as `locale`, `tz` or `title`, by the names of Person's fields."""
        since = len(self.workspace.journal)
        person = self.workspace.change_person(user, **changes)
        told = person_json(self.backend, person, include_locale=True)
        event = {"type": "user_change", "user": told, "cache_ts": int(self.backend.now())}
        event["event_ts"] = f"{self.backend.now():.6f}"
        return await self.finished(user, since, await self._event(event, ["user_change"]))

    async def join(self, user: str, channel: str) -> Outcome:
        """Become a member of a channel."""
        place = self.workspace.channel(channel)
        place.members.append(user)
        return await self._membership("member_joined_channel", user, place)

    async def leave(self, user: str, channel: str) -> Outcome:
        """Stop being a member of a channel."""
        place = self.workspace.channel(channel)
        response = await self._membership("member_left_channel", user, place)
        place.members.remove(user)
        return response

    async def _membership(self, kind: str, user: str, place: Channel) -> Outcome:
        since = len(self.workspace.journal)
        letter = "C" if place.kind is ChannelKind.PUBLIC else "G"
        event = {"type": kind, "user": user, "channel": place.id, "channel_type": letter}
        event |= {"team": self.workspace.team_id, "event_ts": f"{self.backend.now():.6f}"}
        response = await self._event(event, [kind]) if BOT_USER_ID in place.members else None
        return await self.finished(user, since, response)

    async def archive(self, channel: str) -> Outcome:
        """Let a channel be read and written to no more."""
        place = self.workspace.channel(channel)
        place.is_archived = True
        return await self._fate("archive", place)

    async def unarchive(self, channel: str) -> Outcome:
        """Take that back."""
        place = self.workspace.channel(channel)
        place.is_archived = False
        return await self._fate("unarchive", place)

    async def delete_channel(self, channel: str) -> Outcome:
        """Take a channel away, with all that was said there."""
        place = self.workspace.channel(channel)
        heard = place.kind is ChannelKind.PUBLIC or BOT_USER_ID in place.members
        del self.workspace.channels[channel]
        self.workspace.messages = [message for message in self.workspace.messages if message.channel != channel]
        return await self._fate("deleted", place, heard=heard)

    async def change_channel_id(self, channel: str, changed_to: str) -> Outcome:
        """Give a channel another id, as Slack does to some when they are shared."""
        place = self.workspace.channels.pop(channel)
        place.id = changed_to
        self.workspace.channels[changed_to] = place
        for message in self.workspace.messages:
            message.channel = changed_to if message.channel == channel else message.channel
        event: Json = {"type": "channel_id_changed", "old_channel_id": channel, "new_channel_id": changed_to}
        since = len(self.workspace.journal)
        event["event_ts"] = f"{self.backend.now():.6f}"
        return await self.finished(BOT_USER_ID, since, await self._event(event, ["channel_id_changed"]))

    async def _fate(self, what: str, place: Channel, *, heard: bool | None = None) -> Outcome:
        """Everybody may know of public channels, and of private ones those who are in them."""
        is_public = place.kind is ChannelKind.PUBLIC
        name = f"{'channel' if is_public else 'group'}_{what}"
        event: Json = {"type": name, "channel": place.id, "event_ts": f"{self.backend.now():.6f}"}
        since = len(self.workspace.journal)
        heard = (is_public or BOT_USER_ID in place.members) if heard is None else heard
        return await self.finished(BOT_USER_ID, since, await self._event(event, [name]) if heard else None)

    async def _event(self, event: Json, names: Iterable[str]) -> Response | None:
        if not self.backend.installation.hears(names):
            return None
        self._events_sent += 1
        self._last_event = payloads.event_envelope(self.backend, event, f"Ev{self._events_sent:09d}")
        return await self.deliver(RequestKind.EVENT, self._last_event)

    async def uninstall(self) -> Outcome:
        """Take the app away: it is told so, though it may do nothing about it any more."""
        return await self._gone({"type": "app_uninstalled"})

    async def revoke_tokens(self, *, of_bot: bool = True) -> Outcome:
        """Make the bot's token invalid, as comes with uninstalling, before or after it; or some person's."""
        tokens = {"oauth": [], "bot": [BOT_USER_ID]} if of_bot else {"oauth": ["U0SOMEBODY"], "bot": []}
        return await self._gone({"type": "tokens_revoked", "tokens": tokens})

    async def _gone(self, event: Json) -> Outcome:
        since = len(self.workspace.journal)
        response = await self._event(event | {"event_ts": f"{self.backend.now():.6f}"}, [event["type"]])
        return await self.finished(BOT_USER_ID, since, response)

    async def repeat_event(self, *, retry: int = 1, reason: str = "http_timeout") -> Outcome:
        """Send the last event again, as Slack does when it was not answered in time."""
        if self._last_event is None:
            raise NotThere("no event was sent yet")
        since = len(self.workspace.journal)
        headers = {"X-Slack-Retry-Num": str(retry), "X-Slack-Retry-Reason": reason}
        response = await self.deliver(RequestKind.EVENT, self._last_event, headers)
        return await self.finished(BOT_USER_ID, since, response)
