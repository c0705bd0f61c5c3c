"""Files that Rung sends: uploaded in Slack's three steps, and shared where they are to be seen.

A file that is shared nowhere is visible to the bot alone, so none is shown inside of blocks (python-slack-sdk#1658).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.errors import SlackUnavailable
from bot.messenger.client import SlackClient


async def direct_channel(client: SlackClient, user: str) -> str:
    """The conversation of the bot with a person: a file can't be sent to a person's id. Raises as `call` does."""
    answer = await client.call("conversations.open", users=user)
    return _word(answer.get("channel") or {}, "id", "conversations.open")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to send. `name` ends as files of its kind do; `title` is what people read.

    `alt_text`, of at most 1,000 characters, is what they hear instead of seeing a picture.
    """

    name: str
    title: str
    content: bytes
    alt_text: str = ""


async def send_files(
    client: SlackClient, channel: str, files: Sequence[Attachment], comment: str, *, thread: str = ""
) -> None:
    """Share files in a conversation, in one message that says `comment` in mrkdwn, or none where one of them fails.

    `thread` is the time stamp of the message in whose thread it is; "" for none.
    Only the calls of the Web API are recorded, not the bytes. Raises SlackRefused, SlackUnavailable.
    """
    uploaded = [{"id": await _uploaded(client, file), "title": file.title} for file in files]
    more = {name: value for name, value in (("initial_comment", comment), ("thread_ts", thread)) if value}
    await client.submit("files.completeUploadExternal", files=json.dumps(uploaded), channel_id=channel, **more)


async def _uploaded(client: SlackClient, file: Attachment) -> str:
    """The id of a file that nobody sees yet."""
    described = {"alt_txt": file.alt_text} if file.alt_text else {}
    size = str(len(file.content))
    place = await client.submit("files.getUploadURLExternal", filename=file.name, length=size, **described)
    await client.upload(_word(place, "upload_url", "files.getUploadURLExternal"), file.content)
    return _word(place, "file_id", "files.getUploadURLExternal")


def _word(answer: dict[str, object], key: str, method: str) -> str:
    found = answer.get(key)
    if not isinstance(found, str):
        raise SlackUnavailable(f"{method}: an answer without {key}")
    return found
