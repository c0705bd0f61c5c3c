"""Request bodies: read within bounds, then decoded to the object that Slack sent."""

import asyncio
import json
from typing import Any
from urllib.parse import unquote_plus

from bot.web.asgi import Receive
from bot.web.refusals import Refused

MAX_BODY = 2 * 1024 * 1024  # bytes; Slack's largest requests, views with all their state, stay far below
MAX_DEPTH = 100  # levels of JSON; Slack's deepest blocks have about fifteen
BODY_TIMEOUT = 10.0  # seconds; Slack itself gives up after three

FORM = b"application/x-www-form-urlencoded"
JSON = b"application/json"

_CLOSE = ((b"connection", b"close"),)  # the rest of the body isn't wanted


class Disconnected(Exception):
    """The client went away in the middle of its request, so nobody waits for an answer."""


async def read_body(receive: Receive, declared: bytes | None, *, patience: float = BODY_TIMEOUT) -> bytes:
    """The whole body. `declared` is its Content-Length, which is believed only when it is too large.

    Raises Refused when the body is too large or, begun, isn't there after `patience` seconds; and Disconnected.
    """
    if declared is not None and declared.isdigit() and int(declared[:20]) > MAX_BODY:
        raise _too_large()
    body, is_last = await _read_chunk(receive)
    if is_last and len(body) <= MAX_BODY:
        return body  # nearly every request: all of it came with its headers, and needs no timer
    try:
        async with asyncio.timeout(patience):
            return await _read_rest(receive, body, is_last)
    except TimeoutError:
        raise Refused(408, "body_timeout", "The body of the request stopped arriving.", _CLOSE) from None


async def _read_rest(receive: Receive, first: bytes, is_last: bool) -> bytes:
    body = bytearray(first)
    while len(body) <= MAX_BODY:
        if is_last:
            return bytes(body)
        chunk, is_last = await _read_chunk(receive)
        body += chunk
    raise _too_large()


async def _read_chunk(receive: Receive) -> tuple[bytes, bool]:
    message = await receive()
    if message["type"] == "http.disconnect":
        raise Disconnected
    return message.get("body", b""), not message.get("more_body", False)


def _too_large() -> Refused:
    return Refused(413, "body_too_large", f"The body of a request may have {MAX_BODY} bytes.", _CLOSE)


def media_type(content_type: bytes | None) -> bytes:
    """A Content-Type without its parameters, in lower case; empty when there is none."""
    return (content_type or b"").split(b";", 1)[0].strip().lower()


def parse_body(body: bytes, content_type: bytes | None) -> dict[str, Any]:
    """The fields of a command, or the object of an interaction or event. Raises Refused."""
    kind = media_type(content_type)
    if kind == FORM:
        fields = parse_form(body)
        return parse_json(fields["payload"]) if "payload" in fields else fields
    if kind == JSON:
        return parse_json(_decode(body))
    raise Refused(415, "unsupported_content_type", "The body has to be a form or JSON.")


def parse_form(body: bytes) -> dict[str, Any]:
    """The fields of a form, the last one where a name comes twice. Raises Refused.

    The standard library's parse_qsl takes nearly twice the time, as it decodes also what needs no decoding.
    """
    try:
        pairs = (pair.partition("=") for pair in body.decode().split("&"))
        return {_unquoted(name): _unquoted(value) for name, _, value in pairs}
    except UnicodeDecodeError:
        raise _not_utf8() from None


def _unquoted(text: str) -> str:
    return unquote_plus(text, errors="strict") if "%" in text or "+" in text else text


def parse_json(text: str) -> dict[str, Any]:
    try:
        parsed = json.loads(text)
        if "\\u" in text:
            json.dumps(parsed, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise _not_utf8() from None  # half of a surrogate pair: no text that could be stored or sent
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        raise Refused(400, "bad_json", "The body is not well-formed JSON.") from None
    if not isinstance(parsed, dict):
        raise Refused(400, "not_an_object", "The JSON in the body has to be an object.")
    if _is_deeper(parsed, MAX_DEPTH):
        raise _too_deep()
    return parsed


def _is_deeper(value: dict[str, Any], levels: int) -> bool:
    """Whether containers nest deeper, in a loop: how deep recursion may go depends on the interpreter."""
    layer: list[Any] = [value]
    for _ in range(levels):
        inner: list[Any] = []
        for node in layer:
            children = node.values() if isinstance(node, dict) else node
            inner.extend(child for child in children if isinstance(child, (dict, list)))
        if not inner:
            return False
        layer = inner
    return True


def _decode(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise _not_utf8() from None


def _not_utf8() -> Refused:
    return Refused(400, "not_utf8", "The body is not well-formed UTF-8.")


def _too_deep() -> Refused:
    return Refused(400, "nested_too_deep", f"The JSON in the body nests deeper than {MAX_DEPTH} levels.")
