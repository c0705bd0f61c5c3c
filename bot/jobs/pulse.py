"""Whether rounds go on: their last sign of life."""

from collections import Counter
from collections.abc import Callable

STANDS_STILL = 180.0  # seconds without a completed round; planning 200,000 people at once takes about 30


class Pulse:
    """Beats with each round that is completed. `now` gives seconds on a clock that never goes back."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.outcomes: Counter[str] = Counter({"completed": 0, "failed": 0})
        self._now = now
        self._beaten_at = now()

    def beat(self) -> None:
        self.outcomes["completed"] += 1
        self._beaten_at = self._now()

    def miss(self) -> None:
        """A round came to its end without having planned."""
        self.outcomes["failed"] += 1

    @property
    def age(self) -> float:
        """For how many seconds no round was completed."""
        return self._now() - self._beaten_at

    def problem(self) -> str | None:
        if self.age < STANDS_STILL:
            return None
        return f"no round of planning was completed for {self.age:.0f} seconds, so nobody is written to"
