"""What the framework's owners should hear of: keeping it, and telling it."""

import logging
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.answers import NoMatch, NothingFound
from bot.domain.discussion import Heard, Suggestion
from bot.domain.people import PersonId
from bot.errors import StorageUnavailable
from bot.services.people import People
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

TOLD_EVERY = timedelta(days=1)
MOST_MISSES = 1_000

_logger = logging.getLogger(__name__)


async def suggest_change(
    author: PersonId,
    suggestion_id: str,
    skill: str,
    statement: str,
    text: str,
    people: People,
    database: Database,
    now: datetime,
) -> None:
    """Keep a suggested change; the same id again adds none. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(author)
    await database.write(lambda session: save_suggestion(session, author, suggestion_id, skill, statement, text, now))


async def count_miss(tenant: str, found: NoMatch | NothingFound, database: Database, now: datetime) -> None:
    """Count a search in vain, of whomever it was. Where that fails, the answer is none the worse for it."""
    try:
        await database.write(lambda session: count_search_miss(session, tenant, found.words, now))
    except StorageUnavailable as error:
        _logger.warning("A search that found nothing can't be counted: %s", error)


async def heard(database: Database) -> tuple[Heard, ...]:
    """All that was suggested and searched in vain, by tenant. Raises StorageUnavailable."""
    async with database.reading() as session:
        return tuple(
            [
                Heard(tenant, await suggestions(session, tenant), await search_misses(session, tenant, MOST_MISSES))
                for tenant in await tenants_heard(session)
            ]
        )


async def tenants_to_tell(database: Database, now: datetime) -> tuple[str, ...]:
    """Those with news whose owners weren't told of any within a day. Raises StorageUnavailable."""
    async with database.reading() as session:
        last = await last_tellings(session)
    return tuple(tenant for tenant, told_at in last.items() if told_at is None or now - told_at >= TOLD_EVERY)


async def take_news(tenant: str, database: Database, now: datetime) -> tuple[Suggestion, ...]:
    """The suggestions that are to be told now; whoever else asks gets none of them. Raises StorageUnavailable."""

    async def take(session: AsyncSession) -> tuple[Suggestion, ...]:
        return await mark_suggestions_told(session, tenant, await untold_suggestions(session, tenant), now)

    return await database.write(take)


async def give_news_back(tenant: str, news: tuple[Suggestion, ...], database: Database) -> None:
    """Nobody could be told. Raises StorageUnavailable."""
    await database.write(lambda session: mark_suggestions_untold(session, tenant, news))
