"""Reading and changing what is stored of one person."""

from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.people import CurrentLevel, PersonId, Profile
from bot.storage.announcing import Matter, announce
from bot.storage.tables import CurrentLevelRow, PersonRow
from bot.storage.upserts import upsert


def with_levels(*columns: Any) -> Select[Any]:
    """Columns of a person and of their level in each skill and role; one row, its levels None, where there is none.

    Asks for "tenant" and "user_id".
    """
    its_levels = and_(
        col(CurrentLevelRow.tenant) == col(PersonRow.tenant),
        col(CurrentLevelRow.user_id) == col(PersonRow.user_id),
    )
    of_person = and_(col(PersonRow.tenant) == bindparam("tenant"), col(PersonRow.user_id) == bindparam("user_id"))
    return select(*columns).select_from(PersonRow).outerjoin(CurrentLevelRow, its_levels).where(of_person)


# Built once, and one statement for all of it: a first answer waits for this read.
_PROFILE = with_levels(
    col(PersonRow.language),
    col(PersonRow.role),
    col(PersonRow.level),
    col(PersonRow.level_set_at),
    col(CurrentLevelRow.skill),
    col(CurrentLevelRow.role),
    col(CurrentLevelRow.level),
)


async def load_profile(session: AsyncSession, person: PersonId) -> Profile:
    """What is stored of a person; an empty profile where nothing is."""
    rows = (await session.execute(_PROFILE, _key(person))).all()
    if not rows:
        return Profile()
    language, own_role, level, level_set_at = rows[0][:4]
    return Profile(
        language,
        own_role,
        CurrentLevel(level) if level_set_at else None,
        {(skill, role): CurrentLevel(reached) for *_, skill, role, reached in rows if skill is not None},
    )


async def hold_person(session: AsyncSession, person: PersonId, now: datetime) -> None:
    """Make sure of the row that all of a person hangs on, and let no other transaction have it until this one ends.

    What is read after it, to decide what to write, can't be changed by a second click in the meantime.
    """
    await _change_person(session, person, now)


async def set_language(session: AsyncSession, person: PersonId, locale: str | None, now: datetime) -> None:
    """Keep the language that a person chose; None follows Slack again."""
    await _change_profile(session, person, now, language=locale)


async def set_role(session: AsyncSession, person: PersonId, role: str | None, now: datetime) -> None:
    """Keep the role that a person has, or None to forget it."""
    await _change_profile(session, person, now, role=role)


async def set_profile_level(session: AsyncSession, person: PersonId, level: CurrentLevel | None, now: datetime) -> None:
    """Keep the level that holds wherever a skill has none of its own; None unsets it.

    Where it holds already, it was set when it was set: what a person is told of their past hangs on that.
    """
    if level is None:
        await _change_profile(session, person, now, level=None, level_set_at=None)
    elif (await load_profile(session, person)).level != level:
        await _change_profile(session, person, now, level=level.level, level_set_at=now)


async def set_current_level(
    session: AsyncSession, person: PersonId, skill: str, role: str, level: CurrentLevel | None, now: datetime
) -> None:
    """Keep the level that a person stands at in one skill and role; None unsets it. One that holds stays as it was."""
    await announce(session, Matter.PROFILE, person.tenant, person.user)
    if level is None:
        await session.execute(
            delete(CurrentLevelRow).where(
                col(CurrentLevelRow.tenant) == person.tenant,
                col(CurrentLevelRow.user_id) == person.user,
                col(CurrentLevelRow.skill) == skill,
                col(CurrentLevelRow.role) == role,
            )
        )
        return
    await hold_person(session, person, now)  # a level hangs on its person
    if (await load_profile(session, person)).skill_levels.get((skill, role)) == level:
        return
    key = {**_key(person), "skill": skill, "role": role}
    await upsert(session, CurrentLevelRow, key, {"level": level.level, "updated_at": now})


async def _change_profile(
    session: AsyncSession, person: PersonId, now: datetime, **changes: str | datetime | None
) -> None:
    await _change_person(session, person, now, **changes)
    await announce(session, Matter.PROFILE, person.tenant, person.user)


async def _change_person(
    session: AsyncSession, person: PersonId, now: datetime, **changes: str | datetime | None
) -> None:
    await upsert(session, PersonRow, _key(person), {**changes, "updated_at": now}, created_at=now)


def _key(person: PersonId) -> dict[str, str]:
    return {"tenant": person.tenant, "user_id": person.user}
