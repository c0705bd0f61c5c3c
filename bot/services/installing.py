"""Rung comes to a tenant: the states that make sure of who began it, and what was installed."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.installations import Installation
from bot.storage.engine import Database
from bot.storage.installations import (
    find_installation,
    live_installations,
    mark_scopes_told,
    mark_unwelcomed,
    mark_welcomed,
    save_installation,
)
from bot.storage.oauth_states import add_state, consume_state

STATE_LIFE = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Lack:
    """Scopes that are missing where Rung was installed by somebody, and those of which they were told."""

    tenant: str
    installed_by: str
    missing: frozenset[str]
    told: frozenset[str]

    @property
    def words(self) -> str:
        return " ".join(sorted(self.missing))


async def begin_installation(database: Database, now: datetime) -> str:
    """A state for Slack to bring back. Raises StorageUnavailable."""
    state = secrets.token_urlsafe(32)
    await database.write(lambda session: add_state(session, state, now, now + STATE_LIFE))
    return state


async def was_begun(state: str, database: Database, now: datetime) -> bool:
    """Whether an installation was begun with this state, lately, and not ended yet. Raises StorageUnavailable."""
    return await database.write(lambda session: consume_state(session, state, now))


async def keep_installation(installation: Installation, database: Database) -> bool:
    """Keep what was installed; whether Rung had been installed there before. Raises StorageUnavailable."""

    async def keep(session: AsyncSession) -> bool:
        is_known = await find_installation(session, installation.tenant) is not None
        await save_installation(session, installation)
        return is_known

    return await database.write(keep)


async def lacking(needed: frozenset[str], database: Database) -> tuple[Lack, ...]:
    """Where Rung was installed without some of the scopes that it needs by now. Raises StorageUnavailable."""
    async with database.reading() as session:
        found = await live_installations(session)
    lacks = (
        Lack(one.tenant, one.installed_by, needed - _scopes(one.scopes), _scopes(one.scopes_told)) for one in found
    )
    return tuple(lack for lack in lacks if lack.missing)


async def installation_in(tenant: str, database: Database) -> Installation | None:
    """Raises StorageUnavailable."""
    async with database.reading() as session:
        return await find_installation(session, tenant)


async def missing_in(tenant: str, needed: frozenset[str], database: Database) -> frozenset[str] | None:
    """Which of the scopes Rung lacks in a tenant; None where it isn't installed. Raises StorageUnavailable."""
    found = await installation_in(tenant, database)
    return None if found is None or found.token is None else needed - found.scopes


async def begin_welcome(tenant: str, database: Database, now: datetime) -> bool:
    """Whether the one message to the installer is to be sent now; from then on it never is again.

    Raises StorageUnavailable.
    """
    return await database.write(lambda session: mark_welcomed(session, tenant, now))


async def take_welcome_back(tenant: str, database: Database) -> None:
    """It wasn't sent for sure: whoever installs Rung again gets it. Raises StorageUnavailable."""
    await database.write(lambda session: mark_unwelcomed(session, tenant))


async def note_told(tenant: str, missing: frozenset[str], database: Database) -> bool:
    """Note of which missing scopes the installer is told; False where it was of these. Raises StorageUnavailable."""
    told = " ".join(sorted(missing))
    return await database.write(lambda session: mark_scopes_told(session, tenant, told))


def _scopes(words: str) -> frozenset[str]:
    return frozenset(words.split())
