"""Socket Mode as a client of few lines sees it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.failures import Failure
from bot.playground.installation import APP_ID
from bot.playground.local_slack import LocalSlack
from bot.playground.people import DIETER, EMMA
from bot.playground.refusals import NotThere
from tests.unit.playground.demo_bot import MANIFEST, Clock, actions, button, modal, section, text_input

WITH_SOCKETS = {**MANIFEST, "settings": {**MANIFEST["settings"], "socket_mode_enabled": True}}
Stream = ClientWebSocketResponse[bool]


class Line:
    """The bot's side: where it may connect, and what it hears."""

    def __init__(self, slack: LocalSlack, url: str, session: aiohttp.ClientSession) -> None:
        self.slack, self.sockets, self.session = slack, slack.sockets, session
        self.url = url

    async def address(self, token: str | None = None) -> str:
        client = AsyncWebClient(base_url=self.url, session=self.session)
        answer = await client.apps_connections_open(app_token=token or self.slack.app_token)
        return str(answer["url"])

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Stream]:
        """A WebSocket on which Slack has greeted."""
        async with self.session.ws_connect(await self.address(), autoping=False) as stream:
            assert (await heard(stream))["type"] == "hello"
            yield stream


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    slack = LocalSlack(WITH_SOCKETS, now=Clock())
    async with slack.serving() as url, aiohttp.ClientSession() as session:
        yield Line(slack, url, session)


async def heard(stream: Stream) -> dict[str, Any]:
    """The next message."""
    message: dict[str, Any] = json.loads((await stream.receive(timeout=5)).data)
    return message


async def acknowledge(stream: Stream, payload: Any = None) -> dict[str, Any]:
    """Acknowledge the next envelope, and give it."""
    envelope = await heard(stream)
    more = {} if payload is None else {"payload": payload}
    await stream.send_json({"envelope_id": envelope["envelope_id"], **more})
    return envelope


async def test_slack_greets_whoever_connects(line: Line) -> None:
    async with line.session.ws_connect(await line.address()) as stream:
        hello = await heard(stream)
    assert hello == {"type": "hello", "num_connections": 1, "connection_info": {"app_id": APP_ID}}
    await line.sockets.until(lambda: line.sockets.open == [])


@pytest.mark.parametrize("token", ["xoxb-local-bot-token", "xapp-other"])
async def test_an_address_is_given_for_the_token_of_the_app_alone(line: Line, token: str) -> None:
    with pytest.raises(SlackApiError, match=r"not_allowed_token_type|invalid_auth"):
        await line.address(token)
    client = AsyncWebClient(token=line.slack.app_token, base_url=line.url, session=line.session)
    with pytest.raises(SlackApiError, match="not_allowed_token_type"):
        await client.auth_test()


async def test_an_address_serves_once(line: Line) -> None:
    address = await line.address()
    async with line.session.ws_connect(address) as stream:
        await heard(stream)
    for spent in (address, address.partition("?")[0]):
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await line.session.ws_connect(spent)


@pytest.mark.parametrize("failure", [Failure.http(408), Failure.dropped()], ids=["refused", "dropped"])
async def test_a_handshake_can_fail_and_its_address_is_spent(line: Line, failure: Failure) -> None:
    line.sockets.failures.append(failure)
    address = await line.address()
    with pytest.raises(aiohttp.ClientError):
        await line.session.ws_connect(address)
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await line.session.ws_connect(address)
    async with line.connected():
        pass


async def test_a_handshake_can_be_held_back_and_can_hang(line: Line) -> None:
    gate = asyncio.Event()
    line.sockets.failures.extend([Failure.held(gate), Failure.silent()])
    held = asyncio.create_task(line.session.ws_connect(await line.address()).__aenter__())
    await asyncio.wait({held}, timeout=0.02)
    assert not held.done()
    gate.set()
    assert (await heard(await held))["type"] == "hello"
    await (await held).close()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(line.session.ws_connect(await line.address()).__aenter__(), 0.02)


async def test_without_socket_mode_in_the_manifest_whoever_connects_is_sent_away() -> None:
    slack = LocalSlack(MANIFEST)
    async with slack.serving() as url, aiohttp.ClientSession() as session:
        async with session.ws_connect(await Line(slack, url, session).address()) as stream:
            assert await heard(stream) == {
                "type": "disconnect",
                "reason": "link_disabled",
                "debug_info": {"host": "local"},
            }
            assert (await stream.receive()).type is WSMsgType.CLOSE
        assert slack.sockets.open == []


async def test_a_command_comes_in_an_envelope_and_is_answered_by_its_acknowledgement(line: Line) -> None:
    async with line.connected() as stream:
        command = asyncio.create_task(line.slack.command(EMMA, "help"))
        envelope = await acknowledge(stream, {"text": "Hello"})
        outcome = await command
    assert envelope["type"] == "slash_commands"
    assert envelope["accepts_response_payload"] is True
    assert envelope["payload"]["text"] == "help"
    assert outcome.message.text == "Hello"
    assert outcome.status == 200
    assert line.slack.calls[-1].method == "ack"


async def test_an_event_is_acknowledged_without_an_answer_and_its_retry_says_so(line: Line) -> None:
    async with line.connected() as stream:
        for act, retry in (
            (line.slack.change_user(DIETER, title="Lead"), {}),
            (line.slack.repeat_event(retry=2), {"retry_attempt": 2, "retry_reason": "http_timeout"}),
        ):
            event = asyncio.create_task(act)
            envelope = await acknowledge(stream)
            assert envelope["type"] == "events_api"
            assert envelope["accepts_response_payload"] is False
            assert envelope["payload"]["event"]["type"] == "user_change"
            assert {name: value for name, value in envelope.items() if name.startswith("retry")} == retry
            assert (await event).status == 200


async def test_slack_reads_an_answer_to_a_submission_and_none_to_a_click(line: Line) -> None:
    async with line.connected() as stream:
        command = asyncio.create_task(line.slack.command(EMMA))
        await acknowledge(stream, {"text": "Go", "blocks": [section(), actions(button())]})
        message = (await command).message
        click = asyncio.create_task(line.slack.click(EMMA, message, "go"))
        clicked = await acknowledge(stream)
        await click
        trigger = clicked["payload"]["trigger_id"]
        client = AsyncWebClient(token=line.slack.bot_token, base_url=line.url, session=line.session)
        await client.views_open(trigger_id=trigger, view=modal(text_input()))
        view = line.slack.workspace.modals.top(EMMA)
        assert view is not None
        submission = asyncio.create_task(line.slack.submit(EMMA, view, {"words": "x"}))
        submitted = await acknowledge(stream, {"response_action": "errors", "errors": {"note": "Too short"}})
        outcome = await submission
    assert [clicked["accepts_response_payload"], submitted["accepts_response_payload"]] == [False, True]
    assert outcome.errors == {"note": "Too short"}


async def test_envelopes_take_turns_and_avoid_a_connection_that_was_told_to_leave(line: Line) -> None:
    async with line.connected() as first, line.connected() as second:
        for turn in (second, first, second, first):
            command = asyncio.create_task(line.slack.command(EMMA))
            await acknowledge(turn)
            await command
        await line.sockets.open[0].ask_to_leave("warning")
        assert (await heard(first))["reason"] == "warning"
        for _ in range(3):
            command = asyncio.create_task(line.slack.command(EMMA))
            await acknowledge(second)
            await command


async def test_a_connection_that_ends_leaves_its_envelope_unanswered(line: Line) -> None:
    async with line.connected() as stream:
        command = asyncio.create_task(line.slack.command(EMMA))
        await heard(stream)
    assert (await command).status == 504
    with pytest.raises(NotThere):
        await line.slack.command(EMMA)


async def test_slack_loses_its_patience(line: Line) -> None:
    line.sockets.patience = 0.02
    async with line.connected() as stream:
        command = asyncio.create_task(line.slack.command(EMMA))
        envelope = await heard(stream)
        assert (await command).status == 504
        await stream.send_json({"envelope_id": envelope["envelope_id"]})
        await stream.ping()
        assert (await stream.receive()).type is WSMsgType.PONG
        assert len(line.sockets.open[0].strays) == 1


@pytest.mark.parametrize("words", ["", "[]", "{", "{}", '{"envelope_id": "none"}', b"\x00"])
async def test_what_acknowledges_nothing_is_kept_as_a_stray(line: Line, words: str | bytes) -> None:
    async with line.connected() as stream:
        await (stream.send_str(words) if isinstance(words, str) else stream.send_bytes(words))
        await stream.ping(b"1")
        assert (await stream.receive()).type is WSMsgType.PONG
        assert line.sockets.open[0].strays == [str(words)]


async def test_pings_are_answered_until_it_gets_stuck(line: Line) -> None:
    async with line.connected() as stream:
        (socket,) = line.sockets.open
        await stream.ping(b"1")
        answer = await stream.receive()
        assert (answer.type, answer.data) == (WSMsgType.PONG, b"1")
        assert socket.pings == 1
        socket.get_stuck()
        await stream.ping(b"2")
        with pytest.raises(TimeoutError):
            await stream.receive(timeout=0.02)
    await line.sockets.until(lambda: line.sockets.open == [])


async def test_a_ping_of_slacks_waits_for_the_pong(line: Line) -> None:
    async with line.connected() as stream:
        (socket,) = line.sockets.open
        with pytest.raises(TimeoutError):
            await socket.ping(0.02)
        await stream.pong((await stream.receive()).data)
        await socket.ping(1)


async def test_connections_break_in_each_way(line: Line) -> None:
    ends = []
    for number in range(3):
        async with line.connected() as stream:
            (socket,) = line.sockets.open
            if number == 0:
                socket.drop()
            elif number == 1:
                socket.break_frames()
            else:
                closing = asyncio.create_task(socket.close())
            ends.append((await stream.receive()).type)
        await line.sockets.until(lambda: line.sockets.open == [])
    await closing
    assert ends == [WSMsgType.CLOSED, WSMsgType.ERROR, WSMsgType.CLOSE]


@pytest.mark.parametrize("words", ["nonsense", b"\x00"])
async def test_slack_can_say_what_it_never_says(line: Line, words: str | bytes) -> None:
    async with line.connected() as stream:
        await line.sockets.open[0].say(words)
        assert (await stream.receive()).data == words
