"""Removing what has outlived its time, in small transactions with a rest between them.

Nothing is kept of how far it came: what is gone isn't found again, so it is begun anew whenever it was broken off.
"""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta

from bot.domain.retention import Kept, Retention, RetentionOf
from bot.storage.engine import Database
from bot.storage.events import count_old_events, forget_events
from bot.storage.oauth_states import forget_states
from bot.storage.retention import Page, count_over, first_pages, page_after, remove_page, tenant_after

EVENTS = "events"
AT_ONCE = 100  # rows in one transaction: SQLite has one writer, and whoever clicks waits for it

Rest = Callable[[], Awaitable[None]]
Removed = Counter[str]  # by kind: those of `Kept`, and `EVENTS`


async def remove_outlived(retention_of: RetentionOf, database: Database, now: datetime, rest: Rest) -> Removed:
    """What each tenant no longer wants kept goes; how much. Raises StorageUnavailable."""
    removed = Removed()
    async for tenant, retention in _policies(retention_of, database):
        for kind, before in retention.ends(now).items():
            for first in first_pages(kind):
                removed[kind] += await _remove_all(tenant, kind, before, first, database, rest)
    return +removed


async def forget_what_passed(kept: timedelta, database: Database, now: datetime, rest: Rest) -> Removed:
    """Events that Slack won't send again go, and installations that nobody ended. Raises StorageUnavailable."""
    before, count, forgotten = now - kept, AT_ONCE, 0
    while count == AT_ONCE:
        count = await database.write(lambda session: forget_events(session, before, AT_ONCE))
        forgotten += count
        await rest()
    await database.write(lambda session: forget_states(session, now))
    return +Removed({EVENTS: forgotten})


async def count_outlived(
    retention_of: RetentionOf, events_kept: timedelta, database: Database, now: datetime
) -> Removed:
    """What both of these would remove. Raises StorageUnavailable."""
    found = Removed()
    async for tenant, retention in _policies(retention_of, database):
        async with database.reading() as session:
            for kind, before in retention.ends(now).items():
                found[kind] += await count_over(session, tenant, kind, before)
    async with database.reading() as session:
        found[EVENTS] = await count_old_events(session, now - events_kept)
    return +found


async def _policies(retention_of: RetentionOf, database: Database) -> AsyncIterator[tuple[str, Retention]]:
    """Each tenant of whom anything could end, with its policy."""
    tenant = ""
    while True:
        async with database.reading() as session:
            following = await tenant_after(session, tenant)
        if following is None:
            return
        tenant = following
        yield tenant, await retention_of(tenant)


async def _remove_all(tenant: str, kind: Kept, before: datetime, first: Page, database: Database, rest: Rest) -> int:
    removed, page = 0, await _page_after(tenant, kind, before, first, database)
    while page is not None:
        removed += await _remove_one(tenant, kind, before, page, database)
        await rest()
        page = await _page_after(tenant, kind, before, page, database)
    return removed


async def _page_after(tenant: str, kind: Kept, before: datetime, page: Page, database: Database) -> Page | None:
    async with database.reading() as session:
        return await page_after(session, tenant, kind, before, page, AT_ONCE)


async def _remove_one(tenant: str, kind: Kept, before: datetime, page: Page, database: Database) -> int:
    return await database.write(lambda session: remove_page(session, tenant, kind, before, page))
