"""The ASGI application: it bounds, verifies and decodes what arrives, and hands what is Slack's to Bolt.

A request is parsed here, once, and given to Bolt as an object. Bolt's own ASGI adapter reads bodies without a
bound, raises on what is not well-formed, and loses a command whose text has the word "payload" in it.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from slack_bolt.async_app import AsyncApp
from slack_bolt.response import BoltResponse

from bot.errors import StorageUnavailable
from bot.telemetry import new_reference
from bot.web.asgi import Receive, Response, Scope, Send, json_response, send_response
from bot.web.bodies import FORM, Disconnected, media_type, parse_body, parse_form, read_body
from bot.web.dispatch import Dispatch, Record
from bot.web.metrics import CONTENT_TYPE, Figures, exposition
from bot.web.refusals import Refused
from bot.web.signature import SignatureCheck

Readiness = Mapping[str, str | None]
"""By the name of a part: None when it is ready, else a sentence on what is wrong with it."""

Page = Callable[[str, Mapping[str, str]], Awaitable[BoltResponse]]
"""Takes a query, and headers with names in lower case."""

Handler = Callable[[Scope, Receive], Awaitable[Response]]

_logger = logging.getLogger(__name__)
_EMPTY = Response(200, (), b"")
# A page is neither kept nor shown inside of another, loads nothing, and doesn't tell its address, which holds a code.
_OF_PAGES = (
    (b"cache-control", b"no-store"),
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)
_MAX_PROBE = 1024


async def _nothing() -> None:
    pass


class Front:
    """POST /slack/events, GET /health, GET /ready and GET /metrics, and pages for people."""

    def __init__(
        self,
        bolt: AsyncApp,
        *,
        signing_secret: str | None,
        now: Callable[[], float],
        readiness: Callable[[], Awaitable[Readiness]],
        remarks: Callable[[], Mapping[str, str]] = dict,
        figures: Callable[[], Awaitable[Figures]] | None = None,
        pages: Mapping[str, Page] | None = None,
        on_startup: Callable[[], Awaitable[None]] = _nothing,
        on_shutdown: Callable[[], Awaitable[None]] = _nothing,
        record: Record | None = None,
    ) -> None:
        """`now` gives seconds since the epoch; `on_shutdown` is called once no request is in flight.

        `remarks` are what an operator should know of a part that works all the same, `pages` are by path.
        Without a signing secret, as in Socket Mode, nobody can be told from Slack: then /slack/events isn't there.
        """
        self._dispatch = Dispatch(bolt, record)
        self._readiness = readiness
        self._remarks = remarks
        self._figures = figures
        self._on_startup = on_startup
        self._on_shutdown = on_shutdown
        self._routes: dict[str, tuple[str, Handler]] = {
            "/health": ("GET", self._tell_health),
            "/ready": ("GET", self._tell_readiness),
        }
        if figures is not None:
            self._routes["/metrics"] = ("GET", self._tell_figures)
        self._routes |= {path: ("GET", partial(_show, page)) for path, page in (pages or {}).items()}
        if signing_secret is not None:
            self._routes["/slack/events"] = ("POST", partial(self._answer_slack, SignatureCheck(signing_secret, now)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                response = await self._answer(scope, receive)
            except Disconnected:
                return
            await send_response(response, send, with_body=scope["method"] != "HEAD")
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            raise ValueError(f"no such scope is served: {scope['type']}")

    async def _live(self, receive: Receive, send: Send) -> None:
        """An error in either phase is raised: the server logs it and stops."""
        await receive()
        await self._on_startup()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._on_shutdown()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Scope, receive: Receive) -> Response:
        try:
            return await self._route(scope, receive)
        except Refused as refused:
            return refused.response()
        except Disconnected:
            raise
        except Exception:  # the last resort: Bolt's error handler has failed, or we have; the process lives on
            reference = new_reference()
            _logger.exception("A request was not answered (reference %s)", reference)
            return json_response(500, {"error": "internal_error", "reference": reference})

    async def _route(self, scope: Scope, receive: Receive) -> Response:
        method, handler = self._routes.get(scope["path"], (None, None))
        if method is None or handler is None:
            raise Refused(404, "not_found", f"There is nothing here, only {', '.join(self._routes)}.")
        allowed = (method, "HEAD") if method == "GET" else (method,)
        if scope["method"] not in allowed:
            allow = ((b"allow", ", ".join(allowed).encode()),)
            raise Refused(405, "method_not_allowed", f"This address takes {method}.", allow)
        return await handler(scope, receive)

    async def _tell_health(self, _scope: Scope, _receive: Receive) -> Response:
        return json_response(200, {"alive": True})

    async def _tell_readiness(self, _scope: Scope, _receive: Receive) -> Response:
        problems = {name: problem for name, problem in (await self._readiness()).items() if problem is not None}
        told = {"ready": not problems, "problems": problems, "remarks": dict(self._remarks())}
        return json_response(503 if problems else 200, told)

    async def _tell_figures(self, _scope: Scope, _receive: Receive) -> Response:
        assert self._figures is not None
        try:
            figures = await self._figures()
        except StorageUnavailable as error:
            return json_response(503, {"error": "storage_unavailable", "detail": str(error)})
        return Response(200, ((b"content-type", CONTENT_TYPE.encode()),), exposition(figures))

    async def _answer_slack(self, signature: SignatureCheck, scope: Scope, receive: Receive) -> Response:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        body = await read_body(receive, headers.get(b"content-length"))
        content_type = headers.get(b"content-type")
        if not signature.accepts(headers, body):
            if _is_certificate_check(body, content_type):
                return _EMPTY
            raise Refused(401, "bad_signature", "The request is not signed by Slack within the last five minutes.")
        fields = parse_body(body, content_type)
        if fields.get("ssl_check") == "1":
            return _EMPTY
        if fields.get("type") == "url_verification":
            return json_response(200, {"challenge": str(fields.get("challenge", ""))})
        return _response(await self._dispatch(fields))


async def _show(page: Page, scope: Scope, _receive: Receive) -> Response:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    shown = _response(await page(scope["query_string"].decode("latin-1"), headers))
    return shown._replace(headers=(*shown.headers, *_OF_PAGES))


def _response(answer: BoltResponse) -> Response:
    headers = tuple((name.encode(), value.encode()) for name, values in answer.headers.items() for value in values)
    return Response(answer.status, headers, answer.body.encode())


def _is_certificate_check(body: bytes, content_type: bytes | None) -> bool:
    """Whether this is Slack's probe of our certificate, which it doesn't sign: it is answered, no more."""
    if len(body) > _MAX_PROBE or media_type(content_type) != FORM:
        return False
    try:
        return parse_form(body).get("ssl_check") == "1"
    except Refused:
        return False
