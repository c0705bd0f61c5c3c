"""A discussion is read a page at a time, and changed by whoever may."""

import asyncio
from datetime import datetime, timedelta

import pytest

from bot.domain.discussion import Comment
from bot.domain.people import PersonId
from bot.storage.comments import (
    add_comment,
    comment_page,
    count_comments,
    edit_comment,
    load_comment,
    remove_comment,
)
from bot.storage.engine import Database
from tests.integration.storage.growth import COLLEAGUE, NAMESAKE, NOW, ODD_TEXTS, SOMEBODY

LATER = NOW + timedelta(hours=1)


async def add(
    database: Database,
    comment_id: str,
    text: str = "a text",
    *,
    author: PersonId = SOMEBODY,
    skill: str = "python",
    now: datetime = NOW,
) -> None:
    await database.write(lambda session: add_comment(session, author, comment_id, skill, text, now))


async def edit(database: Database, comment_id: str, text: str, author: PersonId = SOMEBODY) -> bool:
    return await database.write(lambda session: edit_comment(session, author, comment_id, text, LATER))


async def remove(database: Database, comment_id: str, actor: PersonId, *, is_admin: bool = False) -> bool:
    return await database.write(lambda session: remove_comment(session, actor, comment_id, is_admin=is_admin))


async def load(database: Database, comment_id: str, tenant: str = "T1") -> Comment | None:
    async with database.reading() as session:
        return await load_comment(session, tenant, comment_id)


async def page(
    database: Database, limit: int = 10, after: str | None = None, *, skill: str = "python", tenant: str = "T1"
) -> tuple[str, bool]:
    """The ids of the comments, and whether there are more."""
    async with database.reading() as session:
        found = await comment_page(session, tenant, skill, limit, after)
    return " ".join(one.id for one in found.comments), found.has_more


async def count(database: Database, skill: str = "python", tenant: str = "T1") -> int:
    async with database.reading() as session:
        return await count_comments(session, tenant, skill)


async def test_a_skill_begins_without_comments(database: Database) -> None:
    assert await page(database) == ("", False)
    assert await count(database) == 0
    assert await load(database, "V1") is None


async def test_a_comment_comes_back(database: Database) -> None:
    await add(database, "V1")
    assert await load(database, "V1") == Comment("V1", "python", "U1", "a text", NOW, None)
    assert await page(database) == ("V1", False)
    assert await count(database) == 1


async def test_the_newest_come_first_and_pages_follow_each_other(database: Database) -> None:
    for n in range(5):
        await add(database, f"V{n}", now=NOW + timedelta(minutes=n))
    assert await page(database, 2) == ("V4 V3", True)
    assert await page(database, 2, "V3") == ("V2 V1", True)
    assert await page(database, 2, "V1") == ("V0", False)
    assert await page(database, 2, "V0") == ("", False)
    assert await page(database, 5) == ("V4 V3 V2 V1 V0", False)


async def test_comments_of_one_instant_are_each_on_one_page(database: Database) -> None:
    for n in range(5):
        await add(database, f"V{n}")
    assert await page(database, 2) == ("V4 V3", True)
    assert await page(database, 2, "V3") == ("V2 V1", True)
    assert await page(database, 2, "V1") == ("V0", False)


async def test_what_is_added_or_removed_meanwhile_moves_no_page(database: Database) -> None:
    for n in range(4):
        await add(database, f"V{n}", now=NOW + timedelta(minutes=n))
    await add(database, "V9", now=LATER)
    await remove(database, "V2", SOMEBODY)
    assert await page(database, 2, "V2") == ("V1 V0", False)


async def test_a_comment_that_is_submitted_again_is_there_once_with_its_later_text(database: Database) -> None:
    await asyncio.gather(*(add(database, "V1") for _ in range(3)))
    assert await load(database, "V1") == Comment("V1", "python", "U1", "a text", NOW, None)
    await add(database, "V1", "corrected", now=LATER)
    assert await load(database, "V1") == Comment("V1", "python", "U1", "corrected", NOW, LATER)
    assert await count(database) == 1


async def test_a_comment_that_was_removed_stays_removed_when_it_is_submitted_again(database: Database) -> None:
    await add(database, "V1")
    await remove(database, "V1", COLLEAGUE, is_admin=True)
    await add(database, "V1")
    assert await load(database, "V1") == Comment("V1", "python", None, None, NOW, None)


async def test_an_author_edits_and_the_same_text_again_is_no_edit(database: Database) -> None:
    await add(database, "V1")
    assert await edit(database, "V1", "a text")
    assert await load(database, "V1") == Comment("V1", "python", "U1", "a text", NOW, None)
    assert await edit(database, "V1", "better")
    assert await load(database, "V1") == Comment("V1", "python", "U1", "better", NOW, LATER)


@pytest.mark.parametrize(
    ("actor", "is_admin", "may_edit", "may_remove"),
    [
        (SOMEBODY, False, True, True),
        (SOMEBODY, True, True, True),
        (COLLEAGUE, False, False, False),
        (COLLEAGUE, True, False, True),  # an admin removes, but puts no words into anybody's mouth
        (NAMESAKE, False, False, False),
        (NAMESAKE, True, False, False),  # an admin of another tenant
    ],
)
async def test_who_may_edit_and_remove(
    database: Database, actor: PersonId, is_admin: bool, may_edit: bool, may_remove: bool
) -> None:
    await add(database, "V1")
    assert await edit(database, "V1", "changed", actor) is may_edit
    assert await remove(database, "V1", actor, is_admin=is_admin) is may_remove
    found = await load(database, "V1")
    assert found is not None
    assert found.is_removed is may_remove
    assert found.text == (None if may_remove else "a text")


async def test_nobody_takes_over_a_comment_by_its_id(database: Database) -> None:
    await add(database, "V1")
    await add(database, "V1", "mine now", author=COLLEAGUE)
    assert await load(database, "V1") == Comment("V1", "python", "U1", "a text", NOW, None)


async def test_what_was_removed_is_gone_and_can_be_neither_edited_nor_counted(database: Database) -> None:
    await add(database, "V1")
    await add(database, "V2")
    assert await remove(database, "V1", SOMEBODY)
    assert await load(database, "V1") == Comment("V1", "python", None, None, NOW, None)
    assert not await edit(database, "V1", "back again")
    assert not await remove(database, "V1", SOMEBODY, is_admin=True)
    assert await page(database) == ("V2 V1", False)
    assert await count(database) == 1


async def test_skills_and_tenants_have_discussions_of_their_own(database: Database) -> None:
    await add(database, "V1")
    await add(database, "V2", skill="go")
    await add(database, "V1", "elsewhere", author=NAMESAKE)
    assert await page(database) == ("V1", False)
    assert await page(database, skill="go") == ("V2", False)
    assert await page(database, skill="go", tenant="T2") == ("", False)
    assert [await count(database), await count(database, "go", "T2"), await count(database, tenant="T2")] == [1, 0, 1]
    elsewhere = await load(database, "V1", "T2")
    assert elsewhere is not None
    assert elsewhere.text == "elsewhere"


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
async def test_any_text_comes_back_as_it_was_typed(database: Database, text: str) -> None:
    await add(database, "V1", text)
    found = await load(database, "V1")
    assert found is not None
    assert found.text == text
