"""The types of ASGI that the front speaks, and the one shape of answer that it sends."""

import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, NamedTuple

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = tuple[tuple[bytes, bytes], ...]


class Response(NamedTuple):
    """A whole answer. `headers` leave out content-length."""

    status: int
    headers: Headers
    body: bytes


def json_response(status: int, data: Mapping[str, Any], headers: Headers = ()) -> Response:
    content_type = (b"content-type", b"application/json;charset=utf-8")
    return Response(status, (content_type, *headers), json.dumps(data, ensure_ascii=False).encode())


async def send_response(response: Response, send: Send, *, with_body: bool = True) -> None:
    """Send an answer; for HEAD without its body, whose length is told all the same."""
    length = (b"content-length", b"%d" % len(response.body))
    await send({"type": "http.response.start", "status": response.status, "headers": [*response.headers, length]})
    await send({"type": "http.response.body", "body": response.body if with_body else b""})
