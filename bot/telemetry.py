"""What operators see: logs, references, and the record of what was sent to Slack."""

import json
import logging
import secrets
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_SECRET_ARGUMENTS = frozenset({"token", "trigger_id", "client_secret", "code", "refresh_token"})


def new_reference() -> str:
    """A short name for one failure, which the log and the person are both given."""
    return secrets.token_hex(4)


class JsonFormatter(logging.Formatter):
    """One JSON object a line; what was passed as `extra={"facts": {...}}` stands beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure_logging(level: str, style: str) -> None:
    """Send all logs to standard error, as text or as JSON; libraries speak from WARNING up."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
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
