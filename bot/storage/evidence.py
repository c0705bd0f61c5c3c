"""Keeping and reading the evidence of one person."""

from datetime import datetime

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.evidence import Evidence
from bot.domain.people import PersonId
from bot.storage.people import hold_person
from bot.storage.tables import EvidenceRow
from bot.storage.upserts import upsert


async def save_evidence(session: AsyncSession, person: PersonId, evidence: Evidence) -> None:
    """Keep a piece of evidence. The same id again changes what it says, but not when it was first kept.

    Its id is that of the submission that brought it, so that one sent twice is kept once.
    """
    await hold_person(session, person, evidence.created_at)
    key = {"tenant": person.tenant, "user_id": person.user, "id": evidence.id}
    changes = {
        "link": evidence.link,
        "words": evidence.words,
        "skill": evidence.skill,
        "statement": evidence.statement,
    }
    await upsert(session, EvidenceRow, key, changes, created_at=evidence.created_at)


async def evidence_of(
    session: AsyncSession, person: PersonId, *, skill: str | None = None, since: datetime | None = None
) -> tuple[Evidence, ...]:
    """A person's evidence, the newest first: of all skills or one, all of it or from an instant on."""
    statement = select(
        col(EvidenceRow.id),
        col(EvidenceRow.link),
        col(EvidenceRow.words),
        col(EvidenceRow.skill),
        col(EvidenceRow.statement),
        col(EvidenceRow.created_at),
    ).where(*_of(person))
    if skill is not None:
        statement = statement.where(col(EvidenceRow.skill) == skill)
    if since is not None:
        statement = statement.where(col(EvidenceRow.created_at) >= since)
    newest_first = (col(EvidenceRow.created_at).desc(), col(EvidenceRow.id).desc())
    return tuple(Evidence(*row) for row in await session.execute(statement.order_by(*newest_first)))


async def remove_evidence(session: AsyncSession, person: PersonId, evidence_id: str) -> bool:
    """Whether there was such a piece of this person's."""
    removed = await session.execute(
        delete(EvidenceRow).where(*_of(person), col(EvidenceRow.id) == evidence_id).returning(col(EvidenceRow.id))
    )
    return removed.first() is not None


def _of(person: PersonId) -> tuple[ColumnElement[bool], ...]:
    return col(EvidenceRow.tenant) == person.tenant, col(EvidenceRow.user_id) == person.user
