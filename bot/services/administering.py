"""What admins choose for all of their tenant. Whether somebody is one, Slack is asked each time."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.people import PersonId
from bot.domain.retention import Retention, RetentionOf
from bot.domain.tenants import Setting, TenantSettings
from bot.services.people import People
from bot.storage import tenant_settings
from bot.storage.engine import Database

_logger = logging.getLogger(__name__)

_KEEP: dict[Setting, Any] = {
    Setting.LANGUAGE: tenant_settings.set_tenant_language,
    Setting.NEWCOMERS: tenant_settings.set_newcomers,
    Setting.GROUP_SIZE: tenant_settings.set_group_size,
    Setting.OWNERS: tenant_settings.set_framework_owners,
    Setting.RETENTION: tenant_settings.set_retention,
}
# What stands for the default, where that isn't None.
_NONE: dict[Setting, Any] = {Setting.OWNERS: (), Setting.RETENTION: {}}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What holds now. Where it was not kept, another admin had chosen something else meanwhile, or there are
    `strangers` among the people chosen."""

    settings: TenantSettings
    is_kept: bool
    strangers: tuple[str, ...] = ()


async def settings_of(tenant: str, database: Database) -> TenantSettings:
    """Raises StorageUnavailable."""
    async with database.reading() as session:
        return await tenant_settings.load_tenant_settings(session, tenant)


def shorter_retention(default: Retention, database: Database) -> RetentionOf:
    """The policy of each tenant: the deployment's, and shorter where its admins chose so."""

    async def policy_of(tenant: str) -> Retention:
        return (await settings_of(tenant, database)).retention(default)

    return policy_of


async def choose(
    admin: PersonId, setting: Setting, value: Any, seen: str, people: People, database: Database, now: datetime
) -> Chosen:
    """Keep what an admin chose, unless another one has chosen something else since what they have `seen`, a stamp.

    Raises AdminsOnly, SlackUnavailable, SlackRefused, StorageUnavailable.
    """
    await people.require_admin(admin)
    tenant = admin.tenant
    if setting is Setting.OWNERS and (strangers := await _strangers(tenant, value, people)):
        return Chosen(await settings_of(tenant, database), is_kept=False, strangers=strangers)

    async def keep(session: AsyncSession) -> Chosen:
        held = await tenant_settings.hold_tenant_settings(session, tenant, now)
        if held.stamp(setting) != seen and getattr(held, setting.value) != value:
            return Chosen(held, is_kept=False)
        await _KEEP[setting](session, tenant, value, now)
        return Chosen(await tenant_settings.load_tenant_settings(session, tenant), is_kept=True)

    chosen = await database.write(keep)
    people.forget_tenant(tenant)
    if chosen.is_kept:
        _logger.info("Admins of %s chose: %s", tenant, setting.value)
    return chosen


async def choose_default(
    admin: PersonId, setting: Setting, seen: str, people: People, database: Database, now: datetime
) -> Chosen:
    """Let the deployment's default hold again. The same as `choose`."""
    return await choose(admin, setting, _NONE.get(setting), seen, people, database, now)


async def _strangers(tenant: str, users: Iterable[str], people: People) -> tuple[str, ...]:
    """Those who can't look after the framework: guests, apps, and who is deactivated or of another workspace.

    Raises SlackUnavailable, SlackRefused.
    """
    asked = tuple(users)
    are_members = await asyncio.gather(*(people.is_full_member(PersonId(tenant, user)) for user in asked))
    return tuple(user for user, is_member in zip(asked, are_members, strict=True) if not is_member)
