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

# Whatever a browser can be made to ask for is neither kept nor shown inside of another page, loads nothing, is what it
# says that it is, and doesn't tell its address, which may hold a code. HTTPS for ever is the proxy's to promise.
_NOTHING = b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_GUARDED: Headers = (
    (b"cache-control", b"no-store"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)


class Response(NamedTuple):
    """A whole answer. `headers` leave out content-length."""

    status: int
    headers: Headers
    body: bytes


def guarded(response: Response, styles: bytes = b"") -> Response:
    """The same with what keeps browsers from being used against us; `styles` are where a page may have them from."""
    policy = _NOTHING + (b"; style-src " + styles if styles else b"")
    return response._replace(headers=(*response.headers, *_GUARDED, (b"content-security-policy", policy)))


def json_response(status: int, data: Mapping[str, Any], headers: Headers = ()) -> Response:
    content_type = (b"content-type", b"application/json;charset=utf-8")
    return Response(status, (content_type, *headers), json.dumps(data, ensure_ascii=False).encode())


async def send_response(response: Response, send: Send, *, with_body: bool = True) -> None:
    """Send an answer; for HEAD without its body, whose length is told all the same."""
    length = (b"content-length", b"%d" % len(response.body))
    await send({"type": "http.response.start", "status": response.status, "headers": [*response.headers, length]})
    await send({"type": "http.response.body", "body": response.body if with_body else b""})
