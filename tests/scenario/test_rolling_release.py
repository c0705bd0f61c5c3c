"""The next release migrates the database while processes of this one answer and write to people."""

import asyncio
import json
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import inspect, text

from bot.app import wired
from bot.playground import asgi
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.storage.engine import Database
from bot.storage.migrate import DatabaseNotReady, MigrationFailed, upgrade
from bot.storage.revisions import head
from tests.integration.conftest import (
    database_url,
    dialect,
    migrated_file,
    migrated_template,
    postgres_url,
    server,
    sqlite_file,
)
from tests.integration.storage.next_release import next_release
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.lives import id_of, live, stored
from tests.scenario.reading import said
from tests.scenario.test_assess import STATEMENTS, rated
from tests.scenario.test_cadence import grow
from tests.scenario.test_coaching import CHECK_IN_DAY, message_of

__all__ = [  # fixtures
    "database_url", "dialect", "migrated_file", "migrated_template", "postgres_url", "server", "sqlite_file",
]  # fmt: skip


async def ready(scene: Scene) -> tuple[int, str]:
    answer = await asgi.request(scene.rung.front, "/ready", {}, b"", "GET")
    return answer.status, str(json.loads(answer.body)["problems"].get("database", ""))


async def columns(url: str) -> set[str]:
    """Of every table of ours."""
    database = Database.open(url)
    async with database.writing() as session:
        connection = await session.connection()
        found = await connection.run_sync(lambda one: inspect(one).get_multi_columns())
    await database.close()
    return {column["name"] for table, named in found.items() for column in named if "procrastinate" not in table[1]}


async def test_what_runs_answers_and_writes_while_and_after_the_next_release_migrates(
    new_scene: NewScene, database_url: str, tmp_path: Path
) -> None:
    migrations = next_release(tmp_path / "next", "one", "two")
    async with new_scene(database_url=SecretStr(database_url)) as scene:
        await grow(scene, EMMA)
        await asyncio.gather(
            upgrade(database_url, migrations=migrations),
            *(rated(scene, person, {STATEMENTS[0]: "practising"}) for person in (EMMA, DIETER, ROMAN)),
        )

        assert {"of_one", "of_two"} <= await columns(database_url)
        assert await ready(scene) == (200, "")
        assert "Senior" in said((await scene.slack.command(DIETER, "distributed-training senior")).message)
        await live(scene, ROMAN)  # a row in every table that is somebody's
        await message_of(scene, EMMA, CHECK_IN_DAY)
        for person in (EMMA, DIETER):
            assert len((await stored(scene, id_of(scene, person)))["latest_rating"]) == 1
        async with wired(scene.settings) as another:  # one of them is started again
            assert another.parts.database is not scene.rung.parts.database
        await upgrade(database_url)  # by this release: it leaves what is ahead as it is
        assert await ready(scene) == (200, "")


async def test_what_runs_stops_where_the_next_release_takes_something_away(
    new_scene: NewScene, database_url: str, tmp_path: Path
) -> None:
    await upgrade(database_url, migrations=next_release(tmp_path / "next", "one"))
    async with new_scene(database_url=SecretStr(database_url)) as scene:
        assert await ready(scene) == (200, "")
        after = next_release(tmp_path / "after", "one", "two", compatible_since="one")
        await upgrade(database_url, migrations=after)

        status, problem = await ready(scene)

        assert status == 503
        assert "revision two, of a newer version" in problem
        assert await scene.rung.parts.database.goes_with("one")
        with pytest.raises((DatabaseNotReady, MigrationFailed), match="newer version"):
            async with wired(scene.settings):
                pass
        with pytest.raises(MigrationFailed, match="newer version"):
            await upgrade(database_url)


async def test_a_database_that_nobody_described_is_not_trusted(database_url: str) -> None:
    """Its revision isn't known, and nothing says what came between."""
    database = Database.open(database_url)
    async with database.writing() as session:
        await session.execute(text("UPDATE alembic_version SET version_num = 'unheard'"))
    assert "unheard, of a newer version" in (await database.problem() or "")
    assert not await database.goes_with(head())
    await database.close()
