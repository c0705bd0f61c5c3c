"""Files on their way to one person."""

import json

import pytest

from bot.errors import RungError, SlackRefused, SlackUnavailable
from bot.messenger.client import SlackClient
from bot.messenger.files import Attachment, direct_channel, send_files
from bot.playground.failures import Failure
from bot.playground.local_slack import LocalSlack
from bot.playground.people import EMMA
from tests.unit.messenger.conftest import Recorded

CONTENT = b"\x89PNG\r\n" + bytes(range(256))


async def send(client: SlackClient, alt_text: str = "Всё 100 % & <b>") -> None:
    channel = await direct_channel(client, EMMA)
    await send_files(client, channel, [Attachment("a.png", "Прогресс & more", CONTENT, alt_text)], "Only you & <@U1>")


async def test_a_file_arrives_unchanged_in_a_conversation_with_its_words(
    slack: LocalSlack, client: SlackClient, recorded: Recorded
) -> None:
    await send(client)

    (message,) = slack.workspace.messages
    (file,) = message.files
    assert slack.workspace.channel(message.channel).is_direct
    assert message.text == "Only you & <@U1>"
    assert (file.content, file.title, file.alt_text) == (CONTENT, "Прогресс & more", "Всё 100 % & <b>")
    assert [method for method, _ in recorded] == [
        "conversations.open",
        "files.getUploadURLExternal",
        "files.completeUploadExternal",
    ]
    assert json.loads(recorded[2][1]["files"]) == [{"id": file.id, "title": "Прогресс & more"}]


@pytest.mark.parametrize(
    ("method", "failure", "expected"),
    [
        ("conversations.open", Failure.slack("user_disabled"), SlackRefused),
        ("files.getUploadURLExternal", Failure.slack("file_uploads_disabled"), SlackRefused),
        ("files.getUploadURLExternal", Failure.garbled(), SlackUnavailable),
        ("upload", Failure.http(500), SlackUnavailable),
        ("upload", Failure.http(413), SlackRefused),
        ("upload", Failure.silent(), SlackUnavailable),
        ("upload", Failure.dropped(), SlackUnavailable),
        ("files.completeUploadExternal", Failure.slack("file_not_found"), SlackRefused),
    ],
)
async def test_what_goes_wrong_on_the_way_becomes_one_of_our_errors(
    slack: LocalSlack, client: SlackClient, method: str, failure: Failure, expected: type[RungError]
) -> None:
    slack.fail_next(method, failure)

    with pytest.raises(expected):
        await send(client)
    assert slack.workspace.messages == []


async def test_slack_takes_a_thousand_characters_of_description_and_no_more(
    slack: LocalSlack, client: SlackClient
) -> None:
    await send(client, "ж" * 1_000)
    with pytest.raises(SlackRefused, match="alt_txt_too_large"):
        await send(client, "ж" * 1_001)
    assert len(slack.workspace.messages) == 1
