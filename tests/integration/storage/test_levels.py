"""When levels were set, on either database."""

from datetime import timedelta

import pytest

from bot.domain.people import CurrentLevel
from bot.domain.progress import LevelsSet
from bot.storage.engine import Database
from bot.storage.levels import levels_set
from bot.storage.people import set_current_level, set_language, set_profile_level
from tests.integration.storage.growth import NOW, OTHERS, SOMEBODY

LATER = NOW + timedelta(days=1)


async def times(database: Database) -> LevelsSet:
    async with database.reading() as session:
        return await levels_set(session, SOMEBODY)


async def test_nothing_was_set_by_a_stranger_or_by_who_chose_only_a_language(database: Database) -> None:
    assert await times(database) == LevelsSet()
    async with database.writing() as session:
        await set_language(session, SOMEBODY, "de", NOW)
    assert await times(database) == LevelsSet()


async def test_each_level_has_its_time_and_nobody_elses_counts(database: Database) -> None:
    async with database.writing() as session:
        await set_profile_level(session, SOMEBODY, CurrentLevel(None), NOW)
        await set_current_level(session, SOMEBODY, "python", "dev", CurrentLevel("senior"), LATER)
        for other in OTHERS:
            await set_current_level(session, other, "go", "dev", CurrentLevel("junior"), LATER)

    found = await times(database)

    assert found == LevelsSet(NOW, {("python", "dev"): LATER})
    assert found.at("go", "dev") == NOW


async def test_a_level_that_was_unset_has_no_time(database: Database) -> None:
    async with database.writing() as session:
        await set_profile_level(session, SOMEBODY, CurrentLevel("senior"), NOW)
        await set_profile_level(session, SOMEBODY, None, LATER)

    assert await times(database) == LevelsSet()


@pytest.mark.parametrize("level", [CurrentLevel("senior"), CurrentLevel(None)], ids=["a level", "not yet the first"])
async def test_a_level_that_holds_already_keeps_its_time(database: Database, level: CurrentLevel) -> None:
    for at in (NOW, LATER):
        async with database.writing() as session:
            await set_profile_level(session, SOMEBODY, level, at)
            await set_current_level(session, SOMEBODY, "python", "dev", level, at)

    assert await times(database) == LevelsSet(NOW, {("python", "dev"): NOW})
    async with database.writing() as session:
        await set_profile_level(session, SOMEBODY, CurrentLevel("junior"), LATER)
        await set_current_level(session, SOMEBODY, "python", "dev", CurrentLevel("junior"), LATER)
    assert await times(database) == LevelsSet(LATER, {("python", "dev"): LATER})
