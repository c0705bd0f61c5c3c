"""Watching the log of every scene: what opens doors, and what people wrote, must never stand in it."""

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs

import pytest

from bot.prerequisites import require_tokens
from bot.settings import Settings
from bot.telemetry import OfRequest
from bot.web.dispatch import Dispatch
from bot.web.front import Front

LEAST = 8  # characters of a secret; less stands everywhere
LETTERS = 6  # that differ, in what somebody wrote; "xxxxxxxx" is nobody's secret, and one word may be a verb of ours
TOLD = 40  # characters of a text that are looked for: a line may hold its beginning alone

_A_TOKEN = re.compile(r"xox[a-z](?:\.xox[a-z])?-[\w-]+|xapp-[\w-]+|Bearer \S+")
_DOORS = ("slack_bot_token", "slack_app_token", "slack_signing_secret", "slack_client_secret", "encryption_keys")


class Watch(logging.Handler):
    """All that one scene logs, with its tracebacks and facts, and what none of it may say."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.addFilter(OfRequest())
        self.lines: list[str] = []
        self.doors: set[str] = set()
        self.words: set[str] = set()
        self._plain = logging.Formatter("%(request)s %(name)s %(message)s")

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{self._plain.format(record)} {getattr(record, 'facts', '')}")

    def settings(self, settings: Settings) -> None:
        """Whatever in them is a secret; a database's address holds a password, or is a file that may be named."""
        for name in _DOORS:
            if (secret := getattr(settings, name)) is not None:
                self.doors.update(part.strip() for part in secret.get_secret_value().split(","))

    def query(self, query: bytes) -> None:
        """What Slack sends back to the pages of an installation: the code, and the state."""
        values = parse_qs(query.decode("latin-1"))
        self.doors.update(value for name in ("code", "state") for value in values.get(name, ()))

    def payload(self, fields: Mapping[str, Any]) -> None:
        self.doors.update(str(fields[name]) for name in ("trigger_id", "response_url") if fields.get(name))
        beginnings = (text.strip()[:TOLD].strip() for text in _written(fields))
        self.words.update(text for text in beginnings if len(set(text)) >= LETTERS and not text.isalpha())

    def leaks(self) -> list[tuple[str, str]]:
        """What mustn't be said, each with a line that says it."""
        log = "\n".join(self.lines)
        kept = [*self.doors, *self.words, *_A_TOKEN.findall(log)]
        told = [secret for secret in kept if len(secret) >= LEAST and secret in log]
        return [(secret, next(line for line in self.lines if secret in line)) for secret in told]


def _written(fields: Mapping[str, Any]) -> Iterator[str]:
    """What somebody typed: after the command, in a message, in a field, in a menu that is searched."""
    yield from (fields[name] for name in ("text", "value") if isinstance(fields.get(name), str))
    event = _object(fields.get("event"))
    if event.get("type") in ("message", "app_mention"):
        yield from re.split(r"<@\w+>", str(event.get("text") or ""))
    blocks = _object(_object(_object(fields.get("view")).get("state")).get("values")).values()
    clicked = fields.get("actions")
    for element in (*(clicked if isinstance(clicked, list) else ()), *(e for b in blocks for e in _object(b).values())):
        if str(_object(element).get("type")).endswith("_input"):
            yield str(element.get("value") or "")


def _object(found: object) -> Mapping[str, Any]:
    """What is no object holds nothing that somebody wrote."""
    return found if isinstance(found, dict) else {}


@contextmanager
def watching() -> Iterator[Watch]:
    """See all that is sent to Rung meanwhile, and all that it logs from DEBUG up."""
    watch, ours, root = Watch(), logging.getLogger("bot"), logging.getLogger()
    before = ours.level
    with pytest.MonkeyPatch.context() as patch:
        _see(patch, Dispatch, lambda _, fields: watch.payload(fields))
        _see(patch, Front, lambda _, scope, *__: watch.query(scope.get("query_string", b"")))
        _see_settings(patch, watch)
        root.addHandler(watch)
        ours.setLevel(logging.DEBUG)
        yield watch
    root.removeHandler(watch)
    ours.setLevel(before)


def _see(patch: pytest.MonkeyPatch, kind: type, look: Callable[..., None]) -> None:
    called = kind.__call__

    async def seen(*given: Any) -> Any:
        look(*given)
        return await called(*given)

    patch.setattr(kind, "__call__", seen)


def _see_settings(patch: pytest.MonkeyPatch, watch: Watch) -> None:
    def seen(settings: Settings) -> None:
        watch.settings(settings)
        require_tokens(settings)

    patch.setattr("bot.app.require_tokens", seen)
