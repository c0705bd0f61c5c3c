"""What is stored of a person comes back, of that person only, from either database."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import col

from bot.domain.people import CurrentLevel, PersonId, Profile
from bot.storage.engine import Database
from bot.storage.people import load_profile, set_current_level, set_language, set_profile_level, set_role
from bot.storage.tables import CurrentLevelRow, PersonRow

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SOMEBODY = PersonId("T1", "U1")
LEVELS = [CurrentLevel("senior"), CurrentLevel(None), None]
LEVEL_NAMES = ["a level", "not yet the first", "unset"]


async def profile(database: Database, person: PersonId = SOMEBODY) -> Profile:
    async with database.reading() as session:
        return await load_profile(session, person)


async def test_nothing_is_known_of_a_stranger(database: Database) -> None:
    assert await profile(database) == Profile()


async def test_a_language_is_kept_and_undone(database: Database) -> None:
    async with database.writing() as session:
        await set_language(session, SOMEBODY, "de", NOW)
    assert (await profile(database)).language == "de"
    async with database.writing() as session:
        await set_language(session, SOMEBODY, None, NOW)
    assert await profile(database) == Profile()


@pytest.mark.parametrize("level", LEVELS, ids=LEVEL_NAMES)
async def test_a_profile_wide_level_has_three_states(database: Database, level: CurrentLevel | None) -> None:
    async with database.writing() as session:
        await set_profile_level(session, SOMEBODY, CurrentLevel("middle"), NOW)
        await set_profile_level(session, SOMEBODY, level, NOW)
    assert await profile(database) == Profile(level=level)


@pytest.mark.parametrize("level", LEVELS, ids=LEVEL_NAMES)
async def test_a_level_in_a_skill_has_three_states(database: Database, level: CurrentLevel | None) -> None:
    async with database.writing() as session:
        await set_current_level(session, SOMEBODY, "python", "engineer", CurrentLevel("middle"), NOW)
        await set_current_level(session, SOMEBODY, "python", "engineer", level, NOW)
    expected = {} if level is None else {("python", "engineer"): level}
    assert await profile(database) == Profile(skill_levels=expected)


async def test_each_choice_leaves_the_others_alone(database: Database) -> None:
    async with database.writing() as session:
        await set_language(session, SOMEBODY, "ru", NOW)
        await set_current_level(session, SOMEBODY, "python", "engineer", CurrentLevel("senior"), NOW)
        await set_role(session, SOMEBODY, "engineer", NOW)
        await set_current_level(session, SOMEBODY, "python", "analyst", CurrentLevel(None), NOW)
        await set_profile_level(session, SOMEBODY, CurrentLevel("middle"), NOW)
    levels = {("python", "engineer"): CurrentLevel("senior"), ("python", "analyst"): CurrentLevel(None)}
    assert await profile(database) == Profile("ru", "engineer", CurrentLevel("middle"), levels)


@pytest.mark.parametrize("other", [PersonId("T2", "U1"), PersonId("T1", "U2")], ids=["tenant", "colleague"])
async def test_nobody_else_is_seen_or_changed(database: Database, other: PersonId) -> None:
    async with database.writing() as session:
        for person, language, level in ((SOMEBODY, "de", "senior"), (other, "ru", "junior")):
            await set_language(session, person, language, NOW)
            await set_current_level(session, person, "python", "engineer", CurrentLevel(level), NOW)
        await set_current_level(session, other, "python", "engineer", None, NOW)
        await set_language(session, other, None, NOW)
    senior = {("python", "engineer"): CurrentLevel("senior")}
    assert await profile(database) == Profile("de", skill_levels=senior)
    assert await profile(database, other) == Profile()


async def test_deleting_the_person_erases_the_levels_too(database: Database) -> None:
    colleague = PersonId("T1", "U2")
    async with database.writing() as session:
        for person in (SOMEBODY, colleague):
            await set_current_level(session, person, "python", "engineer", CurrentLevel("senior"), NOW)
        await session.execute(delete(PersonRow).where(col(PersonRow.user_id) == SOMEBODY.user))
    async with database.reading() as session:
        left = (await session.execute(select(col(CurrentLevelRow.user_id)))).scalars().all()
    assert left == [colleague.user]


async def test_a_level_of_nobody_is_refused_and_is_no_failure_of_the_database(database: Database) -> None:
    orphan = CurrentLevelRow(tenant="T1", user_id="U9", skill="python", role="engineer", updated_at=NOW)
    with pytest.raises(IntegrityError):
        async with database.writing() as session:
            session.add(orphan)


@pytest.mark.parametrize(
    "emoji",
    [
        "\N{ROCKET}",
        "\N{WOMAN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}\N{ZERO WIDTH JOINER}\N{ROCKET}",
        "🇩🇪",
        "𝛼",
    ],
)
async def test_case_23_an_emoji_of_four_bytes_round_trips(database: Database, emoji: str) -> None:
    async with database.writing() as session:
        await set_role(session, SOMEBODY, emoji, NOW)
        await set_current_level(session, SOMEBODY, emoji, emoji, CurrentLevel(emoji), NOW)
    level = {(emoji, emoji): CurrentLevel(emoji)}
    assert await profile(database) == Profile(role=emoji, skill_levels=level)


async def test_case_3_times_come_back_as_the_same_instant_in_utc(database: Database) -> None:
    elsewhere = NOW.astimezone(timezone(timedelta(hours=-9, minutes=-30)))
    async with database.writing() as session:
        await set_profile_level(session, SOMEBODY, CurrentLevel(None), elsewhere)
    async with database.reading() as session:
        row = (await session.execute(select(PersonRow))).scalar_one()
    for time in (row.created_at, row.updated_at, row.level_set_at):
        assert time == NOW
        assert time.tzinfo is UTC


async def test_case_3_a_time_without_a_zone_is_refused(database: Database) -> None:
    with pytest.raises(StatementError, match="timezone"):
        async with database.writing() as session:
            await set_language(session, SOMEBODY, "de", NOW.replace(tzinfo=None))


async def test_a_change_keeps_when_a_person_was_first_seen(database: Database) -> None:
    later = NOW + timedelta(days=1)
    async with database.writing() as session:
        await set_language(session, SOMEBODY, "de", NOW)
        await set_language(session, SOMEBODY, "ru", later)
    async with database.reading() as session:
        row = (await session.execute(select(PersonRow))).scalar_one()
    assert (row.created_at, row.updated_at) == (NOW, later)


async def test_two_first_choices_at_once_are_both_kept(database: Database) -> None:
    async def choose_language() -> None:
        async with database.writing() as session:
            await set_language(session, SOMEBODY, "de", NOW)

    async def choose_role() -> None:
        async with database.writing() as session:
            await set_role(session, SOMEBODY, "engineer", NOW)

    await asyncio.gather(choose_language(), choose_role())
    assert await profile(database) == Profile("de", "engineer")


async def test_what_an_error_interrupts_is_not_kept(database: Database) -> None:
    async def choose_and_fail() -> None:
        async with database.writing() as session:
            await set_language(session, SOMEBODY, "de", NOW)
            raise LookupError

    with pytest.raises(LookupError):
        await choose_and_fail()
    async with database.reading() as session:
        people = (await session.execute(select(func.count()).select_from(PersonRow))).scalar()
    assert people == 0
