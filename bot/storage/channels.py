"""Reading and changing what is stored of one channel."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.storage.tables import ChannelRow
from bot.storage.upserts import upsert


async def channel_language(session: AsyncSession, tenant: str, channel_id: str) -> str | None:
    """The language that was chosen for a channel; None follows the workspace."""
    statement = select(col(ChannelRow.language)).where(
        col(ChannelRow.tenant) == tenant, col(ChannelRow.channel_id) == channel_id
    )
    return (await session.execute(statement)).scalar()


async def set_channel_language(
    session: AsyncSession, tenant: str, channel_id: str, locale: str | None, now: datetime
) -> None:
    """Keep the language of a channel; None follows the workspace again."""
    key = {"tenant": tenant, "channel_id": channel_id}
    await upsert(session, ChannelRow, key, {"language": locale, "updated_at": now})
