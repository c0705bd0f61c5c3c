"""Suggestions wait until the framework's owners know them; searches in vain are counted without a name."""

import asyncio
from datetime import datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.discussion import SearchMiss, Suggestion
from bot.domain.people import PersonId
from bot.storage.engine import Database
from bot.storage.suggestions import (
    count_search_miss,
    last_tellings,
    mark_suggestions_told,
    mark_suggestions_untold,
    save_suggestion,
    search_misses,
    suggestions,
    tenants_heard,
    untold_suggestions,
)
from tests.integration.storage.growth import COLLEAGUE, NAMESAKE, NOW, ODD_TEXTS, SOMEBODY

LATER = NOW + timedelta(days=1)


async def suggest(
    database: Database,
    suggestion_id: str,
    text: str = "Say how many",
    *,
    author: PersonId = SOMEBODY,
    now: datetime = NOW,
) -> None:
    await database.write(lambda session: save_suggestion(session, author, suggestion_id, "python", "run", text, now))


async def stored(database: Database, tenant: str = "T1") -> tuple[Suggestion, ...]:
    async with database.reading() as session:
        return await suggestions(session, tenant)


async def untold(database: Database, tenant: str = "T1") -> tuple[Suggestion, ...]:
    async with database.reading() as session:
        return await untold_suggestions(session, tenant)


async def tell(database: Database, *told: Suggestion, tenant: str = "T1") -> int:
    """How many of them the owners didn't know before."""
    return len(await database.write(lambda session: mark_suggestions_told(session, tenant, told, LATER)))


async def search_in_vain(database: Database, *typed: str, tenant: str = "T1", now: datetime = NOW) -> None:
    async def piece(session: AsyncSession) -> None:
        for words in typed:
            await count_search_miss(session, tenant, words, now)

    await database.write(piece)


async def missed(database: Database, tenant: str = "T1", limit: int = 10) -> list[tuple[str, int]]:
    async with database.reading() as session:
        return [(one.words, one.count) for one in await search_misses(session, tenant, limit)]


async def test_suggestions_come_back_in_the_order_in_which_they_came(database: Database) -> None:
    assert await stored(database) == ()
    await suggest(database, "V2", now=LATER)
    await suggest(database, "V1", author=COLLEAGUE)
    assert await stored(database) == (
        Suggestion("V1", "U2", "python", "run", "Say how many", NOW, None),
        Suggestion("V2", "U1", "python", "run", "Say how many", LATER, None),
    )


async def test_a_suggestion_that_is_submitted_again_is_there_once_with_its_later_text(database: Database) -> None:
    await suggest(database, "V1")
    await suggest(database, "V1", "Say how many machines", now=LATER)
    assert await stored(database) == (Suggestion("V1", "U1", "python", "run", "Say how many machines", NOW, None),)


async def test_a_suggestion_is_told_once(database: Database) -> None:
    for suggestion_id in ("V1", "V2"):
        await suggest(database, suggestion_id)
    first, second = await untold(database)
    assert await tell(database, first) == 1
    assert await tell(database, first, second) == 1
    assert await tell(database) == 0
    assert await untold(database) == ()
    assert [one.told_at for one in await stored(database)] == [LATER, LATER]


async def test_two_processes_that_tell_at_once_know_who_did(database: Database) -> None:
    await suggest(database, "V1")
    told = await untold(database)
    assert sorted(await asyncio.gather(*(tell(database, *told) for _ in range(3)))) == [0, 0, 1]


async def test_tenants_and_authors_with_the_same_ids_are_kept_apart(database: Database) -> None:
    for author in (SOMEBODY, COLLEAGUE, NAMESAKE):
        await suggest(database, "V1", f"by {author.user} of {author.tenant}", author=author)
    assert [one.text for one in await stored(database)] == ["by U1 of T1", "by U2 of T1"]
    assert [one.text for one in await untold(database, "T2")] == ["by U1 of T2"]
    mine, _ = await untold(database)
    assert await tell(database, mine) == 1
    assert [one.author for one in await untold(database)] == ["U2"]
    assert len(await untold(database, "T2")) == 1


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
async def test_any_text_comes_back_as_it_was_typed(database: Database, text: str) -> None:
    await suggest(database, "V1", text)
    assert [one.text for one in await stored(database)] == [text]


async def test_searches_in_vain_are_counted_by_their_folded_words(database: Database) -> None:
    await search_in_vain(database, "Rust", "  rust! ", "RUST", "kubernetes", "Ёлка", "елка")
    assert await missed(database) == [("rust", 3), ("елка", 2), ("kubernetes", 1)]
    assert await missed(database, limit=1) == [("rust", 3)]


async def test_the_last_time_is_known(database: Database) -> None:
    await search_in_vain(database, "rust")
    await search_in_vain(database, "rust", now=LATER)
    async with database.reading() as session:
        assert await search_misses(session, "T1", 10) == (SearchMiss("rust", 2, LATER),)


async def test_no_person_and_no_place_is_kept_with_the_words(database: Database) -> None:
    await search_in_vain(database, "rust <@U1> <#C1|>", "<@U1>", "!?", "")
    assert await missed(database) == [("rust", 1)]


async def test_what_is_too_long_for_a_search_is_not_kept(database: Database) -> None:
    await search_in_vain(database, "ﷺ" * 40_000, "x" * 61, "i had a rough week honestly", "x" * 60, "a b c d e")
    assert await missed(database) == [("a b c d e", 1), ("x" * 60, 1)]


async def test_it_is_known_who_has_news_and_when_its_owners_were_told_last(database: Database) -> None:
    await suggest(database, "V1")
    await suggest(database, "V1", author=NAMESAKE)
    async with database.reading() as session:
        assert await last_tellings(session) == {"T1": None, "T2": None}
    await tell(database, *await untold(database))
    await suggest(database, "V2")
    async with database.reading() as session:
        assert await last_tellings(session) == {"T1": LATER, "T2": None}
        assert await tenants_heard(session) == ("T1", "T2")


async def test_what_nobody_could_be_told_is_news_again(database: Database) -> None:
    await suggest(database, "V1")
    await suggest(database, "V2")
    first, second = await untold(database)
    await tell(database, first, second)
    await database.write(lambda session: mark_suggestions_untold(session, "T1", [second]))
    assert [one.id for one in await untold(database)] == ["V2"]


async def test_each_tenant_has_its_own_count(database: Database) -> None:
    await search_in_vain(database, "rust")
    await search_in_vain(database, "rust", tenant="T2")
    assert await missed(database) == await missed(database, "T2") == [("rust", 1)]


async def test_searches_at_once_are_all_counted(database: Database) -> None:
    await asyncio.gather(*(search_in_vain(database, "rust") for _ in range(10)))
    assert await missed(database) == [("rust", 10)]
