"""An event is seen for the first time once, in its tenant."""

from datetime import UTC, datetime, timedelta

from bot.storage.engine import Database
from bot.storage.events import count_old_events, forget_events, is_first_sight

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


async def sees(database: Database, tenant: str, event: str, now: datetime = NOW) -> bool:
    async with database.writing() as session:
        return await is_first_sight(session, tenant, event, now)


async def test_an_event_is_new_once_in_each_tenant(database: Database) -> None:
    seen = [await sees(database, tenant, "Ev1") for tenant in ("T1", "T1", "T2")]
    assert seen == [True, False, True]


async def test_old_events_are_forgotten_some_at_a_time_and_recent_ones_kept(database: Database) -> None:
    for event, age in (("older", 3), ("old", 2), ("recent", 0)):
        await sees(database, "T1", event, NOW - timedelta(days=age))
    async with database.reading() as session:
        assert await count_old_events(session, NOW - timedelta(days=1)) == 2
    for forgotten in (1, 1, 0):
        async with database.writing() as session:
            assert await forget_events(session, NOW - timedelta(days=1), 1) == forgotten
    assert [await sees(database, "T1", event) for event in ("old", "recent")] == [True, False]
