"""What has outlived its time goes, some rows at a time, and what is still needed stays."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlmodel import SQLModel, col

from bot.domain.deliveries import SUPERSEDED
from bot.domain.people import PersonId
from bot.domain.retention import Kept, Retention, same_everywhere
from bot.domain.summaries import Snapshot
from bot.playground.workspace import GENERAL, TEAM
from bot.services import retaining
from bot.services.privacy import everything_stored
from bot.services.retaining import count_outlived, forget_what_passed, remove_outlived
from bot.storage.drafts import save_draft
from bot.storage.engine import Database
from bot.storage.events import is_first_sight
from bot.storage.oauth_states import add_state
from bot.storage.people import hold_person
from bot.storage.retention import first_pages, page_after, remove_page
from bot.storage.suggestions import count_search_miss
from bot.storage.summaries import save_snapshot
from bot.storage.tables import DeliveryRow, EvidenceRow, OAuthStateRow, SummaryRow
from bot.storage.upserts import insert_rows
from tests.scenario.lives import BEFORE, leave

EMMA, GEORGE = PersonId("T1", "U1"), PersonId("T2", "U1")
DAY = timedelta(days=1)
NOW = BEFORE + 40 * DAY
MONTH = Retention(*[30 * DAY for _ in Kept])
FOR_GOOD = Retention(*[None for _ in Kept])
OLD, RECENT = BEFORE, NOW - DAY


async def no_rest() -> None:
    pass


async def remove(
    database: Database, retention: Retention = MONTH, rest: Callable[[], Awaitable[None]] = no_rest
) -> dict[str, int]:
    return dict(await remove_outlived(same_everywhere(retention), database, NOW, rest))


def delivered(day: int, at: datetime | None = OLD, **changes: Any) -> dict[str, Any]:
    """A row of the ledger: a check-in that was sent and answered long ago."""
    return {
        "tenant": "T1", "recipient": "U1", "user_id": "U1", "kind": "check_in", "period": (BEFORE + day * DAY).date(),
        "lane": "T1", "status": "sent", "due_at": OLD, "expires_at": OLD, "fence": 1, "attempts": 0, "done_at": at,
        "answered_at": at, "reason": None, **changes,
    }  # fmt: skip


async def fill(database: Database, table: type[SQLModel], rows: list[dict[str, Any]]) -> None:
    await database.write(lambda session: hold_person(session, EMMA, BEFORE))
    await database.write(lambda session: insert_rows(session, table, rows))


async def examples(database: Database, count: int) -> None:
    rows = [
        {"tenant": "T1", "user_id": "U1", "id": f"V{n:03}", "link": "l", "words": "w", "skill": "s", "created_at": OLD}
        for n in range(count)
    ]
    await fill(database, EvidenceRow, [{**row, "statement": None} for row in rows])


async def rows_of(database: Database, column: Any) -> list[Any]:
    async with database.reading() as session:
        return sorted((await session.execute(select(col(column)))).scalars())


async def test_each_kind_ends_in_its_time_and_ratings_stay(database: Database) -> None:
    await database.write(lambda session: leave(session, EMMA))
    await database.write(lambda session: leave(session, GEORGE))
    await database.write(lambda session: count_search_miss(session, "T1", "in vain", BEFORE))

    async def policy_of(tenant: str) -> Retention:
        return MONTH if tenant == "T1" else FOR_GOOD

    before, others = await everything_stored(EMMA, database), await everything_stored(GEORGE, database)
    would = await count_outlived(policy_of, DAY, database, NOW)
    assert await everything_stored(EMMA, database) == before
    removed = await remove_outlived(policy_of, database, NOW, no_rest)

    assert dict(removed) == dict(would) == {"notes": 1, "evidence": 1, "drafts": 1, "suggestions": 2}
    after = await everything_stored(EMMA, database)
    assert {table for table in before if before[table] and not after[table]} == {"evidence", "draft", "suggestion"}
    (rated,), (was,) = after["assessment"], before["assessment"]
    assert rated == {**was, "note": ""}
    assert str(was["note"]) not in json.dumps(after)
    assert {name: after[name] for name in ("latest_rating", "rated_skill", "focus", "comment_words")} == {
        name: before[name] for name in ("latest_rating", "rated_skill", "focus", "comment_words")
    }
    assert await everything_stored(GEORGE, database) == others
    assert await remove(database, Retention(*[41 * DAY for _ in Kept])) == {}


async def test_of_the_ledger_it_stays_what_is_open_or_may_be_taken_back_and_the_last_of_each_kind(
    database: Database,
) -> None:
    rows = [
        delivered(1),  # goes
        delivered(2, reason=SUPERSEDED, answered_at=None),  # goes
        delivered(3, status="dropped", reason="away", answered_at=None),  # goes
        delivered(4, answered_at=RECENT),
        delivered(5, answered_at=None),  # waits
        delivered(6, None, status="due"),
        delivered(7, None, status="sending"),
        delivered(8),  # the last of its kind
        delivered(9, status="dropped", reason="away", answered_at=None),  # the last of all
        delivered(1, kind="nudge", answered_at=None, reason=SUPERSEDED),  # goes
        delivered(2, RECENT, kind="nudge"),
        delivered(1, kind="summary", recipient="C1", user_id=None, answered_at=None),  # goes
        delivered(2, kind="summary", recipient="C1", user_id=None, answered_at=None),
    ]
    await fill(database, DeliveryRow, rows)
    assert await remove(database) == {"check_ins": 5}
    async with database.reading() as session:
        left = await session.execute(select(col(DeliveryRow.kind), col(DeliveryRow.period)))
    days = {(kind, (day - BEFORE.date()).days) for kind, day in left}
    assert days == {*(("check_in", day) for day in range(4, 10)), ("nudge", 2), ("summary", 2)}


async def test_the_two_last_snapshots_of_a_team_stay(database: Database) -> None:
    await database.write(lambda session: leave(session, EMMA))
    for day in range(4):
        for channel in (GENERAL, TEAM):
            await keep_snapshot(database, channel, Snapshot(BEFORE + day * DAY, 6, (), ()))
    only = Retention(**{kind.value: 30 * DAY if kind is Kept.SUMMARIES else None for kind in Kept})
    assert await remove(database, only) == {"summaries": 4}
    assert await rows_of(database, SummaryRow.taken_at) == [BEFORE + day * DAY for day in (2, 2, 3, 3)]


async def keep_snapshot(database: Database, channel: str, snapshot: Snapshot) -> None:
    await database.write(lambda session: save_snapshot(session, "T1", channel, snapshot))


@pytest.fixture
def two_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retaining, "AT_ONCE", 2)


@pytest.mark.usefixtures("two_at_once")
async def test_others_write_between_two_pieces_and_what_was_broken_off_goes_on(database: Database) -> None:
    await examples(database, 7)
    left: list[int] = []

    async def killed_after_two() -> None:
        await see(database, "T1", f"Ev{len(left)}", NOW)
        left.append(len(await rows_of(database, EvidenceRow.id)))
        if len(left) == 2:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await remove(database, rest=killed_after_two)
    assert left == [5, 3]
    assert await remove(database) == {"evidence": 3}
    assert await remove(database) == {}


@pytest.mark.usefixtures("two_at_once")
async def test_several_at_once_remove_each_row_once(database: Database) -> None:
    await examples(database, 20)
    several = await asyncio.gather(*(remove(database, rest=lambda: asyncio.sleep(0)) for _ in range(3)))
    assert sum(one.get("evidence", 0) for one in several) == 20
    assert await rows_of(database, EvidenceRow.id) == []


async def test_what_somebody_holds_is_passed_by(postgres_url: str) -> None:
    database = Database.open(postgres_url)
    await examples(database, 3)
    change = update(EvidenceRow).where(col(EvidenceRow.id) == "V001").values(created_at=RECENT)
    async with database.writing() as session:
        await session.execute(change)
        assert await remove(database) == {"evidence": 2}
    assert await remove(database) == {}
    assert await rows_of(database, EvidenceRow.id) == ["V001"]
    await database.close()


async def test_what_was_written_anew_since_it_was_found_stays(database: Database) -> None:
    before = NOW - 30 * DAY
    await database.write(lambda session: save_draft(session, EMMA, "s", "r", "{}", OLD))
    async with database.reading() as session:
        page = await page_after(session, "T1", Kept.DRAFTS, before, first_pages(Kept.DRAFTS)[0], 9)
    assert page is not None
    await database.write(lambda session: save_draft(session, EMMA, "s", "r", "{}", RECENT))
    assert await database.write(lambda session: remove_page(session, "T1", Kept.DRAFTS, before, page)) == 0


@pytest.mark.usefixtures("two_at_once")
async def test_events_and_installations_nobody_ended_are_forgotten_everywhere(database: Database) -> None:
    for n in range(5):
        await see(database, f"T{n}", "Ev1", BEFORE)
    await see(database, "T1", "Ev2", NOW - DAY / 2)
    await database.write(lambda session: add_state(session, "lost", BEFORE, BEFORE + DAY))
    assert dict(await forget_what_passed(DAY, database, NOW, no_rest)) == {"events": 5}
    assert await rows_of(database, OAuthStateRow.state) == []
    assert not await see(database, "T1", "Ev2", NOW)


async def see(database: Database, tenant: str, event: str, now: datetime) -> bool:
    return await database.write(lambda session: is_first_sight(session, tenant, event, now))
