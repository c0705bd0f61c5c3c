"""Facts about people and skills that are asked for once, shared by all who wait, and believed for a while."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from cachetools import TTLCache

from bot.errors import RungError

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

LIFE = 600.0  # seconds for which a fact is believed
MOST = 50_000

_logger = logging.getLogger(__name__)


class Remembered(Generic[K, T]):
    """One kind of fact, by what it is about. `ask` gets it from where it is kept; `spawn` keeps a task alive."""

    def __init__(
        self,
        ask: Callable[[K], Awaitable[T]],
        unknown: T,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        now: Callable[[], float],
        *,
        patience: float,
        doubt: float,
        life: float = LIFE,
    ) -> None:
        """`patience` is for how many seconds an answer waits; `doubt` for how many nobody waits again after that.

        `life` is for how many seconds a fact is believed. `now` gives seconds on a clock that never goes back.
        """
        self._ask = ask
        self._unknown = unknown
        self._spawn = spawn
        self._patience = patience
        self._known: TTLCache[K, T] = TTLCache(MOST, life, now)
        self._doubtful: TTLCache[K, T] = TTLCache(MOST, doubt, now)
        self._asked: dict[K, asyncio.Event] = {}
        self._asked_surely: dict[K, object] = {}  # another one since it changed

    def known(self, key: K) -> T | None:
        return self._known.get(key)

    def learn(self, key: K, fact: T) -> None:
        """It is known from elsewhere, and newer than what is being asked for."""
        self.forget(key)
        self._known[key] = fact

    def forget(self, key: K) -> None:
        """It has changed: ask again, and don't believe an answer that is on its way."""
        self._known.pop(key, None)
        self._doubtful.pop(key, None)
        self._asked.pop(key, None)
        self._asked_surely.pop(key, None)

    def forget_all(self) -> None:
        for remembered in (self._known, self._doubtful, self._asked, self._asked_surely):
            remembered.clear()

    async def surely(self, key: K) -> T:
        """The fact, or the error that asking raised; what was learned meanwhile is newer."""
        if (known := self._known.get(key)) is not None:
            return known
        mark = self._asked_surely.setdefault(key, object())
        try:
            fact = await self._ask(key)
            if self._asked_surely.get(key) is not mark:
                return self._known.get(key, fact)
            self.learn(key, fact)
            return fact
        finally:
            if self._asked_surely.get(key) is mark:
                del self._asked_surely[key]

    async def patiently(self, key: K) -> T:
        """The fact, or what is assumed where nobody tells it in time; it is learned later all the same."""
        while True:
            for remembered in (self._known, self._doubtful):
                if (fact := remembered.get(key)) is not None:
                    return fact
            if (answered := self._asked.get(key)) is None:
                answered = self._asked[key] = asyncio.Event()
                self._spawn(self._learn_later(key, answered))
            try:
                await asyncio.wait_for(answered.wait(), self._patience)
            except TimeoutError:
                _logger.warning("%s: no answer about %s in time", type(self._unknown).__name__, key)
                if (fact := self._known.get(key)) is not None:
                    return fact
                return self._doubtful.setdefault(key, self._unknown)

    async def _learn_later(self, key: K, answered: asyncio.Event) -> None:
        try:
            fact = await self._ask(key)
            if self._asked.get(key) is answered:
                self.learn(key, fact)
        except RungError as error:
            _logger.warning("%s: nothing is known about %s: %s", type(self._unknown).__name__, key, error)
        finally:
            answered.set()
            if self._asked.get(key) is answered:  # nothing was learned: those who wait mustn't ask again and again
                del self._asked[key]
                self._doubtful[key] = self._unknown
