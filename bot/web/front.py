"""The ASGI application: it bounds, verifies and decodes what arrives, and hands what is Slack's to Bolt.

A request is parsed here, once, and given to Bolt as an object. Bolt's own ASGI adapter reads bodies without a
bound, raises on what is not well-formed, and loses a command whose text has the word "payload" in it.
"""

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import NamedTuple

from slack_bolt.async_app import AsyncApp
from slack_bolt.response import BoltResponse

from bot.tally import RequestKind, Tally
from bot.telemetry import Request, name_verb, note_error, reference_here
from bot.web.asgi import Receive, Response, Scope, Send, guarded, json_response, send_response
from bot.web.bodies import FORM, Disconnected, media_type, parse_body, parse_form, read_body
from bot.web.dispatch import Dispatch, Record
from bot.web.metrics import CONTENT_TYPE, Figures, exposition
from bot.web.refusals import Refused
from bot.web.signature import SignatureCheck
from bot.web.visitors import address_of

Readiness = Mapping[str, str | None]
"""By the name of a part: None when it is ready, else a sentence on what is wrong with it."""

Page = Callable[[str, Mapping[str, str], str], Awaitable[BoltResponse]]
"""Takes a query, headers with names in lower case, and the address of whoever asks, empty where it isn't known."""

Handler = Callable[[Scope, Receive], Awaitable[Response]]


class _Route(NamedTuple):
    """What answers at one path; a request without a kind, such as a probe, isn't counted."""

    method: str
    handler: Handler
    kind: RequestKind | None = None


_logger = logging.getLogger(__name__)
_EMPTY = guarded(Response(200, (), b""))
_STYLES_OF_PAGES = b"'unsafe-inline'"  # each has its own, and nothing that anybody typed
_MAX_PROBE = 1024
_OTHER = RequestKind.OTHER


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
        tally: Tally | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        trusted_proxies: int = 0,
    ) -> None:
        """`now` gives seconds since the epoch; `on_shutdown` is called once no request is in flight.

        `monotonic` gives seconds that never go back; requests are counted in `tally`. So many `trusted_proxies` stand
        before us. `remarks` are what an operator should know of a part that works all the same, `pages` are by path.
        Without a signing secret, as in Socket Mode, nobody can be told from Slack: then /slack/events isn't there.
        """
        self._dispatch = Dispatch(bolt, record)
        self._readiness = readiness
        self._remarks = remarks
        self._figures = figures
        self._on_startup = on_startup
        self._on_shutdown = on_shutdown
        self._tally = Tally() if tally is None else tally
        self._monotonic = monotonic
        self._proxies = trusted_proxies
        self._routes: dict[str, _Route] = {
            "/health": _Route("GET", self._tell_health),
            "/ready": _Route("GET", self._tell_readiness),
        }
        if figures is not None:
            self._routes["/metrics"] = _Route("GET", self._tell_figures)
        for path, page in (pages or {}).items():
            self._routes[path] = _Route("GET", partial(self._show, page), RequestKind.PAGE)
        if signing_secret is not None:
            answer = partial(self._answer_slack, SignatureCheck(signing_secret, now))
            self._routes["/slack/events"] = _Route("POST", answer, _OTHER)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            with Request(self._tally, self._monotonic, _OTHER) as request:
                try:
                    response = await self._answer(request, scope, receive)
                except Disconnected:
                    request.kind = None
                    return
                request.answered(response.status)
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

    async def _answer(self, request: Request, scope: Scope, receive: Receive) -> Response:
        try:
            return await self._route(request, scope, receive)
        except Refused as refused:
            return guarded(refused.response())
        except Disconnected:
            raise
        except Exception as error:  # the last resort: Bolt's error handler has failed, or we have; the process lives on
            note_error(error)
            reference = reference_here()
            _logger.exception("A request was not answered (reference %s)", reference)
            return guarded(json_response(500, {"error": "internal_error", "reference": reference}))

    async def _route(self, request: Request, scope: Scope, receive: Receive) -> Response:
        route = self._routes.get(scope["path"])
        if route is None:
            raise Refused(404, "not_found", f"There is nothing here, only {', '.join(self._routes)}.")
        method = route.method
        allowed = (method, "HEAD") if method == "GET" else (method,)
        if scope["method"] not in allowed:
            allow = ((b"allow", ", ".join(allowed).encode()),)
            raise Refused(405, "method_not_allowed", f"This address takes {method}.", allow)
        request.kind = route.kind
        return await route.handler(scope, receive)

    async def _tell_health(self, _scope: Scope, _receive: Receive) -> Response:
        return guarded(json_response(200, {"alive": True}))

    async def _tell_readiness(self, _scope: Scope, _receive: Receive) -> Response:
        problems = {name: problem for name, problem in (await self._readiness()).items() if problem is not None}
        told = {"ready": not problems, "problems": problems, "remarks": dict(self._remarks())}
        return guarded(json_response(503 if problems else 200, told))

    async def _tell_figures(self, _scope: Scope, _receive: Receive) -> Response:
        assert self._figures is not None
        told = exposition(await self._figures(), self._tally)
        return guarded(Response(200, ((b"content-type", CONTENT_TYPE.encode()),), told))

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
            return guarded(json_response(200, {"challenge": str(fields.get("challenge", ""))}))
        return _response(await self._dispatch(fields))

    async def _show(self, page: Page, scope: Scope, _receive: Receive) -> Response:
        name_verb(scope["path"].rpartition("/")[2])
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        address = address_of(scope, self._proxies)
        shown = _response(await page(scope["query_string"].decode("latin-1"), headers, address))
        return guarded(shown, _STYLES_OF_PAGES)


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
