"""When a person set the levels that they stand at."""

from sqlalchemy import and_, bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.people import PersonId
from bot.domain.progress import LevelsSet
from bot.storage.tables import CurrentLevelRow, PersonRow

_SET_AT = (
    select(
        col(PersonRow.level_set_at),
        col(CurrentLevelRow.skill),
        col(CurrentLevelRow.role),
        col(CurrentLevelRow.updated_at),
    )
    .outerjoin(
        CurrentLevelRow,
        and_(
            col(CurrentLevelRow.tenant) == col(PersonRow.tenant),
            col(CurrentLevelRow.user_id) == col(PersonRow.user_id),
        ),
    )
    .where(col(PersonRow.tenant) == bindparam("tenant"), col(PersonRow.user_id) == bindparam("user_id"))
)


async def levels_set(session: AsyncSession, person: PersonId) -> LevelsSet:
    """Of the profile-wide level, and of those in a skill and role."""
    rows = (await session.execute(_SET_AT, {"tenant": person.tenant, "user_id": person.user})).all()
    profile = rows[0][0] if rows else None
    return LevelsSet(profile, {(skill, role): at for _, skill, role, at in rows if skill is not None})
