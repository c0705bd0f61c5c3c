"""Migrations build what the tables say, come and go, and bear being run by several processes at once."""

import asyncio
import shutil
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Column, Connection, String, text

from bot.domain.assessments import Rating
from bot.domain.people import CurrentLevel, Profile
from bot.errors import StorageUnavailable
from bot.storage.engine import Database
from bot.storage.migrate import DatabaseNotReady, MigrationFailed, alembic_config, migrating, prepare, upgrade
from bot.storage.people import load_profile, set_current_level
from bot.storage.revisions import MIGRATIONS, NoSingleHead, head
from tests.integration.storage.growth import COLLEAGUE, NOW, SOMEBODY, given, record

SENIOR = {("python", "engineer"): CurrentLevel("senior")}


async def problem(url: str) -> str | None:
    database = Database.open(url)
    try:
        return await database.problem()
    finally:
        await database.close()


async def profile(url: str) -> Profile:
    database = Database.open(url)
    try:
        async with database.reading() as session:
            return await load_profile(session, SOMEBODY)
    finally:
        await database.close()


async def store_a_level(url: str) -> None:
    database = Database.open(url)
    async with database.writing() as session:
        await set_current_level(session, SOMEBODY, "python", "engineer", CurrentLevel("senior"), NOW)
    await database.close()


def test_the_migrations_build_what_the_tables_say(database_url: str) -> None:
    command.check(alembic_config(database_url))


async def test_the_queue_s_own_tables_are_left_alone(postgres_url: str) -> None:
    database = Database.open(postgres_url)
    async with database.reading() as session:
        assert (await session.execute(text("SELECT count(*) FROM procrastinate_jobs"))).scalar_one() == 0
    await database.close()
    await asyncio.to_thread(command.check, alembic_config(postgres_url))


async def test_the_migrations_can_be_undone_and_done_again(database_url: str) -> None:
    config = alembic_config(database_url)
    await asyncio.to_thread(command.downgrade, config, "base")
    assert "run `rung migrate`" in (await problem(database_url) or "")
    await upgrade(database_url)
    assert await problem(database_url) is None


async def test_what_was_stored_before_a_migration_is_there_after_it(database_url: str) -> None:
    config = alembic_config(database_url)
    for earlier in [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()][1:]:
        await asyncio.to_thread(command.downgrade, config, earlier)
        await store_a_level(database_url)
        await upgrade(database_url)
        assert await profile(database_url) == Profile(skill_levels=SENIOR)


async def test_what_was_rated_before_is_counted_after_it(database_url: str) -> None:
    ratings = [given("b", Rating.CONSISTENT), given("a", Rating.CONSISTENT), given("c", Rating.NOT_YET)]
    database = Database.open(database_url)
    await record(database, "V1", *ratings, given("a", Rating.PRACTISING, skill="sql"))
    await record(database, "V2", given("c", Rating.CONSISTENT), person=SOMEBODY, author=COLLEAGUE)
    written = await rated_skills(database)
    await database.close()
    assert written == [("python", "a b", "c"), ("sql", "", "a")]
    await asyncio.to_thread(command.downgrade, alembic_config(database_url), "3d1c0a9e7f52")
    await upgrade(database_url)
    database = Database.open(database_url)
    assert await rated_skills(database) == written
    await database.close()


async def rated_skills(database: Database) -> list[tuple[str, str, str]]:
    async with database.reading() as session:
        rows = await session.execute(text("SELECT skill, consistent, others FROM rated_skill ORDER BY skill"))
        return [tuple(row) for row in rows]


async def test_a_second_upgrade_changes_nothing(database_url: str) -> None:
    await store_a_level(database_url)
    await upgrade(database_url)
    assert await profile(database_url) == Profile(skill_levels=SENIOR)
    assert await problem(database_url) is None


async def test_a_migration_that_fails_undoes_the_ones_before_it(empty_url: str, tmp_path: Path) -> None:
    scripts = shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    broken = f"revision = 'broken'\ndown_revision = '{head()}'\ndef upgrade():\n    raise LookupError\n"
    (scripts / "versions" / "2026-12-01_broken.py").write_text(broken)
    config = alembic_config(empty_url)
    config.set_main_option("script_location", str(scripts))
    with pytest.raises(LookupError):
        await asyncio.to_thread(command.upgrade, config, "head")
    assert "at revision none" in (await problem(empty_url) or "")
    await upgrade(empty_url)
    assert await problem(empty_url) is None


@pytest.mark.parametrize("scripts", [{}, {"one": None, "two": None}, {"one": None, "two": "one", "three": "one"}])
def test_anything_but_one_last_revision_is_refused(tmp_path: Path, scripts: dict[str, str | None]) -> None:
    (tmp_path / "versions").mkdir()
    for revision, follows in scripts.items():
        text = f"revision = {revision!r}\ndown_revision = {follows!r}\n"
        (tmp_path / "versions" / f"{revision}.py").write_text(text)
    with pytest.raises(NoSingleHead):
        head(tmp_path)


async def test_an_upgrade_waits_for_another_one_to_end(empty_url: str) -> None:
    async with migrating(empty_url):
        waiting = asyncio.create_task(upgrade(empty_url))
        done, _ = await asyncio.wait([waiting], timeout=0.5)
        assert not done
    await waiting
    assert await problem(empty_url) is None


async def test_two_processes_that_upgrade_at_once_both_succeed(empty_url: str) -> None:
    program = "import asyncio, sys; from bot.storage.migrate import upgrade; asyncio.run(upgrade(sys.argv[1]))"
    started = [await asyncio.create_subprocess_exec(sys.executable, "-c", program, empty_url) for _ in range(2)]
    assert await asyncio.gather(*(process.wait() for process in started)) == [0, 0]
    assert await problem(empty_url) is None


async def test_an_sqlite_database_is_made_ready_by_itself(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new.db"
    await prepare(url)
    assert await problem(url) is None


async def test_postgresql_waits_for_an_operator(empty_postgres_url: str) -> None:
    with pytest.raises(DatabaseNotReady, match="run `rung migrate`"):
        await prepare(empty_postgres_url)
    await upgrade(empty_postgres_url)
    await prepare(empty_postgres_url)


async def test_a_directory_that_is_missing_is_unavailable_storage(tmp_path: Path) -> None:
    with pytest.raises(StorageUnavailable):
        await prepare(f"sqlite:///{tmp_path}/nowhere/rung.db")


async def test_a_database_of_a_newer_version_is_left_alone(database_url: str) -> None:
    database = Database.open(database_url)
    async with database.writing() as session:
        await session.execute(text("UPDATE alembic_version SET version_num = 'ffffffffffff'"))
    await database.close()
    with pytest.raises(MigrationFailed, match="ffffffffffff"):
        await upgrade(database_url)
    assert "at revision ffffffffffff" in (await problem(database_url) or "")


def copy_the_people(connection: Connection) -> None:
    operations = Operations(MigrationContext.configure(connection))
    with operations.batch_alter_table("person", recreate="always") as batch:
        batch.add_column(Column("nickname", String()))


async def test_altering_a_table_erases_nothing_that_hangs_on_it(database_url: str) -> None:
    await store_a_level(database_url)
    async with migrating(database_url) as connection:
        if connection.dialect.name == "sqlite":
            await connection.run_sync(copy_the_people)
        else:
            await connection.execute(text("ALTER TABLE person ADD COLUMN nickname text"))
    assert await profile(database_url) == Profile(skill_levels=SENIOR)


async def test_a_migration_that_leaves_rows_of_nobody_is_undone(sqlite_file: Path) -> None:
    url = f"sqlite:///{sqlite_file}"
    await store_a_level(url)
    with pytest.raises(MigrationFailed, match="current_level"):
        async with migrating(url) as connection:
            await connection.execute(text("DELETE FROM person"))
    assert await profile(url) == Profile(skill_levels=SENIOR)
