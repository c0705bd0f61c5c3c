"""What was announced while nobody could listen is made up for by forgetting all."""

from collections.abc import AsyncIterator

import pytest

from bot.errors import StorageUnavailable
from bot.jobs.hearing import RETRY, Hearing
from bot.storage.announcing import Changed, Matter

CHANGED = Changed(Matter.PROFILE, "T1", "U1")


class Enough(Exception):
    """The test has seen what it wanted."""


async def test_it_listens_again_when_the_database_is_back() -> None:
    told: list[object] = []
    tries = 0

    async def listen() -> AsyncIterator[Changed | None]:
        nonlocal tries
        tries += 1
        if tries == 2:
            raise StorageUnavailable("still gone")
        yield None
        yield CHANGED
        raise StorageUnavailable("gone")

    async def sleep(seconds: float) -> None:
        told.append(seconds)
        if tries == 3:
            raise Enough

    hearing = Hearing(listen, told.append, lambda: told.append("all"), sleep)
    with pytest.raises(Enough):
        await hearing.hear()

    assert told == ["all", CHANGED, RETRY, RETRY, "all", CHANGED, RETRY]
