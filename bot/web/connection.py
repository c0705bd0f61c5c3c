"""One WebSocket to Slack: it has envelopes answered, and says when and why another one is needed."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

import aiohttp
from aiohttp import ClientWebSocketResponse, WSMsgType
from slack_bolt.response import BoltResponse

from bot.tally import RequestKind, Tally
from bot.telemetry import Request, note_error, reference_here
from bot.web.bodies import parse_json
from bot.web.refusals import Refused

Open = Callable[[], AbstractAsyncContextManager[ClientWebSocketResponse[bool]]]
"""Begins the handshake."""

PING_EVERY = 5.0  # seconds
SILENCE = 15.0  # seconds without a sign of life, a pong included, after which a connection counts as stuck
LINGER = 20.0  # seconds that one stays open after Slack asked for another; Slack closes it after about ten
ANSWER_WITHIN = 3.0  # seconds that envelopes in flight get when it closes; Slack waits no longer for an answer

ROUTINE = frozenset({"warning", "refresh_requested"})

_logger = logging.getLogger(__name__)


class Connection:
    """Lives from the handshake until it is closed, in a task of its own. `left` is set when another is needed.

    An answer goes back on the connection that brought the envelope, so this one may outlive its replacement.
    """

    def __init__(
        self,
        open_: Open,
        dispatch: Callable[[dict[str, Any]], Awaitable[BoltResponse]],
        now: Callable[[], float],
        tally: Tally,
    ) -> None:
        """`now` gives monotonic seconds. Needs a running event loop."""
        self.left = asyncio.Event()
        self.reason = ""
        self.is_routine = False
        self.greeted_at: float | None = None
        self._dispatch = dispatch
        self._now = now
        self._tally = tally
        self._began_at = self._heard_at = self._pinged_at = self._left_at = now()
        self._socket: ClientWebSocketResponse[bool] | None = None
        self._is_ending = False
        self._work: set[asyncio.Task[None]] = set()
        self.life = asyncio.create_task(self._live(open_))
        self.life.add_done_callback(_log_surprise)

    @property
    def is_open(self) -> bool:
        """Whether Slack has greeted us here and sends envelopes."""
        return self.greeted_at is not None and not self.left.is_set()

    @property
    def lasted(self) -> float:
        """For how many seconds it was of use, once it is left."""
        return 0.0 if self.greeted_at is None else self._left_at - self.greeted_at

    def check(self, now: float) -> None:
        """Look for a sign of life: leave a stuck connection, end one that has lingered, ping the others."""
        since = self._began_at if self.greeted_at is None else self._heard_at
        if now - since >= SILENCE:
            self._leave(f"nothing was heard for {SILENCE:.0f} seconds")
            self.end()
        elif self.left.is_set() and now - self._left_at >= LINGER:
            self.end()
        elif self._socket is not None and now - self._pinged_at >= PING_EVERY:
            self._pinged_at = now
            self._start(self._ping(self._socket))

    def end(self) -> None:
        """Take no more envelopes, answer those in flight, and close; `life` is done when that has happened.

        aiohttp says goodbye and doesn't wait for the other side's, which a stuck one never says.
        """
        if not self._is_ending:
            self._is_ending = True
            self.life.cancel()

    async def _live(self, open_: Open) -> None:
        try:
            async with open_() as socket:
                self._socket = socket
                try:
                    await self._listen(socket)
                finally:
                    await self._finish()
        except (aiohttp.ClientError, OSError) as error:
            self._leave(_in_words(error))
        finally:
            self._leave("it was closed")

    async def _listen(self, socket: ClientWebSocketResponse[bool]) -> None:
        """Pings are answered here, not by aiohttp, as each is a sign of life."""
        while True:
            message = await socket.receive()
            if message.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR):
                self._leave(f"the connection broke (code {socket.close_code})")
                return
            self._heard_at = self._now()
            if message.type is WSMsgType.TEXT:
                self._take(str(message.data))
            elif message.type is WSMsgType.PING:
                await socket.pong(message.data)

    def _take(self, text: str) -> None:
        try:
            envelope = parse_json(text)
        except Refused as refused:
            _logger.warning("Slack sent what can't be read: %s", refused.message)
            return
        kind = envelope.get("type")
        if kind == "hello":
            self.greeted_at = self._now()
            _logger.info("Connected to Slack by Socket Mode")
        elif kind == "disconnect":
            self._say_goodbye(str(envelope.get("reason")))
        elif self._socket is not None and isinstance(envelope.get("envelope_id"), str):
            self._start(self._deal_with(self._socket, envelope))

    def _say_goodbye(self, reason: str) -> None:
        """Slack renews each connection within hours; for any other reason it wants this one gone."""
        self.is_routine = reason in ROUTINE
        self._leave(f"Slack asked for it ({reason})")
        if not self.is_routine:
            self.end()

    async def _deal_with(self, socket: ClientWebSocketResponse[bool], envelope: Mapping[str, Any]) -> None:
        with Request(self._tally, self._now, RequestKind.OTHER) as request:
            try:
                request.answered(await self._answer(socket, envelope))
            except Exception as error:  # the edge of what nobody waits for: Bolt's error handler has failed, or we have
                note_error(error)
                _logger.exception("Something was not done for Slack (reference %s)", reference_here())

    async def _answer(self, socket: ClientWebSocketResponse[bool], envelope: Mapping[str, Any]) -> int:
        """The status that it would have over HTTP; 503 where the answer didn't go out."""
        payload = envelope.get("payload")
        try:
            answer = await self._dispatch(payload if isinstance(payload, dict) else {})
            if answer.status != 200:
                raise Refused(answer.status, "not_answered", f"Nothing here listens to it ({answer.status}).")
            await socket.send_str(acknowledgement(envelope, answer))
            return answer.status
        except Refused as refused:
            _logger.warning("An envelope was not acknowledged: %s", refused.message)
            return refused.status
        except (aiohttp.ClientError, OSError) as error:
            _logger.warning("An answer was lost with its connection: %s", _in_words(error))
            return 503

    async def _ping(self, socket: ClientWebSocketResponse[bool]) -> None:
        try:
            await socket.ping()
        except (aiohttp.ClientError, OSError) as error:
            self._leave(_in_words(error))

    async def _finish(self) -> None:
        if self._work:
            await asyncio.wait(set(self._work), timeout=ANSWER_WITHIN)
        for task in self._work:
            task.cancel()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        task.add_done_callback(_log_surprise)

    def _leave(self, reason: str) -> None:
        """Ask for a replacement; the first reason stands."""
        if not self.left.is_set():
            self.reason, self._left_at = reason, self._now()
            self.left.set()


def acknowledgement(envelope: Mapping[str, Any], answer: BoltResponse) -> str:
    """What goes back: with the answer, as the JSON that it is already, where Slack reads one."""
    head = f'{{"envelope_id":{json.dumps(envelope["envelope_id"])}'
    if not answer.body or not envelope.get("accepts_response_payload"):
        return head + "}"
    payload = answer.body if answer.body.startswith("{") else json.dumps({"text": answer.body})
    return f'{head},"payload":{payload}}}'


def _in_words(error: Exception) -> str:
    """What happened. The error's own words may hold the address, which is a secret."""
    status = f" {error.status}" if isinstance(error, aiohttp.WSServerHandshakeError) else ""
    return f"{type(error).__name__}{status}"


def _log_surprise(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _logger.error("Something was not done for Slack (reference %s)", reference_here(), exc_info=error)
