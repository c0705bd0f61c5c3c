"""ASGI at its smallest: a request to an application in this process, its lifespan, and an answer from ours."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from bot.playground.refusals import Refused

Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Response:
    """An HTTP answer; header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


async def request(
    app: Application, url: str, headers: Mapping[str, str], body: bytes, method: str = "POST"
) -> Response:
    """Send a request to the application, and wait until it has answered and returned. Raises Refused if it doesn't."""
    start: Event = {}
    parts: list[bytes] = []
    coming = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Event:
        if coming:
            return coming.pop()
        return await asyncio.Future()  # the caller stays for as long as the application works

    async def send(event: Event) -> None:
        if event["type"] == "http.response.start":
            start.update(event)
        elif event["type"] == "http.response.body":
            parts.append(event.get("body", b""))

    await app({**_scope(url, headers, body), "method": method}, receive, send)
    if not start:
        raise Refused("the application returned without an answer")
    told = {name.decode().lower(): value.decode() for name, value in start.get("headers", ())}
    return Response(start["status"], told, b"".join(parts))


def _scope(url: str, headers: Mapping[str, str], body: bytes) -> Event:
    path, query = urlsplit(url).path, urlsplit(url).query
    sent = {
        "host": "127.0.0.1",
        "content-length": str(len(body)),
        **{k.lower(): v for k, v in headers.items()},
    }
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in sent.items()],
        "client": ("127.0.0.1", 40_000),
        "server": ("127.0.0.1", 3_000),
        "state": {},
    }


@asynccontextmanager
async def running(app: Application) -> AsyncIterator[None]:
    """Start the application by its lifespan, and stop it at the end. Raises RuntimeError if it won't start."""
    to_app: asyncio.Queue[Event] = asyncio.Queue()
    from_app: asyncio.Queue[Event] = asyncio.Queue()

    async def told(phase: str) -> None:
        await to_app.put({"type": f"lifespan.{phase}"})
        event = await from_app.get()
        if event["type"] != f"lifespan.{phase}.complete":
            raise RuntimeError(f"{phase} failed: {event.get('message', '')}")

    async def live() -> None:
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        try:
            await app(scope, to_app.get, from_app.put)
        finally:
            await from_app.put({"type": "ended", "message": "the application's lifespan ended"})

    life = asyncio.create_task(live())
    try:
        await told("startup")
        yield
        await told("shutdown")
    finally:
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)


async def read_body(receive: Receive) -> bytes:
    parts = []
    while True:
        event = await receive()
        parts.append(event.get("body", b""))
        if not event.get("more_body"):
            return b"".join(parts)


async def gone(receive: Receive) -> None:
    """Return when the caller has given up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def either(*waits: Coroutine[Any, Any, object]) -> None:
    """Wait for the first of these."""
    tasks = [asyncio.create_task(wait) for wait in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


async def answer(send: Send, status: int, body: bytes, content_type: str, more: Iterable[tuple[str, str]] = ()) -> None:
    fields = [("content-type", content_type), ("content-length", str(len(body))), *more]
    headers = [(name.encode(), value.encode()) for name, value in fields]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
