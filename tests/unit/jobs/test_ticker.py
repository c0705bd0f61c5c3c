import asyncio
import logging
import time
from datetime import datetime, timedelta, tzinfo

import pytest

from bot.jobs.ticker import Ticker

SOON = 0.001  # seconds


async def test_stopping_in_the_middle_of_work_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    ticker, begun, ended = Ticker(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    ticker.every(SOON, work, "wait for ever")
    ticker.start()
    await begun.wait()
    ticker.stop()
    await ended.wait()
    await asyncio.sleep(0)  # until the task of the work is over

    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_work_that_fails_is_logged_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    ticker, again, tries = Ticker(), asyncio.Event(), list[int]()

    async def work() -> None:
        tries.append(1)
        if len(tries) > 1:
            again.set()
        raise OSError("the disk is full")

    ticker.every(SOON, work, "write")
    ticker.start()
    await again.wait()
    ticker.stop()

    assert "the disk is full" in caplog.text


class Wall(datetime):
    """The clock on the wall, which can be set."""

    ahead = timedelta()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Wall":
        return cls.fromtimestamp(time.time() + cls.ahead.total_seconds(), tz)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> type[Wall]:
    class OfThisTest(Wall):
        pass

    for module in ("apscheduler.schedulers.base", "bot.jobs.ticker"):
        monkeypatch.setattr(f"{module}.datetime", OfThisTest)
    return OfThisTest


@pytest.mark.parametrize("jump", [timedelta(days=-3), timedelta(hours=-1), timedelta(days=10_000)], ids=str)
async def test_ticks_go_on_whatever_the_clock_does(wall: type[Wall], jump: timedelta) -> None:
    ticker, ticks, ticked = Ticker(look_every=SOON), list[int](), asyncio.Event()

    async def work() -> None:
        ticks.append(1)
        ticked.set()

    ticker.every(0.01, work, "look")
    ticker.start()
    await ticked.wait()

    wall.ahead += jump
    for _ in range(2):
        ticked.clear()
        await asyncio.wait_for(ticked.wait(), 5)
    ticker.stop()

    assert len(ticks) < 200
