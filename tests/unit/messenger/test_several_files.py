"""Files reach one conversation in one message, or not at all."""

import pytest

from bot.errors import RungError, SlackRefused, SlackUnavailable
from bot.messenger.client import SlackClient
from bot.messenger.files import Attachment, direct_channel, send_files
from bot.playground.failures import Failure
from bot.playground.local_slack import LocalSlack
from bot.playground.people import EMMA, OLGA

FILES = (Attachment("a.html", "A page", "<p>ж 🦊</p>".encode()), Attachment("a.json", "Data", b"{}"))


async def test_files_arrive_whole_in_one_message_that_only_the_person_sees(
    slack: LocalSlack, client: SlackClient
) -> None:
    await send_files(client, await direct_channel(client, EMMA), FILES, "Two & more: &amp;")

    [sent] = slack.workspace.messages
    assert slack.workspace.channel(sent.channel).is_direct
    assert EMMA in slack.workspace.channel(sent.channel).members
    assert [(file.name, file.title, file.content) for file in sent.files] == [
        (file.name, file.title, file.content) for file in FILES
    ]
    assert sent.text == "Two & more: &amp;"


@pytest.mark.parametrize("method", ["files.getUploadURLExternal", "upload", "files.completeUploadExternal"])
@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (Failure.slack("internal_error"), SlackRefused),
        (Failure.http(503), SlackUnavailable),
        (Failure.dropped(), SlackUnavailable),
        (Failure.silent(), SlackUnavailable),
    ],
    ids=["refused", "503", "dropped", "silent"],
)
async def test_where_a_step_fails_nothing_is_sent(
    slack: LocalSlack, client: SlackClient, method: str, failure: Failure, expected: type[RungError]
) -> None:
    if method == "upload" and expected is SlackRefused:
        failure = Failure.http(403)
    channel = await direct_channel(client, EMMA)
    slack.fail_next(method, failure)

    with pytest.raises((SlackRefused, SlackUnavailable)) as raised:
        await send_files(client, channel, FILES, "Files")

    assert type(raised.value) is expected or failure.status >= 500
    assert slack.workspace.messages == []


async def test_somebody_who_left_is_not_written_to(client: SlackClient) -> None:
    with pytest.raises(SlackRefused, match="user_disabled"):
        await direct_channel(client, OLGA)
