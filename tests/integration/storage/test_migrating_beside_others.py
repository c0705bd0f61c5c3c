"""A migration on PostgreSQL doesn't queue behind a long transaction, with everybody else behind itself."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from bot.storage.engine import Database
from bot.storage.migrate import Limits, MigrationFailed, upgrade
from bot.storage.people import load_profile
from bot.storage.urls import conninfo
from tests.integration.storage.growth import SOMEBODY
from tests.integration.storage.next_release import next_release

SHORT = Limits(lock=0.05, pause=7, tries=3, step=30)


@asynccontextmanager
async def long_transaction(url: str) -> AsyncIterator[psycopg.AsyncConnection]:
    """Somebody has looked at people, and has not ended the transaction."""
    connection = await psycopg.AsyncConnection.connect(conninfo(url), application_name="somebody's report")
    async with connection:
        await connection.execute("SELECT 1 FROM person")
        yield connection
        await connection.rollback()


async def revision(url: str) -> str | None:
    database = Database.open(url)
    try:
        return await database.revision()
    finally:
        await database.close()


async def is_read(url: str) -> None:
    """Somebody else is not held up."""
    database = Database.open(url)
    async with database.reading() as session:
        await asyncio.wait_for(load_profile(session, SOMEBODY), 5)
    await database.close()


def doing(work: Callable[[], Awaitable[None]], pauses: list[float]) -> Callable[[float], Awaitable[None]]:
    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await work()

    return sleep


async def test_it_steps_back_and_tries_again_when_the_transaction_is_over(
    postgres_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pauses: list[float] = []
    async with long_transaction(postgres_url) as holder:

        async def end_it_the_second_time() -> None:
            await is_read(postgres_url)
            if len(pauses) == 2:
                await holder.rollback()

        with caplog.at_level(logging.WARNING, "bot.storage.migrate"):
            await upgrade(
                postgres_url,
                migrations=next_release(tmp_path / "next", "one"),
                limits=SHORT,
                sleep=doing(end_it_the_second_time, pauses),
            )
    assert pauses == [7, 7]
    assert "somebody's report, idle in transaction" in caplog.text
    assert "Nothing was changed; trying 1 more times" in caplog.text
    assert await revision(postgres_url) == "one"


async def test_it_gives_up_in_the_end_and_has_changed_nothing(postgres_url: str, tmp_path: Path) -> None:
    before = await revision(postgres_url)
    async with long_transaction(postgres_url):
        with pytest.raises(MigrationFailed, match=r"somebody's report.*Nothing was changed\. End that transaction"):
            await upgrade(
                postgres_url,
                migrations=next_release(tmp_path / "next", "one"),
                limits=SHORT,
                sleep=doing(lambda: is_read(postgres_url), []),
            )
        await is_read(postgres_url)
    assert await revision(postgres_url) == before


async def test_a_step_that_would_take_too_long_is_left_to_somebody_who_stops_rung(
    postgres_url: str, tmp_path: Path
) -> None:
    migrations = next_release(tmp_path / "next", "one")
    (script,) = (migrations / "versions").glob("*_one.py")
    script.write_text(
        script.read_text().replace("def upgrade():", "def upgrade():\n    op.execute('SELECT pg_sleep(.2)')")
    )
    with pytest.raises(MigrationFailed, match=r"longer than 0.05 seconds.*rung migrate --unlimited"):
        await upgrade(postgres_url, migrations=migrations, limits=Limits(step=0.05))
    assert await revision(postgres_url) != "one"
    await upgrade(postgres_url, migrations=migrations, limits=Limits(step=None))
    assert await revision(postgres_url) == "one"
