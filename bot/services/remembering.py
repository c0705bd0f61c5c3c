"""Facts about people that are asked for once, shared by all who wait, and believed for a while."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Generic, TypeVar

from cachetools import TTLCache

from bot.domain.people import PersonId
from bot.errors import RungError

T = TypeVar("T")

LIFE = 600.0  # seconds for which a fact is believed
MOST = 50_000

_logger = logging.getLogger(__name__)


class Remembered(Generic[T]):
    """One kind of fact by person. `ask` gets it from where it is kept; `spawn` keeps a task alive."""

    def __init__(
        self,
        ask: Callable[[PersonId], Awaitable[T]],
        unknown: T,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        now: Callable[[], float],
        *,
        patience: float,
        doubt: float,
    ) -> None:
        """`patience` is for how many seconds an answer waits; `doubt` for how many nobody waits again after that.

        `now` gives seconds on a clock that never goes back.
        """
        self._ask = ask
        self._unknown = unknown
        self._spawn = spawn
        self._patience = patience
        self._known: TTLCache[PersonId, T] = TTLCache(MOST, LIFE, now)
        self._doubtful: TTLCache[PersonId, T] = TTLCache(MOST, doubt, now)
        self._asked: dict[PersonId, asyncio.Event] = {}

    def known(self, person: PersonId) -> T | None:
        return self._known.get(person)

    def learn(self, person: PersonId, fact: T) -> None:
        """It is known from elsewhere, and newer than what is being asked for."""
        self.forget(person)
        self._known[person] = fact

    def forget(self, person: PersonId) -> None:
        """It has changed: ask again, and don't believe an answer that is on its way."""
        self._known.pop(person, None)
        self._doubtful.pop(person, None)
        self._asked.pop(person, None)

    async def surely(self, person: PersonId) -> T:
        """The fact, or the error that asking raised."""
        if (known := self._known.get(person)) is not None:
            return known
        fact = await self._ask(person)
        self.learn(person, fact)
        return fact

    async def patiently(self, person: PersonId) -> T:
        """The fact, or what is assumed where nobody tells it in time; it is learned later all the same."""
        while True:
            for remembered in (self._known, self._doubtful):
                if (fact := remembered.get(person)) is not None:
                    return fact
            if (answered := self._asked.get(person)) is None:
                answered = self._asked[person] = asyncio.Event()
                self._spawn(self._learn_later(person, answered))
            try:
                await asyncio.wait_for(answered.wait(), self._patience)
            except TimeoutError:
                _logger.warning("%s: no answer about %s in time", type(self._unknown).__name__, person.user)
                return self._known.get(person) or self._doubtful.setdefault(person, self._unknown)

    async def _learn_later(self, person: PersonId, answered: asyncio.Event) -> None:
        try:
            fact = await self._ask(person)
            if self._asked.get(person) is answered:
                self.learn(person, fact)
        except RungError as error:
            _logger.warning("%s: nothing is known about %s: %s", type(self._unknown).__name__, person.user, error)
            if self._asked.get(person) is answered:
                self._doubtful[person] = self._unknown
        finally:
            answered.set()
            if self._asked.get(person) is answered:
                del self._asked[person]
