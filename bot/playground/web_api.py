"""The Web API over ASGI: decodes a call, lets it fail where that was asked for, dispatches it, and answers.

`/api/<method>` takes form, query and JSON arguments as Slack does; `/response/<id>` is a response_url;
`/upload/<id>` takes the bytes of a file.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from email.utils import formatdate
from typing import Any
from urllib.parse import parse_qsl

from bot.playground.answers import answer_to_act
from bot.playground.asgi import Event, Receive, Send, answer, either, gone, read_body
from bot.playground.backend import Args, Backend
from bot.playground.contract import check_call
from bot.playground.failures import Failure, Failures
from bot.playground.methods import HANDLERS
from bot.playground.methods.files import receive_upload
from bot.playground.records import Json
from bot.playground.refusals import SlackError

JSON_TYPE = "application/json; charset=utf-8"
# These take the token of the app; all others that of its bot.
OF_APP = frozenset({"apps.connections.open"})
# Of a call to a response_url, Slack tells these by the status.
HTTP_STATUS = {"expired_url": 404, "used_url": 404}


@dataclass(frozen=True, slots=True)
class Arrival:
    """A request as it came in."""

    headers: Mapping[str, str]
    query: str
    body: bytes

    def arguments(self) -> Json:
        """The arguments, wherever they stand. Raises invalid_json."""
        given: Json = dict(parse_qsl(self.query, keep_blank_values=True))
        if self.headers.get("content-type", "").startswith("application/json"):
            return given | self.json()
        return given | dict(parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True))

    def json(self) -> Json:
        """The body. Raises invalid_json, json_not_object."""
        try:
            decoded = json.loads(self.body)
        except ValueError:
            raise SlackError("invalid_json") from None
        if not isinstance(decoded, dict):
            raise SlackError("json_not_object")
        return decoded

    @property
    def bearer(self) -> str:
        return self.headers.get("authorization", "").removeprefix("Bearer ")


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent back."""

    status: int
    body: bytes
    content_type: str = JSON_TYPE
    retry_after: int | None = None
    scopes: frozenset[str] | None = None

    @classmethod
    def of(cls, told: Json, status: int = 200, retry_after: int | None = None) -> "Reply":
        return cls(status, json.dumps(told).encode(), JSON_TYPE, retry_after)

    async def send(self, send: Send) -> None:
        more = [("retry-after", str(self.retry_after))] if self.retry_after is not None else []
        more += [("x-oauth-scopes", ",".join(sorted(self.scopes)))] if self.scopes is not None else []
        await answer(send, self.status, self.body, self.content_type, more)


Route = Callable[[str, Arrival], Reply]


def refusal_json(refusal: SlackError) -> Json:
    """The body that Slack sends with a refusal."""
    told: Json = {"ok": False, "error": refusal.error, **refusal.facts}
    if refusal.reasons:
        told["response_metadata"] = {"messages": list(refusal.reasons)}
    return told


class WebApi:
    """The ASGI application."""

    def __init__(self, backend: Backend, bot_token: str, app_token: str) -> None:
        self.backend = backend
        self.bot_token = bot_token
        self.app_token = app_token
        self.failures = Failures()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise TypeError(f"unsupported scope type: {scope['type']}")
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        arrival = Arrival(headers, scope["query_string"].decode(), await read_body(receive))
        _, kind, name = (*scope["path"].split("/", 2), "", "")[:3]
        routes: Mapping[str, tuple[str, Route]] = {
            "api": (name, self._api),
            "response": ("response_url", self._response),
            "upload": ("upload", self._upload),
        }
        if kind not in routes:
            await Reply(404, b"not found", "text/plain").send(send)
            return
        method, route = routes[kind]
        reply = await self._reply(method, lambda: route(name, arrival), receive)
        if reply is None:
            await drop(scope, receive)
        else:
            await reply.send(self._dated(send))

    def _dated(self, send: Send) -> Send:
        """An answer says when it was sent, by this Slack's clock."""

        async def dated(event: Event) -> None:
            if event["type"] == "http.response.start":
                event["headers"] = [*event["headers"], (b"date", formatdate(self.backend.now(), usegmt=True).encode())]
            await send(event)

        return dated

    async def _reply(self, method: str, work: Callable[[], Reply], receive: Receive) -> Reply | None:
        """What to send back, by the failure that was asked for, if any; None to drop the connection."""
        failure = self.failures.take(method)
        if failure is None:
            return work()
        if failure.until:
            await either(failure.until.wait(), gone(receive))
        if failure.is_silent:
            self.backend.note(method, {}, "silent")
            await gone(receive)
            return None
        reply = work() if failure.does_the_work else self._failed(method, failure)
        return None if failure.drops else reply

    def _failed(self, method: str, failure: Failure) -> Reply:
        told = failure.error or ("dropped" if failure.drops else f"http {failure.status}")
        self.backend.note(method, {}, told)
        return failed(failure, told)

    def _api(self, name: str, arrival: Arrival) -> Reply:
        given: Json = {}
        try:
            given = arrival.arguments()
            token = arrival.bearer or given.get("token", "")
            given = {key: value for key, value in given.items() if key != "token"}
            told = self._carried_out(name, token, Args(given))
        except SlackError as refusal:
            self.backend.note(name, given, refusal.error, refusal.reasons)
            return Reply.of(refusal_json(refusal))
        self.backend.note(name, given, None)
        return replace(Reply.of(told), scopes=self.backend.installation.scopes)

    def _carried_out(self, name: str, token: str, args: Args) -> Json:
        if not token:
            raise SlackError("not_authed")
        if token not in (self.bot_token, self.app_token):
            raise SlackError("invalid_auth")
        if (token == self.app_token) != (name in OF_APP):
            raise SlackError("not_allowed_token_type")
        check_call(name, args.given, self.backend.installation.scopes)
        return {"ok": True, **HANDLERS[name](self.backend, args)}

    def _response(self, url_id: str, arrival: Arrival) -> Reply:
        given: Json = {}
        try:
            given = arrival.json()
            url = self.backend.workspace.tickets.use_response_url(url_id, self.backend.now())
            answer_to_act(self.backend, url, given)
        except SlackError as refusal:
            self.backend.note("response_url", given, refusal.error, refusal.reasons)
            return Reply.of(refusal_json(refusal), HTTP_STATUS.get(refusal.error, 400))
        self.backend.note("response_url", given, None)
        return Reply(200, b"ok", "text/plain")

    def _upload(self, file_id: str, arrival: Arrival) -> Reply:
        size = len(arrival.body)
        try:
            receive_upload(self.backend, file_id, arrival.body)
        except SlackError as refusal:
            self.backend.note("upload", {"length": size}, refusal.error, refusal.reasons)
            return Reply.of(refusal_json(refusal), 400)
        self.backend.note("upload", {"length": size}, None)
        return Reply(200, f"OK - {size}".encode(), "text/plain")


def failed(failure: Failure, told: str) -> Reply:
    """What is sent instead of an answer."""
    if failure.body is not None:
        return Reply(failure.status, failure.body.encode(), "text/html")
    return Reply.of({"ok": False, "error": told}, failure.status, failure.retry_after)


async def drop(scope: Any, receive: Receive) -> None:
    """Break the connection, as far as the server lets us, and wait until it is gone."""
    if abort := scope.get("state", {}).get("abort"):
        abort()
    await gone(receive)
