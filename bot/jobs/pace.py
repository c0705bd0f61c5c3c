"""How fast one workspace is written to."""

from collections.abc import Awaitable, Callable


class Pace:
    """Gives turns at an even rate. A pause holds up all of them, also who has a turn and still waits for it."""

    def __init__(
        self, a_minute: float, monotonic: Callable[[], float], sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        """`monotonic` is in seconds, on a clock that never goes back."""
        self._interval = 60 / a_minute
        self._monotonic = monotonic
        self._sleep = sleep
        self._next = monotonic()
        self._resumes = self._next

    async def turn(self) -> None:
        """Wait for the next turn."""
        while True:
            turn = max(self._next, self._monotonic())
            self._next = turn + self._interval
            if (wait := turn - self._monotonic()) > 0:
                await self._sleep(wait)
            if turn >= self._resumes:
                return

    async def resumed(self) -> None:
        """Wait for the end of a pause, if there is one, without taking a turn."""
        if (wait := self._resumes - self._monotonic()) > 0:
            await self._sleep(wait)

    def pause(self, seconds: float) -> None:
        """No turn comes for so long, and those who wait for theirs begin anew: not all of them at once."""
        self._resumes = max(self._resumes, self._monotonic() + seconds)
        self._next = self._resumes
