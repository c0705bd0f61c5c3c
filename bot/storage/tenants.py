"""All of a tenant whose installation is gone: who they are, and erasing everything that is stored of them."""

from datetime import datetime

from sqlalchemy import ColumnElement, Table, delete, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel, col

from bot.storage.tables import InstallationRow, PersonRow


def tables_of_tenants() -> list[Table]:
    """The tables whose rows are a tenant's, those first on which none of the others hang."""
    return [table for table in reversed(SQLModel.metadata.sorted_tables) if "tenant" in table.c]


async def tenants_to_erase(session: AsyncSession, before: datetime) -> tuple[str, ...]:
    """Those that were uninstalled before a moment, and have not been installed since."""
    gone = select(col(InstallationRow.tenant)).where(col(InstallationRow.uninstalled_at) < before)
    return tuple((await session.execute(gone)).scalars())


async def erase_people(session: AsyncSession, tenant: str, before: datetime, most: int) -> int:
    """Erase some people of such a tenant with all that hangs on them; how many: none where it was installed again."""
    if not await _is_still_gone(session, tenant, before):
        return 0
    some = select(col(PersonRow.tenant), col(PersonRow.user_id)).where(col(PersonRow.tenant) == tenant).limit(most)
    these = tuple_(col(PersonRow.tenant), col(PersonRow.user_id)).in_(some)
    erased = await session.execute(delete(PersonRow).where(these).returning(col(PersonRow.user_id)))
    return len(erased.all())


async def erase_tenant(session: AsyncSession, tenant: str, before: datetime) -> bool:
    """Erase all that is left of such a tenant; False where it was installed again."""
    if not await _is_still_gone(session, tenant, before):
        return False
    for table in tables_of_tenants():
        await session.execute(delete(table).where(table.c.tenant == tenant))
    return True


async def _is_still_gone(session: AsyncSession, tenant: str, before: datetime) -> bool:
    """Whoever installs it again waits until this transaction ends."""
    gone: tuple[ColumnElement[bool], ...] = (
        col(InstallationRow.tenant) == tenant,
        col(InstallationRow.uninstalled_at) < before,
    )
    return (
        await session.execute(select(col(InstallationRow.tenant)).where(*gone).with_for_update())
    ).first() is not None
