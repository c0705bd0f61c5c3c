"""Work that goes on after Slack was answered."""

import asyncio
import logging

import pytest

from bot.slack.background import Background


async def test_all_that_was_started_is_waited_for_even_what_was_started_meanwhile() -> None:
    background, done = Background(), []

    async def second() -> None:
        done.append("second")

    async def first() -> None:
        background.run(second())
        done.append("first")

    background.run(first())
    await background.settled()

    assert done == ["first", "second"]


async def test_what_takes_too_long_is_cancelled_and_puts_away_what_it_holds() -> None:
    background, put_away = Background(), []

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            put_away.append(True)

    background.run(endless())
    await background.close(within=0.01)

    assert put_away == [True]


async def test_a_failure_is_logged_with_its_reference(caplog: pytest.LogCaptureFixture) -> None:
    background = Background()

    async def failing() -> None:
        raise RuntimeError("nobody foresaw this")

    background.run(failing())
    await background.settled()
    await asyncio.sleep(0)

    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "reference" in record.getMessage()
    assert "nobody foresaw this" in caplog.text
