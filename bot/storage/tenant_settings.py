"""Reading and keeping what admins chose for all of a tenant."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.cadence import Rhythm
from bot.domain.people import PersonId
from bot.domain.retention import Kept
from bot.domain.tenants import Newcomers, TenantSettings
from bot.storage.announcing import Matter, announce
from bot.storage.people import hold_person
from bot.storage.tables import FrameworkOwnerRow, TenantSettingsRow
from bot.storage.upserts import insert_new, upsert

_KEEPS = {kind: f"keep_{kind}" for kind in Kept}
_COLUMNS = ("language", "nudges", "check_ins", "days", "opens", "closes", "country", "group_size", *_KEEPS.values())
_SETTINGS = select(*(getattr(TenantSettingsRow, name) for name in _COLUMNS)).where(
    col(TenantSettingsRow.tenant) == bindparam("tenant")
)
_OWNERS = (
    select(col(FrameworkOwnerRow.user_id))
    .where(col(FrameworkOwnerRow.tenant) == bindparam("tenant"))
    .order_by(col(FrameworkOwnerRow.user_id))
)


async def load_tenant_settings(session: AsyncSession, tenant: str) -> TenantSettings:
    """What was chosen for a tenant; nothing where there is no row."""
    row = (await session.execute(_SETTINGS, {"tenant": tenant})).first()
    owners = tuple((await session.execute(_OWNERS, {"tenant": tenant})).scalars())
    if row is None:
        return TenantSettings(owners=owners)
    keeps = {kind: days for kind, name in _KEEPS.items() if (days := getattr(row, name)) is not None}
    return TenantSettings(row.language, _newcomers(row), row.group_size, owners, keeps)


async def hold_tenant_settings(session: AsyncSession, tenant: str, now: datetime) -> TenantSettings:
    """The same, and no other transaction changes them until this one ends."""
    await _change(session, tenant, {}, now)
    return await load_tenant_settings(session, tenant)


async def set_tenant_language(session: AsyncSession, tenant: str, language: str | None, now: datetime) -> None:
    await _change(session, tenant, {"language": language}, now)


async def set_newcomers(session: AsyncSession, tenant: str, chosen: Newcomers | None, now: datetime) -> None:
    """Keep what the cadence of newcomers begins with."""
    if chosen is None:
        columns = ("nudges", "check_ins", "days", "opens", "closes", "country")
        return await _change(session, tenant, dict.fromkeys(columns), now)
    changes = {
        "nudges": chosen.nudges.value,
        "check_ins": chosen.check_ins.value,
        "days": "".join(str(day) for day in sorted(chosen.days)),
        "opens": chosen.opens,
        "closes": chosen.closes,
        "country": chosen.country,
    }
    await _change(session, tenant, changes, now)


async def set_group_size(session: AsyncSession, tenant: str, size: int | None, now: datetime) -> None:
    """Keep how many people a summary has to be about."""
    await _change(session, tenant, {"group_size": size}, now)


async def set_retention(session: AsyncSession, tenant: str, keeps: Mapping[Kept, int], now: datetime) -> None:
    """Keep for how many days each kind is kept; what isn't named is kept as long as the deployment keeps it."""
    await _change(session, tenant, {name: keeps.get(kind) for kind, name in _KEEPS.items()}, now)


async def set_framework_owners(session: AsyncSession, tenant: str, users: Iterable[str], now: datetime) -> None:
    """Let these look after the framework in a tenant, and nobody else."""
    wanted = sorted(set(users))
    others = delete(FrameworkOwnerRow).where(
        col(FrameworkOwnerRow.tenant) == tenant, col(FrameworkOwnerRow.user_id).not_in(wanted)
    )
    await session.execute(others)
    for user in wanted:
        await hold_person(session, PersonId(tenant, user), now)
        await insert_new(session, FrameworkOwnerRow, {"tenant": tenant, "user_id": user}, since=now)


async def _change(session: AsyncSession, tenant: str, changes: Mapping[str, object], now: datetime) -> None:
    """Of one setting alone: two admins who change different ones don't undo each other's."""
    await upsert(session, TenantSettingsRow, {"tenant": tenant}, {**changes, "updated_at": now})
    await announce(session, Matter.TENANT, tenant, "")


def _newcomers(row: Any) -> Newcomers | None:
    if row.nudges is None:
        return None
    days = frozenset(int(day) for day in row.days)
    return Newcomers(Rhythm(row.nudges), Rhythm(row.check_ins), days, row.opens, row.closes, row.country)
