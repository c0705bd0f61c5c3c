"""What operators see: logs, the id of the request that a line belongs to, and the record of what was sent to Slack."""

import json
import logging
import sys
import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any

from bot.errors import RungError
from bot.tally import Outcome, RequestKind, Tally

SLOW = 1.0  # seconds for an answer, from which on it's worth a line of its own at INFO

_SECRET_ARGUMENTS = frozenset({"token", "trigger_id", "client_secret", "code", "refresh_token"})
_ids = Random()
_current: ContextVar["Request | None"] = ContextVar("request", default=None)
_logger = logging.getLogger(__name__)
# What each request looks up; an attribute of an enumeration takes as long as a call.
_DEBUG, _INFO, _OK, _FAILED = logging.DEBUG, logging.INFO, Outcome.OK, Outcome.FAILED


def _new_id() -> str:
    """Short enough to be read out, and rarely twice in a day. It's no secret."""
    return f"{_ids.getrandbits(40):010x}"


class Request:
    """One request, from its first byte until all is done that it set off; the tasks that it starts belong to it too.

    Used as a context around what answers it, including the sending of the answer.
    """

    __slots__ = ("_begun", "_id", "_now", "_tally", "_token", "_undone", "kind", "outcome", "verb")

    def __init__(self, tally: Tally, now: Callable[[], float], kind: RequestKind | None = None) -> None:
        """`now` gives seconds on a clock that never goes back. One without a kind isn't counted."""
        self.kind = kind
        self.verb = ""
        self.outcome: Outcome = _OK
        self._id = ""
        self._tally = tally
        self._now = now
        self._undone = 1
        self._begun = now()

    @property
    def id(self) -> str:
        """Made when it is first needed: most requests are answered without a line that would hold it."""
        if not self._id:
            self._id = _new_id()
        return self._id

    def __enter__(self) -> "Request":
        self._token: Token[Request | None] = _current.set(self)
        return self

    def __exit__(self, fault: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if fault is not None:
            self.kind = None  # nobody was answered
        elif self.kind is not None:
            seconds = self._now() - self._begun
            self._undone -= 1
            self._tally.answered((self.kind, self.verb, self.outcome, seconds, not self._undone))
            level = _INFO if seconds >= SLOW or self.outcome is _FAILED else _DEBUG
            if _logger.isEnabledFor(level):
                self._tell(level, seconds)
        _current.reset(self._token)

    def _tell(self, level: int, seconds: float) -> None:
        facts = {"kind": self.kind, "verb": self.verb, "outcome": self.outcome, "ms": round(seconds * 1000, 1)}
        told = (self.kind, self.verb or "-", self.outcome, seconds * 1000)
        _logger.log(level, "%s %s: %s in %.1f ms", *told, extra={"facts": facts})

    def answered(self, status: int) -> None:
        """With a status of HTTP."""
        if status >= 400 and self.outcome is _OK:
            self.outcome = Outcome.FAILED if status >= 500 else Outcome.REFUSED

    def hold(self) -> None:
        """Something goes on after the answer."""
        self._undone += 1

    def release(self) -> None:
        """It is done."""
        self._undone -= 1
        if not self._undone and self.kind is not None:
            self._tally.done(self.kind, self._now() - self._begun)

    def failed(self, error: Exception) -> None:
        """An error was told, or at least logged."""
        is_known = isinstance(error, RungError)
        self._tally.errors[type(error).__name__ if is_known else "surprise"] += 1
        self.outcome = Outcome.TOLD if isinstance(error, RungError) and not error.ours else Outcome.FAILED


def by_itself() -> Request:
    """Around what a process does without being asked: it isn't counted, and what it logs has an id in common."""
    return Request(Tally(), time.monotonic)


def current_request() -> Request | None:
    """What is being dealt with here; None for what a process does by itself."""
    return _current.get()


def name_verb(verb: str) -> None:
    """Say what the current request is about: in a word of ours, of which there are few, never in one that was typed."""
    if (request := _current.get()) is not None:
        request.verb = verb


def note_error(error: Exception) -> None:
    """The current request met an error, which is told or logged."""
    if (request := _current.get()) is not None:
        request.failed(error)


def reference_here() -> str:
    """Under which name the log has what happens here: the id of the current request, or a new one."""
    request = _current.get()
    return request.id if request is not None else _new_id()


class OfRequest(logging.Filter):
    """Gives each record the id of the request during which it was logged, or a dash."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = _current.get()
        record.request = request.id if request is not None else "-"
        return True


class JsonFormatter(logging.Formatter):
    """One JSON object a line; what was passed as `extra={"facts": {...}}` stands beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": getattr(record, "request", "-"),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure_logging(level: str, style: str) -> None:
    """Send all logs to standard error, as text or as JSON; libraries speak from WARNING up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(OfRequest())
    plain = logging.Formatter("%(asctime)s %(levelname)-7s %(request)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if style == "json" else plain)
    logging.basicConfig(
        level=max(logging.WARNING, logging.getLevelNamesMapping()[level]), handlers=[handler], force=True
    )
    logging.getLogger("bot").setLevel(level)


class CallRecord:
    """Appends every call that leaves the process to a file, one JSON object a line, secrets left out.

    Each line is one write, so that several processes may share the file.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab", buffering=0)

    def __call__(self, method: str, args: Mapping[str, Any]) -> None:
        kept = {key: value for key, value in args.items() if key not in _SECRET_ARGUMENTS}
        line = json.dumps({"method": method, "args": kept}, ensure_ascii=False, default=str) + "\n"
        self._file.write(line.encode())

    def close(self) -> None:
        self._file.close()
