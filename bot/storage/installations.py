"""Where Rung is installed, and with which tokens: one row a tenant, whose tokens are encrypted."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.installations import BotToken, Installation
from bot.storage.tables import InstallationRow
from bot.storage.upserts import insert_new, upsert

_INSTALLATION = select(
    col(InstallationRow.tenant),
    col(InstallationRow.name),
    col(InstallationRow.is_org_wide),
    col(InstallationRow.bot_user),
    col(InstallationRow.scopes),
    col(InstallationRow.installed_by),
    col(InstallationRow.installed_at),
    col(InstallationRow.uninstalled_at),
    col(InstallationRow.token),
    col(InstallationRow.refresh_token),
    col(InstallationRow.expires_at),
)
_NO_TOKEN = {"token": None, "refresh_token": None, "expires_at": None}


async def save_installation(session: AsyncSession, installation: Installation) -> None:
    """Keep an installation in place of the one before it."""
    changes = {
        "name": installation.name,
        "is_org_wide": installation.is_org_wide,
        "bot_user": installation.bot_user,
        "scopes": " ".join(sorted(installation.scopes)),
        "installed_by": installation.installed_by,
        "installed_at": installation.installed_at,
        "uninstalled_at": installation.uninstalled_at,
        "scopes_told": "",
        **_token_columns(installation.token),
    }
    await upsert(session, InstallationRow, {"tenant": installation.tenant}, changes)


async def find_installation(session: AsyncSession, tenant: str) -> Installation | None:
    """What is known of a tenant's installation, also of one that was uninstalled. Raises SecretUnreadable."""
    row = (await session.execute(_INSTALLATION.where(col(InstallationRow.tenant) == tenant))).first()
    return None if row is None else _installation(row)


async def hold_installation(session: AsyncSession, tenant: str) -> Installation | None:
    """The same, and no other transaction can change it until this one ends. Raises SecretUnreadable."""
    held = _INSTALLATION.where(col(InstallationRow.tenant) == tenant).with_for_update()
    row = (await session.execute(held)).first()
    return None if row is None else _installation(row)


async def renew_token(session: AsyncSession, installation: Installation, token: BotToken) -> bool:
    """Put another token in place; False where it was uninstalled, or installed anew, in the meantime."""
    renewed = update(InstallationRow).where(*_same(installation), col(InstallationRow.token).is_not(None))
    return await _changed(session, renewed.values(**_token_columns(token)))


async def mark_uninstalled(session: AsyncSession, installation: Installation, now: datetime) -> bool:
    """Erase the tokens of an installation; False where that was done before, or it was installed anew since."""
    gone = update(InstallationRow).where(*_same(installation), col(InstallationRow.uninstalled_at).is_(None))
    return await _changed(session, gone.values(uninstalled_at=now, **_NO_TOKEN))


async def add_uninstalled(session: AsyncSession, tenant: str, now: datetime) -> bool:
    """The same of a tenant of whose installation nothing is kept, as where its token is a setting."""
    unknown = {"name": "", "is_org_wide": False, "bot_user": "", "scopes": "", "installed_by": "", "scopes_told": ""}
    return await insert_new(
        session, InstallationRow, {"tenant": tenant}, **unknown, installed_at=now, uninstalled_at=now, **_NO_TOKEN
    )


async def mark_uninstalled_again(session: AsyncSession, installation: Installation, now: datetime) -> bool:
    """It was installed in between without our knowing: count from now; False where it is installed by now."""
    again = update(InstallationRow).where(*_same(installation), col(InstallationRow.uninstalled_at).is_not(None))
    return await _changed(session, again.values(uninstalled_at=now))


async def forget_installation(session: AsyncSession, tenant: str) -> None:
    """Nothing is known of it any more."""
    await session.execute(delete(InstallationRow).where(col(InstallationRow.tenant) == tenant))


async def live_installations(session: AsyncSession) -> Sequence[Any]:
    """Rows with tenant, scopes, installed_by and scopes_told of those that have a token, over all tenants."""
    found = select(
        col(InstallationRow.tenant),
        col(InstallationRow.scopes),
        col(InstallationRow.installed_by),
        col(InstallationRow.scopes_told),
    )
    return (await session.execute(found.where(col(InstallationRow.token).is_not(None)))).all()


async def mark_scopes_told(session: AsyncSession, tenant: str, missing: str) -> bool:
    """Note that the installer is told of these missing scopes; False where that was noted already."""
    told = update(InstallationRow).where(
        col(InstallationRow.tenant) == tenant, col(InstallationRow.scopes_told) != missing
    )
    return await _changed(session, told.values(scopes_told=missing))


async def mark_welcomed(session: AsyncSession, tenant: str, now: datetime) -> bool:
    """Note that the installer gets the one message that there is; False where that was noted before."""
    welcomed = update(InstallationRow).where(
        col(InstallationRow.tenant) == tenant, col(InstallationRow.welcomed_at).is_(None)
    )
    return await _changed(session, welcomed.values(welcomed_at=now))


async def mark_unwelcomed(session: AsyncSession, tenant: str) -> bool:
    """Slack refused that message, so nobody has it; False where Rung isn't installed any more."""
    unwelcomed = update(InstallationRow).where(col(InstallationRow.tenant) == tenant)
    return await _changed(session, unwelcomed.values(welcomed_at=None))


async def tenants_with_tokens(session: AsyncSession) -> tuple[str, ...]:
    """For operators."""
    found = select(col(InstallationRow.tenant)).where(col(InstallationRow.token).is_not(None))
    return tuple((await session.execute(found.order_by(col(InstallationRow.tenant)))).scalars())


async def encrypt_anew(session: AsyncSession, tenant: str) -> bool:
    """Encrypt the tokens of a tenant with the first key; False where it has none. Raises SecretUnreadable."""
    held = await hold_installation(session, tenant)
    return held is not None and held.token is not None and await renew_token(session, held, held.token)


def _same(installation: Installation) -> tuple[Any, ...]:
    return (
        col(InstallationRow.tenant) == installation.tenant,
        col(InstallationRow.installed_at) == installation.installed_at,
    )


async def _changed(session: AsyncSession, statement: Any) -> bool:
    changed = await session.execute(
        statement.returning(col(InstallationRow.tenant)).execution_options(synchronize_session=False)
    )
    return changed.first() is not None


def _token_columns(token: BotToken | None) -> dict[str, Any]:
    if token is None:
        return _NO_TOKEN
    return {"token": token.token, "refresh_token": token.refresh_token, "expires_at": token.expires_at}


def _installation(row: Any) -> Installation:
    return Installation(
        tenant=row.tenant,
        name=row.name,
        is_org_wide=row.is_org_wide,
        bot_user=row.bot_user,
        scopes=frozenset(row.scopes.split()),
        installed_by=row.installed_by,
        installed_at=row.installed_at,
        token=None if row.token is None else BotToken(row.token, row.refresh_token, row.expires_at),
        uninstalled_at=row.uninstalled_at,
    )
