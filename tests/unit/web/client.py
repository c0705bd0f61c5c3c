"""An ASGI client for tests of the front: requests in memory, signed as Slack signs them."""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.web.asgi import Application, Message

SECRET = "a signing secret"
NOW = 1_800_000_000


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[bytes, bytes]
    body: bytes


def signed(body: bytes, *, at: int = NOW, secret: str = SECRET) -> dict[bytes, bytes]:
    """The two headers that Slack adds to a request that it sends at that second."""
    digest = hmac.new(secret.encode(), b"v0:%d:%b" % (at, body), "sha256").hexdigest()
    return {b"x-slack-request-timestamp": b"%d" % at, b"x-slack-signature": b"v0=" + digest.encode()}


async def request(
    app: Application,
    method: str,
    path: str,
    *,
    headers: dict[bytes, bytes] | None = None,
    chunks: Iterable[bytes] = (b"",),
    then_disconnect: bool = False,
) -> Answer | None:
    """The application's answer, or None when it sent none. `then_disconnect` ends the body half way."""
    parts = list(chunks)
    arriving: list[Message] = [
        {"type": "http.request", "body": part, "more_body": then_disconnect or n < len(parts)}
        for n, part in enumerate(parts, 1)
    ]
    arriving.append({"type": "http.disconnect"})
    sent: list[Message] = []

    async def receive() -> Message:
        return arriving.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": list((headers or {}).items()),
    }
    await app(scope, receive, send)
    if not sent:
        return None
    start, *bodies = sent
    return Answer(start["status"], dict(start["headers"]), b"".join(m["body"] for m in bodies))
