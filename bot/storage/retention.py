"""What has outlived its time: found a page at a time, and removed by its keys, so that no transaction is a long one.

A page is found by a reader, in the order of the keys and from the end of the one before: each row is looked at once,
however few are to go. Whoever removes looks again at each of them, passes by what somebody else holds, and so waits
for nobody.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlalchemy import (
    Column,
    ColumnElement,
    CursorResult,
    Delete,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    column,
    delete,
    exists,
    func,
    inspect,
    literal,
    or_,
    select,
    text,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import SQLModel, col

from bot.domain.cadence import Kind
from bot.domain.deliveries import Status
from bot.domain.retention import Kept
from bot.storage.tables import (
    AssessmentRow,
    DeliveryRow,
    DraftRow,
    EvidenceRow,
    SearchMissRow,
    SuggestionRow,
    SummaryRow,
)

Key = tuple[Any, ...]  # of a row, without its tenant


@dataclass(frozen=True, slots=True)
class _End:
    """The rows of a table whose time is over, and what is done with them: they go, or some columns are emptied."""

    model: type[SQLModel]
    is_over: ColumnElement[bool]
    emptied: Mapping[str, object] | None = None

    @property
    def table(self) -> Table:
        return cast(Table, inspect(self.model).local_table)

    @property
    def key(self) -> list[Column[Any]]:
        """Its columns without the tenant."""
        return [column for column in self.table.primary_key if column.name != "tenant"]

    @property
    def of_tenant(self) -> ColumnElement[bool]:
        return and_(self.table.c.tenant == bindparam("whose"), self.is_over)


_BEFORE: ColumnElement[Any] = bindparam("before")


def _messages() -> ColumnElement[bool]:
    """What was sent or dropped. The last that was sent of each kind stays, and so does what waits for an answer.

    From the last one others count: notices the next free day, a summary whether it says anything new. An answer can
    be taken back for as long as the row is there, and so it is the answer from which its time runs.
    """
    newer = aliased(DeliveryRow)
    later = and_(
        col(newer.tenant) == col(DeliveryRow.tenant),
        col(newer.recipient) == col(DeliveryRow.recipient),
        col(newer.kind) == col(DeliveryRow.kind),
        col(newer.period) > col(DeliveryRow.period),
    )
    is_sent = col(DeliveryRow.status) == Status.SENT.value
    is_asking = or_(*(col(DeliveryRow.kind) == kind.value for kind in Kind))
    waits = and_(is_sent, is_asking, col(DeliveryRow.answered_at).is_(None), col(DeliveryRow.reason).is_(None))
    return and_(
        col(DeliveryRow.done_at) < _BEFORE,
        or_(col(DeliveryRow.answered_at).is_(None), col(DeliveryRow.answered_at) < _BEFORE),
        ~waits,
        or_(
            exists().where(later, col(newer.status) == Status.SENT.value),
            and_(col(DeliveryRow.status) == Status.DROPPED.value, exists().where(later)),
        ),
    )


def _snapshots() -> ColumnElement[bool]:
    """All but the last two of a team: what is told next is told against them."""
    newer = aliased(SummaryRow)
    second = (
        select(col(newer.taken_at))
        .where(
            col(newer.tenant) == col(SummaryRow.tenant),
            col(newer.channel_id) == col(SummaryRow.channel_id),
            col(newer.taken_at) > col(SummaryRow.taken_at),
        )
        .limit(1)
        .offset(1)
        .scalar_subquery()
    )
    return and_(col(SummaryRow.taken_at) < _BEFORE, second.is_not(None))


_ENDS: Mapping[Kept, tuple[_End, ...]] = {
    Kept.NOTES: (
        _End(AssessmentRow, and_(col(AssessmentRow.at) < _BEFORE, col(AssessmentRow.note) != ""), {"note": ""}),
    ),
    Kept.EVIDENCE: (_End(EvidenceRow, col(EvidenceRow.created_at) < _BEFORE),),
    Kept.DRAFTS: (_End(DraftRow, col(DraftRow.updated_at) < _BEFORE),),
    Kept.CHECK_INS: (_End(DeliveryRow, _messages()),),
    Kept.SUGGESTIONS: (
        _End(SuggestionRow, col(SuggestionRow.created_at) < _BEFORE),
        _End(SearchMissRow, col(SearchMissRow.last_at) < _BEFORE),
    ),
    Kept.SUMMARIES: (_End(SummaryRow, _snapshots()),),
}


@dataclass(frozen=True, slots=True)
class Page:
    """Some keys of rows whose time is over, in a table of this name, in the order of the keys."""

    table: str
    keys: Sequence[Key]


async def tenant_after(session: AsyncSession, last: str) -> str | None:
    """The next tenant, in the order of their ids, of whom there is anything that could end; after "" the first."""
    firsts = [
        select(func.min(end.table.c.tenant).label("tenant")).where(end.table.c.tenant > bindparam("last"))
        for end in _all_ends()
    ]
    found = select(func.min(union_all(*firsts).subquery().c.tenant))
    return cast("str | None", (await session.execute(found, {"last": last})).scalar_one())


def first_pages(kind: Kept) -> tuple[Page, ...]:
    """Where the search for what is over begins: a page without keys of each table that a kind has."""
    return tuple(Page(end.table.name, ()) for end in _ENDS[kind])


async def page_after(
    session: AsyncSession, tenant: str, kind: Kept, before: datetime, page: Page, most: int
) -> Page | None:
    """The next keys after a page of rows that are over since an instant, or None."""
    end = _end(kind, page.table)
    found = select(*end.key).where(end.of_tenant).order_by(*end.key).limit(most)
    if page.keys:
        last = zip(end.key, page.keys[-1], strict=True)
        found = found.where(tuple_(*end.key) > tuple_(*(literal(value, column.type) for column, value in last)))
    keys = (await session.execute(found, {"whose": tenant, "before": before})).all()
    return Page(page.table, [tuple(key) for key in keys]) if keys else None


async def remove_page(session: AsyncSession, tenant: str, kind: Kept, before: datetime, page: Page) -> int:
    """Remove what is on a page and still over; how many that were."""
    end = _end(kind, page.table)
    change = delete(end.table) if end.emptied is None else update(end.table).values(end.emptied)
    names = [column.name for column in end.key]
    keys = [dict(zip(names, key, strict=True)) for key in page.keys]
    if session.get_bind().dialect.name == "postgresql":
        removed = await session.execute(_all_at_once(end, change), _all(tenant, before, keys))
    else:  # SQLite looks a list of whole keys up in no index, and whoever writes holds all of it
        same = (column == bindparam(f"its_{column.name}") for column in end.key)
        whose = {"whose": tenant, "before": before}
        rows = [{**whose, **{f"its_{name}": value for name, value in key.items()}} for key in keys]
        removed = await session.execute(change.where(end.of_tenant, *same), rows)
    return cast("CursorResult[Any]", removed).rowcount


def _all_at_once(end: _End, change: Delete | Update) -> Delete | Update:
    """The keys come as one JSON text, at a fraction of what as many parameters cost."""
    key, listed = tuple_(*end.key), text(f"json_populate_recordset(NULL::{end.table.name}, CAST(:listed AS json))")
    these: Select[*tuple[Any, ...]] = select(*(column(one.name) for one in end.key)).select_from(listed)
    free = select(*end.key).where(end.of_tenant, key.in_(these)).with_for_update(skip_locked=True)
    return change.where(end.table.c.tenant == bindparam("whose"), key.in_(free))


def _all(tenant: str, before: datetime, keys: Sequence[Mapping[str, object]]) -> dict[str, object]:
    return {"whose": tenant, "before": before, "listed": json.dumps(keys, default=str)}  # days and moments


async def count_over(session: AsyncSession, tenant: str, kind: Kept, before: datetime) -> int:
    """How much of a kind there is to remove."""
    counts = [select(func.count().label("n")).select_from(end.table).where(end.of_tenant) for end in _ENDS[kind]]
    total = select(func.sum(union_all(*counts).subquery().c.n))
    return int((await session.execute(total, {"whose": tenant, "before": before})).scalar_one())


def _all_ends() -> Iterator[_End]:
    return (end for ends in _ENDS.values() for end in ends)


def _end(kind: Kept, table: str) -> _End:
    return next(end for end in _ENDS[kind] if end.table.name == table)
