"""Who shows their progress to whom."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.people import PersonId
from bot.domain.sharing import Share
from bot.storage.people import hold_person
from bot.storage.tables import ShareRow
from bot.storage.upserts import insert_new

_COLUMNS = (
    col(ShareRow.tenant),
    col(ShareRow.subject),
    col(ShareRow.viewer),
    col(ShareRow.skills),
    col(ShareRow.is_hidden),
    col(ShareRow.channel),
    col(ShareRow.ts),
)
_IS_SHARED = col(ShareRow.skills) != ""
_IN_ORDER = (col(ShareRow.since), col(ShareRow.subject), col(ShareRow.viewer))


async def hold_both(session: AsyncSession, one: PersonId, other: PersonId, now: datetime) -> None:
    """Hold two people, always in the same order: two who wait for each other wait for ever."""
    for person in sorted((one, other), key=lambda each: each.user):
        await hold_person(session, person, now)


async def save_share(
    session: AsyncSession, subject: PersonId, viewer: PersonId, skills: Collection[str], now: datetime
) -> bool:
    """Show these skills and no others; whether nothing was kept of these two before. Both must be held."""
    chosen = " ".join(sorted(skills))
    key = {"tenant": subject.tenant, "subject": subject.user, "viewer": viewer.user}
    is_new = await insert_new(session, ShareRow, key, skills=chosen, since=now, is_hidden=False)
    if not is_new:
        await session.execute(_changing(subject, viewer).values(skills=chosen))
    return is_new


async def load_share(session: AsyncSession, subject: PersonId, viewer: PersonId) -> Share | None:
    """None where nothing is shown."""
    found = await session.execute(select(*_COLUMNS).where(*_of(subject, viewer), _IS_SHARED))
    row = found.first()
    return _share(row) if row else None


async def shares_by(session: AsyncSession, subject: PersonId) -> tuple[Share, ...]:
    """What a person shows others, the oldest first."""
    theirs = (col(ShareRow.tenant) == subject.tenant, col(ShareRow.subject) == subject.user, _IS_SHARED)
    return _shares(await session.execute(select(*_COLUMNS).where(*theirs).order_by(*_IN_ORDER)))


async def shares_with(session: AsyncSession, viewer: PersonId) -> tuple[Share, ...]:
    """What others show a person, the oldest first."""
    theirs = (col(ShareRow.tenant) == viewer.tenant, col(ShareRow.viewer) == viewer.user, _IS_SHARED)
    return _shares(await session.execute(select(*_COLUMNS).where(*theirs).order_by(*_IN_ORDER)))


async def withdraw_share(session: AsyncSession, subject: PersonId, viewer: PersonId) -> Share | None:
    """What was shown until now; None where nothing was. That the viewer has hidden it stays known."""
    share = await load_share(session, subject, viewer)
    if share is None:
        return None
    if share.is_hidden:
        await session.execute(_changing(subject, viewer).values(skills="", channel=None, ts=None))
    else:
        await session.execute(delete(ShareRow).where(*_of(subject, viewer)))
    return share


async def remove_every_share(session: AsyncSession, person: PersonId) -> tuple[Share, ...]:
    """All that a person shows or is shown."""
    either = or_(col(ShareRow.subject) == person.user, col(ShareRow.viewer) == person.user)
    gone = delete(ShareRow).where(col(ShareRow.tenant) == person.tenant, either).returning(*_COLUMNS)
    return _shares(await session.execute(gone))


async def hide_share(session: AsyncSession, subject: PersonId, viewer: PersonId, *, is_hidden: bool) -> Share | None:
    """The viewer wants to hear no more of it, or again; None where nothing is shown."""
    changing = _changing(subject, viewer).where(_IS_SHARED).values(is_hidden=is_hidden).returning(*_COLUMNS)
    row = (await session.execute(changing)).first()
    return _share(row) if row else None


async def keep_message(session: AsyncSession, subject: PersonId, viewer: PersonId, channel: str, ts: str) -> None:
    """Where the viewer was told."""
    await session.execute(_changing(subject, viewer).values(channel=channel, ts=ts))


def _changing(subject: PersonId, viewer: PersonId) -> Any:
    return update(ShareRow).where(*_of(subject, viewer)).execution_options(synchronize_session=False)


def _of(subject: PersonId, viewer: PersonId) -> tuple[ColumnElement[bool], ...]:
    return (
        col(ShareRow.tenant) == subject.tenant,
        col(ShareRow.subject) == subject.user,
        col(ShareRow.viewer) == viewer.user,
    )


def _shares(rows: Any) -> tuple[Share, ...]:
    return tuple(_share(row) for row in rows)


def _share(row: Any) -> Share:
    message = (row.channel, row.ts) if row.channel and row.ts else None
    subject, viewer = PersonId(row.tenant, row.subject), PersonId(row.tenant, row.viewer)
    return Share(subject, viewer, tuple(row.skills.split()), bool(row.is_hidden), message)
