"""Keeping what was typed into a window until it is submitted."""

from datetime import datetime

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.assessments import Draft
from bot.domain.people import PersonId
from bot.storage.people import hold_person
from bot.storage.tables import DraftRow
from bot.storage.upserts import upsert

# Built once: building a statement costs more than running it, and each click in a window runs some of these.
_OF_PERSON = (col(DraftRow.tenant) == bindparam("tenant"), col(DraftRow.user_id) == bindparam("user_id"))
_OF_SKILL = (col(DraftRow.skill) == bindparam("skill"), col(DraftRow.role) == bindparam("role"))
_DRAFT = select(col(DraftRow.skill), col(DraftRow.role), col(DraftRow.content), col(DraftRow.updated_at))
_ONE = _DRAFT.where(*_OF_PERSON, *_OF_SKILL)
_ALL = _DRAFT.where(*_OF_PERSON).order_by(col(DraftRow.updated_at).desc(), col(DraftRow.skill), col(DraftRow.role))
_DROP = delete(DraftRow).where(*_OF_PERSON, *_OF_SKILL).execution_options(synchronize_session=False)


async def save_draft(
    session: AsyncSession, person: PersonId, skill: str, role: str, content: str, now: datetime
) -> None:
    """Keep what was typed, in place of what was kept before."""
    await hold_person(session, person, now)
    await upsert(session, DraftRow, _key(person, skill, role), {"content": content, "updated_at": now})


async def load_draft(session: AsyncSession, person: PersonId, skill: str, role: str) -> Draft | None:
    found = (await session.execute(_ONE, _key(person, skill, role))).first()
    return Draft(*found) if found else None


async def draft_to_change(
    session: AsyncSession, person: PersonId, skill: str, role: str, now: datetime
) -> Draft | None:
    """The same, and nobody else changes it until this transaction ends: what two clicks add to it is kept."""
    await hold_person(session, person, now)
    return await load_draft(session, person, skill, role)


async def drafts(session: AsyncSession, person: PersonId) -> tuple[Draft, ...]:
    """All of a person, the one that was typed last first."""
    rows = await session.execute(_ALL, {"tenant": person.tenant, "user_id": person.user})
    return tuple(Draft(*row) for row in rows)


async def drop_draft(session: AsyncSession, person: PersonId, skill: str, role: str) -> None:
    """Forget a draft, if there is one: it was submitted, or isn't wanted."""
    await session.execute(_DROP, _key(person, skill, role))


def _key(person: PersonId, skill: str, role: str) -> dict[str, str]:
    return {"tenant": person.tenant, "user_id": person.user, "skill": skill, "role": role}
