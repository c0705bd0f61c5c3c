"""Telling whoever looks at the local Slack that something in it has changed."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Watchers:
    """Those who wait for the next change; what it was, they see for themselves."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Event] = set()

    @property
    def are_there(self) -> bool:
        return bool(self._waiting)

    def tell(self) -> None:
        for changed in self._waiting:
            changed.set()

    @contextmanager
    def watching(self) -> Iterator[asyncio.Event]:
        """An event that each change sets; whoever waits for it clears it."""
        changed = asyncio.Event()
        self._waiting.add(changed)
        try:
            yield changed
        finally:
            self._waiting.discard(changed)
