"""What was sent to a person, and what became of it: found by its message, answered, and looked back on."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.cadence import Kind
from bot.domain.deliveries import SUPERSEDED, Status, Subject
from bot.domain.nudging import CheckedIn, Key, Nudged
from bot.domain.people import PersonId
from bot.storage.tables import DeliveryRow, SetAsideRow
from bot.storage.upserts import insert_new


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A nudge or a check-in that its person has. `answered_at` None: they did nothing about it yet."""

    kind: Kind
    day: date
    subject: Subject
    channel: str
    ts: str
    answered_at: datetime | None

    @property
    def id(self) -> str:
        """What its answers are submitted with, so that they can be taken back."""
        return f"{self.channel} {self.ts}"


_COLUMNS = (
    col(DeliveryRow.kind),
    col(DeliveryRow.period),
    col(DeliveryRow.skill),
    col(DeliveryRow.role),
    col(DeliveryRow.statements),
    col(DeliveryRow.channel),
    col(DeliveryRow.ts),
    col(DeliveryRow.answered_at),
)


async def sent_message(session: AsyncSession, person: PersonId, channel: str, ts: str) -> SentMessage | None:
    """The one that stands in a message, if it was sent to that person."""
    found = select(*_COLUMNS).where(*_sent_to(person), col(DeliveryRow.channel) == channel, col(DeliveryRow.ts) == ts)
    row = (await session.execute(found)).first()
    return _message(row) if row else None


async def latest_message(session: AsyncSession, person: PersonId) -> SentMessage | None:
    """The one that was sent to a person last and is about a skill."""
    found = (
        select(*_COLUMNS)
        .where(*_sent_to(person), col(DeliveryRow.skill).is_not(None))
        .order_by(col(DeliveryRow.done_at).desc())
        .limit(1)
    )
    row = (await session.execute(found)).first()
    return _message(row) if row else None


async def unanswered_before(session: AsyncSession, person: PersonId, kind: Kind, day: date) -> tuple[SentMessage, ...]:
    """Those of a kind for earlier days that still wait for an answer, the latest first; at most three."""
    found = (
        select(*_COLUMNS)
        .where(
            *_sent_to(person),
            col(DeliveryRow.kind) == kind.value,
            col(DeliveryRow.period) < day,
            *_waiting(),
        )
        .order_by(col(DeliveryRow.period).desc())
        .limit(3)
    )
    return tuple(_message(row) for row in await session.execute(found))


async def mark_superseded(session: AsyncSession, person: PersonId, message: SentMessage) -> bool:
    """A newer one took its place; False where it was answered in the meantime."""
    changed = await session.execute(
        update(DeliveryRow)
        .where(*_same(person, message), *_waiting())
        .values(reason=SUPERSEDED)
        .returning(col(DeliveryRow.period))
        .execution_options(synchronize_session=False)
    )
    return changed.first() is not None


async def mark_answered(session: AsyncSession, person: PersonId, message: SentMessage, at: datetime | None) -> None:
    """The person did something about it; None: they took that back."""
    await session.execute(
        update(DeliveryRow)
        .where(*_same(person, message))
        .values(answered_at=at)
        .execution_options(synchronize_session=False)
    )


async def nudges_so_far(session: AsyncSession, person: PersonId) -> tuple[Nudged, ...]:
    return tuple(
        Nudged(skill, role, statements, done_at)
        for skill, role, statements, done_at in await _history(session, person, Kind.NUDGE)
    )


async def check_ins_so_far(session: AsyncSession, person: PersonId) -> tuple[CheckedIn, ...]:
    return tuple(
        CheckedIn(skill, role, tuple(statements.split()), done_at)
        for skill, role, statements, done_at in await _history(session, person, Kind.CHECK_IN)
    )


async def statements_set_aside(session: AsyncSession, person: PersonId) -> frozenset[Key]:
    """Skill and id of each statement of which a person wants no more nudges."""
    rows = await session.execute(
        select(col(SetAsideRow.skill), col(SetAsideRow.statement)).where(
            col(SetAsideRow.tenant) == person.tenant, col(SetAsideRow.user_id) == person.user
        )
    )
    return frozenset((skill, statement) for skill, statement in rows)


async def set_statement_aside(session: AsyncSession, person: PersonId, key: Key, now: datetime) -> None:
    """The person must be held."""
    whole = {"tenant": person.tenant, "user_id": person.user, "skill": key[0], "statement": key[1]}
    await insert_new(session, SetAsideRow, whole, at=now)


async def take_statement_back(session: AsyncSession, person: PersonId, key: Key) -> None:
    await session.execute(
        delete(SetAsideRow)
        .where(
            col(SetAsideRow.tenant) == person.tenant,
            col(SetAsideRow.user_id) == person.user,
            col(SetAsideRow.skill) == key[0],
            col(SetAsideRow.statement) == key[1],
        )
        .execution_options(synchronize_session=False)
    )


async def _history(session: AsyncSession, person: PersonId, kind: Kind) -> list[tuple[str, str, str, datetime]]:
    rows = await session.execute(
        select(
            col(DeliveryRow.skill), col(DeliveryRow.role), col(DeliveryRow.statements), col(DeliveryRow.done_at)
        ).where(*_sent_to(person), col(DeliveryRow.kind) == kind.value, col(DeliveryRow.skill).is_not(None))
    )
    return [(str(skill), str(role), str(statements), at) for skill, role, statements, at in rows if at is not None]


def _sent_to(person: PersonId) -> tuple[ColumnElement[bool], ...]:
    return (
        col(DeliveryRow.tenant) == person.tenant,
        col(DeliveryRow.recipient) == person.user,
        col(DeliveryRow.status) == Status.SENT.value,
    )


def _same(person: PersonId, message: SentMessage) -> tuple[ColumnElement[bool], ...]:
    same_day = col(DeliveryRow.period) == message.day
    return *_sent_to(person), col(DeliveryRow.kind) == message.kind.value, same_day


def _waiting() -> tuple[ColumnElement[bool], ...]:
    return col(DeliveryRow.answered_at).is_(None), col(DeliveryRow.reason).is_(None)


def _message(row: Any) -> SentMessage:
    subject = Subject(row.skill or "", row.role or "", tuple((row.statements or "").split()))
    return SentMessage(Kind(row.kind), row.period, subject, row.channel or "", row.ts or "", row.answered_at)
