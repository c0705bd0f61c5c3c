"""Words in a conversation: a mention in a channel or thread, and a direct message."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.services.events import take_event
from bot.slack.answering import answer_message
from bot.slack.cadence import answer_cadence, stopping_or_starting
from bot.slack.errors import afterwards
from bot.slack.noting import take_note
from bot.slack.parts import Parts
from bot.slack.payloads import Act, act_of_event
from bot.slack.readers import reader_of
from bot.slack.replies import acknowledged
from bot.views.message import message

# What a person writes comes with no subtype or with one of these; the others tell of edits, deletions, joining.
_WRITTEN = (None, "file_share", "me_message", "thread_broadcast")
_MENTION = re.compile(r"<@[UW][A-Z0-9]+(?:\|[^>]*)?>[\s:,]*")


def mention_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """`@Rung distributed-training senior`: in threads too, where a command can't be typed; answered privately."""

    async def answer_mention(body: dict[str, Any]) -> BoltResponse:
        event = body["event"]
        if not _is_a_persons(event):
            return acknowledged()
        act = act_of_event(body)
        if await take_event(act.person.tenant, body["event_id"], parts.database, parts.now()):
            afterwards(parts, act, _answer_privately(parts, act, event))
        return acknowledged()

    return answer_mention


def _is_a_persons(event: Mapping[str, Any]) -> bool:
    """Whether a person wrote it: two bots that answer each other would never end."""
    return event.get("subtype") in _WRITTEN and "bot_id" not in event and "user" in event and "text" in event


async def _answer_privately(parts: Parts, act: Act, event: Mapping[str, Any]) -> None:
    answer = await answer_message(parts, act, _asked(event["text"]))
    where = {"channel": act.channel, "user": act.person.user}
    thread = {"thread_ts": event["thread_ts"]} if "thread_ts" in event else {}
    await parts.slack(act.tenant).call("chat.postEphemeral", **where, **thread, **answer)


def _asked(text: str) -> str:
    """What follows the mention, or stands before it where nothing follows."""
    *before, after = _MENTION.split(text, maxsplit=1)
    return after if after.strip() else "".join(before)


def direct_message_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """A direct message that asks is answered as the command would be, one that tells something may be kept as a note.

    What Rung or Slack itself wrote there isn't answered.
    """

    async def answer_direct_message(body: dict[str, Any]) -> BoltResponse:
        event = body["event"]
        if event.get("channel_type") != "im" or not _is_a_persons(event):
            return acknowledged()
        act = act_of_event(body)
        if await take_event(act.person.tenant, body["event_id"], parts.database, parts.now()):
            afterwards(parts, act, _answer_there(parts, act, event))
        return acknowledged()

    return answer_direct_message


async def _answer_there(parts: Parts, act: Act, event: Mapping[str, Any]) -> None:
    reader = await reader_of(parts, act)
    if wish := stopping_or_starting(event["text"], reader):
        answer = message(await answer_cadence(parts, reader, wish))
    else:
        answer = await take_note(parts, reader, event) or await answer_message(parts, act, event["text"])
    thread = {"thread_ts": event["thread_ts"]} if "thread_ts" in event else {}
    await parts.slack(act.tenant).call("chat.postMessage", channel=act.channel, **thread, **answer)
