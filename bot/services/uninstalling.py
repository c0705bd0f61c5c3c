"""Rung leaves a tenant: its tokens at once, and everything else after a while."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.storage.engine import Database
from bot.storage.installations import (
    add_uninstalled,
    find_installation,
    forget_installation,
    mark_uninstalled,
    mark_uninstalled_again,
)
from bot.storage.tenants import erase_people, erase_tenant, tenants_to_erase

SKEW = timedelta(minutes=5)  # that Slack's clock and ours may be apart
REPEATED = timedelta(hours=1)  # within which Slack says the same thing again
AT_ONCE = 200  # people in one transaction


async def uninstall(
    tenant: str, happened_at: datetime, works: Callable[[], Awaitable[bool]], database: Database, now: datetime
) -> bool:
    """Rung was uninstalled: erase its tokens; False where that was done before, or it was installed again since.

    `happened_at` is by Slack's clock; where that is in doubt, `works` asks whether the token that is there works.
    Raises StorageUnavailable, and what `works` raises.
    """
    async with database.reading() as session:
        found = await find_installation(session, tenant)
    if found is None:
        return await database.write(lambda session: add_uninstalled(session, tenant, now))
    if found.uninstalled_at is not None:
        if happened_at - found.uninstalled_at < REPEATED:
            return False
        return await database.write(lambda session: mark_uninstalled_again(session, found, now))
    if happened_at < found.installed_at + SKEW and await works():
        return False
    return await database.write(lambda session: mark_uninstalled(session, found, now))


async def gone_before(moment: datetime, database: Database) -> tuple[str, ...]:
    """The tenants that were uninstalled before a moment and not installed since. Raises StorageUnavailable."""
    async with database.reading() as session:
        return await tenants_to_erase(session, moment)


async def erase_gone(tenant: str, before: datetime, database: Database) -> bool:
    """Erase all that is stored of such a tenant, some people at a time; False where it was installed again.

    Raises StorageUnavailable.
    """
    while await database.write(lambda session: erase_people(session, tenant, before, AT_ONCE)):
        pass
    return await database.write(lambda session: erase_tenant(session, tenant, before))


async def keep_tenant(tenant: str, database: Database) -> None:
    """It turned out to be installed: don't erase anything. Raises StorageUnavailable."""
    await database.write(lambda session: forget_installation(session, tenant))
