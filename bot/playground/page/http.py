"""HTTP as the pages speak it: requests of this machine's browsers alone, a strict policy, event streams."""

from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs

from bot.playground.asgi import Receive, Send, answer, either, gone
from bot.playground.refusals import NotThere
from bot.playground.watching import Watchers

OUR_NAMES = ("127.0.0.1", "localhost")
# No inline script or style, nothing from elsewhere: whatever a text contains, it can't do anything.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = (
    ("content-security-policy", POLICY),
    ("cache-control", "no-store"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
)
STATIC = files("bot.playground.page") / "static"
TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
HTML = "text/html; charset=utf-8"
JSON = "application/json; charset=utf-8"
THEMES = ("system", "light", "dark")


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent back; `location` leads elsewhere."""

    status: int
    body: bytes = b""
    content_type: str = "text/plain; charset=utf-8"
    location: str | None = None

    async def send(self, send: Send) -> None:
        more = [*HEADERS, *([("location", self.location)] if self.location else [])]
        await answer(send, self.status, self.body, self.content_type, more)


@dataclass(frozen=True, slots=True)
class Request:
    """One request without its body. Header names are in lower case; `path` has no empty parts."""

    method: str
    path: tuple[str, ...]
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]

    @classmethod
    def of(cls, scope: Any) -> "Request":
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        path = tuple(part for part in scope["path"].split("/") if part)
        return cls(scope["method"], path, parse_qs(scope["query_string"].decode("latin-1")), headers)

    def asked(self, name: str) -> str | None:
        return self.query.get(name, [None])[0]

    def cookie(self, name: str) -> str:
        try:
            found = SimpleCookie(self.headers.get("cookie", "")).get(name)
        except CookieError:
            return ""
        return found.value if found else ""

    @property
    def theme(self) -> str:
        """The one that was chosen on the page."""
        chosen = self.cookie("theme")
        return chosen if chosen in THEMES else THEMES[0]

    @property
    def is_ours(self) -> bool:
        """Whether a browser sent it to this machine by name, and not on behalf of another site.

        A site whose name was made to lead here names itself as host; an act comes with its page's origin.
        """
        host = self.headers.get("host", "")
        if host.rpartition(":")[0] not in OUR_NAMES and host not in OUR_NAMES:
            return False
        return self.method == "GET" or self.headers.get("origin") == f"http://{host}"


async def tell_changes(watchers: Watchers, receive: Receive, send: Send) -> None:
    """An event stream: one empty event for each time that something has changed, and one at first."""
    fields = [("content-type", "text/event-stream"), *HEADERS]
    headers = [(name.encode(), value.encode()) for name, value in fields]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    with watchers.watching() as changed:
        changed.set()
        while changed.is_set():
            changed.clear()
            await send({"type": "http.response.body", "body": b"data: changed\n\n", "more_body": True})
            await either(changed.wait(), gone(receive))


def static_file(name: str) -> Reply:
    file = STATIC / name
    kind = name.rpartition(".")[2]
    if kind not in TYPES or not file.is_file():
        raise NotThere("there is no such file")
    return Reply(200, file.read_bytes(), TYPES[kind])
