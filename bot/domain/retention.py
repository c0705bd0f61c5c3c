"""How long is kept what would else grow without an end."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class Kept(StrEnum):
    """What ends by itself, called as the fields of `Retention` are."""

    NOTES = "notes"
    EVIDENCE = "evidence"
    DRAFTS = "drafts"
    CHECK_INS = "check_ins"
    SUGGESTIONS = "suggestions"
    SUMMARIES = "summaries"


@dataclass(frozen=True, slots=True)
class Retention:
    """How long one tenant's data is kept, by kind, from when it was written; None: until somebody erases it.

    `notes` are those of ratings, whose rating stays. `check_ins` stand for all that Rung sent by itself, from when that
    was done; `suggestions` for the searches in vain too, from when a word was last searched for.
    """

    notes: timedelta | None
    evidence: timedelta | None
    drafts: timedelta | None
    check_ins: timedelta | None
    suggestions: timedelta | None
    summaries: timedelta | None

    def of(self, kind: Kept) -> timedelta | None:
        found: timedelta | None = getattr(self, kind.value)
        return found

    def ends(self, now: datetime) -> dict[Kept, datetime]:
        """What was written before which instant has outlived its time; what is kept for good is left out."""
        return {kind: now - kept for kind in Kept if (kept := self.of(kind)) is not None}


def was_long_ago(ts: str, now: datetime, shortest: timedelta) -> bool:
    """Whether a message was sent so long ago that its time may be over; `ts` is Slack's, which may be forged."""
    try:
        return now.timestamp() - float(ts) >= shortest.total_seconds()
    except ValueError:
        return False


RetentionOf = Callable[[str], Awaitable[Retention]]
"""The policy of a tenant. Raises StorageUnavailable where it can't be known: then nothing is removed there."""


def same_everywhere(retention: Retention) -> RetentionOf:
    """The policy of a deployment in which no tenant has its own."""

    async def policy_of(_: str) -> Retention:
        return retention

    return policy_of
