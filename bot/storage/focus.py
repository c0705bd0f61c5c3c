"""Reading and keeping the focuses of one person."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.focus import Focus, FocusState
from bot.domain.people import PersonId
from bot.storage.people import hold_person
from bot.storage.tables import FocusRow
from bot.storage.upserts import upsert


async def focuses(session: AsyncSession, person: PersonId) -> tuple[Focus, ...]:
    """All that a person has or had, in the order in which they were started."""
    found = await session.execute(
        select(
            col(FocusRow.skill),
            col(FocusRow.role),
            col(FocusRow.target),
            col(FocusRow.state),
            col(FocusRow.started_at),
            col(FocusRow.since),
        )
        .where(col(FocusRow.tenant) == person.tenant, col(FocusRow.user_id) == person.user)
        .order_by(col(FocusRow.started_at), col(FocusRow.skill), col(FocusRow.role))
    )
    return tuple(
        Focus(skill, role, target, FocusState(state), started_at, since)
        for skill, role, target, state, started_at, since in found
    )


async def focuses_to_change(session: AsyncSession, person: PersonId, now: datetime) -> tuple[Focus, ...]:
    """The same, and nobody else changes them until this transaction ends: a limit is kept under two clicks at once."""
    await hold_person(session, person, now)
    return await focuses(session, person)


async def save_focus(session: AsyncSession, person: PersonId, focus: Focus) -> None:
    """Keep a new focus, or what became of one. Read them by `focuses_to_change` first."""
    key = {
        "tenant": person.tenant,
        "user_id": person.user,
        "skill": focus.skill,
        "role": focus.role,
        "started_at": focus.started_at,
    }
    await upsert(session, FocusRow, key, {"target": focus.target, "state": focus.state.value, "since": focus.since})
