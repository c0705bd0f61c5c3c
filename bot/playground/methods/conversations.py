"""conversations.*: which channels there are, and who is in them."""

from collections.abc import Mapping

from bot.playground.backend import Args, Backend, Handler
from bot.playground.contract import need_one_of
from bot.playground.installation import BOT_USER_ID
from bot.playground.people import SLACKBOT
from bot.playground.records import Channel, ChannelKind, Json
from bot.playground.refusals import SlackError

TYPES = {
    "public_channel": ChannelKind.PUBLIC,
    "private_channel": ChannelKind.PRIVATE,
    "im": ChannelKind.DIRECT,
    "mpim": ChannelKind.GROUP_DIRECT,
}


def known_channel(slack: Backend, channel_id: str) -> Channel:
    """A channel that the bot may know of: private ones only from within. Raises channel_not_found."""
    channel = slack.workspace.channel(channel_id)
    if channel.kind is not ChannelKind.PUBLIC and BOT_USER_ID not in channel.members:
        raise SlackError("channel_not_found")
    return channel


def readable_channel(slack: Backend, channel_id: str, right: str) -> Channel:
    """A channel whose kind the scopes cover: `right` is read or history. Raises missing_scope."""
    channel = known_channel(slack, channel_id)
    need_one_of(frozenset({f"{channel.kind}:{right}"}), slack.installation.scopes)
    return channel


def check_may_post(slack: Backend, channel: Channel) -> None:
    """Raises is_archived, messages_tab_disabled, not_in_channel or restricted_action."""
    installation = slack.installation
    if channel.is_archived:
        raise SlackError("is_archived")
    if channel.kind is ChannelKind.DIRECT and not installation.has_messages_tab:
        raise SlackError("messages_tab_disabled")
    may_post_outside = channel.kind is ChannelKind.PUBLIC and "chat:write.public" in installation.scopes
    if BOT_USER_ID not in channel.members and not may_post_outside:
        raise SlackError("not_in_channel")
    if channel.posting_restricted:
        raise SlackError("restricted_action")


def channel_json(channel: Channel) -> Json:
    told: Json = {
        "id": channel.id,
        "is_channel": channel.kind is ChannelKind.PUBLIC,
        "is_group": channel.kind is ChannelKind.PRIVATE,
        "is_im": channel.kind is ChannelKind.DIRECT,
        "is_mpim": channel.kind is ChannelKind.GROUP_DIRECT,
        "is_private": channel.kind is not ChannelKind.PUBLIC,
        "is_archived": channel.is_archived,
        "is_member": BOT_USER_ID in channel.members,
    }
    if channel.kind is ChannelKind.DIRECT:
        return told | {"user": next(user for user in channel.members if user != BOT_USER_ID)}
    more = {"is_shared": channel.is_shared, "is_ext_shared": channel.is_shared, "is_pending_ext_shared": False}
    more["is_read_only"] = channel.posting_restricted
    return told | more | {"name": channel.name, "name_normalized": channel.name}


def conversations_info(slack: Backend, args: Args) -> Json:
    channel = readable_channel(slack, args.text("channel"), "read")
    told = channel_json(channel)
    if args.flag("include_num_members"):
        told["num_members"] = len(channel.members)
    if args.flag("include_locale"):
        told["locale"] = "en-US"
    return {"channel": told}


def conversations_members(slack: Backend, args: Args) -> Json:
    members, metadata = args.page(readable_channel(slack, args.text("channel"), "read").members)
    return {"members": members, **metadata}


def conversations_list(slack: Backend, args: Args) -> Json:
    names = args.text("types", "public_channel").split(",")
    if unknown := [name for name in names if name.strip() not in TYPES]:
        raise SlackError("invalid_types", f"unknown types: {', '.join(unknown)}")
    kinds = [TYPES[name.strip()] for name in names]
    need_one_of(frozenset(f"{kind}:read" for kind in kinds), slack.installation.scopes)
    found = [
        channel
        for channel in slack.workspace.channels.values()
        if channel.kind in kinds
        and (channel.kind is ChannelKind.PUBLIC or BOT_USER_ID in channel.members)
        and not (channel.is_archived and args.flag("exclude_archived"))
    ]
    channels, metadata = args.page(found)
    return {"channels": [channel_json(channel) for channel in channels], **metadata}


def conversations_open(slack: Backend, args: Args) -> Json:
    if channel_id := args.text("channel"):
        channel = known_channel(slack, channel_id)
        return {"channel": {"id": channel.id}, "already_open": True, "no_op": True}
    users = [user.strip() for user in args.text("users").split(",") if user.strip()]
    if not users:
        raise SlackError("users_list_not_supplied")
    need_one_of(frozenset({"im:write" if len(users) == 1 else "mpim:write"}), slack.installation.scopes)
    for user in users:
        _check_can_be_written_to(slack, user)
    before = len(slack.workspace.channels)
    channel = slack.workspace.direct_channel(BOT_USER_ID, *users)
    known = len(slack.workspace.channels) == before
    told = channel_json(channel) if args.flag("return_im") else {"id": channel.id}
    return {"channel": told, **({"already_open": True, "no_op": True} if known else {})}


def _check_can_be_written_to(slack: Backend, user: str) -> None:
    person = slack.workspace.person(user)
    if person.is_bot or person.id == SLACKBOT:
        raise SlackError("cannot_dm_bot")
    if person.deleted:
        raise SlackError("user_disabled")


HANDLERS: Mapping[str, Handler] = {
    "conversations.info": conversations_info,
    "conversations.members": conversations_members,
    "conversations.list": conversations_list,
    "conversations.open": conversations_open,
}
