"""Failures that a test asks for, as a client meets them."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.failures import Failure
from bot.playground.local_slack import LocalSlack
from bot.playground.people import EMMA
from bot.playground.workspace import GENERAL
from tests.unit.playground.demo_bot import MANIFEST


@pytest.fixture
def slack() -> LocalSlack:
    return LocalSlack(MANIFEST)


@pytest.fixture
async def client(slack: LocalSlack) -> AsyncIterator[AsyncWebClient]:
    async with slack.serving() as url, aiohttp.ClientSession() as session:
        client = AsyncWebClient(token=slack.bot_token, base_url=url, session=session)
        client.retry_handlers.clear()
        yield client


async def test_a_refusal_comes_as_often_as_asked_and_then_no_more(slack: LocalSlack, client: AsyncWebClient) -> None:
    slack.fail_next("users.info", Failure.slack("fatal_error"), times=2)
    for _ in range(2):
        with pytest.raises(SlackApiError, match="fatal_error"):
            await client.users_info(user=EMMA)
    assert (await client.users_info(user=EMMA))["ok"]
    assert [call.error for call in slack.calls] == ["fatal_error", "fatal_error", None]


async def test_other_methods_go_on_working(slack: LocalSlack, client: AsyncWebClient) -> None:
    slack.fail_next("users.info", Failure.http(500))
    assert (await client.auth_test())["ok"]


async def test_a_rate_limit_says_how_long_to_wait(slack: LocalSlack, client: AsyncWebClient) -> None:
    slack.fail_next("chat.postMessage", Failure.rate_limited(retry_after=30))
    with pytest.raises(SlackApiError) as caught:
        await client.chat_postMessage(channel=GENERAL, text="Hello")
    assert caught.value.response.status_code == 429
    assert caught.value.response.headers["Retry-After"] == "30"
    assert caught.value.response["error"] == "ratelimited"
    assert slack.workspace.messages == []


@pytest.mark.parametrize(("failure", "status"), [(Failure.http(503), 503), (Failure.garbled(), 200)])
async def test_an_answer_can_be_no_json(
    slack: LocalSlack, client: AsyncWebClient, failure: Failure, status: int
) -> None:
    slack.fail_next("auth.test", failure)
    with pytest.raises(SlackApiError) as caught:
        await client.auth_test()
    assert caught.value.response.status_code == status


@pytest.mark.parametrize("does_the_work", [False, True])
async def test_a_connection_can_break_before_or_after_the_work(
    slack: LocalSlack, client: AsyncWebClient, does_the_work: bool
) -> None:
    slack.fail_next("chat.postMessage", Failure.dropped(does_the_work=does_the_work))
    with pytest.raises(aiohttp.ClientConnectionError):
        await client.chat_postMessage(channel=GENERAL, text="Hello")
    assert len(slack.workspace.messages) == does_the_work


async def test_an_answer_can_stay_away_until_the_caller_gives_up(slack: LocalSlack, client: AsyncWebClient) -> None:
    slack.fail_next("users.info", Failure.silent())
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(client.users_info(user=EMMA), timeout=0.05)


async def test_an_answer_can_be_held_back(slack: LocalSlack, client: AsyncWebClient) -> None:
    let_go = asyncio.Event()
    slack.fail_next("users.info", Failure.held(let_go))
    call = asyncio.create_task(client.users_info(user=EMMA))
    assert (await client.auth_test())["ok"]
    assert not call.done()
    let_go.set()
    assert (await call)["ok"]


@pytest.mark.parametrize("failure", [Failure.silent(), Failure.held(asyncio.Event())], ids=["silent", "held"])
async def test_serving_ends_while_a_call_is_unanswered(slack: LocalSlack, failure: Failure) -> None:
    slack.fail_next("users.info", failure)
    async with aiohttp.ClientSession() as session, asyncio.timeout(0.5):
        async with slack.serving() as url:
            call = asyncio.create_task(session.get(f"{url}users.info"))
            await asyncio.wait({call}, timeout=0.02)
        with pytest.raises(aiohttp.ClientConnectionError):
            await call
