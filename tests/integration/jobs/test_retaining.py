"""The ticker removes what has outlived its time, says how much, and does nothing where it can't be sure of the time."""

import logging
from datetime import timedelta
from pathlib import Path

import pytest

from bot.domain.people import PersonId
from bot.domain.retention import Kept, Retention, same_everywhere
from bot.jobs.retaining import REST, Retaining
from bot.services.privacy import everything_stored
from bot.storage.engine import Database
from tests.integration.jobs.conftest import Clock
from tests.scenario.lives import leave, secrets

DAY = timedelta(days=1)
EMMA = PersonId("T1", "U0EMMA")
MONTH = same_everywhere(Retention(*[30 * DAY for _ in Kept]))


def retaining(database: Database, clock: Clock) -> Retaining:
    steady = clock.at.timestamp()
    return Retaining(MONTH, DAY, database, clock.now, lambda: steady + clock.slept, clock.sleep)


async def test_it_says_how_much_went_and_of_whom_nothing(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot")
    await database.write(lambda session: leave(session, EMMA))
    clock = Clock()
    clock.at += 40 * DAY
    job = retaining(database, clock)

    await job.steady_remove()
    await job.steady_remove()

    assert [record.getMessage() for record in caplog.records] == [
        "Removed, as its time was over: 1 drafts, 1 evidence, 1 notes, 1 suggestions"
    ]
    assert clock.slept >= 4 * REST
    left = str(await everything_stored(EMMA, database))
    assert [secret for secret in secrets(EMMA.user) if secret in left] == []


async def test_a_clock_that_leaps_is_believed_only_if_it_stays_so(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    await database.write(lambda session: leave(session, EMMA))
    before, clock = await everything_stored(EMMA, database), Clock()
    job = retaining(database, clock)

    for leap in (3650 * DAY, -3650 * DAY):
        clock.at += leap
        await job.steady_remove()
        assert await everything_stored(EMMA, database) == before
    assert "The clock was set: nothing is removed for its age this time" in caplog.text

    clock.at += 40 * DAY
    await job.steady_remove()
    assert await everything_stored(EMMA, database) == before
    await job.steady_remove()
    assert await everything_stored(EMMA, database) != before


async def test_a_database_that_fails_is_asked_again_the_next_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = Database.open(f"sqlite:///{tmp_path}/nowhere/rung.db")
    await retaining(database, Clock()).steady_remove()
    assert "What has outlived its time is removed later: there is no " in caplog.text
    await database.close()
