"""Which events were taken care of, so that one that Slack sends again is not answered again."""

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.storage.tables import SeenEventRow
from bot.storage.upserts import insert_new


async def is_first_sight(session: AsyncSession, tenant: str, event_id: str, now: datetime) -> bool:
    """Whether an event has not been seen before; from now on it has."""
    return await insert_new(session, SeenEventRow, {"tenant": tenant, "event_id": event_id}, seen_at=now)


async def forget_events(session: AsyncSession, before: datetime) -> None:
    """Forget, in every tenant, the events that are too old to be sent again."""
    await session.execute(delete(SeenEventRow).where(col(SeenEventRow.seen_at) < before))
