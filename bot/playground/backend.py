"""What every part of the local Slack works on, and the arguments of a call to it."""

import base64
import binascii
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.playground.installation import Installation
from bot.playground.records import Json
from bot.playground.refusals import SlackError
from bot.playground.socket_mode import Sockets
from bot.playground.workspace import Workspace

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Call:
    """One call that arrived. Its token is left out; `error` is None where it was carried out.

    Of a call that failed on demand the arguments are not kept. `reasons` say in words what was refused, and
    `at` is when it arrived, in epoch seconds.
    """

    method: str
    args: Mapping[str, Any]
    error: str | None
    reasons: tuple[str, ...] = ()
    at: float = 0.0


@dataclass(slots=True)
class Backend:
    """The state and what it is read with. `now` gives epoch seconds; `base_url` ends in a slash.

    `calls` lists in order what the bot sent, acknowledgements included, with the verdict on each.
    """

    workspace: Workspace
    installation: Installation
    now: Callable[[], float]
    base_url: str = ""
    calls: list[Call] = field(default_factory=list)
    sockets: Sockets = field(default_factory=Sockets)

    def note(self, method: str, args: Mapping[str, Any], error: str | None, reasons: tuple[str, ...] = ()) -> None:
        """Keep a call that has just arrived, with its verdict."""
        self.calls.append(Call(method, args, error, reasons, self.now()))
        self.workspace.watchers.tell()

    def response_url(self, url_id: str) -> str:
        return f"{self.base_url}response/{url_id}"


class Args:
    """The arguments of one call. Slack takes structures as JSON strings too, and flags as words."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = {name: value for name, value in given.items() if value is not None}

    def text(self, name: str, default: str = "") -> str:
        value = self.given.get(name, default)
        return value if isinstance(value, str) else json.dumps(value)

    def flag(self, name: str, default: bool = False) -> bool:
        return str(self.given.get(name, default)).lower() in ("1", "true")

    def number(self, name: str, default: int) -> int:
        """Raises invalid_arguments."""
        try:
            return int(self.given.get(name, default))
        except (TypeError, ValueError):
            raise SlackError("invalid_arguments", f"{name} must be a number") from None

    def data(self, name: str) -> Any:
        """The value, decoded where it came as a JSON string; None where it is missing. Raises invalid_json."""
        value = self.given.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError:
            raise SlackError("invalid_arguments", f"{name} is not valid JSON") from None

    def page(self, items: Sequence[Item], *, default: int = 100, most: int = 1_000) -> tuple[list[Item], Json]:
        """One page by `cursor` and `limit`, and the answer's response_metadata. Raises invalid_cursor."""
        start = self._position()
        if not 0 <= start <= len(items):
            raise SlackError("invalid_cursor")
        limit = self.number("limit", default)
        if not 0 < limit <= most:
            raise SlackError("invalid_limit", f"limit must be from 1 to {most}")
        end = start + limit
        cursor = base64.b64encode(f"next:{end}".encode()).decode() if end < len(items) else ""
        return list(items[start:end]), {"response_metadata": {"next_cursor": cursor}}

    def _position(self) -> int:
        cursor = self.text("cursor")
        if not cursor:
            return 0
        try:
            word, position = base64.b64decode(cursor, validate=True).decode().split(":")
            return int(position) if word == "next" else -1
        except (binascii.Error, ValueError):
            return -1


Handler = Callable[[Backend, Args], Json]
