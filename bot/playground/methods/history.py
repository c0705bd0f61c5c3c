"""conversations.history and conversations.replies: what was said."""

from collections.abc import Mapping

from bot.playground.backend import Args, Backend, Handler
from bot.playground.installation import BOT_USER_ID
from bot.playground.methods.conversations import readable_channel
from bot.playground.records import Channel, ChannelKind, Json, Message
from bot.playground.refusals import SlackError
from bot.playground.workspace import as_json


def _channel_with_bot(slack: Backend, args: Args) -> Channel:
    channel = readable_channel(slack, args.text("channel"), "history")
    if channel.kind is ChannelKind.PUBLIC and BOT_USER_ID not in channel.members:
        raise SlackError("not_in_channel")
    return channel


def _told(messages: list[Message], args: Args) -> Json:
    within = [message for message in messages if _is_between(message.ts, args)]
    page, metadata = args.page(within, most=999)
    with_metadata = args.flag("include_all_metadata")
    told = [as_json(message, with_metadata=with_metadata) for message in page]
    return {"messages": told, "has_more": bool(metadata["response_metadata"]["next_cursor"]), **metadata}


def _is_between(ts: str, args: Args) -> bool:
    oldest, latest = args.text("oldest", "0"), args.text("latest", "9999999999")
    try:
        at, first, last = float(ts), float(oldest), float(latest)
    except ValueError:
        raise SlackError("invalid_ts_oldest") from None
    return first < at < last or (args.flag("inclusive") and at in (first, last))


def _lasting(slack: Backend, channel: Channel) -> list[Message]:
    """What Slack keeps: ephemeral messages have no history."""
    everything = slack.workspace.messages
    return [m for m in everything if m.channel == channel.id and not m.is_deleted and not m.is_ephemeral]


def conversations_history(slack: Backend, args: Args) -> Json:
    """The latest first; replies stand in their threads alone."""
    messages = _lasting(slack, _channel_with_bot(slack, args))
    return _told([m for m in reversed(messages) if m.thread_ts in (None, m.ts)], args)


def conversations_replies(slack: Backend, args: Args) -> Json:
    """The thread's first message, then its replies, oldest first."""
    ts = args.text("ts")
    thread = [m for m in _lasting(slack, _channel_with_bot(slack, args)) if ts in (m.ts, m.thread_ts)]
    if not thread:
        raise SlackError("thread_not_found")
    return _told(thread, args)


HANDLERS: Mapping[str, Handler] = {
    "conversations.history": conversations_history,
    "conversations.replies": conversations_replies,
}
