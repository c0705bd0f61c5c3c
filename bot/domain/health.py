"""What an admin is told of the Rung that serves their workspace: whether all is well, and of people only counts."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Content:
    """What there is to read; the stamp changes with it."""

    skills: int
    roles: int
    languages: tuple[str, ...]
    stamp: str


@dataclass(frozen=True, slots=True)
class Sending:
    """How what Rung writes by itself goes in one tenant.

    `waiting` are due by now, `lag` is for how long the oldest of them; `failed` are those of the last days that weren't
    sent though nobody had asked for that.
    """

    waiting: int
    lag: timedelta
    failed: int


@dataclass(frozen=True, slots=True)
class Health:
    """How it stands at one moment. `missing_scopes` None: not known. `sending` None: the database doesn't answer."""

    version: str
    content: Content
    database: str
    by_socket: bool
    missing_scopes: frozenset[str] | None
    sending: Sending | None
