import asyncio
import logging

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
