"""What the bot says in answer to an act: through a response_url, or in the acknowledgement itself."""

from typing import Any

from bot.playground.backend import Backend
from bot.playground.checks import check_message, check_metadata
from bot.playground.installation import BOT_USER_ID
from bot.playground.methods.files import check_pictures
from bot.playground.records import Message
from bot.playground.refusals import SlackError
from bot.playground.tickets import ResponseUrl

KEYS = frozenset(
    [
        "text",
        "blocks",
        "response_type",
        "replace_original",
        "delete_original",
        "thread_ts",
        "metadata",
        "mrkdwn",
        "unfurl_links",
        "unfurl_media",
    ]
)
RESPONSE_TYPES = ("ephemeral", "in_channel")


def answer_to_act(slack: Backend, url: ResponseUrl, body: Any) -> Message | None:
    """Show the answer where the act happened; None where it only took the original away.

    Slack shows it to the person alone unless `response_type` is in_channel, whoever is a member there.
    Raises SlackError for what Slack would refuse.
    """
    _check(slack, body)
    if body.get("delete_original"):
        _delete_original(slack, url)
        return None
    text, blocks = body.get("text") or "", body.get("blocks") or []
    if body.get("replace_original") and url.original and not url.original.is_deleted:
        slack.workspace.edit(url.original, slack.now(), text, blocks)
        return url.original
    message = slack.workspace.post(
        url.channel,
        BOT_USER_ID,
        text,
        slack.now(),
        blocks=blocks,
        thread_ts=body.get("thread_ts"),
        metadata=body.get("metadata"),
        only_for=url.user if body.get("response_type", "ephemeral") == "ephemeral" else None,
    )
    url.original = url.original or message
    return message


def _check(slack: Backend, body: Any) -> None:
    if not isinstance(body, dict) or not body:
        raise SlackError("invalid_payload", "the answer must be an object")
    if unknown := sorted(body.keys() - KEYS):
        raise SlackError("invalid_arguments", f"unknown keys: {', '.join(unknown)}")
    if body.get("response_type", RESPONSE_TYPES[0]) not in RESPONSE_TYPES:
        raise SlackError("invalid_arguments", f"response_type must be one of {', '.join(RESPONSE_TYPES)}")
    if not body.get("delete_original"):
        check_message(body.get("text"), body.get("blocks"))
        check_metadata(body.get("metadata"))
        check_pictures(slack, body.get("blocks"))


def _delete_original(slack: Backend, url: ResponseUrl) -> None:
    if url.original is None or url.original.is_deleted:
        raise SlackError("message_not_found", "there is nothing to delete")
    slack.workspace.delete(url.original)
