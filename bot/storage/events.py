"""Which events were taken care of, so that one that Slack sends again is not answered again."""

from datetime import datetime

from sqlalchemy import delete, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.storage.tables import SeenEventRow
from bot.storage.upserts import insert_new


async def is_first_sight(session: AsyncSession, tenant: str, event_id: str, now: datetime) -> bool:
    """Whether an event has not been seen before; from now on it has."""
    return await insert_new(session, SeenEventRow, {"tenant": tenant, "event_id": event_id}, seen_at=now)


async def forget_events(session: AsyncSession, before: datetime, most: int) -> int:
    """Forget, in every tenant, some of the events that are too old to be sent again; how many."""
    whole = col(SeenEventRow.tenant), col(SeenEventRow.event_id)
    old = (
        select(*whole)
        .where(col(SeenEventRow.seen_at) < before)
        .order_by(col(SeenEventRow.seen_at))
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    forgotten = await session.execute(delete(SeenEventRow).where(tuple_(*whole).in_(old)).returning(whole[1]))
    return len(forgotten.all())


async def count_old_events(session: AsyncSession, before: datetime) -> int:
    """How many there are of those, in every tenant."""
    counted = select(func.count()).select_from(SeenEventRow).where(col(SeenEventRow.seen_at) < before)
    return (await session.execute(counted)).scalar_one()
