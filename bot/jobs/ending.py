"""The end of a process, for what sends: nothing new is begun, and what is on its way comes to its end."""

import asyncio
from collections.abc import Awaitable


class Ending:
    """Whether this process is to end."""

    def __init__(self) -> None:
        self._begun = asyncio.Event()

    def begin(self) -> None:
        self._begun.set()

    @property
    def has_begun(self) -> bool:
        return self._begun.is_set()

    async def cut_short(self, rest: Awaitable[None]) -> None:
        """Rest, but not into the end."""
        resting, begun = asyncio.ensure_future(rest), asyncio.ensure_future(self._begun.wait())
        try:
            done, _ = await asyncio.wait({resting, begun}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            resting.cancel()
            begun.cancel()
        if resting in done:
            resting.result()
