"""Failures that a test or a trial asks for: what goes wrong with the next calls of a method."""

import asyncio
from collections import defaultdict, deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """What happens in place of the usual answer, or before it: make one by the class methods."""

    error: str | None = None
    status: int = 200
    body: str | None = None
    retry_after: int | None = None
    drops: bool = False
    is_silent: bool = False
    does_the_work: bool = False
    until: asyncio.Event | None = None

    @classmethod
    def slack(cls, error: str) -> "Failure":
        """Slack's own refusal: `"ok": false` with this error."""
        return cls(error=error)

    @classmethod
    def http(cls, status: int, body: str = "upstream error") -> "Failure":
        """An answer of another status, which isn't JSON."""
        return cls(status=status, body=body)

    @classmethod
    def rate_limited(cls, retry_after: int = 1) -> "Failure":
        """429 with Retry-After, in seconds."""
        return cls(error="ratelimited", status=429, retry_after=retry_after)

    @classmethod
    def garbled(cls) -> "Failure":
        """200, and a body that isn't JSON."""
        return cls(body="<html>not what you expect</html>")

    @classmethod
    def dropped(cls, *, does_the_work: bool = False) -> "Failure":
        """The connection breaks; where it `does_the_work`, the call has had its effect, and nobody is told."""
        return cls(drops=True, does_the_work=does_the_work)

    @classmethod
    def silent(cls) -> "Failure":
        """No answer ever comes: the caller has to give up."""
        return cls(is_silent=True)

    @classmethod
    def held(cls, until: asyncio.Event) -> "Failure":
        """The usual answer, but only once `until` is set."""
        return cls(does_the_work=True, until=until)


class Failures:
    """The failures to come, by method, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._coming: defaultdict[str, deque[Failure]] = defaultdict(deque)

    def add(self, method: str, failure: Failure, times: int) -> None:
        self._coming[method].extend([failure] * times)

    def take(self, method: str) -> Failure | None:
        return self._coming[method].popleft() if self._coming[method] else None
