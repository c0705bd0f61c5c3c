"""How often whoever it is may open the pages of an installation: each opening may cost a row and a call to Slack."""

from collections.abc import Callable
from math import ceil

from cachetools import LRUCache

OF_ONE = 30  # openings at once from one address; an installation takes two
OF_ALL = 600  # and from all together, which bounds the rows whatever addresses they come from
REFILL = 60.0  # seconds after which all of it may be had again
_REMEMBERED = 10_000  # addresses


class Allowance:
    """A bucket for each address and one for all: an opening takes a drop, and they fill again with time."""

    def __init__(self, now: Callable[[], float]) -> None:
        """`now` gives seconds on a clock that never goes back."""
        self._now = now
        self._buckets: LRUCache[str, tuple[float, float]] = LRUCache(_REMEMBERED)  # drops, and when they were counted
        self._of_all = (float(OF_ALL), now())

    def wait(self, address: str) -> int:
        """Take an opening for an address: 0 where it may be had, else in how many seconds it may be."""
        now = self._now()
        own = _filled(*self._buckets.get(address, (float(OF_ONE), now)), OF_ONE, now)
        everybodys = _filled(*self._of_all, OF_ALL, now)
        may = own >= 1 and everybodys >= 1
        self._buckets[address] = (own - may, now)
        self._of_all = (everybodys - may, now)
        return 0 if may else ceil(max((1 - own) * REFILL / OF_ONE, (1 - everybodys) * REFILL / OF_ALL))


def _filled(drops: float, counted_at: float, most: int, now: float) -> float:
    return min(float(most), drops + (now - counted_at) * most / REFILL)
