"""Socket Mode of the local Slack: WebSockets on 127.0.0.1, any of which may get an envelope, and their faults."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import WSMsgType, web

from bot.playground.asgi import Response
from bot.playground.failures import Failure
from bot.playground.installation import APP_ID
from bot.playground.records import Json
from bot.playground.refusals import NotThere
from bot.playground.signing import RequestKind

PATIENCE = 10.0  # seconds; Slack itself waits three, but a busy machine must not fail a test
UNANSWERED = Response(504, {}, b"")
# Of the interactions, Slack reads an answer to these alone.
ANSWERABLE = frozenset({"view_submission", "block_suggestion"})
ENDS = frozenset({WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR})


class Socket:
    """One WebSocket of the bot, as Slack holds it.

    `pings` says how often the bot has pinged, `strays` what it has sent that acknowledges nothing.
    """

    def __init__(self, stream: web.WebSocketResponse, transport: asyncio.Transport) -> None:
        self.strays: list[str] = []
        self.pings = 0
        self.is_stuck = False
        self.is_leaving = False
        self._stream = stream
        self._transport = transport
        self._asked: dict[str, asyncio.Future[Response]] = {}
        self._pongs: asyncio.Queue[bytes] = asyncio.Queue()

    async def ask(self, envelope: Mapping[str, Any], patience: float) -> Response:
        """Send an envelope, and wait for its acknowledgement: UNANSWERED where none comes."""
        waited = self._asked[envelope["envelope_id"]] = asyncio.get_running_loop().create_future()
        try:
            await self._stream.send_json(envelope)
            return await asyncio.wait_for(waited, patience)
        except (ConnectionError, TimeoutError):
            return UNANSWERED
        finally:
            del self._asked[envelope["envelope_id"]]

    async def ask_to_leave(self, reason: str = "refresh_requested") -> None:
        """Tell the bot to connect anew: `warning` comes ten seconds before. No envelope comes here any more."""
        self.is_leaving = True
        await self._stream.send_json({"type": "disconnect", "reason": reason, "debug_info": {"host": "local"}})

    async def say(self, words: str | bytes) -> None:
        """Send what Slack never sends: any text, or a binary frame."""
        await (self._stream.send_str(words) if isinstance(words, str) else self._stream.send_bytes(words))

    async def ping(self, patience: float = PATIENCE) -> None:
        """Ping the bot, and wait for its pong. Raises TimeoutError."""
        await self._stream.ping(b"from Slack")
        await asyncio.wait_for(self._pongs.get(), patience)

    def get_stuck(self) -> None:
        """Stay open and neither read nor answer, not even a ping, as a connection that a router has forgotten."""
        self.is_stuck = True

    def break_frames(self) -> None:
        """Send bytes that are no frame of a WebSocket."""
        self._transport.write(b"\xff\xff\xff\xff")

    def drop(self) -> None:
        """Break the connection without a word."""
        self._transport.abort()

    async def close(self) -> None:
        """Close it as the protocol has it."""
        await self._stream.close()

    async def live(self) -> None:
        """Take what the bot sends until the connection ends; the server cancels it when the bot has hung up."""
        while (message := await self._stream.receive()).type not in ENDS or self.is_stuck:
            if self.is_stuck:
                await asyncio.Event().wait()
            if message.type is WSMsgType.PING:
                self.pings += 1
                await self._stream.pong(message.data)
            elif message.type is WSMsgType.PONG:
                self._pongs.put_nowait(message.data)
            else:
                self._take(message.data)
        await self._stream.close()

    def end(self) -> None:
        for waited in self._asked.values():
            if not waited.done():
                waited.set_result(UNANSWERED)

    def _take(self, text: str | bytes) -> None:
        ack = _decoded(text)
        waited = self._asked.get(str(ack.get("envelope_id")))
        if waited is None or waited.done() or not ack.keys() <= {"envelope_id", "payload"}:
            self.strays.append(str(text))
        elif ack.get("payload") is None:
            waited.set_result(Response(200, {}, b""))
        else:
            body = json.dumps(ack["payload"]).encode()
            waited.set_result(Response(200, {"content-type": "application/json"}, body))


class Sockets:
    """All WebSockets of the bot. `failures` are what goes wrong with the next ones that it opens.

    Where it isn't `is_polite`, Slack greets nobody. `patience` is in seconds.
    """

    def __init__(self, is_enabled: bool = False) -> None:
        self.open: list[Socket] = []
        self.failures: deque[Failure] = deque()
        self.patience = PATIENCE
        self.is_polite = True
        self._is_enabled = is_enabled
        self._address = ""
        self._tickets: set[str] = set()
        self._numbers = {"ticket": 0, "envelope": 0}
        self._changed = asyncio.Event()
        self._stopping = asyncio.Event()

    def new_address(self) -> str:
        """Where the bot may open one WebSocket, once."""
        ticket = self._next("ticket")
        self._tickets.add(ticket)
        return f"{self._address}?ticket={ticket}"

    async def deliver(self, kind: RequestKind, payload: Mapping[str, Any], retry: Json | None = None) -> Response:
        """Send a payload over the WebSocket whose turn it is. Status 504 stands for no acknowledgement."""
        willing = [socket for socket in self.open if not socket.is_leaving] or self.open
        if not willing:
            raise NotThere("no bot is connected")
        number = self._next("envelope")
        answerable = kind is RequestKind.COMMAND or payload.get("type") in ANSWERABLE
        envelope = {"envelope_id": f"envelope-{number}", "type": kind, "payload": payload, **(retry or {})}
        envelope["accepts_response_payload"] = answerable
        return await willing[int(number) % len(willing)].ask(envelope, self.patience)

    async def connected(self, number: int) -> None:
        """Wait until the bot has so many open, and knows of each that Slack has greeted it."""
        await self.until(lambda: len(self.open) == number)
        for socket in self.open:
            await socket.ping(self.patience)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until sockets have come or gone. Raises TimeoutError."""
        async with asyncio.timeout(self.patience):
            while not is_so():
                self._changed.clear()
                await self._changed.wait()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Take WebSockets on a free port of 127.0.0.1."""
        runner = web.ServerRunner(
            web.Server(self._link, access_log=None, handler_cancellation=True), shutdown_timeout=1
        )
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            self._address = f"ws://127.0.0.1:{runner.addresses[0][1]}/link"
            yield
        finally:
            self._stopping.set()
            for socket in self.open:
                socket.drop()
            await runner.cleanup()

    async def _link(self, request: web.BaseRequest) -> web.StreamResponse:
        ticket = request.query.get("ticket", "")
        refusal = web.Response(status=403) if ticket not in self._tickets else await self._fail(request)
        self._tickets.discard(ticket)
        if refusal is not None:
            return refusal
        stream = web.WebSocketResponse(autoping=False, autoclose=False, max_msg_size=0)
        await stream.prepare(request)
        assert request.transport is not None
        await self._welcome(Socket(stream, request.transport), stream)
        return stream

    async def _welcome(self, socket: Socket, stream: web.WebSocketResponse) -> None:
        if not self._is_enabled:
            await socket.ask_to_leave("link_disabled")
            return
        hello = {"type": "hello", "num_connections": len(self.open) + 1, "connection_info": {"app_id": APP_ID}}
        if self.is_polite:
            await stream.send_json(hello)
        self.open.append(socket)
        self._changed.set()
        try:
            await socket.live()
        finally:
            socket.end()
            self.open.remove(socket)
            self._changed.set()

    async def _fail(self, request: web.BaseRequest) -> web.Response | None:
        """Let this handshake fail where that was asked for."""
        if not self.failures:
            return None
        failure = self.failures.popleft()
        if failure.until:
            await failure.until.wait()
            return None
        if failure.is_silent:
            await self._stopping.wait()
        if failure.drops and request.transport:
            request.transport.abort()
        return web.Response(status=failure.status)

    def _next(self, what: str) -> str:
        self._numbers[what] += 1
        return str(self._numbers[what])


def _decoded(text: str | bytes) -> Json:
    """What the bot sent, where it is an object."""
    try:
        decoded = json.loads(text)
    except ValueError:
        return {}
    return decoded if isinstance(decoded, dict) else {}
