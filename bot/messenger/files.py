"""Sending files: asked for, uploaded, and shared in one message."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.messenger.client import SlackClient


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to send. `name` ends as files of its kind do; `title` is what people read."""

    name: str
    title: str
    content: bytes


async def send_files(client: SlackClient, channel: str, files: Sequence[Attachment], comment: str) -> None:
    """Send files to a conversation as one message with a comment in mrkdwn, or nothing where one of them fails.

    `channel` is the id of the conversation: a person's id is refused. Raises SlackRefused, SlackUnavailable.
    """
    uploaded = [{"id": await _uploaded(client, file), "title": file.title} for file in files]
    await client.read(
        "files.completeUploadExternal", files=json.dumps(uploaded), channel_id=channel, initial_comment=comment
    )


async def _uploaded(client: SlackClient, file: Attachment) -> str:
    """The id of a file that nobody sees yet."""
    place = await client.read("files.getUploadURLExternal", filename=file.name, length=len(file.content))
    await client.upload(str(place["upload_url"]), file.content)
    return str(place["file_id"])
