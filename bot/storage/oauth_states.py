"""Installations that somebody has begun, and that Slack sends back to any of our processes."""

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.storage.tables import OAuthStateRow
from bot.storage.upserts import insert_new


async def add_state(session: AsyncSession, state: str, now: datetime, expires_at: datetime) -> None:
    """Keep a state; those that nobody brought back in time are forgotten."""
    await forget_states(session, now)
    await insert_new(session, OAuthStateRow, {"state": state}, expires_at=expires_at)


async def consume_state(session: AsyncSession, state: str, now: datetime) -> bool:
    """Whether a state is one that was added and hasn't expired; it isn't any more."""
    consumed = delete(OAuthStateRow).where(col(OAuthStateRow.state) == state, col(OAuthStateRow.expires_at) > now)
    found = await session.execute(consumed.returning(col(OAuthStateRow.state)))
    return found.first() is not None


async def forget_states(session: AsyncSession, now: datetime) -> None:
    """Forget those that nobody brought back in time."""
    await session.execute(delete(OAuthStateRow).where(col(OAuthStateRow.expires_at) <= now))
