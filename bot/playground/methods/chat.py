"""chat.*: messages that the bot sends, changes and takes back."""

from collections.abc import Mapping

from bot.playground.backend import Args, Backend, Handler
from bot.playground.checks import check_message, check_metadata
from bot.playground.installation import APP_ID, BOT_ID, BOT_USER_ID
from bot.playground.methods.conversations import check_may_post, known_channel
from bot.playground.methods.files import check_pictures
from bot.playground.people import SLACKBOT
from bot.playground.records import Channel, Json, Message
from bot.playground.refusals import SlackError
from bot.playground.workspace import as_json

# Contents that Slack takes and this bot never sends: refused, so that no test passes on half of a message.
UNSUPPORTED = ("attachments", "markdown_text", "unfurled_attachments")


def _check_contents(slack: Backend, args: Args) -> None:
    if given := [name for name in UNSUPPORTED if name in args.given]:
        raise SlackError("invalid_arguments", f"the local Slack doesn't show {', '.join(given)}")
    check_message(args.given.get("text"), args.data("blocks"))
    check_pictures(slack, args.data("blocks"))
    check_metadata(args.data("metadata"))


def _place(slack: Backend, channel_id: str) -> Channel:
    """Where a message goes: a channel's id, or a person's, which means the direct messages with them."""
    person = slack.workspace.people.get(channel_id)
    if person is None:
        return known_channel(slack, channel_id)
    if person.is_bot or person.id == SLACKBOT:
        raise SlackError("cannot_dm_bot")
    return slack.workspace.direct_channel(BOT_USER_ID, person.id)


def told(message: Message) -> Json:
    ours = {"bot_id": BOT_ID, "app_id": APP_ID}
    return as_json(message, with_metadata=True) | ours


def post_message(slack: Backend, args: Args) -> Json:
    _check_contents(slack, args)
    channel = _place(slack, args.text("channel"))
    check_may_post(slack, channel)
    message = slack.workspace.post(
        channel.id,
        BOT_USER_ID,
        args.text("text"),
        slack.now(),
        blocks=args.data("blocks"),
        thread_ts=args.text("thread_ts") or None,
        metadata=args.data("metadata"),
    )
    return {"channel": channel.id, "ts": message.ts, "message": told(message)}


def post_ephemeral(slack: Backend, args: Args) -> Json:
    _check_contents(slack, args)
    channel, person = known_channel(slack, args.text("channel")), slack.workspace.person(args.text("user"))
    check_may_post(slack, channel)
    if person.id not in channel.members:
        raise SlackError("user_not_in_channel")
    message = slack.workspace.post(
        channel.id,
        BOT_USER_ID,
        args.text("text"),
        slack.now(),
        blocks=args.data("blocks"),
        thread_ts=args.text("thread_ts") or None,
        only_for=person.id,
    )
    return {"message_ts": message.ts}


def _own_message(slack: Backend, args: Args, error: str) -> Message:
    channel = known_channel(slack, args.text("channel"))
    message = slack.workspace.message(channel.id, args.text("ts"))
    if message.user != BOT_USER_ID:
        raise SlackError(error)
    return message


def update(slack: Backend, args: Args) -> Json:
    _check_contents(slack, args)
    message = _own_message(slack, args, "cant_update_message")
    # Where only the text is given, Slack takes the blocks away.
    slack.workspace.edit(message, slack.now(), args.text("text"), args.data("blocks") or [])
    if "metadata" in args.given:
        message.metadata = args.data("metadata")
    return {"channel": message.channel, "ts": message.ts, "text": message.text, "message": told(message)}


def delete(slack: Backend, args: Args) -> Json:
    message = _own_message(slack, args, "cant_delete_message")
    slack.workspace.delete(message)
    return {"channel": message.channel, "ts": message.ts}


def get_permalink(slack: Backend, args: Args) -> Json:
    channel = known_channel(slack, args.text("channel"))
    message = slack.workspace.message(channel.id, args.text("message_ts"))
    link = f"https://{slack.workspace.domain}.slack.com/archives/{channel.id}/p{message.ts.replace('.', '')}"
    return {"channel": channel.id, "permalink": link}


HANDLERS: Mapping[str, Handler] = {
    "chat.postMessage": post_message,
    "chat.postEphemeral": post_ephemeral,
    "chat.update": update,
    "chat.delete": delete,
    "chat.getPermalink": get_permalink,
}
