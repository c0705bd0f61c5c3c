"""Clicks on one message or window are drawn one after another, and what the newest one asked for stays."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from cachetools import LRUCache

from bot.slack.payloads import Act
from bot.views.ids import CardRef

_REMEMBERED = 10_000  # messages and windows


@dataclass(slots=True)
class Place:
    """A message or a window: how many clicks it got, the newest that was drawn, and the card that this one showed.

    `kept` is the newest whose window was kept as it stood.
    """

    clicks: int = 0
    drawn: int = 0
    kept: int = 0
    card: CardRef | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    keeping: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True, slots=True)
class Turn:
    """The position of one click among those on its place."""

    place: Place
    number: int

    @asynccontextmanager
    async def drawing(self) -> AsyncIterator[bool]:
        """Wait until nobody draws there; gives False where a newer click has been drawn already."""
        async with self.place.lock:
            is_newest = self.number >= self.place.drawn
            if is_newest:
                self.place.drawn, self.place.card = self.number, None
            yield is_newest

    @asynccontextmanager
    async def keeping(self) -> AsyncIterator[bool]:
        """Wait until nobody keeps what stands in there; gives False where a newer click's has been kept already."""
        async with self.place.keeping:
            is_newest = self.number >= self.place.kept
            yield is_newest
            self.place.kept = max(self.place.kept, self.number)


class Turns:
    """Counts the clicks on each place, in the order in which they arrive."""

    def __init__(self) -> None:
        self._places: LRUCache[str, Place] = LRUCache(_REMEMBERED)

    def take(self, act: Act) -> Turn:
        place = self._places.setdefault(f"{act.person} {act.channel} {act.message_ts} {act.view_id}", Place())
        place.clicks += 1
        return Turn(place, place.clicks)
