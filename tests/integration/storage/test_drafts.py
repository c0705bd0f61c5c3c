"""What was typed is kept until it is submitted, of each person for themselves."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.assessments import Draft
from bot.domain.people import PersonId
from bot.storage.drafts import draft_to_change, drafts, drop_draft, load_draft, save_draft
from bot.storage.engine import Database
from tests.integration.storage.growth import NOW, ODD_TEXTS, OTHERS, SOMEBODY

LATER = NOW + timedelta(minutes=1)


async def save(
    database: Database, content: str, *, person: PersonId = SOMEBODY, skill: str = "python", role: str = "engineer"
) -> None:
    await database.write(lambda session: save_draft(session, person, skill, role, content, NOW))


async def load(
    database: Database, *, person: PersonId = SOMEBODY, skill: str = "python", role: str = "engineer"
) -> str | None:
    async with database.reading() as session:
        found = await load_draft(session, person, skill, role)
    return found.content if found else None


async def test_there_is_no_draft_until_something_is_typed(database: Database) -> None:
    assert await load(database) is None


async def test_a_draft_is_replaced_by_what_is_typed_next(database: Database) -> None:
    await save(database, '{"run": "not_yet"}')
    await save(database, '{"run": "consistent"}')
    assert await load(database) == '{"run": "consistent"}'


async def test_skills_and_roles_have_drafts_of_their_own_the_last_one_first(database: Database) -> None:
    await save(database, "one")
    await save(database, "two", role="analyst")
    await database.write(lambda session: save_draft(session, SOMEBODY, "go", "engineer", "three", LATER))
    async with database.reading() as session:
        assert await drafts(session, SOMEBODY) == (
            Draft("go", "engineer", "three", LATER),
            Draft("python", "analyst", "two", NOW),
            Draft("python", "engineer", "one", NOW),
        )


async def test_only_the_draft_that_is_dropped_is_forgotten(database: Database) -> None:
    await save(database, "one")
    await save(database, "two", role="analyst")
    for _ in range(2):
        await database.write(lambda session: drop_draft(session, SOMEBODY, "python", "engineer"))
    assert await load(database) is None
    assert await load(database, role="analyst") == "two"


async def test_what_two_clicks_at_once_add_to_a_draft_is_kept(database: Database) -> None:
    async def add(word: str) -> None:
        async def piece(session: AsyncSession) -> None:
            draft = await draft_to_change(session, SOMEBODY, "python", "engineer", NOW)
            await save_draft(session, SOMEBODY, "python", "engineer", f"{draft.content if draft else ''}{word}", NOW)

        await database.write(piece)

    await asyncio.gather(*(add(word) for word in "abcdef"))
    assert sorted(await load(database) or "") == sorted("abcdef")


@pytest.mark.parametrize("other", OTHERS, ids=["colleague", "tenant"])
async def test_nobody_else_s_drafts_are_seen_or_changed(database: Database, other: PersonId) -> None:
    await save(database, "mine")
    assert await load(database, person=other) is None
    await save(database, "theirs", person=other)
    assert await load(database) == "mine"
    await database.write(lambda session: drop_draft(session, other, "python", "engineer"))
    assert await load(database) == "mine"
    async with database.reading() as session:
        assert await drafts(session, other) == ()


@pytest.mark.parametrize("content", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
async def test_anything_that_was_typed_comes_back(database: Database, content: str) -> None:
    await save(database, content)
    assert await load(database) == content
