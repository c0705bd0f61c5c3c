"""The ledger of what Rung sends by itself: each delivery stands in it once, and is sent by whoever claimed it."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, case, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.deliveries import WISHED, Delivery, Status, Subject, TeamKind, kind_of
from bot.storage.bulk import insert_missing
from bot.storage.tables import DeliveryRow

CLOCKS_APART = timedelta(minutes=5)  # more than there is between machines whose clocks are right

_DELIVERY = select(
    col(DeliveryRow.tenant),
    col(DeliveryRow.recipient),
    col(DeliveryRow.kind),
    col(DeliveryRow.period),
    col(DeliveryRow.lane),
    col(DeliveryRow.due_at),
    col(DeliveryRow.expires_at),
    col(DeliveryRow.fence),
    col(DeliveryRow.attempts),
    col(DeliveryRow.reason),
    col(DeliveryRow.about),
)


async def add_deliveries(session: AsyncSession, deliveries: Sequence[Delivery], now: datetime) -> None:
    """Enter them in the ledger; one that stands there already stays as it is. Those with a reason are dropped ones."""
    rows = [_row(one, now) for one in sorted(deliveries, key=lambda one: one.key)]
    await insert_missing(session, DeliveryRow, rows)


async def lanes_with_work(session: AsyncSession, now: datetime) -> frozenset[str]:
    """The lanes in which something is due, or was being sent by somebody who may be gone."""
    work = or_(
        and_(col(DeliveryRow.status) == Status.DUE.value, col(DeliveryRow.due_at) <= now),
        col(DeliveryRow.status) == Status.SENDING.value,
    )
    return frozenset((await session.execute(select(col(DeliveryRow.lane)).where(work).distinct())).scalars())


async def due_deliveries(session: AsyncSession, lane: str, now: datetime, most: int) -> tuple[Delivery, ...]:
    """What a lane has to send, the earliest first."""
    due = _DELIVERY.where(
        col(DeliveryRow.status) == Status.DUE.value, col(DeliveryRow.lane) == lane, col(DeliveryRow.due_at) <= now
    )
    return _deliveries(await session.execute(due.order_by(col(DeliveryRow.due_at)).limit(most)))


async def unsettled_deliveries(
    session: AsyncSession, lane: str, claimed_by: datetime, now: datetime
) -> tuple[Delivery, ...]:
    """Those of a lane that were claimed at that moment or before, and of which nobody knows whether they were sent.

    Claimed well after `now` is before: the clock has gone back since.
    """
    claimed_at = col(DeliveryRow.claimed_at)
    unsettled = _DELIVERY.where(
        col(DeliveryRow.status) == Status.SENDING.value,
        col(DeliveryRow.lane) == lane,
        or_(claimed_at <= claimed_by, claimed_at > now + CLOCKS_APART),
    )
    return _deliveries(await session.execute(unsettled.order_by(col(DeliveryRow.due_at))))


async def claim_delivery(session: AsyncSession, delivery: Delivery, subject: Subject | None, now: datetime) -> bool:
    """Take a due delivery for sending; False where somebody else has. From now on its fence is one higher."""
    claim = (
        update(DeliveryRow)
        .where(*_same(delivery), col(DeliveryRow.status) == Status.DUE.value)
        .values(status=Status.SENDING.value, fence=delivery.fence + 1, claimed_at=now, **_subject(subject))
    )
    return await _changed(session, claim)


async def mark_sent(session: AsyncSession, delivery: Delivery, channel: str, ts: str, now: datetime) -> bool:
    """Slack has it; False where the claim was lost."""
    return await _settle(session, delivery, status=Status.SENT.value, channel=channel, ts=ts, done_at=now, reason=None)


async def drop_delivery(session: AsyncSession, delivery: Delivery, reason: str, now: datetime) -> bool:
    """It is not sent, whether it was claimed or not."""
    return await _settle(session, delivery, status=Status.DROPPED.value, reason=reason, done_at=now)


async def release_delivery(
    session: AsyncSession, delivery: Delivery, *, due_at: datetime, expires_at: datetime, attempts: int
) -> bool:
    """It is to be sent later: Slack certainly doesn't have it."""
    return await _settle(
        session, delivery, status=Status.DUE.value, due_at=due_at, expires_at=expires_at, attempts=attempts
    )


async def latest_deliveries(session: AsyncSession, status: Status | None, most: int) -> Sequence[Any]:
    """Rows with tenant, recipient, kind, status, due_at and reason, over all tenants: for operators. Latest first.

    The reason is why it was dropped. Who answered and who didn't is no operator's business.
    """
    found = select(
        col(DeliveryRow.tenant),
        col(DeliveryRow.recipient),
        col(DeliveryRow.kind),
        col(DeliveryRow.status),
        col(DeliveryRow.due_at),
        case((col(DeliveryRow.status) == Status.DROPPED.value, col(DeliveryRow.reason))).label("reason"),
    )
    if status is not None:
        found = found.where(col(DeliveryRow.status) == status.value)
    return (await session.execute(found.order_by(col(DeliveryRow.due_at).desc()).limit(most))).all()


async def count_deliveries(session: AsyncSession) -> dict[tuple[str, str], int]:
    """How many there are of each kind and status, over all tenants: for operators."""
    counted = await session.execute(
        select(col(DeliveryRow.kind), col(DeliveryRow.status), func.count()).group_by(
            col(DeliveryRow.kind), col(DeliveryRow.status)
        )
    )
    return {(kind, status): count for kind, status, count in counted}


async def oldest_due(session: AsyncSession) -> datetime | None:
    """When the delivery was due that waits longest, over all tenants: for operators."""
    due = select(func.min(col(DeliveryRow.due_at))).where(col(DeliveryRow.status) == Status.DUE.value)
    return (await session.execute(due)).scalar_one()


async def sending_in(
    session: AsyncSession, tenant: str, now: datetime, since: datetime
) -> tuple[int, datetime | None, int]:
    """How many of a tenant's wait though they are due, when the oldest was due, and how many failed since a moment."""
    status, due_at = col(DeliveryRow.status), col(DeliveryRow.due_at)
    is_waiting = and_(status == Status.DUE.value, due_at <= now)
    has_failed = and_(
        status == Status.DROPPED.value,
        col(DeliveryRow.done_at) >= since,
        col(DeliveryRow.reason).not_in([one.value for one in WISHED]),
    )
    figures = select(
        func.count(case((is_waiting, 1))), func.min(case((is_waiting, due_at))), func.count(case((has_failed, 1)))
    ).where(col(DeliveryRow.tenant) == tenant)
    waiting, oldest, failed = (await session.execute(figures)).one()
    return waiting, oldest, failed


async def _settle(session: AsyncSession, delivery: Delivery, **values: object) -> bool:
    open_states = (Status.DUE.value, Status.SENDING.value)
    return await _changed(
        session,
        update(DeliveryRow).where(*_same(delivery), col(DeliveryRow.status).in_(open_states)).values(**values),
    )


async def _changed(session: AsyncSession, statement: Any) -> bool:
    changed = await session.execute(
        statement.returning(col(DeliveryRow.fence)).execution_options(synchronize_session=False)
    )
    return changed.first() is not None


def _same(delivery: Delivery) -> tuple[ColumnElement[bool], ...]:
    """The row of a delivery, as long as nobody has claimed it since."""
    return (
        col(DeliveryRow.tenant) == delivery.tenant,
        col(DeliveryRow.recipient) == delivery.recipient,
        col(DeliveryRow.kind) == delivery.kind.value,
        col(DeliveryRow.period) == delivery.day,
        col(DeliveryRow.fence) == delivery.fence,
    )


def _row(delivery: Delivery, now: datetime) -> dict[str, object]:
    dropped = delivery.reason is not None
    return {
        "tenant": delivery.tenant,
        "recipient": delivery.recipient,
        "kind": delivery.kind.value,
        "period": delivery.day,
        "user_id": None if delivery.kind is TeamKind.SUMMARY else delivery.recipient,
        "lane": delivery.lane,
        "status": (Status.DROPPED if dropped else Status.DUE).value,
        "due_at": delivery.due_at,
        "expires_at": delivery.expires_at,
        "fence": 0,
        "attempts": 0,
        "reason": delivery.reason,
        "about": delivery.about,
        "done_at": now if dropped else None,
    }


def _subject(subject: Subject | None) -> dict[str, str]:
    if subject is None:
        return {}
    return {"skill": subject.skill, "role": subject.role, "statements": " ".join(subject.statements)}


def _deliveries(rows: Iterable[Any]) -> tuple[Delivery, ...]:
    return tuple(Delivery(tenant, recipient, kind_of(kind), *rest) for tenant, recipient, kind, *rest in rows)
