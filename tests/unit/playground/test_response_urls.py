"""Answers through a response_url: where they are shown, how often, how long, and what is refused."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.playground.local_slack import LocalSlack
from bot.playground.people import DIETER, EMMA
from bot.playground.records import Message
from bot.playground.tickets import ResponseUrl
from bot.playground.workspace import GENERAL, PRIVATE
from tests.unit.playground.demo_bot import MANIFEST, NOW, Clock, actions, button, section


class Site:
    """A local Slack that is being served, and the client of its response urls."""

    def __init__(self, slack: LocalSlack, clock: Clock, session: aiohttp.ClientSession) -> None:
        self.slack, self.clock, self.session = slack, clock, session

    def issue(self, original: Message | None = None, channel: str = GENERAL) -> ResponseUrl:
        return self.slack.workspace.tickets.issue_response_url(EMMA, channel, self.clock.now, original)

    async def answer(self, url: ResponseUrl, **body: Any) -> tuple[int, str]:
        async with self.session.post(self.slack.backend.response_url(url.id), json=body) as response:
            return response.status, await response.text()

    def seen(self, user: str, channel: str = GENERAL) -> list[str]:
        return [message.text for message in self.slack.workspace.visible_messages(user, channel)]


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    clock = Clock()
    slack = LocalSlack(MANIFEST, now=clock)
    async with slack.serving(), aiohttp.ClientSession() as session:
        yield Site(slack, clock, session)


async def test_an_answer_is_for_the_person_alone_unless_it_says_otherwise(site: Site) -> None:
    url = site.issue()
    assert await site.answer(url, text="For you") == (200, "ok")
    assert await site.answer(url, text="For all", response_type="in_channel") == (200, "ok")
    assert site.seen(EMMA) == ["For you", "For all"]
    assert site.seen(DIETER) == ["For all"]


async def test_it_works_where_the_bot_is_no_member(site: Site) -> None:
    assert (await site.answer(site.issue(channel=PRIVATE), text="Hi", response_type="in_channel"))[0] == 200
    assert site.seen(EMMA, PRIVATE) == ["Hi"]


async def test_it_serves_five_times(site: Site) -> None:
    url = site.issue()
    for _ in range(5):
        assert (await site.answer(url, text="Again"))[0] == 200
    status, body = await site.answer(url, text="Once more")
    assert (status, "used_url" in body) == (404, True)
    assert len(site.seen(EMMA)) == 5


async def test_it_serves_for_half_an_hour(site: Site) -> None:
    url = site.issue()
    site.clock.now += 30 * 60
    assert (await site.answer(url, text="Just in time"))[0] == 200
    site.clock.now += 1
    status, body = await site.answer(url, text="Too late")
    assert (status, "expired_url" in body) == (404, True)


async def test_the_original_is_replaced_or_deleted(site: Site) -> None:
    original = site.slack.workspace.post(GENERAL, "U0RUNGBOT", "Card", NOW, only_for=EMMA, blocks=[actions(button())])
    url = site.issue(original)
    await site.answer(url, text="Changed", blocks=[section("Changed")], replace_original=True)
    assert (original.text, [block["type"] for block in original.blocks]) == ("Changed", ["section"])
    await site.answer(url, delete_original=True)
    assert site.seen(EMMA) == []
    assert (await site.answer(url, delete_original=True))[0] == 400


async def test_of_a_command_the_first_answer_is_the_original(site: Site) -> None:
    url = site.issue()
    await site.answer(url, text="Looking", replace_original=True)
    await site.answer(url, text="Found", replace_original=True)
    assert site.seen(EMMA) == ["Found"]


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": ({}, "invalid_payload"),
    "no text": ({"text": ""}, "no_text"),
    "broken blocks": ({"text": "Hi", "blocks": [section("")]}, "invalid_blocks"),
    "an unknown key": ({"text": "Hi", "ephemeral": True}, "invalid_arguments"),
    "an unknown type": ({"text": "Hi", "response_type": "private"}, "invalid_arguments"),
}


@pytest.mark.parametrize(("body", "error"), REFUSED.values(), ids=REFUSED.keys())
async def test_an_answer_that_slack_would_refuse_is_refused(site: Site, body: dict[str, Any], error: str) -> None:
    status, told = await site.answer(site.issue(), **body)
    assert (status, error in told) == (400, True)
    assert site.seen(EMMA) == []
    assert site.slack.calls[-1].error == error


async def test_answers_stand_among_the_calls(site: Site) -> None:
    await site.answer(site.issue(), text="Hello")
    assert site.slack.called("response_url") == [{"text": "Hello"}]
