"""What the framework's owners should hear of: suggested changes, and searches that found nothing."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import func, select, tuple_, union, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.discussion import LONGEST_SEARCH, MOST_SEARCHED, SearchMiss, Suggestion
from bot.domain.people import PersonId
from bot.domain.query import fold, plain
from bot.storage.people import hold_person
from bot.storage.tables import SearchMissRow, SuggestionRow
from bot.storage.upserts import count_up, upsert

_SUGGESTION = select(
    col(SuggestionRow.id),
    col(SuggestionRow.user_id),
    col(SuggestionRow.skill),
    col(SuggestionRow.statement),
    col(SuggestionRow.text),
    col(SuggestionRow.created_at),
    col(SuggestionRow.told_at),
).order_by(col(SuggestionRow.created_at), col(SuggestionRow.user_id), col(SuggestionRow.id))


async def save_suggestion(
    session: AsyncSession, author: PersonId, suggestion_id: str, skill: str, statement: str, text: str, now: datetime
) -> None:
    """Keep a suggestion. Its id is that of the submission that brought it: sent again, it only takes the later text."""
    await hold_person(session, author, now)
    key = {"tenant": author.tenant, "user_id": author.user, "id": suggestion_id}
    first = {"skill": skill, "statement": statement, "created_at": now}
    await upsert(session, SuggestionRow, key, {"text": text}, **first)


async def suggestions(session: AsyncSession, tenant: str) -> tuple[Suggestion, ...]:
    """All, in the order in which they came."""
    rows = await session.execute(_SUGGESTION.where(col(SuggestionRow.tenant) == tenant))
    return tuple(Suggestion(*row) for row in rows)


async def untold_suggestions(session: AsyncSession, tenant: str) -> tuple[Suggestion, ...]:
    """Those that the framework's owners don't know yet, in the order in which they came."""
    untold = (col(SuggestionRow.tenant) == tenant, col(SuggestionRow.told_at).is_(None))
    return tuple(Suggestion(*row) for row in await session.execute(_SUGGESTION.where(*untold)))


async def last_tellings(session: AsyncSession) -> Mapping[str, datetime | None]:
    """Of each tenant that has suggestions which its owners don't know: when they were told of others last."""
    told_at = col(SuggestionRow.told_at)
    of_tenant = select(col(SuggestionRow.tenant), func.max(told_at)).group_by(col(SuggestionRow.tenant))
    rows = await session.execute(of_tenant.having(func.count() > func.count(told_at)))
    return {tenant: last for tenant, last in rows}


async def tenants_heard(session: AsyncSession) -> tuple[str, ...]:
    """Every tenant whose people suggested something or searched in vain."""
    tenants = union(select(col(SuggestionRow.tenant)), select(col(SearchMissRow.tenant)))
    return tuple(sorted((await session.execute(tenants)).scalars()))


async def mark_suggestions_told(
    session: AsyncSession, tenant: str, told: Iterable[Suggestion], now: datetime
) -> tuple[Suggestion, ...]:
    """The framework's owners know these from now on; those of them that they didn't know before."""
    told = tuple(told)
    keys = [(one.author, one.id) for one in told]
    marked = await session.execute(
        update(SuggestionRow)
        .where(
            col(SuggestionRow.tenant) == tenant,
            col(SuggestionRow.told_at).is_(None),
            tuple_(col(SuggestionRow.user_id), col(SuggestionRow.id)).in_(keys),
        )
        .values(told_at=now)
        .returning(col(SuggestionRow.user_id), col(SuggestionRow.id))
    )
    news = {tuple(row) for row in marked}
    return tuple(one for one in told if (one.author, one.id) in news)


async def mark_suggestions_untold(session: AsyncSession, tenant: str, untold: Iterable[Suggestion]) -> None:
    """Nobody could be told of these: the next telling tries again."""
    keys = [(one.author, one.id) for one in untold]
    theirs = tuple_(col(SuggestionRow.user_id), col(SuggestionRow.id)).in_(keys)
    await session.execute(update(SuggestionRow).where(col(SuggestionRow.tenant) == tenant, theirs).values(told_at=None))


async def count_search_miss(session: AsyncSession, tenant: str, typed: str, now: datetime) -> None:
    """Count what was typed into a search that found nothing, without the people and places mentioned in it.

    What is longer than a search ever is tells something, and isn't kept.
    """
    words = fold(plain(typed))
    if words and len(words) <= LONGEST_SEARCH and words.count(" ") < MOST_SEARCHED:
        key = {"tenant": tenant, "words": words}
        await count_up(session, SearchMissRow, key, "count", last_at=now)


async def search_misses(session: AsyncSession, tenant: str, limit: int) -> tuple[SearchMiss, ...]:
    """The words that most searches were in vain for, the most frequent first."""
    rows = await session.execute(
        select(col(SearchMissRow.words), col(SearchMissRow.count), col(SearchMissRow.last_at))
        .where(col(SearchMissRow.tenant) == tenant)
        .order_by(col(SearchMissRow.count).desc(), col(SearchMissRow.last_at).desc(), col(SearchMissRow.words))
        .limit(limit)
    )
    return tuple(SearchMiss(*row) for row in rows)
