"""The library that answers come from, renewed while Rung runs: only by content that is whole."""

import asyncio
import logging
from collections.abc import Callable

from bot.catalog.faults import InvalidContent
from bot.services.asking import Library

_logger = logging.getLogger(__name__)


class Shelf:
    """Holds the library that is in use; one that can't be loaded never takes its place."""

    def __init__(self, load: Callable[[], Library], stamp: Callable[[], str]) -> None:
        """`load` reads all content, `stamp` changes whenever a file of it does. Raises InvalidContent."""
        self._load = load
        self._stamp = stamp
        self._seen = stamp()
        self._library = load()
        self.problem: str | None = None

    def library(self) -> Library:
        return self._library

    async def renew(self) -> bool:
        """Take over content that has changed; whether it was. Content with faults is told once and left alone."""
        stamp = await asyncio.to_thread(self._stamp)
        if stamp == self._seen:
            return False
        self._seen = stamp
        try:
            library = await asyncio.to_thread(self._load)
        except InvalidContent as refused:
            self.problem = f"changed content was refused, the one before is still in use:\n{refused}"
            _logger.error("Changed content was refused, the one before is still in use:\n%s", refused)
            return False
        self.problem = None
        if library.framework.version == self._library.framework.version:
            return False
        self._library = library
        _logger.info("Changed content is in use: version %s", library.framework.version)
        return True
