"""Reading and keeping when people are written to."""

from collections.abc import Iterable
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any, cast

from sqlalchemy import Table, bindparam, func, inspect, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.cadence import Cadence, Kind, Occasion, Rhythm
from bot.domain.deliveries import Schedule
from bot.domain.people import PersonId
from bot.storage.bulk import update_rows
from bot.storage.people import hold_person
from bot.storage.tables import CadenceRow
from bot.storage.upserts import upsert

_RHYTHMS = {one.value: one for one in Rhythm}
_LAST = {Kind.NUDGE: "last_nudge", Kind.CHECK_IN: "last_check_in"}
_COLUMNS = (
    "tenant", "user_id", "workspace", "first_week", "nudges", "check_ins", "days", "opens", "closes", "quiet_from",
    "quiet_to", "quiet_days", "country", "paused_until", "most_a_week", "unanswered", "last_nudge", "last_check_in",
    "zone", "next_kind", "next_day", "next_at", "next_closes_at",
)  # fmt: skip
_SCHEDULES = select(*(getattr(CadenceRow, name) for name in _COLUMNS))
_OF_PERSON = _SCHEDULES.where(
    col(CadenceRow.tenant) == bindparam("tenant"), col(CadenceRow.user_id) == bindparam("user_id")
)
_TO_CHANGE = _OF_PERSON.with_for_update()  # whoever plans holds no person, only this row
_DUE = (
    _SCHEDULES.where(col(CadenceRow.next_at) <= bindparam("now"))
    .order_by(col(CadenceRow.next_at))
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)  # on SQLite there is one writer, and nothing to skip
)
_TABLE = cast(Table, inspect(CadenceRow).local_table)
_COUNT = (
    update(_TABLE)
    .where(_TABLE.c.tenant == bindparam("of_tenant"), _TABLE.c.user_id == bindparam("of_user"))
    .values(unanswered=_TABLE.c.unanswered + 1)
)


async def load_schedule(session: AsyncSession, person: PersonId) -> Schedule | None:
    found = (await session.execute(_OF_PERSON, {"tenant": person.tenant, "user_id": person.user})).first()
    return _schedule(found) if found else None


async def schedule_to_change(session: AsyncSession, person: PersonId, now: datetime) -> Schedule | None:
    """The same, and nobody else changes it until this transaction ends, and nobody plans by it."""
    await hold_person(session, person, now)
    found = (await session.execute(_TO_CHANGE, {"tenant": person.tenant, "user_id": person.user})).first()
    return _schedule(found) if found else None


async def save_schedule(session: AsyncSession, schedule: Schedule, now: datetime) -> None:
    """Keep all of a schedule; its person must be held."""
    cadence = schedule.cadence
    key = {"tenant": schedule.person.tenant, "user_id": schedule.person.user}
    changes = {
        "workspace": schedule.workspace,
        "first_week": cadence.first_week,
        "nudges": cadence.nudges.value,
        "check_ins": cadence.check_ins.value,
        "days": _digits(cadence.days),
        "opens": cadence.opens,
        "closes": cadence.closes,
        "quiet_from": cadence.quiet_from,
        "quiet_to": cadence.quiet_to,
        "quiet_days": _digits(cadence.quiet_days),
        "country": cadence.country,
        "paused_until": cadence.paused_until,
        "most_a_week": cadence.most_a_week,
        "unanswered": schedule.unanswered,
        "zone": schedule.zone,
        **_course(schedule),
        "updated_at": now,
    }
    await upsert(session, CadenceRow, key, changes)


async def due_schedules(session: AsyncSession, now: datetime, most: int) -> tuple[Schedule, ...]:
    """Those whose time has come, the earliest first, which no other transaction is working on; they are held."""
    return tuple(_schedule(row) for row in await session.execute(_DUE, {"now": now, "most": most}))


async def next_moment(session: AsyncSession) -> datetime | None:
    """When the next message of anybody is planned for."""
    return (await session.execute(select(func.min(col(CadenceRow.next_at))))).scalar_one()


async def advance_schedules(session: AsyncSession, schedules: Iterable[Schedule]) -> None:
    """Keep what was planned of each, and what comes next."""
    rows = [{"tenant": one.person.tenant, "user_id": one.person.user, **_course(one)} for one in schedules]
    await update_rows(session, CadenceRow, rows)


async def count_unanswered(session: AsyncSession, person: PersonId) -> None:
    """One more message was sent, to which there is no answer yet."""
    await session.execute(_COUNT, {"of_tenant": person.tenant, "of_user": person.user})


def _course(schedule: Schedule) -> dict[str, object]:
    upcoming = schedule.upcoming
    return {
        **{name: schedule.last.get(kind) for kind, name in _LAST.items()},
        "next_kind": upcoming.kind.value if upcoming else None,
        "next_day": upcoming.day if upcoming else None,
        "next_at": upcoming.at if upcoming else None,
        "next_closes_at": upcoming.closes_at if upcoming else None,
    }


def _schedule(row: Iterable[Any]) -> Schedule:
    tenant, user, workspace, *wishes, unanswered, last_nudge, last_check_in, zone, kind, day, at, closes_at = row
    cadence = _cadence(*wishes)
    last = {one: then for one, then in ((Kind.NUDGE, last_nudge), (Kind.CHECK_IN, last_check_in)) if then is not None}
    upcoming = Occasion(Kind(kind), day, at, closes_at) if at else None
    return Schedule(PersonId(tenant, user), workspace, cadence, zone, last, unanswered, upcoming)


@lru_cache(maxsize=4096)  # most people want what most people want
def _cadence(
    first_week: date, nudges: str, check_ins: str, days: str, opens: time, closes: time, quiet_from: time,
    quiet_to: time, quiet_days: str, country: str | None, paused_until: date | None, most_a_week: int,
) -> Cadence:  # fmt: skip
    return Cadence(
        first_week, _RHYTHMS[nudges], _RHYTHMS[check_ins], _days(days), opens, closes, quiet_from, quiet_to,
        _days(quiet_days), country, paused_until, most_a_week,
    )  # fmt: skip


def _digits(days: Iterable[int]) -> str:
    return "".join(str(day) for day in sorted(days))


@lru_cache(maxsize=256)
def _days(digits: str) -> frozenset[int]:
    return frozenset(int(digit) for digit in digits)
