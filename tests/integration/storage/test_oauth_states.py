"""A state comes back once, in time, to any process."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import func, select

from bot.storage.engine import Database
from bot.storage.oauth_states import add_state, consume_state
from bot.storage.tables import OAuthStateRow

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LIFE = timedelta(minutes=10)


async def begun(database: Database, state: str, now: datetime = NOW) -> None:
    await database.write(lambda session: add_state(session, state, now, now + LIFE))


async def is_good(database: Database, state: str, now: datetime = NOW) -> bool:
    return await database.write(lambda session: consume_state(session, state, now))


async def test_a_state_is_good_once_and_an_invented_one_never(database: Database) -> None:
    await begun(database, "abc")
    assert [await is_good(database, state) for state in ("abd", "abc", "abc")] == [False, True, False]


async def test_a_state_that_comes_too_late_is_not_good(database: Database) -> None:
    await begun(database, "abc")
    assert not await is_good(database, "abc", NOW + LIFE)


async def test_states_that_never_come_back_are_forgotten(database: Database) -> None:
    await begun(database, "lost")
    await begun(database, "abc", NOW + LIFE)
    async with database.reading() as session:
        assert (await session.execute(select(func.count()).select_from(OAuthStateRow))).scalar_one() == 1
