"""Who is happy to help with which skill."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.helping import Offer
from bot.domain.people import PersonId
from bot.storage.announcing import Matter, announce
from bot.storage.people import hold_person
from bot.storage.tables import OfferRow
from bot.storage.upserts import insert_new


async def add_offer(session: AsyncSession, person: PersonId, skill: str, now: datetime) -> None:
    """One that stands already stays as it was."""
    await hold_person(session, person, now)
    key = {"tenant": person.tenant, "user_id": person.user, "skill": skill}
    if await insert_new(session, OfferRow, key, since=now):
        await announce(session, Matter.OFFERS, person.tenant, skill)


async def remove_offer(session: AsyncSession, person: PersonId, skill: str) -> bool:
    """Whether there was one."""
    gone = delete(OfferRow).where(*_by(person), col(OfferRow.skill) == skill).returning(col(OfferRow.skill))
    await announce(session, Matter.OFFERS, person.tenant, skill)
    return (await session.execute(gone)).first() is not None


async def remove_every_offer(session: AsyncSession, person: PersonId) -> tuple[str, ...]:
    """The skills that they were offered for."""
    gone = delete(OfferRow).where(*_by(person)).returning(col(OfferRow.skill))
    await announce(session, Matter.OFFERS, person.tenant, "")
    return tuple(sorted((await session.execute(gone)).scalars()))


async def offers_by(session: AsyncSession, person: PersonId) -> tuple[str, ...]:
    """The skills that a person offers to help with, in alphabetical order."""
    found = select(col(OfferRow.skill)).where(*_by(person)).order_by(col(OfferRow.skill))
    return tuple((await session.execute(found)).scalars())


async def offers_for(session: AsyncSession, tenant: str, skills: Collection[str]) -> tuple[Offer, ...]:
    """All offers for some skills, the oldest first."""
    found = (
        select(col(OfferRow.skill), col(OfferRow.user_id))
        .where(col(OfferRow.tenant) == tenant, col(OfferRow.skill).in_(sorted(skills)))
        .order_by(col(OfferRow.since), col(OfferRow.user_id))
    )
    return tuple(Offer(*row) for row in await session.execute(found))


def _by(person: PersonId) -> tuple[ColumnElement[bool], ...]:
    return col(OfferRow.tenant) == person.tenant, col(OfferRow.user_id) == person.user
