"""Keeping what was typed into a window until it is submitted."""

from datetime import datetime

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.assessments import Draft
from bot.domain.people import PersonId
from bot.storage.people import hold_person
from bot.storage.tables import DraftRow
from bot.storage.upserts import upsert

_DRAFT = select(col(DraftRow.skill), col(DraftRow.role), col(DraftRow.content), col(DraftRow.updated_at))


async def save_draft(
    session: AsyncSession, person: PersonId, skill: str, role: str, content: str, now: datetime
) -> None:
    """Keep what was typed, in place of what was kept before."""
    await hold_person(session, person, now)
    key = {"tenant": person.tenant, "user_id": person.user, "skill": skill, "role": role}
    await upsert(session, DraftRow, key, {"content": content, "updated_at": now})


async def load_draft(session: AsyncSession, person: PersonId, skill: str, role: str) -> Draft | None:
    of_skill = (col(DraftRow.skill) == skill, col(DraftRow.role) == role)
    found = (await session.execute(_DRAFT.where(*_of(person), *of_skill))).first()
    return Draft(*found) if found else None


async def draft_to_change(
    session: AsyncSession, person: PersonId, skill: str, role: str, now: datetime
) -> Draft | None:
    """The same, and nobody else changes it until this transaction ends: what two clicks add to it is kept."""
    await hold_person(session, person, now)
    return await load_draft(session, person, skill, role)


async def drafts(session: AsyncSession, person: PersonId) -> tuple[Draft, ...]:
    """All of a person, the one that was typed last first."""
    order = (col(DraftRow.updated_at).desc(), col(DraftRow.skill), col(DraftRow.role))
    rows = await session.execute(_DRAFT.where(*_of(person)).order_by(*order))
    return tuple(Draft(*row) for row in rows)


async def drop_draft(session: AsyncSession, person: PersonId, skill: str, role: str) -> None:
    """Forget a draft, if there is one: it was submitted, or isn't wanted."""
    of_skill = (col(DraftRow.skill) == skill, col(DraftRow.role) == role)
    await session.execute(delete(DraftRow).where(*_of(person), *of_skill))


def _of(person: PersonId) -> tuple[ColumnElement[bool], ...]:
    return col(DraftRow.tenant) == person.tenant, col(DraftRow.user_id) == person.user
