"""Files that Rung sends: uploaded in Slack's three steps, and shared where they are to be seen.

A file that is shared nowhere is visible to the bot alone, so none is shown inside of blocks (python-slack-sdk#1658).
"""

import json

from bot.errors import SlackUnavailable
from bot.messenger.client import SlackClient


async def direct_channel(client: SlackClient, user: str) -> str:
    """The conversation of the bot with a person: a file can't be sent to a person's id. Raises as `call` does."""
    answer = await client.call("conversations.open", users=user)
    return _word(answer.get("channel") or {}, "id", "conversations.open")


async def send_file(
    client: SlackClient, channel: str, name: str, content: bytes, title: str, comment: str, alt_text: str = ""
) -> None:
    """Share a file in a channel, in a message that says `comment` in mrkdwn. Raises SlackRefused, SlackUnavailable.

    Only the calls of the Web API are recorded, not the bytes. `alt_text` has at most 1,000 characters.
    """
    described = {"alt_txt": alt_text} if alt_text else {}
    place = await client.submit("files.getUploadURLExternal", filename=name, length=str(len(content)), **described)
    file = _word(place, "file_id", "files.getUploadURLExternal")
    await client.upload(_word(place, "upload_url", "files.getUploadURLExternal"), content)
    files = json.dumps([{"id": file, "title": title}])
    await client.submit("files.completeUploadExternal", files=files, channel_id=channel, initial_comment=comment)


def _word(answer: dict[str, object], key: str, method: str) -> str:
    found = answer.get(key)
    if not isinstance(found, str):
        raise SlackUnavailable(f"{method}: an answer without {key}")
    return found
