"""Socket Mode against the local Slack: what happens to connections, and to the envelopes on them."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any

import aiohttp
import pytest
from slack_bolt.response import BoltResponse

from bot.messenger.client import SlackClient
from bot.playground.failures import Failure
from bot.playground.local_slack import LocalSlack
from bot.playground.people import EMMA
from bot.playground.socket_mode import Socket
from bot.web.connection import LINGER, PING_EVERY, SILENCE, acknowledgement
from bot.web.refusals import Refused
from bot.web.socket_mode import CONNECTIONS, LONGEST_WAIT, STEADY, SocketMode, wait_before
from tests.unit.playground.demo_bot import MANIFEST, Clock

WITH_SOCKETS = {**MANIFEST, "settings": {**MANIFEST["settings"], "socket_mode_enabled": True}}
JSON = {"content-type": ["application/json"]}
NEVER_READ = pytest.mark.parametrize(
    "words",
    ["nonsense", "[]", "{", '"hello"', "[" * 10_000, '{"type": "hel', '{"a": "\\ud800"}', "", "{}", b"\x00\xff"],
    ids=["text", "list", "cut", "string", "deep", "half", "surrogate", "nothing", "empty", "binary"],
)


async def usual(fields: dict[str, Any]) -> BoltResponse:
    return BoltResponse(status=200, body='{"text": "Hello"}')


class Room:
    """Socket Mode, the local Slack at its other end, and the time that both have."""

    def __init__(self, slack: LocalSlack, session: aiohttp.ClientSession, url: str, clock: Clock) -> None:
        self.slack, self.sockets, self.clock = slack, slack.sockets, clock
        self.heard: list[dict[str, Any]] = []
        self.answers: Callable[[dict[str, Any]], Awaitable[BoltResponse]] = usual
        self.attempts = 0
        client = SlackClient(slack.app_token, url, session, None)
        self.socket_mode = SocketMode(client, session, self._dispatch, clock, chance=self._chance)
        self.of_bot = SlackClient(slack.bot_token, url, session, None)

    def _chance(self) -> float:
        """It is asked for once before each attempt to connect."""
        self.attempts += 1
        return 1.0

    async def _dispatch(self, fields: dict[str, Any]) -> BoltResponse:
        self.heard.append(fields)
        return await self.answers(fields)

    async def connected(self) -> None:
        await self.sockets.connected(CONNECTIONS)
        assert self.socket_mode.problem() is None

    def passes(self, seconds: float) -> None:
        """Time goes by, and the watchdog looks."""
        self.clock.now += seconds
        self.socket_mode.check(self.clock.now)

    async def next_attempts(self, number: int) -> None:
        """Wait until so many attempts were begun, and let enough time go by for those that wait."""
        await until(lambda: self.attempts >= number)
        self.passes(LONGEST_WAIT)

    async def round_trip(self) -> None:
        """Let whatever is on its way arrive."""
        for _ in range(2):
            await self.of_bot.call("auth.test")

    async def replaced(self, before: list[Socket]) -> None:
        """Wait until every connection is another one."""
        await self.sockets.until(lambda: len(self.sockets.open) >= CONNECTIONS and not self.open_of(before))

    def open_of(self, sockets: list[Socket]) -> set[Socket]:
        return set(sockets) & set(self.sockets.open)

    async def ask(self) -> Any:
        return (await self.slack.command(EMMA, "help")).body

    @property
    def addresses(self) -> int:
        """How often the bot asked for an address."""
        return len(self.slack.called("apps.connections.open"))


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():  # noqa: ASYNC110  # no event tells what goes on inside of the client
            await asyncio.sleep(0)


@asynccontextmanager
async def starting(manifest: Any = WITH_SOCKETS) -> AsyncIterator[Room]:
    """Socket Mode that is closed at the end, whatever state it's in."""
    clock = Clock()
    slack = LocalSlack(manifest, now=clock)
    async with slack.serving() as url, aiohttp.ClientSession() as session:
        room = Room(slack, session, url, clock)
        try:
            yield room
        finally:
            async with asyncio.timeout(5):
                await room.socket_mode.close()


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with starting() as started:
        await started.socket_mode.start()
        await started.connected()
        yield started


@contextmanager
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """What is logged meanwhile."""
    caplog.clear()
    with caplog.at_level(logging.INFO, "bot"):
        lines: list[str] = []
        yield lines
    lines += [record.getMessage() for record in caplog.records]


@pytest.mark.parametrize(
    ("attempt", "chance", "seconds"),
    [(0, 1, 0), (1, 0, 0.5), (1, 1, 1), (2, 1, 2), (5, 0.5, 12), (7, 1, LONGEST_WAIT), (10_000, 1, LONGEST_WAIT)],
)
def test_each_failure_doubles_the_wait_up_to_the_longest(attempt: int, chance: float, seconds: float) -> None:
    assert wait_before(attempt, chance) == seconds


@pytest.mark.parametrize(
    ("envelope", "body", "sent"),
    [
        ({"accepts_response_payload": True}, "", '{"envelope_id":"1\\""}'),
        ({"accepts_response_payload": True}, '{"text":"é"}', '{"envelope_id":"1\\"","payload":{"text":"é"}}'),
        ({"accepts_response_payload": True}, 'a "word"', '{"envelope_id":"1\\"","payload":{"text": "a \\"word\\""}}'),
        ({"accepts_response_payload": False}, '{"text":"é"}', '{"envelope_id":"1\\""}'),
        ({}, '{"text":"é"}', '{"envelope_id":"1\\""}'),
    ],
)
def test_an_answer_goes_into_the_acknowledgement_where_slack_reads_one(
    envelope: dict[str, Any], body: str, sent: str
) -> None:
    assert acknowledgement({"envelope_id": '1"', **envelope}, BoltResponse(status=200, body=body)) == sent


async def test_it_says_that_it_is_not_connected_until_slack_has_greeted() -> None:
    async with starting() as room:
        assert room.socket_mode.problem() == "Not connected to Slack by Socket Mode: connecting."
        await room.socket_mode.start()
        await room.connected()
    assert room.socket_mode.problem() is not None
    assert room.sockets.open == []


async def test_a_command_is_answered_in_its_acknowledgement(room: Room) -> None:
    assert await room.ask() == {"text": "Hello"}
    assert room.heard[0]["command"] == "/skill"


@NEVER_READ
async def test_what_cannot_be_read_is_passed_over(room: Room, words: str | bytes) -> None:
    for socket in room.sockets.open:
        await socket.say(words)
    assert await room.ask() == {"text": "Hello"}
    assert room.addresses == CONNECTIONS
    assert [socket.strays for socket in room.sockets.open] == [[]] * CONNECTIONS


async def test_a_payload_that_is_no_object_is_not_taken_for_one(room: Room) -> None:
    await room.sockets.open[0].say('{"type": "interactive", "envelope_id": "1", "payload": []}')
    await room.ask()
    assert all(isinstance(fields, dict) for fields in room.heard)


DEEP: dict[str, Any] = {}
for _ in range(99):
    DEEP = {"a": DEEP}
ODD: list[Any] = [None, 0, -1, True, "", "\x00", "x" * 100_000, [], [[]], {}, {"type": []}, DEEP]
FIELDS = ("type", "envelope_id", "payload", "accepts_response_payload", "reason", "retry_attempt", "retry_reason")


async def test_an_envelope_of_any_shape_is_answered_or_passed_over(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    whole = {"type": "interactive", "envelope_id": "1", "payload": {"type": "block_actions"}}
    with logged(caplog) as lines:
        for field in FIELDS:
            for odd in ODD:
                for socket in room.sockets.open:
                    await socket.say(json.dumps({**whole, field: odd}))
        assert await room.ask() == {"text": "Hello"}
    assert room.addresses == CONNECTIONS, "no connection was lost over it"
    assert all(isinstance(fields, dict) for fields in room.heard)
    assert [line for line in lines if "reference" in line] == []


@pytest.mark.parametrize("surprise", [RuntimeError("a surprise"), Refused(400, "odd_field", "It's odd.")])
async def test_a_listener_that_fails_is_logged_and_the_connection_stays(
    room: Room, caplog: pytest.LogCaptureFixture, surprise: Exception
) -> None:
    async def fail(fields: dict[str, Any]) -> BoltResponse:
        raise surprise

    room.answers = fail
    room.sockets.patience = 0.02
    with logged(caplog) as lines:
        assert await room.ask() is None
    assert len([line for line in lines if "in 0.0 ms" not in line]) == 1
    room.answers, room.sockets.patience = usual, 10
    assert await room.ask() == {"text": "Hello"}
    assert room.addresses == CONNECTIONS


async def test_what_nobody_foresaw_while_connecting_is_logged_and_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = list(room.sockets.open)
    with monkeypatch.context() as patch:
        patch.setattr(SlackClient, "call", nobody_foresaw)
        for socket in before:
            socket.drop()
        await room.next_attempts(2 * CONNECTIONS)
        await until(lambda: "see the log" in (room.socket_mode.problem() or ""))
    assert "nobody foresaw this" in caplog.text
    await room.next_attempts(3 * CONNECTIONS)
    await room.replaced(before)
    await room.connected()


async def nobody_foresaw(*_: Any, **__: Any) -> Any:
    raise RuntimeError("nobody foresaw this")


async def test_slacks_pings_are_answered(room: Room) -> None:
    for socket in room.sockets.open:
        await socket.ping()


async def test_a_quiet_connection_is_pinged_and_kept_as_long_as_it_answers(room: Room) -> None:
    for rounds in range(1, 10):
        room.passes(PING_EVERY - 1)
        assert [socket.pings for socket in room.sockets.open] == [rounds - 1] * CONNECTIONS
        room.passes(1)
        await until(partial(pinged, room, rounds))
    assert room.addresses == CONNECTIONS


def pinged(room: Room, rounds: int) -> bool:
    return all(socket.pings == rounds for socket in room.sockets.open)


async def test_a_stuck_connection_is_rebuilt_once_it_was_silent_too_long(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    before = list(room.sockets.open)
    for socket in before:
        socket.get_stuck()
    room.passes(SILENCE - 1)
    assert room.socket_mode.problem() is None
    with logged(caplog) as lines:
        room.passes(1)
        assert room.socket_mode.problem() is not None
        await room.replaced(before)
    assert "A new connection to Slack is needed: nothing was heard for 15 seconds" in lines
    assert await room.ask() == {"text": "Hello"}


async def test_a_handshake_that_hangs_is_given_up() -> None:
    async with starting() as room:
        room.sockets.failures.extend([Failure.silent()] * CONNECTIONS)
        await room.socket_mode.start()
        await until(lambda: not room.sockets.failures)
        room.passes(SILENCE)
        await until(lambda: "nothing was heard" in str(room.socket_mode.problem()))
        await room.next_attempts(2 * CONNECTIONS)
        await room.connected()


async def test_a_slack_that_answers_pings_and_never_greets_is_given_up() -> None:
    async with starting() as room:
        room.sockets.is_polite = False
        await room.socket_mode.start()
        await room.sockets.connected(CONNECTIONS)
        room.passes(SILENCE - 1)
        for socket in room.sockets.open:
            await socket.ping()
        room.sockets.is_polite = True
        room.passes(1)
        await room.next_attempts(2 * CONNECTIONS)
        await until(lambda: room.socket_mode.problem() is None)


BREAK: list[Callable[[Socket], Any]] = [Socket.drop, Socket.break_frames, Socket.close]


@pytest.mark.parametrize("breaks", BREAK, ids=lambda breaks: breaks.__name__)
async def test_a_connection_that_breaks_is_replaced_at_once(room: Room, breaks: Callable[[Socket], Any]) -> None:
    room.passes(STEADY)
    before = list(room.sockets.open)
    for socket in before:
        if (waited := breaks(socket)) is not None:
            await waited
    await room.replaced(before)
    assert await room.ask() == {"text": "Hello"}
    assert room.addresses == 2 * CONNECTIONS


async def test_one_that_breaks_again_at_once_is_waited_for(room: Room) -> None:
    room.passes(STEADY)
    for addresses in (1, 2):
        assert room.addresses == addresses * CONNECTIONS
        before = list(room.sockets.open)
        for socket in before:
            socket.drop()
        if addresses == 1:
            await room.replaced(before)
    await until(lambda: room.attempts == 3 * CONNECTIONS)
    room.passes(0.9)
    await room.round_trip()
    assert room.addresses == 2 * CONNECTIONS
    room.passes(0.1)
    await room.connected()


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (Failure.slack("invalid_auth"), "apps.connections.open: invalid_auth"),
        (Failure.http(503), "apps.connections.open"),
        (Failure.garbled(), "apps.connections.open"),
        (Failure.dropped(), "apps.connections.open: ServerDisconnectedError"),
    ],
    ids=["refused", "503", "garbled", "dropped"],
)
async def test_a_refused_address_is_told_once_and_asked_for_again(
    caplog: pytest.LogCaptureFixture, failure: Failure, reason: str
) -> None:
    async with starting() as room:
        room.slack.fail_next("apps.connections.open", failure, times=3 * CONNECTIONS)
        with logged(caplog) as lines:
            await room.socket_mode.start()
            for rounds in (2, 3, 4):
                await room.next_attempts(rounds * CONNECTIONS)
            await room.connected()
        (told,) = {line for line in lines if "is needed" in line}
        assert reason in told
        assert len([line for line in lines if "is needed" in line]) <= CONNECTIONS


@pytest.mark.parametrize(
    "failure", [Failure.http(408), Failure.http(503), Failure.dropped()], ids=["408", "503", "drop"]
)
async def test_after_a_refused_handshake_another_address_is_asked_for(
    caplog: pytest.LogCaptureFixture, failure: Failure
) -> None:
    async with starting() as room:
        room.sockets.failures.extend([failure] * CONNECTIONS)
        with logged(caplog):
            await room.socket_mode.start()
            await room.next_attempts(2 * CONNECTIONS)
            await room.connected()
        assert room.addresses == 2 * CONNECTIONS
        assert "ticket=" not in caplog.text


async def test_socket_mode_that_is_switched_off_in_slack_is_told() -> None:
    async with starting(MANIFEST) as room:
        await room.socket_mode.start()
        await until(lambda: "link_disabled" in str(room.socket_mode.problem()))
        await room.next_attempts(2 * CONNECTIONS)
        assert room.sockets.open == []


@pytest.mark.parametrize("reason", ["warning", "refresh_requested"])
async def test_slack_asks_for_another_and_the_old_one_answers_until_it_goes(room: Room, reason: str) -> None:
    room.passes(STEADY)
    before = list(room.sockets.open)
    for socket in before:
        await socket.ask_to_leave(reason)
    await room.sockets.until(lambda: len(room.sockets.open) == 2 * CONNECTIONS)
    for socket in before:
        socket.is_leaving = False
    for _ in room.sockets.open:
        assert await room.ask() == {"text": "Hello"}

    for seconds in (SILENCE - 1, LINGER - SILENCE):
        room.passes(seconds)
        for socket in room.sockets.open:
            await socket.ping()
    assert room.open_of(before) == set(before)
    room.passes(1)
    await room.replaced(before)
    assert await room.ask() == {"text": "Hello"}


async def test_one_connection_too_many_is_closed_and_tried_again_later(room: Room) -> None:
    first, second = room.sockets.open
    await first.ask_to_leave("too_many_websockets")
    await room.sockets.until(lambda: room.sockets.open == [second])
    assert room.socket_mode.problem() is None
    await room.next_attempts(CONNECTIONS + 1)
    await room.sockets.until(lambda: len(room.sockets.open) == CONNECTIONS)


async def test_what_is_in_flight_is_answered_before_it_closes(room: Room) -> None:
    gate, taken = asyncio.Event(), asyncio.Event()

    async def slow(fields: dict[str, Any]) -> BoltResponse:
        taken.set()
        await gate.wait()
        return BoltResponse(status=200, body='{"text": "Late"}')

    room.answers = slow
    command = asyncio.create_task(room.ask())
    await taken.wait()
    closing = asyncio.create_task(room.socket_mode.close())
    await room.sockets.until(lambda: len(room.sockets.open) == 1)
    gate.set()
    assert await command == {"text": "Late"}
    await closing
    assert room.socket_mode.problem() is not None


async def test_it_closes_while_it_asks_for_an_address() -> None:
    async with starting() as room:
        room.slack.fail_next("apps.connections.open", Failure.silent(), times=CONNECTIONS)
        await room.socket_mode.start()
        await until(lambda: room.addresses == CONNECTIONS)


async def test_it_closes_while_a_handshake_hangs() -> None:
    async with starting() as room:
        room.sockets.failures.extend([Failure.silent()] * CONNECTIONS)
        await room.socket_mode.start()
        await until(lambda: not room.sockets.failures)


async def test_it_closes_before_anything_has_begun() -> None:
    async with starting() as room:
        await room.socket_mode.start()


async def test_it_closes_though_the_other_side_is_stuck(room: Room) -> None:
    for socket in room.sockets.open:
        socket.get_stuck()
