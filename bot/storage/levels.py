"""When a person set the levels that they stand at."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.people import PersonId
from bot.domain.progress import LevelsSet
from bot.storage.people import with_levels
from bot.storage.tables import CurrentLevelRow, PersonRow

_SET_AT = with_levels(
    col(PersonRow.level_set_at), col(CurrentLevelRow.skill), col(CurrentLevelRow.role), col(CurrentLevelRow.updated_at)
)


async def levels_set(session: AsyncSession, person: PersonId) -> LevelsSet:
    """Of the profile-wide level, and of those in a skill and role."""
    rows = (await session.execute(_SET_AT, {"tenant": person.tenant, "user_id": person.user})).all()
    profile = rows[0][0] if rows else None
    return LevelsSet(profile, {(skill, role): at for _, skill, role, at in rows if skill is not None})
