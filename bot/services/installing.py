"""Rung comes to a tenant: the states that make sure of who began it, and what was installed."""

import secrets
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.installations import Installation
from bot.storage.engine import Database
from bot.storage.installations import find_installation, save_installation
from bot.storage.oauth_states import add_state, consume_state

STATE_LIFE = timedelta(minutes=10)


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
