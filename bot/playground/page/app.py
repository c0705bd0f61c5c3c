"""The page as an ASGI application: it shows the local Slack to browsers of this machine, and to nobody else."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs

from bot.playground.asgi import Receive, Send, answer, either, gone, read_body
from bot.playground.local_slack import LocalSlack
from bot.playground.page.acts import Acts, BadOrder
from bot.playground.page.rendering import render
from bot.playground.page.scene import Memory, Scene
from bot.playground.people import EMMA
from bot.playground.refusals import NotThere
from bot.playground.workspace import TEAM

# From what a person has typed after the command and their locale: whole texts to go on with, each with a hint.
Complete = Callable[[str, str], Sequence[tuple[str, str]]]

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
    def is_ours(self) -> bool:
        """Whether a browser sent it to this machine by name, and not on behalf of another site.

        A site whose name was made to lead here names itself as host; an act comes with its page's origin.
        """
        host = self.headers.get("host", "")
        if host.rpartition(":")[0] not in OUR_NAMES and host not in OUR_NAMES:
            return False
        return self.method == "GET" or self.headers.get("origin") == f"http://{host}"


class Page:
    """Serves one local Slack. `complete` gives the words that can follow a command."""

    def __init__(self, slack: LocalSlack, complete: Complete = lambda typed, locale: ()) -> None:
        self.slack = slack
        self.complete = complete
        self.memory = Memory()
        self.acts = Acts(slack, self.memory)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise TypeError(f"unsupported scope type: {scope['type']}")
        request = Request.of(scope)
        if not request.is_ours:
            await Reply(403, b"The local Slack answers only its own page.").send(send)
        elif request.path == ("changes",):
            await self._tell_changes(receive, send)
        else:
            await (await self._reply(request, receive)).send(send)

    async def _reply(self, request: Request, receive: Receive) -> Reply:
        try:
            match request.method, request.path:
                case "GET", ():
                    return Reply(302, location=f"/{EMMA}/{TEAM}")
                case "GET", ("static", name):
                    return _static(name)
                case "GET", ("files", file_id, _):
                    return self._file(file_id)
                case "GET", (user, "complete"):
                    return self._completions(user, request.asked("typed") or "")
                case "GET", (user, place):
                    return self._page(request, user, place)
                case "POST", (user, "act"):
                    return await self._act(user, await read_body(receive))
        except NotThere as reason:
            return Reply(404, str(reason).encode())
        return Reply(404, b"There is nothing here.")

    def _page(self, request: Request, user: str, place: str) -> Reply:
        scene = Scene(self.slack, self.memory, self.slack.present(user), place, request.asked("thread"))
        theme = request.cookie("theme")
        shown = render(
            scene, theme=theme if theme in THEMES else THEMES[0], shows_calls=request.cookie("calls") == "shown"
        )
        return Reply(200, shown.encode(), "text/html; charset=utf-8")

    def _completions(self, user: str, typed: str) -> Reply:
        found = self.complete(typed, self.slack.present(user).locale)
        return Reply(200, json.dumps([{"text": text, "hint": hint} for text, hint in found]).encode(), JSON)

    async def _act(self, user: str, body: bytes) -> Reply:
        self.slack.present(user)
        try:
            told = await self.acts.carry_out(user, json.loads(body))
        except (ValueError, BadOrder) as reason:
            return Reply(400, str(reason).encode())
        return Reply(200, json.dumps(told).encode(), JSON)

    def _file(self, file_id: str) -> Reply:
        """What the bot has uploaded."""
        file = self.slack.workspace.files.get(file_id)
        if file is None or file.content is None:
            raise NotThere("there is no such file")
        return Reply(200, file.content, "image/png" if file.is_picture else "text/plain; charset=utf-8")

    async def _tell_changes(self, receive: Receive, send: Send) -> None:
        """An event stream: one empty event for each time that something has changed, and one at first."""
        fields = [("content-type", "text/event-stream"), *HEADERS]
        headers = [(name.encode(), value.encode()) for name, value in fields]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        with self.slack.workspace.watchers.watching() as changed:
            changed.set()
            while changed.is_set():
                changed.clear()
                await send({"type": "http.response.body", "body": b"data: changed\n\n", "more_body": True})
                await either(changed.wait(), gone(receive))


def _static(name: str) -> Reply:
    file = STATIC / name
    kind = name.rpartition(".")[2]
    if kind not in TYPES or not file.is_file():
        raise NotThere("there is no such file")
    return Reply(200, file.read_bytes(), TYPES[kind])
