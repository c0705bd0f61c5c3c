"""The way out to Slack: what leaves, and how Slack's errors become ours."""

import pytest

from bot.domain.people import PersonId
from bot.errors import RungError, SlackLimited, SlackRefused, SlackUnavailable, TriggerExpired
from bot.messenger.client import TIMEOUT, SlackClient
from bot.messenger.people import fetch_user, slack_user
from bot.playground.failures import Failure
from bot.playground.local_slack import LocalSlack
from bot.playground.people import DIETER, EMMA, GUS
from bot.playground.workspace import GENERAL
from tests.unit.messenger.conftest import Recorded


@pytest.mark.parametrize(
    ("failure", "expected", "detail"),
    [
        (Failure.slack("channel_not_found"), SlackRefused, "chat.postMessage: channel_not_found"),
        (Failure.slack("expired_trigger_id"), TriggerExpired, "chat.postMessage: expired_trigger_id"),
        (Failure.slack("exchanged_trigger_id"), TriggerExpired, "chat.postMessage: exchanged_trigger_id"),
        (Failure.garbled(), SlackUnavailable, "chat.postMessage: "),
        (Failure.dropped(), SlackUnavailable, "chat.postMessage: "),
        (Failure.silent(), SlackUnavailable, "chat.postMessage: "),
    ],
)
async def test_what_slack_answers_becomes_one_of_our_errors(
    slack: LocalSlack, client: SlackClient, failure: Failure, expected: type[RungError], detail: str
) -> None:
    slack.fail_next("chat.postMessage", failure)

    with pytest.raises(expected, match=detail):
        await client.call("chat.postMessage", channel=GENERAL, text="hello")


async def test_a_message_whose_answer_was_lost_is_not_sent_again(slack: LocalSlack, client: SlackClient) -> None:
    slack.fail_next("chat.postMessage", Failure.dropped(does_the_work=True))

    with pytest.raises(SlackUnavailable):
        await client.call("chat.postMessage", channel=GENERAL, text="hello")
    assert len(slack.workspace.messages) == 1


async def test_a_call_is_sent_again_where_slack_says_when(slack: LocalSlack, client: SlackClient) -> None:
    slack.fail_next("chat.postMessage", Failure.rate_limited(0))

    await client.call("chat.postMessage", channel=GENERAL, text="hello")
    assert len(slack.workspace.messages) == 1


async def test_who_has_no_time_to_wait_is_told_at_once(slack: LocalSlack, client: SlackClient) -> None:
    impatient = SlackClient(slack.bot_token, client.web.base_url, client.web.session, None, longest_wait=1)  # type: ignore[arg-type]
    slack.fail_next("chat.postMessage", Failure.rate_limited(0))
    slack.fail_next("users.info", Failure.rate_limited(2))

    await impatient.call("chat.postMessage", channel=GENERAL, text="hello")
    with pytest.raises(SlackLimited) as limited:
        await impatient.submit("users.info", user=EMMA)

    assert limited.value.retry_after == 2


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (Failure.http(404, "expired_url"), SlackRefused),
        (Failure.http(500), SlackUnavailable),
        (Failure.silent(), SlackUnavailable),
        (Failure.dropped(), SlackUnavailable),
    ],
)
async def test_a_response_url_that_fails_says_whether_slack_refused(
    slack: LocalSlack, client: SlackClient, failure: Failure, expected: type[RungError]
) -> None:
    url = slack.workspace.tickets.issue_response_url(EMMA, GENERAL, slack.backend.now())
    slack.fail_next("response_url", failure)

    with pytest.raises(expected, match="response_url"):
        await client.respond(slack.backend.response_url(url.id), {"text": "hello"})


async def test_everything_that_leaves_is_recorded_before_it_leaves(
    slack: LocalSlack, client: SlackClient, recorded: Recorded
) -> None:
    url = slack.workspace.tickets.issue_response_url(EMMA, GENERAL, slack.backend.now())
    slack.fail_next("users.info", Failure.slack("fatal_error"))

    await client.call("chat.postMessage", channel=GENERAL, text="hello")
    await client.respond(slack.backend.response_url(url.id), {"text": "again"})
    with pytest.raises(SlackRefused):
        await client.submit("users.info", user=EMMA)

    assert recorded == [
        ("chat.postMessage", {"channel": GENERAL, "text": "hello"}),
        ("response_url", {"text": "again"}),
        ("users.info", {"user": EMMA}),
    ]


def test_one_call_may_take_ten_seconds() -> None:
    assert TIMEOUT.total == 10


async def test_a_person_is_asked_for_with_their_locale(client: SlackClient) -> None:
    dieter = await fetch_user(client, PersonId("T0RUNGDEMO", DIETER))

    assert (dieter.locale, dieter.timezone, dieter.title) == ("de-DE", "Europe/Berlin", "LLM Engineer")
    assert dieter.is_member
    assert not (await fetch_user(client, PersonId("T0RUNGDEMO", GUS))).is_member


@pytest.mark.parametrize(
    ("told", "is_member", "is_admin"),
    [
        ({}, True, False),
        ({"is_admin": True}, True, True),
        ({"is_owner": True}, True, True),
        ({"is_restricted": True}, False, False),
        ({"is_ultra_restricted": True}, False, False),
        ({"is_stranger": True}, False, False),
        ({"is_bot": True}, False, False),
        ({"deleted": True}, False, False),
        ({"team_id": "T1"}, True, False),
        ({"team_id": "T2"}, False, False),
        ({"team_id": "T2", "enterprise_user": {"enterprise_id": "T1"}}, True, False),
    ],
)
def test_who_counts_as_a_member(told: dict[str, object], is_member: bool, is_admin: bool) -> None:
    user = slack_user(told, "T1")

    assert (user.is_member, user.is_admin) == (is_member, is_admin)


def test_what_slack_leaves_out_is_unknown() -> None:
    user = slack_user({"locale": "", "profile": None}, "T1")

    assert (user.locale, user.timezone, user.title) == (None, None, "")
